"""What to ante, lead, keep and pay? Charts for players, by options forced in positions of real games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self

from tda_sim.questions.question import Question, as_list
from tda_sim.questions.settings import Deck, Players, Rules, Seed, Setting

if TYPE_CHECKING:
    import polars as pl

    from tda_sim.questions.answer import Answer
    from tda_sim.rendering.model import Document, Section
    from tda_sim.review.charts import Chart
    from tda_sim.review.forced_games import ForcedPlan
    from tda_sim.wording.numbers import Estimate

GAMES = 1_000  # of each strategy; a part of a report has no more of them: each one takes seconds
BY_DEFAULT = ("regular", "first-evening", "master", "balanced")
NAMED = ("subject", "measure", "reference")
COLUMNS = ("deck", "rule", "players", "table", "group", *NAMED)
NUMBERS = ("unit", "estimate", "low", "high", "n", "margin", "verdict")
HEADINGS = {
    "ante": "What to ante",
    "open": "Which card to lead: the first round",
    "lead": "Which card to lead: later rounds",
    "follow": "Which card to play after another player",
    "give": "What to keep: give a card, or pay",
    "choose": "What to keep: cards that powers ask for",
    "buy": "When to buy: what the price costs",
}
ACTIONS = {  # an option of a chart as advice; `no` is empty, or "do not "
    "ante": "{no}ante {card}",
    "open": "{no}open a gambit with {card}",
    "lead": "{no}lead a later round with {card}",
    "follow": "{no}follow with {card}",
    "give": "{no}{card}",
    "choose": "{no}choose {card}",
}
CARDS = {  # what to do with which card, and the same as a thing
    "the weakest": ("your weakest card", "the weakest"),
    "one in between": ("a card in between", "one in between"),
    "the strongest": ("your strongest card", "the strongest"),
    "the strongest that triggers": ("the strongest card that triggers", "the strongest that triggers"),
    "the strongest that does not": ("the strongest card that does not trigger", "the strongest that does not trigger"),
    "give the weakest": ("give the weakest card that will do", "giving the weakest"),
    "give the strongest": ("give the strongest card that will do", "giving the strongest"),
    "pay": ("pay", "paying"),
}
SORTS = {"ante": "to ante", "open": "to lead first", "lead": "to lead later", "follow": "to follow with"}
STRENGTHS = "A weak hand has a mean strength of up to 5.5, a strong one of more than 7."
AGAINST = {"give": "paying", "choose": "the average card", "buy": "a price of 1 to 3"}
NOTES = {
    "open": STRENGTHS,
    "give": "Some powers let an opponent choose. Who gives has fewer cards, and buys the sooner.",
    "buy": "Who starts a turn with too few cards has to buy, and chance sets the price. Gold: the buyer's, before.",
}

COUNTED = (
    "Positions are drawn evenly from games of the strategy in all seats. What the seat cannot know is dealt again, each"
    " option is played on the same deals, and from there a fast strategy plays in all seats: the one whose games they"
    " are, or master for levels of play and for strategies that play ahead.",
    "Of a purchase, a card of each class of prices is put on top of the deck, which is shuffled again.",
    "Effects on later gambits count as far as they show in gold and in cards in hand, as in tda review. Options are"
    " forced once: a habit may be worth more or less, because opponents see it.",
    "Intervals of a chart hold all at once. Positions of a game depend on each other, so errors are over games.",
)

Rows = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Advice:
    """What a chart is certain of in a row: an option that is better than all others, or worse than all."""

    chart: str
    row: str
    better: str
    worse: str
    by: "Estimate"
    shuns: bool  # whether it is about the worse one

    @property
    def short(self) -> str:
        """What is compared, without a verdict."""
        return f"{self.better} rather than {self.worse}"

    @property
    def sentence(self) -> str:
        """The advice, with the difference in points."""
        from tda_sim.wording.numbers import half, tenths

        where = "" if self.row == "any" else f"{'asked to' if self.chart == 'choose' else 'with'} {self.row}, "
        points = f"{tenths(self.by.size)} ±{half(self.by, tenths)} points"
        if self.chart == "buy":
            text = f"{where}a price of {self.worse} costs {points} more than one of {self.better}"
        elif self.shuns:
            action = ACTIONS[self.chart].format(no="do not ", card=CARDS[self.worse][0])
            text = f"{where}{action}: {CARDS[self.better][1]} wins {points} more"
        else:
            action = ACTIONS[self.chart].format(no="", card=CARDS[self.better][0])
            text = f"{where}{action}: it wins {points} more than {CARDS[self.worse][1]}"
        return f"{text[0].upper()}{text[1:]}."


@dataclass(frozen=True, kw_only=True)
class Charts(Question):
    """Show what to ante, lead, keep and pay: charts for players.

    Each option is forced in positions of real games and played ahead on the same deals, so that a chart shows what the
    option does, and not who takes it. Printed, the answer fits on a page.

    The rows of ``summary()`` are the cells of the charts at the table of the first strategy: what a class of options
    (``measure``) wins in a class of positions (``subject``), in percentage points of win rate against the
    ``reference``. Intervals hold jointly for a chart (``group``); they are over games, as positions of a game depend
    on each other.
    """

    command: ClassVar = "charts"
    example: ClassVar = "tda charts original -n 100 --strategies regular"
    kind: ClassVar = "charts"
    about: ClassVar = "what to ante, lead, keep and pay"
    parts: ClassVar = ("deck", "rules")
    thing: ClassVar = "set of charts"
    lacks: ClassVar = ("cluster", "patience")
    views: ClassVar = {"everything": "Also show every piece of advice by who plays, and how it is counted."}

    deck: Deck
    players: Players = 4
    games: Annotated[int, Setting("Games of each strategy; about 18 positions are drawn from each.", "games")] = GAMES
    strategies: Annotated[
        Sequence[str] | str | None,
        Setting(
            "Strategies, separated by commas. The charts are about games of the first; the others show whether they"
            " hold. By default: regular, first-evening, master and balanced.",
            completes="strategies",
            typed=str | None,
        ),
    ] = None
    rules: Rules = None
    seed: Seed = 1

    @classmethod
    def of_part(cls, **said: Any) -> Self:
        """Return the question that a part of a report asks, of not too many games."""
        return super().of_part(**{**said, "games": min(said.get("games", GAMES), GAMES)})

    @property
    def by_default(self) -> Sequence[str]:
        """The strategies that play if none are named."""
        return BY_DEFAULT

    def plan(self) -> "ForcedPlan":
        """Return which games are played. Raises UserError for what the caller can mend."""
        from tda_sim.review.forced_games import plan_forced

        self.check()
        return plan_forced(self.deck, self.rules, self.players, self.names, self.games, self.seed)

    def answer(self) -> "Answer":
        """Force options in what is missing of the games, and return the charts."""
        from tda_sim.definitions.library import name_of
        from tda_sim.one_game.driver import say_compiling
        from tda_sim.questions.answer import Answer
        from tda_sim.review.charts import estimates_of
        from tda_sim.review.forced_games import play_forced

        plan = self.plan()
        say_compiling()
        folder = self.out or plan.usual_folder
        found = play_forced(plan, folder, self.workers, self.progress)
        rules = "+".join(name_of(rule) if isinstance(rule, str) else "changed" for rule in as_list(self.rules))
        where = {"deck": name_of(self.deck), "rule": rules, "players": self.players}
        table = estimates_of(found, plan, where)
        main = table.filter("main", ~table["group"].str.contains(", (pairs|check)$")).select(*COLUMNS, *NUMBERS)
        document = self.document(table, sum(map(len, found.values())), str(folder))
        return Answer(document, lambda: main, {"estimates": table}, None, folder)

    def document(self, table: "pl.DataFrame", positions: int, folder: str) -> "Document":
        """Return the charts: what is certain, all cells, and whether it holds for other players."""
        from tda_sim.answers.titles import strategy_title, title_under
        from tda_sim.measures.table import plain_rows
        from tda_sim.rendering import model as doc
        from tda_sim.review.charts import ADVISING, MARGIN
        from tda_sim.review.forced import DEALS

        charts = {chart.name: chart for chart in ADVISING}
        advice = [each for chart in charts.values() for each in advice_of(chart, table)]
        others = [name for name in self.names if name != self.names[0]]
        sections = [section for chart in charts.values() for section in _chart(chart, table)]
        return doc.Document(
            f"{title_under(self.deck, as_list(self.rules))}: charts for players",
            [*(each.sentence for each in advice), _held(advice, table, others)]
            if advice
            else ["No advice is certain: play more games."],
            [*sections, _by_card(table), *_elsewhere(advice, table), _counted(table)],
            about=f"{strategy_title(self.names[0])}; {self.players} players; {self.games:,} games of each strategy, "
            f"{positions:,} positions, {DEALS} deals for each option; seed {self.seed}",
            kept=f"Data: {folder}. --html FILE writes a page to print, --json every number.",
            sheet=True,
            matters=f"A difference matters from {MARGIN:g} point of win rate on.",
            data={"games": self.games, "positions": positions, "estimates": plain_rows(table)},
        )


# --- what is certain --------------------------------------------------------------------------------------


def advice_of(chart: "Chart", table: "pl.DataFrame") -> list[Advice]:
    """Return what a chart is certain of: in any position, and in rows where it is something else."""
    from tda_sim.review.charts import ANY, PAIRS

    pairs = table.filter("main", group=f"{chart.name}{PAIRS}").to_dicts()
    by_row = {row: [*rows] for row, rows in groupby(pairs, lambda each: each["subject"])}
    rows = {row: each for row, rows in by_row.items() if (each := _certain(chart, row, rows)) is not None}
    usual = rows.pop(ANY, None)
    more = [each for each in rows.values() if usual is None or _differs(each, usual)]
    return [*([usual] if usual else []), *more]


def _differs(one: Advice, usual: Advice) -> bool:
    """Whether the advice of a row is not what is said of any position: other options, or another size of a price."""
    if one.chart == "buy":
        return (one.by.low or 0) > (usual.by.high or 0) or (one.by.high or 0) < (usual.by.low or 0)
    if one.chart == "give":
        return (one.better, one.worse) != (usual.better, usual.worse)
    return one.better != usual.better and one.worse != usual.worse


def _certain(chart: "Chart", row: str, pairs: Rows) -> Advice | None:
    """Return the option that is certainly better than all others, or worse; None if there is none."""
    from tda_sim.wording.numbers import Estimate

    gaps: dict[tuple[str, str], Estimate] = {}
    for each in pairs:
        gap = Estimate.of(each)
        gaps[each["measure"], each["reference"]] = gap
        gaps[each["reference"], each["measure"]] = gap.times(-1)
    known = [column for column in chart.columns if any(column in pair for pair in gaps)]
    sure = {pair for pair, gap in gaps.items() if (gap.low or 0) > 0 and gap.verdict != "same"}

    def apart(better: str, worse: str, shuns: bool) -> Advice:
        return Advice(chart.name, row, better, worse, gaps[better, worse], shuns)

    if chart.name == "buy":
        ends = (chart.columns[0], chart.columns[-1])
        return apart(*ends, False) if ends in sure else None
    for one in known:
        others = [other for other in known if other != one]
        if others and all((one, other) in sure for other in others):
            return apart(one, max(others, key=lambda other: gaps[one, other].size), False)
    for one in known:
        others = [other for other in known if other != one]
        if len(others) > 1 and all((other, one) in sure for other in others):
            return apart(max(others, key=lambda other: gaps[other, one].size), one, True)
    return None


def _held(advice: Sequence[Advice], table: "pl.DataFrame", others: Sequence[str]) -> str:
    """Return how much of the advice is certain at the other players' tables as well, and what is refuted there."""
    from tda_sim.answers.titles import strategy_title

    if not others:
        return ""
    found = _pairs(table)
    against, sure = [], 0
    for each in advice:
        sure += (_pair(found, each, "")[0] or {}).get("holds") == "holds"
        for name in others:
            row, sign = _pair(found, each, name)
            gap = _turned(_of(row), sign)
            if gap.high is not None and gap.high < 0:
                against.append(f"{strategy_title(name)}: not “{each.short}”")
    if against:
        return f"Games of other players contradict some of it ({'; '.join(against)})."
    names = ", ".join(map(strategy_title, others))
    known = f"{sure} of these {len(advice)} are certain at every table of able players, and " if sure else ""
    return f"{known}nothing in games of {names} contradicts them.".replace("nothing", "Nothing", not known)


