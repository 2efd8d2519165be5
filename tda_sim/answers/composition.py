"""`tda composition`: what each part of a deck does, how the worth of cards depends on it, and decks that were built."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import sqrt
from typing import Any

import numpy as np
import polars as pl

from tda_sim.answers.players import every_seat
from tda_sim.definitions.decks import Deck
from tda_sim.measures.composition import ADDED, EFFECTS, FALSE, ONE_MORE, PAIRS, PRESENCE
from tda_sim.measures.metrics import EVERY
from tda_sim.measures.robustness import HOLDS
from tda_sim.measures.table import plain_rows
from tda_sim.measures.tiers import NOT_ALL
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Section
from tda_sim.rendering.pairs import map_picture
from tda_sim.stats.intervals import LEVEL, normal_quantile
from tda_sim.studies.composition import CHECKED, EXTREME, LEVEL_OF, Agreement, agreements
from tda_sim.wording.numbers import Estimate, Show, places, signed, whole
from tda_sim.wording.words import agree, capital, counted, listed

Row = Mapping[str, Any]

SPOKEN = ("plays", "stakes", "special_flights", "comebacks", "skill")  # measures with a sentence of their own
MOST_NAMED, MOST_MISSED = 3, 8  # parts, and cards, in a sentence
SHOWN_PARTS, SHOWN_PAIRS = 20, 12  # lines, unless --all is given
LISTED = 60  # pairs, at most; --json has all
MAP = "Points of win rate that a card (row) is worth more with a part (column) in the game. Numbers: certain."
GAMES = (100_000, 1_000_000, 10_000_000)


class Composed:
    """What was found of a deck's parts at the main table."""

    def __init__(self, every: pl.DataFrame, titles: Mapping[str, str], exchanges: bool) -> None:
        self.every, self.titles = every, titles
        self.main = self.every.filter("main")
        self.exchanges = exchanges
        self.measures = self.every.filter(group=EFFECTS)["measure"].unique(maintain_order=True).to_list()
        self.player = str(self.main["table"][0])
        robust = self.every.filter(group="robust")
        self.several = not robust.is_empty()  # whether other able players play, too
        self.held = set(robust.filter(holds=HOLDS).select("subject", "measure").iter_rows())

    def rows(self, group: str, **where: Any) -> list[dict[str, Any]]:
        """Return the rows of a group at the main table; of skill, which has a table of its own, those there."""
        frame = self.every if where.get("measure") == "skill" else self.main
        return frame.filter(group=group, **where).rows(named=True)

    def title(self, name: str) -> str:
        """Return the title of a part or a card."""
        return str(self.titles.get(name, name))

    def named(self, row: Row, unit: str = "") -> str:
        """Return a part with its effect."""
        return f"{self.title(row['subject'])} ({self.effect(row, unit)})"

    def effect(self, row: Row, unit: str = "") -> str:
        """Return an effect, with a mark where this is not known to have one direction whoever plays."""
        apart = self.several and (row["subject"], row["measure"]) not in self.held and row["measure"] != "skill"
        return f"{_signed(row)}{unit and f' {unit}'}{NOT_ALL * apart}"

    def by_part(self, group: str) -> dict[str, dict[str, Row]]:
        """Return the rows of a group by part and measure, the largest effect first, measured in margins."""
        found: dict[str, dict[str, Row]] = {}
        for measure in self.measures:
            for row in self.rows(group, measure=measure):
                found.setdefault(row["subject"], {})[measure] = row
        return dict(sorted(found.items(), key=lambda one: -max(map(_in_margins, one[1].values()))))


