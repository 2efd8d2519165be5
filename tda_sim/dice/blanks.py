"""Blank values of the fields that each gambit clears."""

from tda_sim.dice.layout import TABLE, THIS_GAMBIT
from tda_sim.dice.terms import Phase
from tda_sim.engine.blanks import blank
from tda_sim.engine.compiler.copying import constant

_GAMBIT = blank(TABLE, "winner", "leader", run=THIS_GAMBIT)
_GAMBIT["round"] = 1
_GAMBIT["phase"] = Phase.TURN

BLANK_GAMBIT = constant(_GAMBIT)
