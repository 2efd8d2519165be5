"""Which cards of a fixed deck nobody would miss."""

from collections.abc import Iterator

from tda_sim.answers.composed import Composed
from tda_sim.answers.contrasts import CLEAR
from tda_sim.measures.composition import EFFECTS
from tda_sim.wording.words import capital, counted, listed

MOST_MISSED = 8  # cards in a sentence


def missed(it: Composed) -> Iterator[str]:
    """Yield how many cards of a fixed deck nobody would miss."""
    if not it.exchanges:
        return
    parts = {name: [row["verdict"] for row in rows.values()] for name, rows in it.by_part(EFFECTS).items()}
    cards = {name: verdicts for name, verdicts in parts.items() if not name.endswith("-copy")}
    alike = [name for name, verdicts in cards.items() if {*verdicts} == {"same"}]
    changing = [it.title(name) for name, verdicts in cards.items() if {*verdicts} & {*CLEAR}]
    if alike:
        yield (
            f"Nobody would miss {len(alike)} of {counted(len(cards), 'card')}: with another card twice in its place, no"
            " measure changes by as much as matters."
        )
    named = f": {listed(changing[:MOST_MISSED])}" if changing else ""
    yield f"{capital(counted(len(changing), 'card'))} would be missed{named}."
    if left := len(cards) - len(alike) - len(changing):
        yield f"For {counted(left, 'other card')}, too few games were played to know."