def composition(it: Composed, deck: Deck, title: str, about: str, kept: str) -> doc.Document:
    """Return what a deck's parts do: sentences, tables, and the decks that were built."""
    sections = [
        Section("What moves most", [length_bars(it)]),
        Section("What each part does", [effects_table(it, group, *HEADS[group]) for group in HEADS]),
        Section("Two parts together", [pairs_table(it)]),
        Section("What cards are worth with and without others", [_presence(it)]),
        Section("Decks that were built", [_built(it)]),
        Section("How far to trust this", [_precision(it), doc.Words(elsewhere(it), listed=True)]),
    ]
    return doc.Document(
        title,
        [*_sentences(it), *who(it, deck.name), *_numbers(it), *_missed(it), *_worths(it), *_predictions(it)],
        sections,
        about=f"{about}; each game draws its {' to '.join(map(str, dict.fromkeys(deck.sizes)))} cards",
        kept=kept,
        picture=partial(map_picture, f"{title}: what cards are worth", it.rows(PRESENCE), it.titles, MAP)
        if it.rows(PRESENCE)
        else None,
        data={"deck": deck.name, "exchanges": it.exchanges, "estimates": plain_rows(it.every)},
    )


def _in_margins(row: Row) -> float:
    return float(abs(row["estimate"] or 0.0) / (row["margin"] or 1.0))


# --- sentences --------------------------------------------------------------------------------------------


def _sentences(it: Composed) -> Iterator[str]:
    """Yield which parts change the main measures by as much as matters."""
    other = "an average card" if it.exchanges else "another"
    for measure in (name for name in SPOKEN if name in it.measures):
        words, rows = EVERY[measure].words, it.rows(EFFECTS, measure=measure)
        sides = []
        for verdict, like in (("more", words.more), ("less", words.less)):
            there = sorted((row for row in rows if row["verdict"] == verdict), key=lambda row: -abs(row["estimate"]))
            if there:
                unit = "points" if there[0]["unit"] == "%" else there[0]["unit"]
                named = [it.named(row, "" if k else unit) for k, row in enumerate(there[:MOST_NAMED])]
                more = [f"{len(there) - MOST_NAMED} more"] if len(there) > MOST_NAMED else []
                sides.append(f"{like} with {listed([*named, *more])}")
        if sides:
            yield f"{capital(words.subject)} {'; '.join(sides)}: each in place of {other}."
        elif rows and all(row["verdict"] == "same" for row in rows):
            yield f"No part changes {words.name} by as much as matters."


def who(it: Composed, deck: str) -> Iterator[str]:
    """Yield whose games these are, and what the marks mean."""
    players = int(it.main["players"][0])
    marked = f" {NOT_ALL} Not known to have the same direction with all able players." if it.several else ""
    yield f"{every_seat(it.player, [deck], players, as_printed=False)}{marked}"


def _signed(row: Row) -> str:
    return signed(places(1))(row["estimate"])


def _numbers(it: Composed) -> Iterator[str]:
    """Yield what one more part does to the length of games."""
    for row in it.rows(ONE_MORE, measure=it.measures[0]):
        if row["low"] is not None and row["low"] * row["high"] > 0:
            words = EVERY[row["measure"]].words
            like = words.more if row["estimate"] > 0 else words.less
            size = places(1)(abs(row["estimate"]))
            yield f"With one more {it.title(row['subject'])}, {words.subject} {like} by {size} {row['unit']}."


def _missed(it: Composed) -> Iterator[str]:
    """Yield how many cards of a fixed deck nobody would miss."""
    if not it.exchanges:
        return
    cards = {name: rows for name, rows in it.by_part(EFFECTS).items() if not name.endswith("-copy")}
    alike = [name for name, rows in cards.items() if all(row["verdict"] == "same" for row in rows.values())]
    changing = [name for name, rows in cards.items() if _discovered([*rows.values()])]
    named = f": {listed([it.title(name) for name in changing[:MOST_MISSED]])}" if changing else ""
    if alike:
        yield (
            f"Nobody would miss {len(alike)} of {counted(len(cards), 'card')}: with another card twice in its place, no"
            " measure changes by as much as matters."
        )
    yield f"{capital(counted(len(changing), 'card'))} would be missed{named}."
    if left := len(cards) - len(alike) - len(changing):
        yield f"For {counted(left, 'other card')}, too few games were played to know."


