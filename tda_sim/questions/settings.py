"""The settings of questions, each described once: commands, functions, reports and their documentation follow from it.

Nothing here takes long to import, because the help of the commands is made from it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, replace
from inspect import Parameter, Signature, get_annotations
from pathlib import Path
from typing import Annotated, Any, get_type_hints

from tda_sim.bounds import KINDS, Bounds
from tda_sim.runs.watch import Scheduler


@dataclass(frozen=True)
class Setting:
    """What a setting means, and how it is written.

    Attributes:
        help: what it means, in a sentence or two.
        bounds: of its number, or the name of those in `bounds.KINDS`.
        argument: what an argument of a command is called there; options have none.
        option: the option's name, if it is not the setting's.
        metavar: what stands for an option's value.
        completes: the function of `cli.completing` that completes it.
        typed: the type that the command reads, if another one than the setting's.
        given: the type that a caller from Python may give, as written there, if another one than the setting's.
        read: makes of what a caller gives what the question has.
        several: whether it is an argument that takes several values.
        typable: whether it can be said on a command line.
        alternative: whether a report may say ``all`` in place of a list.
        least: entries of its list in a report.
    """

    help: str
    bounds: str | Bounds | None = None
    argument: str = ""
    option: str = ""
    metavar: str | None = None
    completes: str = ""
    typed: Any = None
    given: str = ""
    read: Callable[[Any], Any] | None = None
    several: bool = False
    typable: bool = True
    alternative: bool = False
    least: int = 1

    @property
    def limits(self) -> Bounds | None:
        """The bounds of its number, if it is one."""
        return KINDS[self.bounds] if isinstance(self.bounds, str) else self.bounds

    @property
    def text(self) -> str:
        """What it means, with its bounds."""
        return self.help if self.limits is None else f"{self.help.rstrip('.')}; {self.limits.span}."


@dataclass(frozen=True)
class Described:
    """A setting of a question: its name, its meaning, its type and its default (`MISSING` if it has to be said)."""

    name: str
    setting: Setting
    type: Any
    default: Any

    def parameter(self) -> Parameter:
        """Return the parameter of the function: arguments stand by their place, all others by name."""
        kind = Parameter.POSITIONAL_OR_KEYWORD if self.setting.argument else Parameter.KEYWORD_ONLY
        if self.setting.several:
            return Parameter(self.name, Parameter.VAR_POSITIONAL)
        return Parameter(self.name, kind, default=Parameter.empty if self.default is MISSING else self.default)


def settings_of(question: type[Any]) -> tuple[Described, ...]:
    """Return the settings of a question in their order: its own, then those that all have."""
    every: dict[str, Field[Any]] = {field.name: field for field in fields(question)}
    hints = get_type_hints(question, include_extras=True)
    order = dict.fromkeys(name for kind in question.__mro__ for name in get_annotations(kind))
    known = [name for name in order if name in every and name not in question.lacks]
    said = {name: hints[name].__metadata__[0] for name in known}
    said = {name: replace(each, help=each.help.replace("{thing}", question.thing)) for name, each in said.items()}
    return tuple(Described(name, said[name], hints[name].__origin__, every[name].default) for name in known)


def signature_of(question: type[Any]) -> Signature:
    """Return the signature of the function that asks a question."""
    parameters = (each.parameter() for each in settings_of(question))
    return Signature(sorted(parameters, key=lambda parameter: parameter.kind))


def names(given: Any) -> tuple[str, ...]:
    """Return names and paths as texts: one, several, or lists of them.

    >>> names("four-rounds"), names([["four-rounds", "minstrel"]])
    (('four-rounds',), ('four-rounds', 'minstrel'))
    """
    if not isinstance(given, list | tuple):
        return (str(given),)
    return tuple(name for each in given for name in names(each))


def or_none(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return what reads a value, and leaves None alone."""
    return lambda given: None if given is None else read(given)


NAMED = "A deck's name, or the path of its file."

Deck = Annotated[str, Setting(NAMED, argument="DECK", completes="decks", given="str | Path", read=str)]
OnDeck = Annotated[Any, Setting(NAMED, completes="decks", typed=str, given="Reference")]
Players = Annotated[int, Setting("Number of players.", "players")]
Seed = Annotated[int, Setting("Seed of all randomness.", "seed")]
By = Annotated[
    str | None,
    Setting(
        "Lay the answer side by side: by players (players=2,4 for some numbers of them), by strategy, by phase of the"
        " game, or by the name of a card that is in some games only, with it and without.",
        metavar="WHAT",
    ),
]
AT_TABLES = (
    "Strategies, separated by commas. The answer is about tables of the first; the others show whether it holds."
    " By default: "
)
Strategies = Annotated[
    Sequence[str] | str | None,
    Setting(
        f"{AT_TABLES}the levels of play, master, random and lookahead; regular players come first.",
        completes="strategies",
        typed=str | None,
    ),
]
Stakes = Annotated[
    str | None,
    Setting(
        "How much gold lies in the stakes of a gambit at your table, as in 30..36: levels are those of their players"
        " for whom that holds.",
        metavar="GOLD",
    ),
]
Search = Annotated[bool, Setting("Play tables of lookahead with its stronger setting, which takes longer.")]
SlowGames = Annotated[int, Setting("Most games for each table with a strategy that plays ahead.", "slow_games")]
RULES = "Name or path of a house rule, or of a rule set that replaces the deck's. Repeat to apply several in order."
Rules = Annotated[Any, Setting(RULES, completes="rules", typed=list[str] | None, given="Rules | None")]
WHICH = (
    "Abilities of the players: random:2, draft:2 or bundles; or names separated by commas, for everybody or, with "
    "semicolons between players, for each."
)
AbilitiesOf = Annotated[list[str] | None, Setting(WHICH, metavar="WHICH")]
FixedSeats = Annotated[bool, Setting("Keep the strategies in their seats in every game.", option="fixed-seats")]
Workers = Annotated[int | None, Setting("Number of threads; by default one per processor.", "workers")]
SCHEDULER = "Address of a Dask scheduler. Its workers play instead of local threads."
Cluster = Annotated[Scheduler | str | None, Setting(SCHEDULER, metavar="ADDRESS", typed=str | None)]
Patience = Annotated[float, Setting("Seconds to wait for the cluster's workers before giving up.", "patience")]
FOLDER = "The {thing}'s folder. If it holds part of this {thing}, the {thing} continues."
Out = Annotated[Path | None, Setting(FOLDER, given="str | Path | None", read=or_none(Path))]
BAR = "Whether to show a progress bar; by default in a terminal and in a notebook only."
Progress = Annotated[bool | None, Setting(BAR, typable=False)]
Clock = Annotated[
    str | None, Setting("The clock that estimates minutes: a name, or the path of a YAML file.", metavar="FILE")
]
MATTERS = "Smallest difference that matters, as a number or a percentage (plays=5%); a study's own comes first."
Smallest = Annotated[Mapping[str, str | float] | None, Setting(MATTERS, metavar="METRIC=N", typed=list[str] | None)]
