"""How answers speak of differences: of the game what holds whoever plays, with its range; else, for whom it holds.

What one computer player shows is no fact about a game. So every sentence about a difference passes here:

- a difference that holds at all tables of able players, each with enough games for a verdict, is said of the game;
- another one is said of those at whose tables it shows, and the sentence names those where it does not, or where we
  cannot tell yet;
- where only one table was played, its players are named.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tda_sim.answers.contrasts import CLEAR, Entry, able_and_others
from tda_sim.answers.titles import strategy_title
from tda_sim.measures.metrics import Words
from tda_sim.measures.robustness import HOLDS, ONE_TABLE
from tda_sim.measures.study import LINE_UPS
from tda_sim.wording.numbers import percent, whole
from tda_sim.wording.phrases import say
from tda_sim.wording.words import capital, counted, listed

EVERYONE, ONE, DEPENDS, OPEN = "everyone", "one", "depends", "open"  # for whom a difference holds
SOME = (DEPENDS, OPEN)
TWICE, HALF = (1.9, 2.1), (0.48, 0.52)  # ratios that a sentence calls twice and half
MANY = 2.1  # from this ratio on, a sentence says how many times
SPOKEN = ("name", "subject", "more", "less", "like")  # the words of a measure that phrases have


def whose(row: Entry) -> str:
    """Return for whom the verdict on a difference holds.

    `EVERYONE`; the `ONE` table that was played; not for others (`DEPENDS`); or we cannot tell for others (`OPEN`).
    """
    holds = row.row.get("holds")
    if holds in (None, ONE_TABLE):
        return ONE
    if holds == HOLDS:
        return EVERYONE
    able, _ = able_and_others(row)
    return OPEN if len({*able.values(), row.verdict} - {"unclear"}) < 2 else DEPENDS


@dataclass(frozen=True)
class Said:
    """Clauses on differences, by for whom they hold."""

    everyone: tuple[str, ...] = ()
    one: tuple[str, ...] = ()
    depends: tuple[str, ...] = ()
    open: tuple[str, ...] = ()

    @classmethod
    def of(cls, rows: Iterable[Entry]) -> "Said":
        """Return the clauses on differences of headline measures."""
        parts: dict[str, list[str]] = {EVERYONE: [], ONE: [], DEPENDS: [], OPEN: []}
        for row in rows:
            parts[whose(row)].append(clause(row))
        return cls(**{who: tuple(clauses) for who, clauses in parts.items()})

    def __bool__(self) -> bool:
        """Whether there is anything to say."""
        return self != Said()

    def in_line(self) -> str:
        """Return all of it as one line, the most general first."""
        general = [say("answers.whoever", claims="; ".join(self.everyone))] if self.everyone else []
        return "; ".join([*general, *self.one, *self.depends, *self.open])

    def sentences(self, title: str) -> Iterator[str]:
        """Yield what changes under a title: of the game what holds whoever plays, and apart from it the rest."""
        if self.everyone:
            yield f"{title}, {say('answers.whoever', claims='; '.join(self.everyone))}."
        if self.one:
            yield f"{title}: {'; '.join(self.one)}."
        subject = "" if self.everyone or self.one else f"{title}: "
        for lead, clauses in (("it depends on who plays", self.depends), ("known for some players only", self.open)):
            if clauses:
                yield f"{capital(f'{subject}{lead}')}: {'; '.join(clauses)}."
                subject = ""


def clause(row: Entry) -> str:
    """Return the change of a headline measure as a clause with both numbers, and for whom it holds."""
    parts = {name: getattr(row.words, name) for name in SPOKEN} | numbers(row)
    parts |= {"verdict": row.verdict, "unit": row.words.spoken, "at": f" {_at(row.row.get('table') or '')}"}
    who = whose(row)
    if who in SOME and row.verdict in (*CLEAR, "same"):
        return say("answers.for_some", **parts, tables=_tables(row))
    size = (
        size_in_range(row.words, row.ratio_least, row.ratio_most) if who == EVERYONE else size_of(row.words, row.ratio)
    )
    return say("answers.for_everyone" if who == EVERYONE else "answers.change", **parts, **size)


def numbers(row: Entry) -> dict[str, Any]:
    """Return the parts of phrases that say the levels before and after."""
    before, after = (row.show(each.value) for each in (row.before, row.after))
    shares = dict(zip(("share_before", "share_after"), map(percent, row.shares or ()), strict=False))
    return {"before": before, "after": after, "look_alike": before == after, "share_before": None, **shares}


def aside(row: Entry) -> str:
    """Return what follows a statement on one table's numbers, so that it says for whom it holds; begins with a blank.

    ", whoever plays"; or " with Regular", and what is known of the others.
    """
    who, where = whose(row), f" {_at(row.table)}"
    return {EVERYONE: ", whoever plays", ONE: where}.get(who) or f"{where} ({say(f'answers.{who}')})"


# --- by how much ------------------------------------------------------------------------------------------


def size_of(words: Words, ratio: float | None) -> dict[str, str]:
    """Return how a sentence puts a ratio: "10 % higher", "twice as high", "2.5 times as high", or "higher".

    >>> from tda_sim.measures.metrics import EVERY
    >>> [size_of(EVERY["stakes"].words, ratio) for ratio in (1.1, 2.0, None)]
    [{'size': 'percent', 'percent': '10 %'}, {'size': 'twice'}, {'size': 'none'}]
    """
    if ratio is None or not words.sized or ratio <= 0:
        return {"size": "none"}
    if TWICE[0] <= ratio < TWICE[1]:
        return {"size": "twice"}
    if HALF[0] <= ratio <= HALF[1]:
        return {"size": "half"}
    if ratio >= MANY:
        return {"size": "times", "times": f"{ratio:.1f}".removesuffix(".0")}
    return {"size": "percent", "percent": percent(abs(ratio - 1))}


def size_in_range(words: Words, least: float | None, most: float | None) -> dict[str, str]:
    """Return how a sentence puts a range of ratios: "10 to 40 % higher"; without it where they lie on both sides of 1.

    >>> from tda_sim.measures.metrics import EVERY
    >>> stakes = EVERY["stakes"].words
    >>> [size_in_range(stakes, *ends)["percent"] for ends in ((1.1, 1.4), (0.6, 0.9), (1.101, 1.102))]
    ['10 to 40 %', '10 to 40 %', '10 %']
    """
    if least is None or most is None or not words.sized or least <= 0 or (least - 1) * (most - 1) <= 0:
        return {"size": "none"}
    low, high = sorted((abs(least - 1), abs(most - 1)))
    ends = list(dict.fromkeys(whole(100 * end) for end in (low, high)))
    return {"size": "percent", "percent": f"{' to '.join(ends)} %"}


# --- for whom ---------------------------------------------------------------------------------------------


def _tables(row: Entry) -> str:
    """Return what shows at which tables, beginning with the verdict at the main one.

    Mixed tables are named only where they make the difference.
    """
    able, _ = able_and_others(row)
    able |= {row.table: row.verdict} if row.table in able else {}
    alike = {table: word for table, word in able.items() if "," not in table}
    able = alike if len({*alike.values()}) > 1 else able
    order = sorted(dict.fromkeys(able.values()), key=lambda word: (word != row.verdict, word == "unclear"))
    groups = {word: [table for table, each in able.items() if each == word] for word in order}
    told = [_group(row, word, with_whom(tables)) for word, tables in groups.items()]
    if len(groups) == 2 and groups[order[0]] == [row.table]:
        told[1] = _group(row, order[1], say("answers.with_others"))
    many = len(groups[order[0]]) > 1 or row.table not in able
    where = f" {_at(row.table)}" if many else ""
    told[0] += f" ({say('answers.values_at', unit=row.words.spoken, at=where, **numbers(row))})"
    return ", ".join(told)


def _group(row: Entry, verdict: str, where: str) -> str:
    parts = {name: getattr(row.words, name) for name in SPOKEN}
    return say("answers.at_tables", verdict=verdict, where=where, **parts)


def _at(table: str) -> str:
    """Return the one table that numbers are from."""
    return "over all line-ups" if table == LINE_UPS else with_whom([table])


def with_whom(tables: Sequence[str]) -> str:
    """Return tables by who plays there: "with Master and Club and at 2 mixed tables"."""
    alike = [strategy_title(table) for table in tables if "," not in table]
    mixed = len(tables) - len(alike)
    parts = [f"with {listed(alike)}"] if alike else []
    parts += ["at the mixed table" if mixed == 1 else f"at {counted(mixed, 'mixed table')}"] if mixed else []
    return " and ".join(parts)


def depends(names: Sequence[str]) -> Iterator[str]:
    """Yield which measures change at some tables and not at others, as a sentence; nothing where there are none."""
    if names:
        yield say("answers.depends_all", names=list(names))
