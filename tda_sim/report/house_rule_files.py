"""What `tda house-rule` writes: the tables for a document, and the picture."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from tda_sim.analyses.house_rules.words import CHANGED, under_the_rule
from tda_sim.measures.words import interval, number, signed, unit
from tda_sim.report.house_rule import Data, Rows, of_rules, played, shown, sureness, told_cards
from tda_sim.report.markdown import Markdown, bold, document, heading, paragraph, table
from tda_sim.store.files import write_document

COLUMNS = ("> as printed", "> with the rule", "> difference")


def write_markdown(data: Data, path: Path) -> None:
    """Write verdicts and tables for a document; raise UserError where that cannot be."""
    write_document(path, document(markdown(data)))


def markdown(data: Data) -> Iterable[Markdown]:
    """Yield the lines of the document: an overview of the rules, then each with its verdicts and tables."""
    tables = data["tables"]
    yield from paragraph(f"{played(data)}.")
    if len(tables["overview"]) > 1:
        rows = ([bold(row["rule"]), row["sentence"]] for row in tables["overview"])
        yield from table(["rule", "what it changes"], rows)
    for rule in (row["rule"] for row in tables["overview"]):
        own = {name: [row for row in rows if row["rule"] == rule] for name, rows in of_rules(tables).items()}
        yield from _rule(data, rule, own)


def _rule(data: Data, rule: str, tables: Mapping[str, Rows]) -> Iterable[Markdown]:
    main = tables["answers"][0]["table"]
    yield from (*heading(3, rule), *paragraph(data["rules"].get(rule, "")))
    verdicts = ([row["title"], row["sentence"], row["holds"]] for row in tables["answers"])
    yield from table(["question", "verdict", "at other tables"], verdicts)
    at_main = [row for row in tables["metrics"] if row["table"] == main or row["metric"] == "skill_share"]
    yield from table(["", "> as printed", "> with the rule", "> difference"], map(_metric, shown(at_main)))
    yield from table(
        ["card", "> as printed", "> with the rule", "> difference"], map(_card, told_cards(tables["cards"]))
    )
    yield from table(["win share per seat, in %", *COLUMNS], map(_strategy, tables["strategies"]))
    for told in sureness(data, tables, main):
        yield from paragraph(told)


def _metric(row: Data) -> list[str]:
    difference = f"{signed(row['estimate'], row)} {interval(row)} {unit(row)}"
    return [
        row["title"],
        number(row["printed"], row),
        under_the_rule(row),
        bold(difference) if row["verdict"] in CHANGED else difference,
    ]


def _card(row: Data) -> list[str]:
    if row["estimate"] is None:
        return [row["card"], _gold(row["printed"]), _gold(row["changed"]), row["verdict"]]
    return [row["card"], *_metric(row | {"title": "", "unit": "gold", "scale": 1.0})[1:]]


def _strategy(row: Data) -> list[str]:
    return [row["strategy"], *_metric(row | {"title": "", "unit": "%", "scale": 1.0})[1:]]


def _gold(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
