"""The sentences of a comparison of decks. Each follows from verdicts and numbers, and claims no more than they do."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from tda_sim.answers.compare_rows import Comparison, Holding, Measure, Model, by, shown_alike
from tda_sim.answers.headlines import CLEAR, IN_SENTENCES, UP, direction, lines_on, same_and_open, with_unit
from tda_sim.answers.titles import strategy_title
from tda_sim.documents.numbers import places, span
from tda_sim.documents.words import Sentence, agree, counted, listed
from tda_sim.measures.metrics import EVERY, RUNG_GAP, SKILL_SHARE, Metric

FEW = 2  # decks that a sentence names with their numbers; of more it names the two ends
MOST_DIFFERENCES = 2  # sentences on measures other than the first question's


def sentences(comparison: Comparison) -> list[str]:
    """Return up to four sentences: the first question, what else differs most, what does not, and what is open."""
    differences = _by_metric(comparison)
    clear = [each for each in IN_SENTENCES if any(row.is_clear for row in differences.get(each.name, []))]
    first = [each for each in clear if differences[each.name][0].primary]
    others = sorted((each for each in clear if each not in first), key=lambda each: -_weight(differences[each.name]))
    differing = [*first, *others][: MOST_DIFFERENCES + 1]
    return [*(_difference(comparison, each, differences[each.name]) for each in differing), *_rest(comparison)]


def _by_metric(comparison: Comparison) -> dict[str, list[Measure]]:
    """Return the differences from the baseline at the main table, by metric."""
    return by(lambda row: row.metric, comparison.verdicts)


def _weight(rows: Sequence[Measure]) -> float:
    """Return the largest clear difference, in units of the smallest that matters."""
    return max(row.weight for row in rows if row.is_clear)


# --- what differs -----------------------------------------------------------------------------------------


def _difference(comparison: Comparison, metric: Metric, rows: Sequence[Measure]) -> str:
    """Say where a measure is higher and lower than in the baseline, with the numbers of both."""
    baseline = comparison.value(comparison.first, metric.name)
    there = {row.deck: comparison.value(row.deck, metric.name) for row in rows if row.is_clear}
    show, is_again, clauses = shown_alike([baseline, *there.values()]), False, []
    for verdict in CLEAR:
        decks = [row.deck for row in rows if row.estimate.verdict == verdict]
        if not decks:
            continue
        decks.sort(key=lambda deck: there[deck].estimate.value or 0.0, reverse=verdict == UP)
        named = decks if len(decks) <= FEW else [decks[-1], decks[0]]
        numbers = []
        for deck in named:
            numbers.append(
                f"{comparison.title(deck)} ({with_unit(metric.words, show(there[deck].estimate.value), is_again)})"
            )
            is_again = True
        where = _where(numbers, len(decks), len(rows))
        clauses.append(f"{direction(metric.words, verdict)} {where}")
    than = (
        f"than in {comparison.title(comparison.first)} ({with_unit(metric.words, show(baseline.estimate.value), True)})"
    )
    return str(Sentence(metric.words.subject, [f"{' and '.join(clauses)} {than}"]))


def _where(named: Sequence[str], count: int, others: int) -> str:
    """Return in which decks: by their names, or how many there are, with the two ends."""
    if count <= FEW:
        return f"in {listed(named)}"
    which = f"all {others}" if count == others else f"{count} of {others}"
    least, most = named
    return f"in {which} other decks, least in {least} and most in {most},"


# --- what does not differ, and what is open ---------------------------------------------------------------


def _rest(comparison: Comparison) -> Iterator[str]:
    """Yield a sentence on the headline measures without a clear difference anywhere."""
    differences = _by_metric(comparison)
    rows = {each: differences.get(each.name, []) for each in IN_SENTENCES}
    unclear = {each: there for each, there in rows.items() if there and not any(row.is_clear for row in there)}
    same = [each.words.name for each, there in unclear.items() if all(row.estimate.verdict == "same" for row in there)]
    is_open = {each.words.name: there for each, there in unclear.items() if each.words.name not in same}
    needed = [row.games_needed for there in is_open.values() for row in there if row.estimate.verdict == "unclear"]
    if text := same_and_open(same, list(is_open), needed):
        yield text


def left_out(comparison: Comparison, shown: Collection[str]) -> Iterator[str]:
    """Yield a line on the measures that are the same in all decks, and one on those that need more games."""
    rows = {name: there for name, there in _by_metric(comparison).items() if name not in shown}
    same = [there[0].title for there in rows.values() if all(row.estimate.verdict == "same" for row in there)]
    is_open = [there for there in rows.values() if there[0].title not in same]
    needed = [row.games_needed for there in is_open for row in there if row.estimate.verdict == "unclear"]
    yield from lines_on(same, [there[0].title for there in is_open], needed)


# --- how sure that is -------------------------------------------------------------------------------------


def sureness(comparison: Comparison) -> Iterator[str]:
    """Yield how many differences are settled, and how many of them hold where other strategies play."""
    verdicts = Counter(row.estimate.verdict for row in comparison.verdicts)
    clear = sum(verdicts[verdict] for verdict in CLEAR)
    parts = [f"{clear} {agree(clear, 'matters', 'matter')}"]
    parts.append(f"{verdicts['same']} {agree(verdicts['same'], 'is', 'are')} too small to matter")
    parts.append(f"{verdicts['unclear']} {agree(verdicts['unclear'], 'needs', 'need')} more games")
    yield f"Of {len(comparison.verdicts)} differences from {comparison.title(comparison.first)}, {listed(parts)}."
    yield from _tables(comparison)
    yield from _holding(comparison)
    yield from _checks(comparison)


def _tables(comparison: Comparison) -> Iterator[str]:
    """Yield at which other tables each deck was played, and with how many games where these are fewer."""
    slow = comparison.played.slow_games
    others = [strategy_title(table) for table in comparison.other_tables if table not in slow]
    others += [f"{strategy_title(table)} ({count:,} games)" for table, count in slow.items()]
    if others:
        yield f"Each deck was also played at tables where all players use {listed(others, ' or ')}."


def _holding(comparison: Comparison) -> Iterator[str]:
    """Yield how many of the differences that matter hold at the tables of other able strategies."""
    rows = _clear(comparison)
    if comparison.able_tables and rows:
        held = sum(bool(row.holds) for row in rows)
        where = listed(list(map(strategy_title, comparison.able_tables)))
        yield f"Of {len(rows)} checked at these tables, {held} also {agree(held, 'holds', 'hold')} for {where}."


def _clear(comparison: Comparison) -> list[Holding]:
    """Return how the differences that matter fare at other tables."""
    clear = {(row.deck, row.metric) for row in comparison.verdicts if row.is_clear}
    return [row for row in comparison.across if (row.deck, row.metric) in clear]


def _checks(comparison: Comparison) -> Iterator[str]:
    """Yield how many differences vanish where nobody plays well: those depend on skilled play."""
    rows = _clear(comparison)
    for name in comparison.played.checks if rows else []:
        lost = sum(name in row.check.split(", ") for row in rows)
        yield f"{lost} of them {agree(lost, 'needs', 'need')} skilled players: {_gone(lost, name)}"


def _gone(lost: int, table: str) -> str:
    return (
        f"where all players use {strategy_title(table)}, {agree(lost, 'it vanishes', 'they vanish')} or"
        f" {agree(lost, 'turns', 'turn')} around."
    )


def exceptions(comparison: Comparison) -> list[str]:
    """Return the measures whose verdicts do not hold everywhere, each with the tables that disagree."""
    titles = {row.metric: row.title for row in comparison.measures}
    rows = by(lambda row: row.metric, comparison.broken)
    return [f"{titles[metric]}: {_disagreeing(comparison, there)}" for metric, there in rows.items()]


def _disagreeing(comparison: Comparison, rows: Iterable[Holding]) -> str:
    """Name who disagrees, deck by deck; of many decks, count them for each strategy."""
    if len(comparison.played.decks) <= 4:
        return listed([f"{comparison.title(row.deck)} ({_titles(row.against)})" for row in rows])
    tables = Counter(table for row in rows for table in row.against.split(", "))
    return listed([f"{strategy_title(table)} ({counted(count, 'deck')})" for table, count in tables.most_common()])


def _titles(tables: str) -> str:
    return listed([strategy_title(table) for table in tables.split(", ")])


# --- skill and luck ---------------------------------------------------------------------------------------


def luck(comparison: Comparison) -> Iterator[str]:
    """Yield how much of a result is luck when able strategies meet, and how far ahead the strongest one is."""
    rows = [row for row in comparison.measures if row.metric == SKILL_SHARE.name and row.main]
    if not rows:
        return
    rest = span((100 - (row.estimate.value or 0.0) for row in rows), places(1))
    yield f"When able strategies meet, luck decides {rest} % of who wins; how they play decides the rest."
    gaps = by(lambda row: row.table, (row for row in comparison.measures if row.metric == RUNG_GAP.name))
    for table, there in gaps.items():
        first = comparison.main_table if there[0].main else table.split(",")[0]
        yield str(Sentence(strategy_title(first), [f"wins {_lead(there)} per seat than its opponents there"]))


def _lead(rows: Sequence[Measure]) -> str:
    """Return a lead in points: "3.0 to 5.0 points more"."""
    values, show = sorted(row.estimate.value or 0.0 for row in rows), places(1)
    if values[0] < 0 < values[-1]:
        return f"between {show(-values[0])} points less and {show(values[-1])} points more"
    return f"{span(map(abs, values), show)} points {'less' if values[0] < 0 else 'more'}"


def reliability(comparison: Comparison) -> Iterator[str]:
    """Yield how accurate the estimated chances behind drama are, if gambits were recorded."""
    if models := comparison.rows(Model, "models"):
        off, explained, played = (span((getattr(row, name) for row in models), show) for name, show in _MODEL)
        yield (
            f"Drama comes from chances to win, estimated from the gold after each gambit of {played} games a table. On"
            f" games left out of the estimate they are off by {off} points on average and explain {explained} % of who"
            " wins."
        )


_MODEL = (
    ("off", lambda value: f"{100 * value:.1f}"),
    ("explained", lambda value: f"{100 * value:.0f}"),
    ("games", lambda value: f"{value:,.0f}"),
)


def meaning_of(row: Measure) -> str:
    """Return what a measure means, its formula, and the smallest difference that matters."""
    metric = EVERY[row.metric]
    return f"{metric.meaning[:1].upper()}{metric.meaning[1:]}. {metric.formula}. Differences matter from {row.matters}."
