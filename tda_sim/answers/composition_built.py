"""How decks that were built compare with what their parts predict of them."""

from collections.abc import Iterator, Sequence

from tda_sim.answers.composed import MOST_NAMED, Composed, Row
from tda_sim.measures.metrics import EVERY
from tda_sim.rendering import model as doc
from tda_sim.studies.composition_built import CHECKED, EXTREME, Agreement, agreements
from tda_sim.wording.numbers import Show, places, whole
from tda_sim.wording.words import listed


def predictions(it: Composed) -> Iterator[str]:
    """Yield whether the decks that were built are as predicted."""
    rows = it.rows(CHECKED, reference=CHECKED)
    if rows:
        extreme, chance = ([row for row in rows if _is_extreme(row) == side] for side in (True, False))
        decks = len({row["subject"] for row in rows})
        yield (
            f"{decks} decks were built and played. Of the decks that chance drew, {_held(chance)} of {len(chance)}"
            f" predictions hold, of those that are extreme on purpose {_held(extreme)} of {len(extreme)};"
            f" 95 in 100 are to be expected. {_misfit(it)}"
        )


def _is_extreme(row: Row) -> bool:
    return int(row["subject"].rpartition("-")[2]) <= EXTREME


def _held(rows: Sequence[Row]) -> int:
    return sum(row["low"] <= 0 <= row["high"] for row in rows)


def _misfit(it: Composed) -> str:
    """Return how far predictions are off beyond chance, where they are."""
    off = [check for check in agreements(it.every) if check.off]
    if not off:
        return "Parts and pairs account for all that can be seen."
    named = [f"{_digits(each)(each.off)} {each.unit} ({EVERY[each.measure].words.column})" for each in off[:MOST_NAMED]]
    return f"Beyond chance, they are off by about {listed(named)}: three parts together do more than pairs of them say."


def built_table(it: Composed) -> doc.Table:
    """Return, for each measure, how decks that were built compare with their predictions."""
    checks = agreements(it.every)
    columns = [
        doc.text("measure", lambda check: EVERY[check.measure].words.heading),
        doc.Column("predictions that hold", lambda check: f"{check.held} of {check.decks}"),
        doc.Column("decks, from", lambda check: _digits(check)(check.least)),
        doc.Column("to", lambda check: _digits(check)(check.most)),
        doc.Column("off beyond chance", lambda check: _digits(check)(check.off) if check.off else "no"),
        doc.Column("explained, %", lambda check: "-" if check.explained is None else whole(100 * check.explained)),
    ]
    note = (
        "A prediction holds if the 95 % interval of played minus predicted contains zero. Explained: of how decks"
        f" differ, the share that predictions account for. Decks 1 to {EXTREME} are extreme on purpose."
    )
    return doc.table("", checks, columns, note if checks else "")


def _digits(check: Agreement) -> Show:
    return places(1 if check.most - check.least > 2 else 2)