def _pairs(table: "pl.DataFrame") -> Mapping[tuple[str, ...], Mapping[str, Any]]:
    """Return the rows that compare two options, by chart, table, row, and the two."""
    from tda_sim.review.charts import PAIRS

    rows = table.filter(table["group"].str.ends_with(PAIRS)).to_dicts()
    return {(row["group"].removesuffix(PAIRS), row["table"], *(row[name] for name in NAMED)): row for row in rows}


def _pair(found: Mapping[tuple[str, ...], Mapping[str, Any]], advice: Advice, table: str) -> tuple[Any, int]:
    """Return the row about an advice at a table, and 1, or -1 if it compares the two the other way round."""
    row = found.get((advice.chart, table, advice.row, advice.better, advice.worse))
    turned = found.get((advice.chart, table, advice.row, advice.worse, advice.better))
    return (turned, -1) if row is None else (row, 1)


# --- the charts -------------------------------------------------------------------------------------------


def _chart(chart: "Chart", table: "pl.DataFrame") -> list["Section"]:
    """Return a chart: a line for each class of positions, a column for each class of options."""
    from tda_sim.rendering import model as doc
    from tda_sim.review.charts import ANY, TAKEN

    cells = {(row["subject"], row["measure"]): row for row in table.filter("main", group=chart.name).to_dicts()}
    rows = sorted({row for row, _ in cells}, key=[ANY, *chart.rows].index)
    if not rows:
        return []
    shade = doc.shades(_of(row) for (_, column), row in cells.items() if column != TAKEN)
    anything = "any purchase" if chart.name == "buy" else "any hand"
    columns = [
        doc.text("", lambda row: anything if row == ANY else row),
        *(_number(column, cells, shade) for column, _ in chart.shown if column != TAKEN),
        *([_number(TAKEN, cells, lambda one: 0.0, spare=True)] if chart.name != "buy" else []),
    ]
    against = AGAINST.get(chart.name, "the average card of the hand")
    note = " ".join(filter(None, [f"Points of win rate against {against}.", NOTES.get(chart.name, "")]))
    return [doc.Section(HEADINGS[chart.name], [doc.table("", rows, columns, note)])]


