"""What the table of a deck's cards says, in sentences made from its numbers."""

from collections.abc import Sequence
from math import ceil
from statistics import median

from tda_sim.report.cards_rows import (
    MAIN,
    CardRow,
    Row,
    Tables,
    at,
    card_rows,
    first_cell,
    interval,
    plus_minus,
    surely,
    titles,
)

RELIABLE, ROUGH = 0.99, 0.9
MOST_NAMED = 3
PRECISE = ((MAIN, "draw values", "gold", 2), ("dealt", "dealt values", "points", 1), ("power", "powers", "gold", 2))
DRIFT = 0.3  # gold that the third gambit adds or takes: more is told


def opening(tables: Tables) -> list[str]:
    """Return two or three sentences: the best and worst cards, the powers, and how far the list can be trusted."""
    rows = [row for row in card_rows(tables) if row.values[MAIN]["low"] is not None]
    if not rows:
        return ["Too few games: no card was drawn often enough to say what it is worth."]
    return [_extremes(rows), *_powers(rows), _trust(tables)]


def _extremes(rows: Sequence[CardRow]) -> str:
    best, worst = rows[0], rows[-1]
    high = [row.title for row in rows if row.values[MAIN]["best"] == 1 and row is not best]
    low = [row.title for row in rows if row.values[MAIN]["worst"] == len(rows) and row is not worst]
    return (
        f"Best to draw is {best.title}{_tied(high)}: {plus_minus(best.values[MAIN])} gold over the next two gambits,"
        f" against a random card of the pile. Worst is {worst.title}{_tied(low)}: {plus_minus(worst.values[MAIN])}."
    )


def _tied(others: Sequence[str]) -> str:
    """Return who shares an end of the list, in brackets."""
    if not others:
        return ""
    if len(others) > MOST_NAMED:
        return f" (tied with {len(others)} others)"
    return f" (tied with {listed(others)})"


def listed(names: Sequence[str]) -> str:
    """Return names as one says them: a, b and c."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else "none"


def _powers(rows: Sequence[CardRow]) -> list[str]:
    powers = [row for row in rows if "power" in row.values and row.values["power"]["low"] is not None]
    if not powers:
        return []
    by_worth = sorted(powers, key=lambda row: -row.values["power"]["estimate"])
    helps, harms = (sum(surely(row.values["power"]) == sign for row in powers) for sign in (1, -1))
    told = f"{helps} of {len(powers)} powers are surely worth something to the holder"
    if helps:
        told += f", most of all that of {by_worth[0].title} ({plus_minus(by_worth[0].values['power'])} gold)"
    if harms:
        told += f"; {harms} surely cost the holder, most of all that of {by_worth[-1].title}"
        told += f" ({plus_minus(by_worth[-1].values['power'])})"
    return [told + "."]


def _trust(tables: Tables) -> str:
    reliable = checks(tables)[f"reliability_{MAIN}"]["estimate"]
    if reliable >= RELIABLE:
        return f"Played again, this list would come out the same: its reliability is {reliable:.3f}."
    rough = "rough still" if reliable < ROUGH else "nearly settled"
    games = tables["cells"]["games"][0]
    needed = f", about {wanted(games, reliable):,} games would bring {RELIABLE}" if reliable > 0 else ""
    return f"The list is {rough}: its reliability is {reliable:.3f}{needed}."


def wanted(games: int, reliable: float) -> int:
    """Return about how many games bring a list to `RELIABLE`, rounded up to two digits: noise falls as 1 / games."""
    needed = games * (1 - reliable) / reliable * RELIABLE / (1 - RELIABLE)
    digit: int = 10 ** max(0, len(str(int(needed))) - 2)
    return ceil(needed / digit) * digit


def checks(tables: Tables) -> dict[str, Row]:
    """Return the checks of the main table by name."""
    return {row["check"]: row for row in at(tables, "checks", first_cell(tables))}


# --- how far it carries -----------------------------------------------------------------------------------


def carrying(tables: Tables) -> list[str]:
    """Return how far the values carry: to wins, to later gambits, to other tables."""
    return [*_precision(tables), *_link(tables), *_horizon(tables), *_others(tables), *_pairing(tables)]


def _precision(tables: Tables) -> list[str]:
    told = []
    for name, title, unit, digits in PRECISE:
        rows = (row for row in at(tables, "values", first_cell(tables)) if row["value"] == name)
        half = [(row["high"] - row["low"]) / 2 for row in rows if row["low"] is not None]
        told += [f"{title} ±{median(half):.{digits}f} {unit}"] if half else []
    return [f"Precision, for all cards at once (median): {', '.join(told)}; half of that takes four times the games."]


def _link(tables: Tables) -> list[str]:
    found = checks(tables)
    if "link" not in found:
        return []
    off = [row for row in at(tables, "link", first_cell(tables)) if surely(row)]
    off.sort(key=lambda row: -abs(row["estimate"]))
    named = [f"{titles(tables)[row['card']]} ({row['estimate']:+.1f})" for row in off[:MOST_NAMED]]
    told = (
        f"Wins: a gold of draw value goes with {interval(found['link'])} points of dealt value"
        f" (correlation {found['link_correlation']['estimate']:.2f})"
    )
    return [told + (f"; off that line by more than chance: {len(off)} cards, {listed(named)}." if off else ".")]


def _horizon(tables: Tables) -> list[str]:
    rows = [row for row in at(tables, "horizons", first_cell(tables)) if row["estimate"] is not None]
    moved = [row for row in rows if surely(row) and abs(row["estimate"]) > DRIFT]
    moved.sort(key=lambda row: -abs(row["estimate"]))
    if "growth" not in checks(tables):
        return []
    told = f"Horizon: after three gambits values are {checks(tables)['growth']['estimate']:.2f} times those after two"
    if not moved:
        return [told + f", and no card's moves by more than {DRIFT} gold."]
    named = [f"{titles(tables)[row['card']]} ({row['estimate']:+.1f})" for row in moved[:MOST_NAMED]]
    return [told + f"; but {len(moved)} cards still move by more than {DRIFT} gold, most of all {listed(named)}."]


def _others(tables: Tables) -> list[str]:
    here = first_cell(tables)
    found = [row for row in at(tables, "agreement", here) if row["value"] == MAIN and row["other"] != row["table"]]
    if not found:
        return []
    orders = listed([f"{row['estimate']:.2f} with {row['other']}" for row in found if row["estimate"] is not None])
    rows = [row for row in at(tables, "robust", here | {"table": None}) if row["value"] == MAIN]
    changing = [titles(tables)[row["card"]] for row in rows if row["robust"] == "depends on who plays"]
    told = f"Other tables: the order of the cards correlates {orders}"
    if not changing:
        return [told + "; no card is surely good at one table and bad at another."]
    some = f", among them {listed(changing[:MOST_NAMED])}" if len(changing) > MOST_NAMED else f": {listed(changing)}"
    return [told + f"; {len(changing)} cards change sign with who plays{some}."]


def _pairing(tables: Tables) -> list[str]:
    rows = [row for row in at(tables, "powers", first_cell(tables)) if row["value"] == "power"]
    known = sorted(row["correlation"] for row in rows if row["correlation"] is not None)
    if not known:
        return []
    gains = sorted(row["gain"] for row in rows if row["gain"] is not None)
    return [
        f"Powers: the same shuffles with and without the power correlate {known[len(known) // 2]:.2f} (median), which"
        f" saves as much as {gains[len(gains) // 2]:.2f} times the games; {rows[0]['games']:,} games for each card."
    ]
