"""The sentences of a comparison of decks. Each follows from verdicts and numbers, and claims no more than they do."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from tda_sim.answers.contrast_words import also_played
from tda_sim.answers.contrast_words import left_out as lines_left_out
from tda_sim.answers.contrasts import CLEAR, Entry, by
from tda_sim.answers.decks_known import Comparison, label_title
from tda_sim.answers.headlines import IN_SENTENCES, LENGTH, among, direction, same_and_open, what_changes, with_unit
from tda_sim.answers.speech import DEPENDS, EVERYONE, OPEN, SOME, whose
from tda_sim.answers.titles import deck_title, strategy_title
from tda_sim.measures.metrics import SKILL
from tda_sim.measures.table import STEPS
from tda_sim.wording.numbers import Estimate, decimals, span
from tda_sim.wording.words import Sentence, agree, counted, listed

FEW = 2  # decks that a sentence names with their numbers; of more it names the two ends
MOST_DIFFERENCES = 2  # sentences on measures other than the first question's
MOST_MOVING = 3  # measures that still move
MOST_DECKS = 4  # that a line names one by one


def sentences(comparison: Comparison) -> list[str]:
    """Return up to four sentences: the first question, what else differs most, what does not, and what is open."""
    differences = comparison.by_metric
    rows = [differences[each.name] for each in IN_SENTENCES if each.name in differences]
    clear = sorted((there for there in rows if any(row.is_clear for row in there)), key=_place)
    return [*map(_difference, clear[: MOST_DIFFERENCES + 1]), *_rest(rows)]


def _place(rows: Sequence[Entry]) -> tuple[bool, float]:
    """Return where a measure stands: the first question, then those with the largest clear difference."""
    return not rows[0].primary, -max(row.weight for row in rows if row.is_clear)


def at_equal_gold(comparison: Comparison) -> Iterator[str]:
    """Yield what other gold alone does to the first deck, and how decks that start with as much differ from that."""
    for equal in comparison.at_equal_gold:
        deck, _, gold = equal.first.partition(" + ")
        rows = among(comparison.of_gold(equal.first), IN_SENTENCES)
        yield from what_changes(rows, with_open=False).sentences(f"With {gold} in {deck_title(deck)}")
        lengths = equal.by_metric.get(LENGTH.name, [])
        told = [_difference(lengths)] if any(row.is_clear for row in lengths) else []
        alike = [row for row in lengths if row.verdict == "same" and whose(row) not in SOME]
        if alike:
            told.append(f"games are as long in {_decks(alike)} as in {label_title(equal.first)}{_for_whom(alike)}.")
        told = told or [*_rest([lengths])]
        yield from (f"At equal gold, {text[0].lower()}{text[1:]}" for text in told)


# --- what differs -----------------------------------------------------------------------------------------


def _difference(rows: Sequence[Entry]) -> str:
    """Say where a measure is higher and lower than in the first deck, with the numbers of both, and for whom.

    Decks where that depends on who plays stand apart, without a direction.
    """
    words, baseline = rows[0].words, rows[0].before
    clear = [row for row in rows if row.is_clear]
    sure, some = ([row for row in clear if (whose(row) == DEPENDS) == is_some] for is_some in (False, True))
    show = decimals([baseline, *(row.after for row in clear)])
    numbers: list[str] = []  # the first of them has the unit in full

    def numbered(title: str, level: Estimate) -> str:
        numbers.append(with_unit(words, show(level.value), bool(numbers)))
        return f"{title} ({numbers[-1]})"

    depends = _decks(some)
    if not sure:
        question = f"whether {words.subject} {words.more} or {words.less}"
        return str(Sentence(question, [f"depends on who plays in {depends}"]))
    clauses = []
    for verdict in CLEAR:
        there = [row for row in sure if row.verdict == verdict]
        there.sort(key=lambda row: row.after.value or 0.0)
        named = there if len(there) <= FEW else [there[0], there[-1]]
        if there:
            where = _where([numbered(label_title(row.label), row.after) for row in named], len(there), len(rows))
            clauses.append(f"{direction(words, verdict)} {where}")
    than = f"than in {numbered(label_title(rows[0].reference), baseline)}"
    rest = f"; in {depends} that depends on who plays" if some else ""
    return str(Sentence(words.subject, [f"{' and '.join(clauses)} {than}{_for_whom(sure)}{rest}"]))


def _for_whom(rows: Sequence[Entry]) -> str:
    """Return for whom differences are known that do not depend on who plays."""
    if all(whose(row) == EVERYONE for row in rows):
        return ", whoever plays"
    if not (unsure := [row for row in rows if whose(row) == OPEN]):
        return ""
    where = "" if len(unsure) == len(rows) else f" in {_decks(unsure)}"
    return f"; for other players that is not yet clear{where}"


def _decks(rows: Sequence[Entry]) -> str:
    """Return the decks of differences: by name where they are few."""
    return listed([label_title(row.label) for row in rows]) if len(rows) <= FEW else counted(len(rows), "deck")


def _where(named: Sequence[str], count: int, others: int) -> str:
    """Return in which decks: by their names, or how many there are, with the two ends."""
    if count <= FEW:
        return f"in {listed(named)}"
    which = f"all {others}" if count == others else f"{count} of {others}"
    least, most = named
    return f"in {which} other decks, from {least} to {most},"


# --- what does not differ, and what is open ---------------------------------------------------------------


def _rest(metrics: Iterable[Sequence[Entry]]) -> Iterator[str]:
    """Yield a sentence on the headline measures without a clear difference anywhere."""
    rows = [there for there in metrics if not any(row.is_clear for row in there)]
    same = [there for there in rows if all(row.verdict == "same" for row in there)]
    is_open = [there for there in rows if there not in same]
    needed = [row.games_needed for there in is_open for row in there if row.verdict == "unclear"]
    same_names, open_names = ([there[0].words.name for there in part] for part in (same, is_open))
    if text := same_and_open(same_names, open_names, needed):
        yield text


def left_out(comparison: Comparison, shown: Collection[str]) -> Iterator[str]:
    """Yield a line on the measures that are the same in all decks, and one on those that need more games."""
    rows = [there for name, there in comparison.by_metric.items() if name not in shown]
    same = [there[0].title for there in rows if all(row.verdict == "same" for row in there)]
    yield from lines_left_out(same, {there[0].title: there for there in rows if there[0].title not in same})


# --- how sure that is -------------------------------------------------------------------------------------


def sureness(comparison: Comparison) -> Iterator[str]:
    """Yield how many differences are settled, and how many of them hold where other strategies play."""
    verdicts = Counter(row.verdict for row in comparison.verdicts)
    clear = sum(verdicts[verdict] for verdict in CLEAR)
    parts = [f"{clear} {agree(clear, 'matters', 'matter')}"]
    parts.append(f"{verdicts['same']} {agree(verdicts['same'], 'is', 'are')} too small to matter")
    parts.append(f"{verdicts['unclear']} {agree(verdicts['unclear'], 'needs', 'need')} more games")
    yield f"Of {len(comparison.verdicts)} differences from {label_title(comparison.first)}, {listed(parts)}."
    yield from also_played(comparison.played)
    clear_ones = [row for row in comparison.verdicts if row.is_clear and row.holds is not None and row.group != SKILL]
    yield from _holding(comparison, clear_ones)
    yield from _checks(comparison, clear_ones)


def _holding(comparison: Comparison, rows: Sequence[Entry]) -> Iterator[str]:
    """Yield how many of the differences that matter hold at the tables of other able strategies."""
    if comparison.played.able and rows:
        held = sum(not comparison.against(row) for row in rows)
        where = listed(list(map(strategy_title, comparison.played.able)))
        yield f"Of {len(rows)} checked at these tables, {held} also {agree(held, 'holds', 'hold')} for {where}."


def _checks(comparison: Comparison, rows: Sequence[Entry]) -> Iterator[str]:
    """Yield how many differences vanish where nobody plays well: those depend on skilled play."""
    for name in comparison.played.checks if rows else []:
        lost = sum(name in row.refuted_by for row in rows)
        yield f"{lost} of them {agree(lost, 'needs', 'need')} skilled players: {_gone(lost, name)}"


def _gone(lost: int, table: str) -> str:
    return (
        f"where all players use {strategy_title(table)}, {agree(lost, 'it vanishes', 'they vanish')} or"
        f" {agree(lost, 'turns', 'turn')} around."
    )


def exceptions(comparison: Comparison) -> list[str]:
    """Return the measures whose verdicts do not hold everywhere, each with the tables that disagree."""
    rows = by(lambda row: row.title, comparison.broken)
    return [f"{title}: {_disagreeing(comparison, there)}" for title, there in rows.items()]


def _disagreeing(comparison: Comparison, rows: Iterable[Entry]) -> str:
    """Name who disagrees, deck by deck; of many decks, count them for each strategy."""
    against = [(row.label, list(map(strategy_title, comparison.against(row)))) for row in rows]
    if len(comparison.played.decks) <= MOST_DECKS:
        return listed([f"{label_title(deck)} ({listed(titles)})" for deck, titles in against])
    tables = Counter(title for _, titles in against for title in titles)
    return listed([f"{title} ({counted(count, 'deck')})" for title, count in tables.most_common()])


def settled(comparison: Comparison) -> Iterator[str]:
    """Yield, in one sentence, how many measures hold still from the second strongest players to the strongest."""
    steps = comparison.rows(STEPS)
    if not steps:
        return
    held = sum(step.verdict == "same" for step in steps)
    decks = len({step.label for step in steps})
    moving = by(lambda step: step.title, (step for step in steps if step.is_clear))
    most = sorted(moving, key=lambda title: -max(step.weight for step in moving[title]))[:MOST_MOVING]
    still = f" What still moves most: {listed(most)}." if most else ""
    over = f" over the {decks} decks" if decks > 1 else ""
    weaker, stronger = strategy_title(steps[0].reference), strategy_title(steps[0].table)
    yield (
        f"From {weaker} to {stronger}, the two strongest strategies here,"
        f" {held} of {len(steps)} measures{over} hold still.{still}"
    )


# --- drama ------------------------------------------------------------------------------------------------


def reliability(comparison: Comparison) -> Iterator[str]:
    """Yield how accurate the estimated chances behind drama are, if gambits were recorded."""
    if models := comparison.of("models"):
        off, explained, played = (span((row.row[name] for row in models), show) for name, show in _MODEL)
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
