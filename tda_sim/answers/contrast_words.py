"""The sentences that answers about contrasts share: what is left out, how sure that is, and where else it holds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import polars as pl

from tda_sim.answers.contrasts import Entry, Known, Played, able_and_others
from tda_sim.answers.headlines import HEADLINES, matters_from, meaning, settled_by, some, starting_gold
from tda_sim.answers.titles import strategy_title
from tda_sim.measures.card_changes import NAME
from tda_sim.measures.metrics import EVERY, SKILL_SHARE
from tda_sim.measures.robustness import HOLDS, ONE_TABLE, UNCLEAR, holding
from tda_sim.measures.table import LEVELS, SCHEMA
from tda_sim.wording.numbers import places, span
from tda_sim.wording.phrases import book, say
from tda_sim.wording.words import capital, listed

OF_CARDS = {"more": "better than average", "less": "worse than average", "same": "average"}
VERDICT_WORDS: dict[str, str] = book("answers")["verdicts"]
NUMBERS = dict(enumerate(["three", "four", "five", "six", "seven", "eight", "nine", "ten"], 3))


# --- what is measured -------------------------------------------------------------------------------------


def thresholds(played: Played, measures: Iterable[str]) -> str:
    """Return the smallest differences of headline measures that matter, in a sentence."""
    shown = set(measures)
    return matters_from({each.name: played.matters(each.name) for each in HEADLINES if each.name in shown})


def legend(played: Played, measures: Iterable[str]) -> str:
    """Return what headline measures mean, with yardsticks."""
    return meaning(played.players, starting_gold(played.decks, played.players), measures)


def ranges(played: Played, timed: bool = True) -> str:
    """Return what ranges of levels are over, and the numbers in brackets beside them; empty where there are none.

    ``timed``: minutes are among the levels.
    """
    able = listed(list(map(strategy_title, [played.main, *played.able])), " or ")
    fast, slow = (f"{each:g}" for each in played.paces)
    paced = timed and fast != slow
    parts = {"able": able if played.able else None, "main": strategy_title(played.main)}
    clocks = {"fast": fast if paced else None, "slow": slow, "game": played.game}
    return say("answers.ranges", **parts, **clocks) if played.able or paced else ""


def definition(measure: str, matters: str) -> str:
    """Return what a measure means, its formula, and the smallest difference that matters."""
    metric = EVERY.get(measure)
    about = f"{capital(metric.meaning)}. {metric.formula}. " if metric else ""
    return f"{about}Differences matter from {matters}." if matters else about.rstrip()


# --- what is left out -------------------------------------------------------------------------------------


def left_out(same: Sequence[str], unclear: Mapping[str, Sequence[Entry]]) -> Iterator[str]:
    """Yield a line on the measures that stay the same, and one on those that need more games, by title."""
    if same:
        yield f"No difference that matters: {some(same)}."
    if unclear:
        needed = (row.games_needed for rows in unclear.values() for row in rows if row.verdict == "unclear")
        yield f"Cannot tell yet: {some(list(unclear))}{settled_by(needed)}."


# --- who played -------------------------------------------------------------------------------------------


def also_played(played: Played) -> Iterator[str]:
    """Yield at which other tables the same was played, and with how many games where these are fewer."""
    slow = played.slow_games
    others = [strategy_title(table) for table in played.others if table not in slow]
    others += [f"{strategy_title(table)} ({count:,} games)" for table, count in slow.items()]
    if others:
        yield f"The same was also played at tables where all players use {listed(others, ' or ')}."


def luck(known: Known) -> list[float]:
    """Return the percentages of a result that are luck when able strategies meet, one for each world."""
    rows = known.rows(LEVELS, "main", measure=SKILL_SHARE.name)
    return [100 - row.estimate.value for row in rows if row.estimate.value is not None]


def luck_decides(shares: Sequence[float], more: str = "") -> str:
    """Return how much of a result is luck, as a sentence."""
    return f"When able strategies meet, luck decides {span(shares, places(1))} % of who wins{more}."


# --- whether it holds elsewhere ---------------------------------------------------------------------------


def in_words(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a table with the verdicts at tables as a sentence; estimates without columns that no row has."""
    if frame.columns != list(SCHEMA):
        return frame
    known = [name for name in frame.columns if frame[name].is_not_null().any()]
    if "at_tables" not in known:
        return frame.select(known)
    told = [_conclusion(Entry(row)) if row["at_tables"] else None for row in frame.iter_rows(named=True)]
    return frame.with_columns(at_tables=pl.Series(told, dtype=pl.String)).select(known)


def _conclusion(row: Entry) -> str:
    """Return whether a row holds at all tables, and what shows where nobody can play."""
    (able, rest), words = able_and_others(row), words_for(row.measure)
    return sentence(able, words) + (f"; {saying(rest, words)}" if rest else "")


def words_for(measure: str) -> dict[str, str]:
    """Return the words for a verdict on a metric, or on the value of drawing a card."""
    own = EVERY[measure].own_words if measure in EVERY else OF_CARDS if measure == NAME else {}
    return VERDICT_WORDS | {word: own[word] for word in VERDICT_WORDS if word in own}


def sentence(verdicts: Mapping[str, str], words: Mapping[str, str]) -> str:
    """Return whether a conclusion holds, as a sentence, from the verdict at each table.

    >>> sentence({"balanced": "more", "random": "less"}, words_for("gambits"))
    'does not hold: more with balanced, fewer with random'
    >>> sentence({"balanced": "more", "random": "more"}, words_for("gambits"))
    'holds for both: more'
    """
    verdict = holding(list(verdicts.values()))
    if len(verdicts) == 1:
        return f"{ONE_TABLE}: {saying(verdicts, words)}"
    if verdict == HOLDS:
        count = "both" if len(verdicts) == 2 else f"all {NUMBERS.get(len(verdicts), str(len(verdicts)))}"
        return f"holds for {count}: {words[next(iter(verdicts.values()))]}"
    if set(verdicts.values()) == {"unclear"}:
        return "cannot tell yet, whatever the strategy"
    return saying(verdicts, words) if verdict == UNCLEAR else f"{verdict}: {saying(verdicts, words)}"


def saying(verdicts: Mapping[str, str], words: Mapping[str, str]) -> str:
    """Return the verdicts as text, tables with the same verdict together; empty if there are no tables.

    >>> saying({"balanced": "more", "spender": "unclear"}, words_for("gambits"))
    'more with balanced, cannot tell yet with spender'
    """
    order = sorted(dict.fromkeys(verdicts.values()), key=lambda word: word == "unclear")
    return ", ".join(f"{words.get(word, VERDICT_WORDS['unclear'])} {_where(verdicts, word)}" for word in order)


def _where(verdicts: Mapping[str, str], word: str) -> str:
    """Return the tables with a verdict: "with balanced and spender and at the mixed table"."""
    tables = [table for table, verdict in verdicts.items() if verdict == word]
    alike = [table for table in tables if "," not in table]
    mixed = len(tables) - len(alike)
    places = [f"with {listed(alike)}"] if alike else []
    places += ["at the mixed table" if mixed == 1 else f"at {mixed} mixed tables"] if mixed else []
    return " and ".join(places)
