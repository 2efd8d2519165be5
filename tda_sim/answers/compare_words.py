"""What a comparison of decks says, in sentences that follow from its numbers, and in no stronger words than these."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from tda_sim.answers.compare_rows import Comparison, Holding, Measure, Model, by, shown_alike
from tda_sim.documents.numbers import bracketed, games, places, signed, span
from tda_sim.documents.words import OTHERS, Sentence, agree, at_most, capital, counted, listed
from tda_sim.measures.metrics import EVERY, RUNG_GAP, SKILL_SHARE

SHOWN = (  # in the terminal, and told about; the others are there on demand
    *(
        "plays",
        "rounds",
        "minutes",
        "gambits",
        "rounds_per_gambit",
        "lead_changes",
        "lead_change_rate",
        "half_leader_wins",
        "comebacks",
        "behind",
    ),
    *("drama", "surprise", "stakes", "max_stakes", "power_gold", "triggers_per_play"),
    *("special_flights", "purchases", "debts", "emptied", "end_out_of_gold", "end_enough_gold"),
    *("end_gambits_played", "end_players_left", "unfinished", "ties", "skill_share"),
)
NAMED_ALONE = 3  # other decks that are each told about, with their intervals; more are told about together
MOST_TOLD = 3  # further differences
MOST_TIED = 2  # decks that share an end
CLEAR = ("more", "less")


@dataclass(frozen=True)
class Ends:
    """What is said of a metric's two ends."""

    metric: str
    subject: str
    most: str
    least: str

    def sentence(self, most: str, least: str) -> str:
        """Return where there is most of it, and where least."""
        return str(Sentence(self.subject, [f"{self.most} with {most}, {self.least} with {least}"]))


ENDS = (
    Ends("plays", "games", "are longest", "and shortest"),
    Ends("stakes", "most gold", "is at stake", "least"),
    Ends("comebacks", "whoever is poorest at half time", "comes back most often", "least often"),
    Ends("drama", "games", "are most dramatic for their length (the winner trails most)", "least"),
    Ends("skill_share", "how one plays", "counts most", "least"),
)


def sentences(told: Comparison) -> list[str]:
    """Return two or three sentences that say what differs: the first question, what else, and how much is open."""
    asked = [row for row in told.verdicts if row.primary]
    others = [row for row in told.verdicts if not row.primary and (not asked or row.group != asked[0].group)]
    return [*([_question(told, asked)] if asked else []), _what_else(told, others), _counted(told)]


# --- the two ends -----------------------------------------------------------------------------------------


def ends(told: Comparison) -> Iterator[str]:
    """Yield which decks stand at the two ends of the main measures, as far as that is clear."""
    for words in ENDS:
        rows = [row for row in told.measures if row.main and row.metric == words.metric and row.found.has_interval]
        if len(rows) > 1:
            yield _ends(sorted(rows, key=lambda row: -(row.found.value or 0.0)), words)


def _ends(rows: list[Measure], words: Ends) -> str:
    (most, lowest, highest), (least, low, high) = (_ends_of(row) for row in (rows[0], rows[-1]))
    title, smallest = capital(rows[0].title), EVERY[rows[0].metric].smallest.of(rows[-1].found.value or 0.0)
    if highest - low < smallest:
        return f"{title}: no difference that matters between these decks."
    if high >= lowest:
        return f"{title}: we cannot tell these decks apart yet; that takes more games."
    if most - least < smallest:
        return f"{title}: these decks differ, but we cannot tell yet whether by enough to matter."
    return words.sentence(_end(rows), _end(rows[::-1]))


def _ends_of(row: Measure) -> tuple[float, float, float]:
    return row.found.value or 0.0, row.found.low or 0.0, row.found.high or 0.0


def _end(rows: list[Measure]) -> str:
    """Name the first deck, and those that cannot be told apart from it."""
    first = rows[0]
    _, lowest, highest = _ends_of(first)
    tied = [row.deck for row in rows[1:] if _ends_of(row)[1] <= highest and _ends_of(row)[2] >= lowest]
    named = f"{first.deck} ({first.amount(shown_alike(rows), [first.unit])})"
    return f"{named}, which cannot be told apart from {at_most(tied, MOST_TIED, OTHERS)}" if tied else named