def _number(column: str, cells: Mapping[Any, Any], shade: Any, spare: bool = False) -> Any:
    from tda_sim.rendering import model as doc
    from tda_sim.wording.numbers import tenths

    def of(row: str) -> Any:
        it = _of(cells.get((row, column)))
        return doc.number(it, tenths, with_sign=True, shade=shade(it))

    return doc.Column(column, of, spare=spare)


def _of(row: Mapping[str, Any] | None) -> "Estimate":
    from tda_sim.wording.numbers import Estimate

    return Estimate.of(row)


def _by_card(table: "pl.DataFrame") -> "Section":
    """Return what sorts of cards are worth, in each decision."""
    from tda_sim.rendering import model as doc
    from tda_sim.review.charts import CARDS as GROUP
    from tda_sim.review.charts import OF_SORTS

    found = table.filter("main", table["group"].str.starts_with(GROUP)).to_dicts()
    cells = {(row["measure"], row["group"].removeprefix(GROUP)): row for row in found}
    shade = doc.shades(map(_of, cells.values()))
    columns = [doc.text(""), *(_sort_column(name, cells, shade) for name in SORTS)]
    sorts = [sort for sort in OF_SORTS if any((sort, name) in cells for name in SORTS)]
    note = "Points of win rate against the average card of the hand."
    return doc.Section("Which cards", [doc.table("", sorts, columns, note)] if sorts else [])