def _worths(it: Composed) -> Iterator[str]:
    """Yield how the worth of cards depends on what else is in the game."""
    rows = _discovered(it.rows(PRESENCE))
    if rows:
        named = [
            f"{it.title(row['subject'])} is worth {_signed(row)} points with {it.title(row['reference'])} in the game"
            for row in rows[:MOST_NAMED]
        ]
        yield f"{capital(listed(named))}."
    every = f"Of {len(it.rows(PRESENCE)):,} pairs of a card and a part"
    alarm = f"of these, one in {1 / FALSE:.0f} may be chance"
    if rows:
        yield f"{every}, {len(rows)} certainly {agree(len(rows), 'differs', 'differ')} ({alarm})."
    else:
        yield f"{every}, none certainly differs: more games would show which."


def _discovered(rows: Sequence[Row]) -> list[Row]:
    return sorted((row for row in rows if row["verdict"] in ("more", "less")), key=lambda row: -abs(row["estimate"]))


def _predictions(it: Composed) -> Iterator[str]:
    """Yield whether the decks that were built are as predicted."""
    rows = it.rows(CHECKED, reference=CHECKED)
    if rows:
        held = sum(row["low"] <= 0 <= row["high"] for row in rows)
        chance = [row for row in rows if int(row["subject"].rpartition("-")[2]) > EXTREME]
        by_chance = sum(row["low"] <= 0 <= row["high"] for row in chance)
        decks = len({row["subject"] for row in rows})
        yield (
            f"{decks} decks were built and played. Of the decks that chance drew, {by_chance} of {len(chance)}"
            f" predictions hold, of those that are extreme on purpose {held - by_chance} of {len(rows) - len(chance)};"
            f" 95 in 100 are to be expected. {_misfit(it)}"
        )


def _misfit(it: Composed) -> str:
    """Return how far predictions are off beyond chance, where they are."""
    off = [check for check in agreements(it.every) if check.off]
    if not off:
        return "Parts and pairs account for all that can be seen."
    named = [f"{_digits(each)(each.off)} {each.unit} ({EVERY[each.measure].words.column})" for each in off[:MOST_NAMED]]
    return f"Beyond chance, they are off by about {listed(named)}: three parts together do more than pairs of them say."


# --- tables -----------------------------------------------------------------------------------------------


def length_bars(it: Composed) -> doc.Block:
    """Return what parts do to the length of games, as bars."""
    measure = it.measures[0]
    rows = sorted(it.rows(EFFECTS, measure=measure), key=lambda row: -abs(row["estimate"]))[:SHOWN_PARTS]
    rows.sort(key=lambda row: -row["estimate"])
    bars = [doc.Bar.of(it.title(row["subject"]), Estimate.of(row), margin=row["margin"]) for row in rows]
    words = EVERY[measure].words
    return doc.Bars(f"{capital(words.name)} of games, {EVERY[measure].unit}", bars, show=places(1), with_sign=True)


HEADS = {
    EFFECTS: ("part", "In place of another of its kind. ±: 95 % intervals that hold for all parts at once."),
    ADDED: ("added to the deck", "With it rather than without: the deck is larger by it."),
    ONE_MORE: ("one more", "Where games differ in the number."),
}


def effects_table(it: Composed, group: str, head: str, note: str, *more: doc.Column) -> doc.Table:
    """Return what each part does to every measure, with ``more`` columns about it before these."""
    rows = it.by_part(group)
    shown = [*rows][:SHOWN_PARTS]

    def column(measure: str) -> doc.Column:
        metric = EVERY[measure]
        show = places(1)
        return doc.Column(
            metric.words.column,
            lambda name: doc.number(Estimate.of(rows[name].get(measure)), show, with_sign=True),
            f"{metric.title}, {metric.unit}",
            detail=measure not in SPOKEN,
        )

    columns = [doc.text(head, lambda name: capital(it.title(name))), *more, *map(column, it.measures)]
    return doc.table("", [*rows], columns, note if rows else "", detail=lambda name: name not in shown)