# --- the first question -----------------------------------------------------------------------------------


def _question(told: Comparison, rows: list[Measure]) -> str:
    first = told.value(told.first, rows[0].metric)
    show = shown_alike([first])
    head = f"{capital(first.subject)}: {first.amount(show)} in {told.first} {first.reach(show)}".rstrip()
    parts = [_alone(row) + _elsewhere(told, row) for row in rows] if len(rows) <= NAMED_ALONE else _grouped(rows)
    return f"{head}; {'; '.join(parts)}."


def _alone(row: Measure) -> str:
    show, found = shown_alike([row]), row.found
    between = bracketed(found, signed(show))
    if found.verdict in CLEAR:
        return f"{show(abs(found.value or 0.0))} {found.verdict} in {row.deck} {between}"
    if found.verdict == "same":
        return f"no difference that matters in {row.deck} {between}"
    needs = f", about {games(row.games_needed)} games a table would tell" if row.games_needed else ""
    return f"whether {row.deck} differs cannot be told yet {between}{needs}"


def _elsewhere(told: Comparison, row: Measure) -> str:
    """Tell the same difference where other able strategies play."""
    others = (each for each in told.differences if each.table in told.able_tables)
    same = [each for each in others if (each.deck, each.metric) == (row.deck, row.metric)]
    if not same or row.found.verdict == "unclear":
        return ""
    return f", {span((each.found.value for each in same), signed(shown_alike(same)))} where others play"


def _grouped(rows: Sequence[Measure]) -> Iterator[str]:
    """Tell about many decks by their verdicts."""
    found = by(lambda row: row.found.verdict, sorted(rows, key=lambda row: row.found.size))
    for word in CLEAR:
        if there := found.get(word):
            show = shown_alike(there)
            by_how_much = [f"{show(row.found.size)} in {row.deck}" for row in dict.fromkeys([there[0], there[-1]])]
            count = f"all {len(rows)} others" if len(there) == len(rows) else f"{len(there)} of {len(rows)} others"
            yield f"{word} in {count}, by {' to '.join(by_how_much)}"
    for word, text in (("same", "no difference that matters in"), ("unclear", "it cannot be told yet for")):
        if decks := [row.deck for row in rows if row.found.verdict == word]:
            yield f"{text} {listed(decks)}"


# --- luck -------------------------------------------------------------------------------------------------


def luck(told: Comparison) -> Iterator[str]:
    """Yield how much of a game is luck among able players, and what the stronger of them wins more."""
    rows = [row for row in told.measures if row.metric == SKILL_SHARE.name and row.main]
    if not rows:
        return
    rest = span((100 - (row.found.value or 0.0) for row in rows), places(1))
    parts = [f"decides {rest} % of who wins where able strategies meet", "leaves the rest to how they play"]
    yield str(Sentence("luck", parts))
    gaps = by(lambda row: row.table, (row for row in told.measures if row.metric == RUNG_GAP.name))
    for table, there in gaps.items():
        first = told.main_table if there[0].main else table.split(",")[0]
        yield str(Sentence(first, [f"wins {_lead(there)} there per seat than those that it meets"]))


def _lead(rows: Sequence[Measure]) -> str:
    """Say by how much more is won, or less: "3.0 to 5.0 points more"."""
    values, show = sorted(row.found.value or 0.0 for row in rows), places(1)
    if values[0] < 0 < values[-1]:
        return f"from {show(-values[0])} points less to {show(values[-1])} points more"
    return f"{span(map(abs, values), show)} points {'less' if values[0] < 0 else 'more'}"


# --- what else, and how much of it is sure ----------------------------------------------------------------


def _what_else(told: Comparison, rows: list[Measure]) -> str:
    """Name the clearest further differences, in smallest differences that matter, from different groups."""
    known = [row for row in rows if row.found.verdict in CLEAR and row.metric in SHOWN]
    known.sort(key=lambda row: -row.found.size / (row.margin or 1.0))
    chosen = [there[0] for there in by(lambda row: row.group, known).values()][:MOST_TOLD]
    if not chosen:
        return "Apart from that, no difference was found that is sure to matter."
    return f"Apart from that, what differs most: {listed([_from_to(told, row) for row in chosen])}."