def _sort_column(name: str, cells: Mapping[Any, Any], shade: Any) -> Any:
    from dataclasses import replace

    return replace(_number(name, cells, shade), title=SORTS[name])


def _elsewhere(advice: Sequence[Advice], table: "pl.DataFrame") -> list["Section"]:
    """Return all advice at the tables of each strategy."""
    from tda_sim.answers.titles import strategy_title
    from tda_sim.rendering import model as doc
    from tda_sim.wording.numbers import tenths

    names = table.filter(kind="value")["table"].unique(maintain_order=True).to_list()
    found = _pairs(table)

    def column(name: str) -> doc.Column:
        def of(each: Advice) -> doc.Cell:
            row, sign = _pair(found, each, name)
            return doc.number(_turned(_of(row), sign), tenths, with_sign=True)

        return doc.Column(strategy_title(name), of)

    columns = [
        doc.text("", lambda each: f"{HEADINGS[each.chart]}; {each.row.replace('any', 'any position')}: {each.short}"),
        *map(column, names),
        doc.text("over them", lambda each: (_pair(found, each, "")[0] or {}).get("holds", "")),
    ]
    note = "Points of win rate. Over them: is the side certain, and the same, at the table of each strategy?"
    return [doc.Section("By who plays", [doc.table("", advice, columns, note)], folded=True)] if len(names) > 1 else []


def _turned(one: "Estimate", sign: int) -> "Estimate":
    """Return a difference, or the same seen from the other side."""
    return one if sign > 0 else one.times(-1).judged({"more": "less", "less": "more"}.get(one.verdict, one.verdict))


def _counted(table: "pl.DataFrame") -> "Section":
    """Return how the numbers are counted, and how far another count is from them."""
    from tda_sim.rendering import model as doc
    from tda_sim.review.charts import CHECK
    from tda_sim.wording.numbers import plus_minus

    checks = table.filter("main", table["group"].str.ends_with(CHECK)).drop_nulls(["low", "high"]).to_dicts()
    apart = [row for row in checks if row["low"] > 0 or row["high"] < 0]
    worst = max(checks, key=lambda row: abs(row["estimate"]), default=None)
    check = ""
    if worst is not None:
        beside = f"{len(apart) or 'none'} of {len(checks)} numbers for all hands is certainly another"
        most = f"the furthest apart by {plus_minus(_of(worst), 1)} points"
        check = f"Counted by the games that are won in the end, {beside}; {most}."
    return doc.Section("How it is counted", [doc.Words([*COUNTED, check], listed=True)], folded=True)
