"""`tda house-rule`: what house rules change. Verdicts first, then the numbers behind them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import polars as pl

from tda_sim.analyses import house_rules as analysis
from tda_sim.analyses.house_rules.verdicts import LENGTH
from tda_sim.analyses.house_rules.words import CHANGED
from tda_sim.answers.tables import plain_rows
from tda_sim.documents import model as doc
from tda_sim.documents.model import ENDS, Column, Section
from tda_sim.documents.numbers import Estimate, percent, places, rank, signed
from tda_sim.documents.words import Change, Sentence, agree, capital, counted, listed, with_unit
from tda_sim.measures.difference import Difference
from tda_sim.measures.holding import ONE_TABLE
from tda_sim.measures.metrics import EVERY, PRIMARY
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies import StudyResults

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Data = dict[str, Any]
Figures = Callable[[], "Mapping[str, Figure]"]

FEW = 3  # rules of which everything is shown
MOST_CARDS = 5  # that gain, and that lose
MOST_NAMED = 4  # rules, in the answer about many
SKILL = "skill_share"  # comes from the mixed table
MAIN_METRICS = (PRIMARY, "stakes", "leader_gambit", "leader_game", SKILL, "drama", "comebacks")
NO_GAIN = 1.05  # a gain of pairing that saves nothing
LASTING = Change("games", "longer", "shorter")
VERDICTS = {
    "changed": "The rule changes",
    "same": "No difference that matters was found in",
    "unclear": "We cannot tell yet about",
}
QUESTIONS = {  # what they are about, in a sentence
    "fairness": "what leading or a seat is worth",
    "skill": "how much it counts how one plays",
    "stakes": "how much gold is at stake",
    "events": "how often flights, purchases and debts happen",
    "ends": "how games end",
    "cards": "what cards are worth",
    "strategies": "which way of playing wins",
}
TOLD_OF_MANY = ("skill", "fairness", "strategies")


def house_rules_data(
    results: StudyResults, tables: Mapping[str, pl.DataFrame], rules: Mapping[str, str], seed: int, level: float = LEVEL
) -> Data:
    """Return what `tda house-rule --json` prints: what was played, what the rules say, and the analysis's tables."""
    cell = results.cells.row(0, named=True)
    return {
        "study": results.title,
        "out": str(results.path),
        **{name: cell[name] for name in ("deck", "players", "games")},
        "seed": seed,
        "level": level,
        "rules": dict(rules),
        "tables": {name: plain_rows(frame) for name, frame in tables.items()},
    }


def house_rules(results: StudyResults, rules: Mapping[str, str], seed: int) -> doc.Document:
    """Return what house rules change; ``rules``: what each says. Raises UserError where something is missing."""
    tables = analysis.analyse(results)
    return changed(house_rules_data(results, tables, rules, seed), cache(lambda: analysis.figures(tables)))


def changed(data: Data, figures: Figures) -> doc.Document:
    """Return the object that `house_rules_data` returns as a document: the verdicts first, then rule by rule."""
    rules = [Rule(data, row["rule"], row["sentence"]) for row in data["tables"]["overview"]]
    own = {rule.name: rule for rule in rules}

    def drawn(name: str = "") -> Figures:
        """Return the figure of one rule, or those that all have in common."""
        return lambda: {key: figure for key, figure in figures().items() if (key == name if name else key not in own)}

    sections = [
        Section("All rules at a glance", [_overview(rules)] if len(rules) > 1 else []),
        Section("Pictures", [doc.Figures(drawn(), "house-rules", "What the rules change")]),
        *(_section(rule, drawn(rule.name), len(rules) <= FEW) for rule in rules),
    ]
    return doc.Document(
        data["study"],
        _one(rules[0]) if len(rules) == 1 else _many(rules),
        sections,
        about=f"{data['games']:,} games at each table, as printed and under each rule; {data['players']} players, seed"
        f" {data['seed']}",
        kept=f"The games: {data['out']}",
        picture=lambda: figures()["differences"],
        data=data,
    )


# --- rows -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Effect(Difference):
    """What a rule changes, as cells of a table."""

    def mean(self, name: str) -> doc.Cell:
        """Return the number that is printed, or changed: with a * in coins of the printed game."""
        ends = {end: self.row.get(f"{name}_{end}") for end in ("low", "high")}
        scale = self.row.get("scale", 1.0) if name == "changed" else 1.0
        found = Estimate.of({"estimate": self.row[name], **ends, "n": self.row["n"]})
        return doc.number(found.times(scale), self.show, remark="" if scale == 1 else "*")

    def cell(self) -> doc.Cell:
        """Return the difference; where one of the two is missing, which one."""
        if self.found.value is None:
            return doc.plain(self.row["verdict"])
        return doc.number(self.found, self.show, with_sign=True)