def _from_to(told: Comparison, row: Measure) -> str:
    rows = [told.value(deck, row.metric) for deck in (row.deck, told.first)]
    amounts = [f"{each.amount(shown_alike(rows))} in {each.deck}" for each in rows]
    return f"{row.subject} ({', '.join(amounts)})"


def _counted(told: Comparison) -> str:
    words = Counter(row.found.verdict for row in told.verdicts)
    clear = words["more"] + words["less"]
    parts = [f"{clear} {agree(clear, 'matters', 'matter')}{_holding(told)}"]
    parts.append(f"{words['same']} {agree(words['same'], 'is', 'are')} too small to matter")
    if words["unclear"]:
        parts.append(f"{words['unclear']} cannot be told yet{_needed(told.verdicts)}")
    return f"Of all {len(told.verdicts)} differences, {listed(parts)}."


def _needed(rows: list[Measure]) -> str:
    """Say how many games would tell half of what cannot be told yet."""
    wanted = [row.games_needed for row in rows if row.found.verdict == "unclear" and row.games_needed]
    if not wanted:
        return ""
    enough = float(f"{median(wanted):.2g}")
    return f" ({'half of them ' if len(wanted) > 1 else ''}with about {games(int(enough))} games a table)"


def _holding(told: Comparison) -> str:
    """Say how many of the clear differences hold at the tables of other able strategies, too."""
    found = [bool(row.holds) for row in _clear(told)]
    if not told.able_tables or not found:
        return ""
    return f" ({sum(found)} of them also where all play {listed(told.able_tables, ' or ')})"


def _clear(told: Comparison) -> list[Holding]:
    """Return what is known elsewhere of the differences that matter."""
    clear = {(row.deck, row.metric) for row in told.verdicts if row.found.verdict in CLEAR}
    return [row for row in told.across if (row.deck, row.metric) in clear]


def checked(told: Comparison) -> Iterator[str]:
    """Yield what becomes of the differences that matter where somebody cannot play: a check, and no more."""
    rows = _clear(told)
    for name in told.played.checks if rows else []:
        lost = sum(name in row.check.split(", ") for row in rows)
        matters = f"{counted(len(rows), 'difference')} that {agree(len(rows), 'matters', 'matter')}"
        where = f"as a check of what the cards do by themselves: where all play {name}"
        yield str(Sentence(f"{where}, {lost} of the {matters}", [f"{agree(lost, 'does', 'do')} not hold"]))


def exceptions(told: Comparison, shown: Collection[str] = EVERY) -> list[str]:
    """Return the metrics whose verdicts do not hold everywhere, each with where they do not."""
    titles = {row.metric: row.title for row in told.measures}
    rows = by(lambda row: row.metric, (row for row in told.broken if row.metric in shown))
    tell = _by_deck if len(told.played.decks) <= 1 + NAMED_ALONE else _by_table
    return [f"{titles[metric]}: {tell(there)}" for metric, there in rows.items()]


def _by_deck(rows: Iterable[Holding]) -> str:
    return listed([f"{row.deck} (not {row.against})" for row in rows])


def _by_table(rows: Iterable[Holding]) -> str:
    tables = Counter(table for row in rows for table in row.against.split(", "))
    return "not " + listed([f"{table} ({counted(count, 'deck')})" for table, count in tables.most_common()])


def reliability(told: Comparison) -> Iterator[str]:
    """Yield how good the chances are that drama is told by, if gambits were recorded."""
    if models := told.rows(Model, "models"):
        off, explained, played = (span((getattr(row, name) for row in models), show) for name, show in _MODEL)
        claim = (
            f"is told by chances to win, estimated from gold after each gambit of {played} games a table and checked on"
            f" games that had no part in it: off by {off} points on average, they explain {explained} % of who wins"
        )
        yield str(Sentence("drama", [claim]))


_MODEL = (
    ("off", lambda value: f"{100 * value:.1f}"),
    ("explained", lambda value: f"{100 * value:.0f}"),
    ("games", lambda value: f"{value:,.0f}"),
)
