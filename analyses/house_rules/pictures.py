"""The pictures of house rules: paired differences with intervals, beside the band that does not matter."""

from typing import Any

import polars as pl
from matplotlib.axes import Axes

from tda_sim.documents.numbers import MINUS, signed
from tda_sim.documents.style import (
    DIVERGING,
    ON_SHADES,
    SMALL,
    Picture,
    band,
    context,
    logarithmic,
    picture,
    point,
    rows_of,
    wrapped,
)
from tda_sim.documents.words import at_most, with_unit
from tda_sim.measures.difference import Difference
from tda_sim.measures.metrics import SKILL

ALWAYS = ("plays", "stakes", "leader_gambit", "leader_game", "skill_share", "drama", "comebacks", "triggers_per_play")
MOST = 24  # metrics: those that change most
BESIDE = 3  # rules at most, whose metrics stand side by side; more of them are laid out as a table
KEY = (
    "Difference that the rule makes on the same shuffles, in smallest differences that matter (in brackets), with 95 %"
    " intervals; within the grey band it does not matter. An arrow to the right, orange: more; to the left, blue: less;"
    " grey: no difference that matters; open: cannot tell yet."
)
TABLE_KEY = (
    "What each rule changes, on the same shuffles. Orange: more by more than what would matter; blue: less; white: no"
    " difference that matters; ?: cannot tell yet."
)
ROW, NAMES, AROUND = 0.31, 2.5, 1.7  # inches: a metric's row, the names of the metrics, above and below
COLUMN, SQUARE = 0.85, 0.3  # of the table: a metric's width, a rule's height

NO_BREAK = "\N{NO-BREAK SPACE}"

Row = dict[str, Any]


def draw_all(metrics: pl.DataFrame, answers: pl.DataFrame) -> dict[str, Picture]:
    """Return ``differences``, of all rules together, and, where there are several, that of each rule by its name."""
    main = answers.select("deck", "rule", "players", "table").unique(maintain_order=True)
    own = metrics.join(main, on=main.columns, maintain_order="left")
    skill = metrics.filter(pl.col("group") == SKILL).join(main, on=main.columns, how="anti", maintain_order="left")
    at_main = pl.concat([own, skill])
    panels = main.to_dicts()
    found = {"differences": (draw_differences if len(panels) <= BESIDE else draw_table)(at_main, panels)}
    if len(panels) > 1:
        found |= {_name(panel, panels): draw_differences(_of(at_main, panel), [panel]) for panel in panels}
    return found


def _name(panel: Row, panels: list[Row]) -> str:
    """Return a rule's name, with deck and players where these are needed to know it."""
    parts = [str(panel["rule"])]
    parts += [str(panel[key]) for key in ("deck", "players") if len({each[key] for each in panels}) > 1]
    return "-".join(parts)


def _of(metrics: pl.DataFrame, panel: Row) -> pl.DataFrame:
    return metrics.filter(deck=panel["deck"], rule=panel["rule"], players=panel["players"])


def _title(panels: list[Row]) -> str:
    first = panels[0]
    what = f"{first['rule']} in {first['deck']}" if len(panels) == 1 else f"House rules in {first['deck']}"
    return f"{what}, {first['players']} players, every seat plays {first['table']}"


@context()
def draw_differences(metrics: pl.DataFrame, panels: list[Row]) -> Picture:
    """Return a panel for each rule: differences over the smallest that matters, at the table that verdicts speak of.

    The band from -1 to 1 is what does not matter. An interval within it says so; one outside it shows a change.
    """
    names, reach = _chosen(metrics), _reach(metrics)
    made = picture(_title(panels), _alt(metrics, panels), len(names) * ROW + AROUND, note=KEY)
    axes = made.subplots(1, len(panels), squeeze=False, sharey=True)[0]
    for place, panel in zip(axes, panels, strict=True):
        _draw(place, _of(metrics, panel), names, reach)
        if len(panels) > 1:
            place.set_title(wrapped(_name(panel, panels), 4.4 / len(panels), 9, "bold"))
    rows_of(axes[0], list(names.values()), NAMES)
    for place in axes[1:]:
        place.tick_params(axis="y", length=0)
        place.spines["left"].set_visible(False)
    return made


