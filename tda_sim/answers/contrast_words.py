"""The sentences that answers about contrasts share: what is left out, how sure that is, and where else it holds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import polars as pl

from tda_sim.agents.modifiers import fewest_mistakes
from tda_sim.answers.contrasts import Entry, Known, Played, able_and_others
from tda_sim.answers.headlines import HEADLINES, matters_from, meaning, settled_by, some, starting_gold
from tda_sim.answers.players import IN_WORDS
from tda_sim.answers.titles import strategy_title
from tda_sim.measures.card_changes import NAME
from tda_sim.measures.metrics import BEST_WINS, EVERY, SKILL_METRICS
from tda_sim.measures.robustness import HOLDS, ONE_TABLE, UNCLEAR, holding
from tda_sim.measures.study import LINE_UPS
from tda_sim.measures.table import LEVELS, SCHEMA
from tda_sim.wording.numbers import places, span, whole
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


def legend(known: Known, measures: Iterable[str]) -> str:
    """Return what headline measures mean, with yardsticks, and whose skill it is if strategies were named."""
    played, tables = known.played, {row.table for row in known.rows(LEVELS, "main", measure=BEST_WINS.name)}
    text = meaning(played.players, starting_gold(played.decks, played.players), measures)
    named = [table for table in tables if table == LINE_UPS or not fewest_mistakes(table.split(","))]
    return f"{text} The best is the one who wins most where {_who_meets(known, named[0])}." if named else text


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
        yield f"Cannot tell yet: {some(list(unclear))}{settled_by(needed, len(unclear))}."


# --- who played -------------------------------------------------------------------------------------------


def also_played(played: Played) -> Iterator[str]:
    """Yield at which other tables the same was played, and with how many games where these are fewer."""
    slow = {} if played.stops_early else played.slow_games
    others = [strategy_title(table) for table in played.others if table not in slow]
    others += [f"{strategy_title(table)} ({count:,} games)" for table, count in slow.items()]
    if others:
        yield f"The same was also played at tables where all players use {listed(others, ' or ')}."
    if played.stops_early:
        every = span([played.slow_games.get(table, played.games) for table in played.others], "{:,.0f}".format)
        yield f"Each of these has {every} games: it stops as soon as no verdict hangs on it."


# --- skill ------------------------------------------------------------------------------------------------


def skilled(known: Known, under: str = "") -> Iterator[str]:
    """Yield how often the best player wins in each pool of line-ups, and who meets there.

    Over all decks as printed, or at all points; with ``under``, the name of a rule, also under it.
    """
    rows = known.rows(LEVELS, measure=BEST_WINS.name)
    for table in dict.fromkeys(row.table for row in rows):
        wins, in_ten = (_wins(known, table, name, under) for name in SKILL_METRICS)
        players = known.played.players
        where = f"Where {_who_meets(known, table)}, the best of {IN_WORDS.get(players, players)} wins"
        luck = f"luck alone gives {whole(100 / players)}"
        yield f"{where} {wins} of 100 games, and {in_ten} if games had ten gambits; {luck}."


def _wins(known: Known, table: str, measure: str, under: str) -> str:
    """Return the levels of a measure of skill: "39 to 41", or "41 (39 under the rule)"."""
    rows = known.rows(LEVELS, table=table, measure=measure)
    values = {row.rule: row.estimate.value for row in rows if row.estimate.value is not None}
    if under in values and under:
        printed, changed = (places(1)(values.get(rule)) for rule in ("", under))
        return f"{printed} ({changed} under the rule)"
    return span([row.estimate.value for row in rows if row.estimate.value is not None], places(1))


def _who_meets(known: Known, table: str) -> str:
    """Return who meets at a table, or in a pool of line-ups of the strategies that were named."""
    names = [known.played.main, *known.played.able] if table == LINE_UPS else list(dict.fromkeys(table.split(",")))
    if best := fewest_mistakes(names):
        return f"{strategy_title(best)} meets others like it that make more and more mistakes"
    return f"{listed(list(map(strategy_title, names)))} meet"


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
