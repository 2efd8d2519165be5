"""The part of a report about house rules: an overview, then each rule with its verdicts and numbers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING, Any

import polars as pl

from tda_sim.analyses.house_rules.verdicts import LENGTH
from tda_sim.measures.metrics import EVERY, PRIMARY
from tda_sim.measures.words import decimals, unit
from tda_sim.pages.model import Block, Cell, Column, Grid, Group, Line, Part, Section, Words
from tda_sim.pages.numbers import NOTHING, Row, estimate, places_of, plain
from tda_sim.pages.pictures import picture, pictures
from tda_sim.report.compare_words import listed
from tda_sim.report.house_rule import (
    house_rule_command,
    of_rules,
    places,
    played,
    shown,
    sureness,
    told_cards,
    told_difference,
)
from tda_sim.studies import StudyResults

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Data = dict[str, Any]
Rows = Sequence[Data]

FEW = 3  # rules of which everything is shown, with a picture
MOST_TOLD = 4


def house_rules_part(
    results: StudyResults,
    tables: Mapping[str, pl.DataFrame],
    texts: Mapping[str, str],
    figures: "Mapping[str, Figure]",
    seed: int,
) -> Part:
    """Return what house rules change: the verdicts first, then rule by rule."""
    data = house_rule_command(results, tables, texts, seed)
    rules = [row["rule"] for row in data["tables"]["overview"]]
    own = {
        rule: {name: [row for row in rows if row["rule"] == rule] for name, rows in of_rules(data["tables"]).items()}
        for rule in rules
    }
    own_figures = {name: figure for name, figure in figures.items() if name in rules}
    common = {name: figure for name, figure in figures.items() if name not in rules}
    drawn = pictures(common, "house-rules", "What the rules change")
    sections = [rule_section(data, rule, own[rule], full=len(rules) <= FEW) for rule in rules]
    evidence = [
        *([Section("All rules at a glance", [overview(data)])] if len(rules) > 1 else []),
        *([Section("Pictures", drawn)] if drawn else []),
        *(_with_picture(section, own_figures.get(section.title)) for section in sections),
    ]
    methods = [Section("What was played", [Words([f"{played(data)}."])])]
    answer = list(_one(data, own[rules[0]])) if len(rules) == 1 else list(_many(data))
    return Part(results.title, answer, evidence, methods)


def _with_picture(section: Section, figure: "Figure | None") -> Section:
    """Put a rule's picture under its verdicts."""
    if figure is None:
        return section
    drawn = picture(figure, f"house-rule-{section.title}", section.title)
    return replace(section, blocks=[*section.blocks[:2], drawn, *section.blocks[2:]])


# --- the answer -------------------------------------------------------------------------------------------


def _one(data: Data, tables: Mapping[str, Rows]) -> Iterator[str]:
    """Yield what one rule changes: how long games last, and which other questions are changed, not, or open."""
    rule = data["tables"]["overview"][0]["rule"]
    yield from (_length(rule, row) for row in tables["metrics"] if row["metric"] == PRIMARY and _main(data, row))
    for verdict, word in _VERDICTS.items():
        rows = [row for row in tables["answers"] if row["verdict"] == verdict and row["question"] != LENGTH]
        if rows:
            yield f"{word} {listed([_ASKED.get(row['question'], row['title'].lower()) for row in rows])}."


_VERDICTS = {
    "changed": "The rule changes",
    "same": "No difference that matters was found in",
    "unclear": "We cannot tell yet about",
}
_ASKED = {
    "fairness": "what leading or a seat is worth",
    "skill": "how much it counts how one plays",
    "stakes": "how much gold is at stake",
    "events": "how often flights, purchases and debts happen",
    "ends": "how games end",
    "cards": "what cards are worth",
    "strategies": "which way of playing wins",
}