def _chosen(metrics: pl.DataFrame) -> dict[str, str]:
    """Return names and titles of the metrics that are drawn: some always, and those that change most."""
    size = (pl.col("estimate").abs() / pl.col("margin")).max()
    changed = metrics.filter(pl.col("verdict").is_in(["more", "less"])).group_by("metric").agg(size.alias("size"))
    most = changed.sort("size", "metric", descending=[True, False])["metric"].to_list()
    wanted = [*ALWAYS, *(name for name in most if name not in ALWAYS)][:MOST]
    rows = metrics.filter(pl.col("metric").is_in(wanted)).unique("metric", maintain_order=True)
    return {row["metric"]: f"{row['title']} ({_together(row)})" for row in rows.iter_rows(named=True)}


def _together(row: Row) -> str:
    """Return the smallest difference that matters, in one piece."""
    return Difference(row).margin.replace(" ", NO_BREAK)


def _reach(metrics: pl.DataFrame) -> float:
    """Return how far out the axis has to go, to both sides alike."""
    ends = metrics.select(pl.max_horizontal(pl.col("low", "high").abs()) / pl.col("margin")).to_series().max()
    return max(3.5, 1.3 * float(ends or 0))  # type: ignore[arg-type]


def _draw(axes: Axes, rows: pl.DataFrame, names: dict[str, str], reach: float) -> None:
    band(axes, -1, 1)
    place = {name: k for k, name in enumerate(names)}
    for row in rows.iter_rows(named=True):
        if row["metric"] in place and row["low"] is not None:
            shown = {name: row[name] / row["margin"] for name in ("estimate", "low", "high")}
            point(axes, place[row["metric"]], shown, row["verdict"], f"{row['title']}: {_told(row)}")
    logarithmic(axes, reach)


def _told(row: Row) -> str:
    return f"{Difference(row).told}, n = {row['n']:,}"


def _alt(metrics: pl.DataFrame, panels: list[Row]) -> str:
    told_of = []
    for panel in panels:
        rows = _of(metrics, panel)
        changed = rows.filter(pl.col("verdict").is_in(["more", "less"])).height
        told_of.append(f"{changed} of {rows.height} with {panel['rule']}")
    return f"Paired differences, with intervals. Measures that change by more than matters: {at_most(told_of, 30)}."


@context()
def draw_table(metrics: pl.DataFrame, panels: list[Row]) -> Picture:
    """Return a row for each rule, a column for each of the main metrics: how much it changes, and whether surely."""
    import seaborn  # takes seconds to import
    from matplotlib.colors import LinearSegmentedColormap

    columns = [name for name in ALWAYS if name in set(metrics["metric"])]
    shown = [{row["metric"]: row for row in _of(metrics, panel).iter_rows(named=True)} for panel in panels]
    shades = [[_shade(rows.get(name)) for name in columns] for rows in shown]
    words = [[_words(rows.get(name)) for name in columns] for rows in shown]
    titles = {row["metric"]: row for row in metrics.iter_rows(named=True)}
    width = NAMES + COLUMN * len(columns)
    made = picture(_title(panels), _alt(metrics, panels), SQUARE * len(panels) + 2.1, width, TABLE_KEY)
    axes = made.subplots()
    colours = LinearSegmentedColormap.from_list("change", DIVERGING)
    style: Any = {"color": ON_SHADES, "fontsize": SMALL}
    scale: Any = {"vmin": -1, "vmax": 1, "cmap": colours, "cbar": False, "linewidths": 1.5}
    seaborn.heatmap(shades, ax=axes, annot=words, fmt="", annot_kws=style, **scale)
    headings = [with_unit(titles[name]["title"], Difference(titles[name]).unit) for name in columns]
    axes.set_xticklabels([wrapped(heading, COLUMN - 0.05, SMALL) for heading in headings], fontsize=SMALL)
    axes.set_yticklabels([wrapped(_name(panel, panels), NAMES, SMALL) for panel in panels], rotation=0)
    axes.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)
    return made


def _shade(row: Row | None) -> float:
    """Return how strongly a square is coloured: by how many smallest differences that matter there are, up to ten."""
    if row is None or row["verdict"] not in ("more", "less"):
        return 0.0
    return float(max(-1.0, min(1.0, row["estimate"] / row["margin"] / 10 + (0.3 if row["estimate"] > 0 else -0.3))))


def _words(row: Row | None) -> str:
    if row is None or row["estimate"] is None:
        return ""
    return signed(Difference(row).show)(row["estimate"]).replace("-", MINUS) + (
        " ?" if row["verdict"] == "unclear" else ""
    )