def _together(it: Composed, rows: list[Row], columns: Sequence[doc.Column], note: str) -> doc.Table:
    """Return discoveries among many pairs, which ``note`` explains."""
    shown = rows[:SHOWN_PAIRS]
    number = doc.Column("more", lambda row: doc.number(Estimate.of(row), places(1), with_sign=True))
    raw = doc.Column("raw", lambda row: signed(places(1))((row["alone_low"] + row["alone_high"]) / 2), detail=True)
    note = (
        f"{note} Pooled over all pairs, since most do next to nothing; of those listed, one in {1 / FALSE:.0f} may be"
        " chance. Raw: the difference itself, too large for those that were picked because they are large."
    )
    return doc.table("", rows[:LISTED], [*columns, number, raw], note, detail=lambda row: row not in shown)


def pairs_table(it: Composed, head: str = "parts") -> doc.Table:
    """Return the pairs that do more or less together than apart."""
    margins = {row["measure"]: row["margin"] for row in it.every.filter(group=EFFECTS).iter_rows(named=True)}
    rows = sorted(_discovered(it.rows(PAIRS)), key=lambda row: -abs(row["estimate"]) / margins[row["measure"]])
    columns = [
        doc.text(head, lambda row: f"{it.title(row['subject'])} and {it.title(row['reference'])}"),
        doc.text("measure", lambda row: f"{EVERY[row['measure']].words.column}, {row['unit']}"),
    ]
    return _together(it, rows, columns, "Beyond the sum of what each does.")


def _presence(it: Composed) -> doc.Table:
    """Return the cards whose worth depends on what else is in the game."""
    columns = [
        doc.text("card", lambda row: it.title(row["subject"])),
        doc.text("with", lambda row: it.title(row["reference"])),
    ]
    note = "Points of win rate of who is dealt the card, in games with the part minus games without it."
    return _together(it, _discovered(it.rows(PRESENCE)), columns, note)


def _built(it: Composed) -> doc.Table:
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


def _precision(it: Composed) -> doc.Table:
    """Return how exactly effects are known in so many games."""
    rows = []
    for group, name, measure in (
        (EFFECTS, "a part", it.measures[0]),
        (PAIRS, "a pair", it.measures[0]),
        (PRESENCE, "a card with a part", "dealt"),
    ):
        found = [row for row in it.rows(group, measure=measure) if row["error"]]
        if found:
            error, games = float(np.median([row["error"] for row in found])), it.rows(LEVEL_OF)[0]["n"]
            rows.append((name, found[0]["unit"], [normal_quantile(LEVEL) * error * sqrt(games / n) for n in GAMES]))
    columns = [
        doc.text("effect of", lambda row: f"{row[0]}, {row[1]}"),
        *map(_half, range(len(GAMES))),
    ]
    return doc.table("How exactly each kind of effect is known", rows, columns, "Half of a 95 % interval, by itself.")


def _half(place: int) -> doc.Column:
    return doc.Column(f"{GAMES[place]:,} games", lambda row: f"± {places(2)(row[2][place])}")


def elsewhere(it: Composed) -> Iterator[str]:
    """Yield how far the effects hold for other players."""
    robust = it.every.filter(group="robust")
    for measure in (name for name in SPOKEN if name in it.measures):
        rows = robust.filter(measure=measure)
        if len(rows):
            sure = rows.filter(holds=HOLDS)
            others = it.every.filter(group="agreement", measure=measure, table=it.player)
            least = others["estimate"].min()
            known = "" if least is None else f"; rank correlation with other tables at least {float(str(least)):.2f}"
            name = capital(EVERY[measure].words.name)
            yield f"{name}: {len(sure)} of {len(rows)} effects have one direction whoever plays{known}."
