"""The picture of a comparison of decks: a panel for each of the main measures, a row for each deck."""

from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

PANELS = (
    *("gambits", "lead_change_rate", "comebacks", "drama"),
    *("stakes", "triggers_per_play", "special_flights", "purchases"),
    *("debts", "leader_gambit", "skill_share", "decisiveness"),
)
ACROSS = 4
COLOURS = {"more": "#b35806", "less": "#2166ac", "same": "0.35", "unclear": "0.55", None: "0.1"}  # seen by all eyes
WIDTH, ROW, HEAD = 2.5, 0.3, 0.75  # inches: of a panel, of a deck's row, above and below the rows

Row = dict[str, Any]


def draw(measures: pl.DataFrame, differences: pl.DataFrame) -> Figure:
    """Return the figure of the main tables of the first number of players.

    Points with intervals; a band of the smallest difference that matters around the first deck. Filled points differ
    by more than that, hollow ones are the same or cannot be told.
    """
    main = measures.filter(pl.col("main"), pl.col("players") == pl.col("players").first())
    verdicts = _by_key(differences.filter("main")) if differences.height else {}
    panels = [name for name in PANELS if _worth_a_panel(main.filter(metric=name))]
    rows = -(-len(panels) // ACROSS)
    decks = main["deck"].n_unique()
    figure = Figure(figsize=(WIDTH * ACROSS + 1, rows * (HEAD + ROW * decks) + 0.7), layout="constrained")
    places = figure.subplots(rows, ACROSS, sharey=True, squeeze=False).ravel()
    for place, name in zip(places, panels, strict=False):
        _panel(place, main.filter(metric=name).to_dicts(), verdicts)
    for place in places[len(panels) :]:
        place.set_axis_off()
    text = "Filled: more (orange) or less (blue) than in {} by more than what would matter, the grey band"
    figure.suptitle(text.format(main["deck"][0]), x=0.01, ha="left", fontsize=10)
    return figure


def _by_key(differences: pl.DataFrame) -> dict[tuple[str, str], Row]:
    return {(row["deck"], row["metric"]): row for row in differences.to_dicts()}


def _worth_a_panel(rows: pl.DataFrame) -> bool:
    return bool(rows.height and (rows["estimate"] != 0).any() and rows["low"].is_not_null().all())


def _panel(axes: Axes, rows: list[Row], verdicts: dict[tuple[str, str], Row]) -> None:
    axes.set_title(_title(rows[0]), loc="left", fontsize=9, weight="bold")
    told = [verdicts.get((row["deck"], row["metric"])) for row in rows]
    _band(axes, rows[0]["estimate"], next((each["margin"] for each in told if each), 0.0))
    for place, (row, difference) in enumerate(zip(rows, told, strict=True)):
        _point(axes, place, row, difference["verdict"] if difference else None, _decimals(rows))
    axes.set_yticks(range(len(rows)), [row["deck"] for row in rows])
    axes.set_ylim(len(rows) - 0.4, -0.75)
    axes.margins(x=0.12)
    axes.tick_params(axis="y", length=0)
    axes.tick_params(axis="both", labelsize=8)
    axes.spines[["top", "right", "left"]].set_visible(False)


def _title(row: Row) -> str:
    if row["unit"] in row["title"] or row["unit"].startswith("in "):
        return f"{row['title']} {row['unit']}" if row["unit"].startswith("in ") else str(row["title"])
    return f"{row['title']}, {row['unit']}"


def _decimals(rows: list[Row]) -> int:
    """Return how many digits are worth showing: one more than the widest interval leaves in doubt."""
    return 1 if max(row["high"] - row["low"] for row in rows) < 10 else 0


def _band(axes: Axes, middle: float, margin: float) -> None:
    axes.axvspan(middle - margin, middle + margin, color="0.93", zorder=0, linewidth=0)
    axes.axvline(middle, color="0.75", linewidth=0.8, zorder=1)


def _point(axes: Axes, place: int, row: Row, verdict: str | None, decimals: int) -> None:
    colour = COLOURS[verdict]
    filled = colour if verdict in ("more", "less", None) else "w"
    axes.plot([row["low"], row["high"]], [place, place], color=colour, linewidth=1.2, zorder=2)
    axes.plot([row["estimate"]], [place], "o", markersize=4.5, color=colour, markerfacecolor=filled, zorder=3)
    style: Any = {"textcoords": "offset points", "ha": "center", "va": "bottom", "fontsize": 7, "color": colour}
    axes.annotate(f"{row['estimate']:,.{decimals}f}", (row["estimate"], place), (0, 4), zorder=4, **style)