def _length(rule: str, row: Data) -> str:
    """Say what becomes of the length of games."""
    show = places_of(decimals(row))
    if row["verdict"] in _COMPARED:
        change = f"from {show(row['printed'])} to {show(row['changed'])} gambits on average"
        return f"Under {rule} games are {_COMPARED[row['verdict']]}, {change} (a difference of {told_difference(row)})."
    if row["verdict"] == "same":
        return f"Under {rule} games last as long as before: no difference that matters ({told_difference(row)})."
    return f"Whether games change in length under {rule}, we cannot tell yet ({told_difference(row)})."


def _many(data: Data) -> Iterator[str]:
    """Yield which rules change the length of games most, and which change nothing that matters."""
    lengths = {row["rule"]: row for row in data["tables"]["metrics"] if row["metric"] == PRIMARY and _main(data, row)}
    for verdict, word in (("more", "longest"), ("less", "shortest")):
        rows = sorted(
            (row for row in lengths.values() if row["verdict"] == verdict), key=lambda row: -abs(row["estimate"])
        )
        if rows:
            named = ", ".join(f"{row['rule']} ({_signed(row)} gambits)" for row in rows[:MOST_TOLD])
            counted = f"{len(rows)} of {len(lengths)} rules surely make them {_COMPARED[verdict]}"
            yield f"Games become {word} under {named}; {counted}."
    for question, subject in _ALSO.items():
        rules = [row["rule"] for row in data["tables"]["answers"] if (row["question"], row["verdict"]) == question]
        if rules:
            yield f"{subject} changes under {_some(rules)}."
    quiet = [row["rule"] for row in data["tables"]["overview"] if _is_quiet(data, row["rule"])]
    if quiet:
        yield f"No difference that matters was found under {', '.join(quiet)}."
    unclear = [rule for rule, row in lengths.items() if row["verdict"] == "unclear"]
    if unclear:
        yield f"Whether games change in length, we cannot tell yet for {', '.join(unclear)}."


_COMPARED = {"more": "longer", "less": "shorter"}
_ALSO = {
    ("skill", "changed"): "How much it counts how one plays",
    ("fairness", "changed"): "What leading or a seat is worth",
    ("strategies", "changed"): "Which way of playing wins",
}


def _some(names: Sequence[str]) -> str:
    if len(names) <= MOST_TOLD:
        return ", ".join(names)
    return f"{', '.join(names[:MOST_TOLD])} and {len(names) - MOST_TOLD} more"


def _main(data: Data, row: Data) -> bool:
    tables = {each["rule"]: each["table"] for each in data["tables"]["answers"]}
    return bool(row["table"] == tables[row["rule"]])


def _is_quiet(data: Data, rule: str) -> bool:
    return all(row["verdict"] == "same" for row in data["tables"]["answers"] if row["rule"] == rule)


def _signed(row: Data) -> str:
    return f"{row['estimate']:+.1f}"


def overview(data: Data) -> Grid:
    """Return a line for each rule: what it says, and what it changes."""
    lengths = {row["rule"]: row for row in data["tables"]["metrics"] if row["metric"] == PRIMARY and _main(data, row)}
    lines = [
        Line(
            row["rule"],
            [_difference(lengths.get(row["rule"])), plain(row["sentence"]), plain(data["rules"].get(row["rule"], ""))],
        )
        for row in data["tables"]["overview"]
    ]
    columns = [
        Column("rule", number=False),
        Column("length, gambits", "How many gambits longer a game is under the rule, at the main table."),
        Column("what it changes", number=False),
        Column("what it says", number=False),
    ]
    return Grid("House rules, and what they change", columns, [Group(lines)])


# --- one rule ---------------------------------------------------------------------------------------------