class Rule:
    """All that is known of one rule."""

    def __init__(self, data: Data, name: str, sentence: str) -> None:
        self.data, self.name, self.sentence, self.text = data, name, sentence, data["rules"].get(name, "")
        known = {key: rows for key, rows in data["tables"].items() if all("rule" in row for row in rows)}
        self.tables = {key: [row for row in rows if row["rule"] == name] for key, rows in known.items()}
        self.answers = self.tables["answers"]
        self.main: str = self.answers[0]["table"]  # the table that verdicts are about
        at_main = (row for row in self.tables["metrics"] if row["table"] == self.main or row["metric"] == SKILL)
        self.effects = sorted((Effect(row) for row in at_main), key=_place)
        self.length = next((each for each in self.effects if each.row["metric"] == PRIMARY), None)
        self.verdicts = {row["question"]: row["verdict"] for row in self.answers}


def _place(each: Effect) -> tuple[bool, float, int]:
    """Return where a metric stands: the length first, then what has changed most, then the main ones, then the rest."""
    name, is_main = each.row["metric"], each.row["metric"] in MAIN_METRICS
    weight = each.found.size / each.row["margin"] if each.found.verdict in CHANGED else 0.0
    return name != PRIMARY, -weight, MAIN_METRICS.index(name) if is_main else len(MAIN_METRICS)


# --- the answer -------------------------------------------------------------------------------------------


def _one(rule: Rule) -> Iterator[str]:
    """Yield what one rule changes: how long games last, and which other questions are changed, not, or open."""
    yield _length(rule) if rule.length else ""
    for verdict, subject in VERDICTS.items():
        rows = [row for row in rule.answers if row["verdict"] == verdict and row["question"] != LENGTH]
        if rows:
            yield str(
                Sentence(subject, [listed([QUESTIONS.get(row["question"], row["title"].lower()) for row in rows])])
            )


def _length(rule: Rule) -> str:
    """Say what becomes of the length of games."""
    length = rule.length
    if length is None:
        return ""
    if length.found.verdict in CHANGED:
        means = " to ".join(length.mean(name).text for name in ("printed", "changed"))
        change = f"from {means} gambits on average (a difference of {length.told})"
        return f"Under {rule.name} games are {LASTING.word(length.found)}, {change}."
    if length.found.verdict == "same":
        return f"Under {rule.name} games last as long as before: no difference that matters ({length.told})."
    return f"Whether games change in length under {rule.name}, we cannot tell yet ({length.told})."