def rule_section(data: Data, rule: str, tables: Mapping[str, Rows], full: bool) -> Section:
    """Return a rule with its verdicts and numbers; ``full``: with all measures and cards."""
    main = tables["answers"][0]["table"]
    metrics = [row for row in tables["metrics"] if row["table"] == main or row["metric"] == "skill_share"]
    blocks: list[Block] = [
        Words(list(filter(None, [data["rules"].get(rule, "")]))),
        _verdicts(rule, tables["answers"]),
        _measures(rule, main, metrics if full else shown(metrics)),
    ]
    if cards := (tables["cards"] if full else told_cards(tables["cards"])):
        blocks.append(_cards(rule, cards))
    if tables.get("strategies"):
        blocks.append(_strategies(rule, tables["strategies"]))
    return Section(rule, [*blocks, Words(sureness(data, tables, main), listed=True)])


def _verdicts(rule: str, rows: Rows) -> Grid:
    lines = [Line(row["title"], [plain(row["sentence"]), plain(row["holds"] or "")]) for row in rows]
    columns = [Column("question", number=False), Column("verdict", number=False)]
    columns.append(Column("at other tables", "Whether the same is found where other strategies play.", False))
    return Grid(f"{rule}: verdicts", columns, [Group(lines)])


def _measures(rule: str, main: str, rows: Rows) -> Grid:
    groups: dict[str, list[Line]] = {}
    for row in rows:
        values = [_value(row, name) for name in ("printed", "changed")]
        line = Line(row["title"], [*values, _difference(row), plain(unit(row))], _meaning(row))
        groups.setdefault(row["group"], []).append(line)
    columns = [
        Column("measure", number=False),
        Column("as printed"),
        Column("with the rule"),
        Column("difference", "With the rule less as printed, on the same shuffles."),
        Column("unit of the difference", number=False),
    ]
    title = f"{rule}: what changes where every seat plays {main}"
    return Grid(title, columns, [Group(lines, name) for name, lines in groups.items()])


def _meaning(row: Data) -> str:
    metric = EVERY.get(row["metric"])
    told = f"{metric.meaning}. {metric.formula}. " if metric else ""
    return f"{told[:1].upper()}{told[1:]}A difference of {row['margin']:g} would matter."


def _value(row: Data, name: str) -> Cell:
    """Return a value with its own interval, in coins of the printed game where these are others."""
    scale = row["scale"] if name == "changed" else 1.0
    ends = {end: _scaled(row[f"{name}_{end}"], scale) for end in ("low", "high")}
    value = {"estimate": _scaled(row[name], scale), "n": row["n"], **ends}
    found = estimate(value, places_of(decimals(row)))
    return found if scale == 1 else Cell(f"{found.text}*", found.sort, found.half, found.exact)


def _scaled(value: float | None, scale: float) -> float | None:
    return value * scale if value is not None and isfinite(value) else None


def _difference(row: Row | None) -> Cell:
    return NOTHING if row is None else estimate(row, places_of(decimals(row)), row["verdict"], signed=True)


def _cards(rule: str, rows: Rows) -> Grid:
    lines = [Line(row["card"], [_card(row)]) for row in rows]
    meaning = "How much more gold drawing the card brings over the next two gambits, with the rule than as printed."
    note = "Intervals hold for all cards at once. A difference of half a gold would matter."
    columns = [Column("card", number=False), Column("draw value with the rule, less as printed; gold", meaning)]
    return Grid(f"{rule}: cards that gain and lose", columns, [Group(lines)], note)


def _card(row: Data) -> Cell:
    if row["estimate"] is None:
        return plain(row["verdict"])
    return _difference(row)


def _strategies(rule: str, rows: Rows) -> Grid:
    lines = [
        Line(row["strategy"], [_difference(row), plain(places(row, "printed")), plain(places(row, "changed"))])
        for row in rows
    ]
    columns = [
        Column("strategy", number=False),
        Column("share of the wins per seat, points", "With the rule less as printed, where all strategies meet."),
        Column("place as printed", "The places that it may hold, given who is told apart.", False),
        Column("place with the rule", number=False),
    ]
    return Grid(f"{rule}: who wins where all meet", columns, [Group(lines)])