def _many(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield which rules change the length of games most, and which change nothing that matters."""
    lengths = [(rule.name, rule.length.found) for rule in rules if rule.length]
    for verdict, word in (("more", "longest"), ("less", "shortest")):
        there = sorted((row for row in lengths if row[1].verdict == verdict), key=lambda row: -row[1].size)
        if there:
            named = ", ".join(
                f"{name} ({signed(places(1))(found.value)} gambits)" for name, found in there[:MOST_NAMED]
            )
            surely = f"rules surely {agree(len(there), 'makes', 'make')} them {LASTING.word(there[0][1])}"
            yield f"Games become {word} under {named}; {len(there)} of {len(lengths)} {surely}."
    for question in TOLD_OF_MANY:
        if names := [rule.name for rule in rules if rule.verdicts.get(question) == "changed"]:
            more = [f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
            yield str(Sentence(QUESTIONS[question], [f"changes under {listed([*names[:MOST_NAMED], *more])}"]))
    if quiet := [rule.name for rule in rules if set(rule.verdicts.values()) == {"same"}]:
        yield f"No difference that matters was found under {', '.join(quiet)}."
    if unclear := [name for name, found in lengths if found.verdict == "unclear"]:
        yield f"Whether games change in length, we cannot tell yet for {', '.join(unclear)}."


def _overview(rules: Sequence[Rule]) -> doc.Table:
    """Return a line for each rule: what it says, and what it changes."""
    longer = "How many gambits longer a game is under the rule, at the main table."
    columns = [
        doc.text("rule", lambda rule: rule.name),
        Column("length, gambits", lambda rule: rule.length and rule.length.cell(), longer),
        doc.text("what it changes", lambda rule: rule.sentence),
        doc.text("what it says", lambda rule: rule.text, detail=True),
    ]
    return doc.table("", rules, columns)


# --- one rule ---------------------------------------------------------------------------------------------


def _section(rule: Rule, figure: Figures, full: bool) -> Section:
    """Return a rule with its verdicts and numbers; ``full``: with all measures and cards."""
    elsewhere = "Whether the same is found where other strategies play."
    verdicts = [
        doc.text("question", lambda row: row["title"]),
        doc.text("verdict", lambda row: row["sentence"]),
        doc.text("at other tables", lambda row: row["holds"] or "", elsewhere),
    ]
    blocks: list[doc.Block] = [
        doc.Words([rule.text]),
        doc.table("Verdicts", rule.answers, verdicts),
        doc.Figures(figure, "house-rule", rule.name),
        _measures(rule, full),
        _cards(rule, full),
        _strategies(rule),
    ]
    return Section(rule.name, blocks, [Section("How sure", [doc.Words(_sureness(rule), listed=True)])])


def _columns(title: str, head: Callable[[Effect], str]) -> list[Column]:
    less = "With the rule less as printed, on the same shuffles."
    return [
        doc.text(title, head),
        Column("as printed", lambda each: each.mean("printed"), short="printed", interval=""),
        Column("with the rule", lambda each: each.mean("changed"), short="rule", interval=""),
        Column("difference", lambda each: each.cell(), less, interval=ENDS),
    ]


def _measures(rule: Rule, full: bool) -> doc.Table:
    """Return the length, what has changed, and the main figures of each question; the other measures as details."""
    holds = {row["metric"]: row["verdict"] for row in rule.tables["conclusions"] if row["verdict"] != ONE_TABLE}
    rest = {
        each.row["metric"]: each.found.verdict
        for each in rule.effects
        if each.row["metric"] not in MAIN_METRICS and each.found.verdict not in CHANGED
    }
    same, unclear = (list(rest.values()).count(word) for word in ("same", "unclear"))
    more = [f"{counted(same, 'more metric')}: no difference that matters."] if same else []
    more += [f"{unclear} more: cannot tell yet."] if unclear else []
    return doc.table(
        f"What changes where every seat plays {rule.main}: differences of percentages in points",
        [each for each in rule.effects if full or each.row["metric"] not in rest],
        [
            *_columns("measure", lambda each: with_unit(each.row["title"], each.row["unit"], each.row["group"])),
            doc.text(
                "elsewhere", lambda each: holds.get(each.row["metric"], ""), "Whether that holds at other tables."
            ),
        ],
        note="" if full else " ".join(more),
        more=" ".join(more) if full else "",
        group=lambda each: each.row["group"],
        meaning=_meaning,
        detail=lambda each: each.row["metric"] in rest,
    )


def _meaning(each: Effect) -> str:
    metric = EVERY.get(each.row["metric"])
    told = f"{capital(metric.meaning)}. {metric.formula}. " if metric else ""
    return f"{told}A difference of {each.row['margin']:g} would matter."


def _cards(rule: Rule, full: bool) -> doc.Table:
    """Return the cards that come and go, and those that gain and lose most for certain; the others as details."""
    rows = [Effect(row | {"unit": "gold"}) for row in rule.tables["cards"]]
    certain = sorted((each for each in rows if each.found.sign()), key=lambda each: -(each.found.value or 0.0))
    ends = certain if len(certain) <= 2 * MOST_CARDS else certain[:MOST_CARDS] + certain[-MOST_CARDS:]
    main = [*(each for each in rows if each.found.value is None), *ends]
    names = {each.row["card"] for each in main}
    rest = [each for each in rows if each.row["card"] not in names]
    more = f"{counted(len(rest), 'more card')}: what they gain or lose is within error, or less than above."
    note = "Intervals hold for all cards at once. A difference of half a gold would matter."
    return doc.table(
        "Cards: gold that drawing one brings over the next two gambits",
        main + rest if full else main,
        _columns("card", lambda each: each.row["card"]),
        note if full or not rest else f"{more} {note}",
        more if full and rest else "",
        detail=lambda each: each.row["card"] not in names,
    )


def _strategies(rule: Rule) -> doc.Table:
    def place(when: str) -> Callable[[Effect], str]:
        return lambda each: rank(each.row[f"{when}_best"], each.row[f"{when}_worst"])

    may_hold = "The places that it may hold, given who is told apart."
    columns = [
        *_columns("strategy", lambda each: each.row["strategy"]),
        Column("place as printed", place("printed"), may_hold, short="place"),
        Column("place with the rule", place("changed"), short="with rule"),
    ]
    title = "Win share per seat at the mixed table, in %; differences in points"
    return doc.table(title, [Effect(row | {"unit": "%"}) for row in rule.tables.get("strategies", [])], columns)


# --- how sure ---------------------------------------------------------------------------------------------


def _sureness(rule: Rule) -> list[str]:
    """Return the sentences on errors: what pairing gains, what intervals and verdicts mean, and the notes."""
    level, wrong = percent(rule.data["level"]), percent(1 - rule.data["level"])
    return [
        pairing(rule.length.row) if rule.length else "",
        f"{level} intervals: one by one, those of cards and of win shares each together. = less than what matters,"
        f" ? cannot tell yet. Of the verdicts on metrics, but for the length, {wrong} or fewer should be wrong.",
        "Verdicts are about how these strategies play, not about all ways to play.",
        *(f"Note: {row['note']}." for row in rule.tables["notes"]),
    ]


def pairing(row: Mapping[str, Any]) -> str:
    """Say what playing the same shuffles gains for the length."""
    if row["gain"] is None:
        return "Played on the same shuffles." if row["paired"] else "Not played on the same shuffles."
    told = f"the lengths of blocks of games correlate by {row['correlation']:.2f}"
    if row["gain"] < NO_GAIN:
        return f"Played on the same shuffles, but {told}, which saves nothing (gain {row['gain']:.2f})."
    saved = f"{percent(1 - 1 / row['gain'])} of the games that others would take (gain {row['gain']:.2f})"
    return f"Played on the same shuffles: {told}, which saves {saved}."
