"""What a comparison of decks says, in sentences that follow from its numbers, and in no stronger words than these."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from math import floor, log10
from statistics import median
from typing import Any

Data = dict[str, Any]
Row = dict[str, Any]
Show = Callable[[float], str]

SHOWN = (  # in the terminal, and told about; --json and --markdown have all
    *("gambits", "rounds_per_gambit", "lead_changes", "lead_change_rate", "half_leader_wins", "comebacks", "behind"),
    *("drama", "decisiveness", "safe_from", "stakes", "max_stakes", "power_gold", "triggers_per_play"),
    *("special_flights", "purchases", "debts", "emptied", "end_out_of_gold", "end_enough_gold"),
    *("end_gambits_played", "end_players_left", "unfinished", "ties", "skill_share"),
)
NAMED_ALONE = 3  # other decks that are each told about, with their intervals; more are told about together
MOST_TOLD = 3  # further differences


def sentences(data: Data) -> list[str]:
    """Return two or three sentences that say what differs: the first question, what else, and how much is open."""
    rows = [row for row in data["tables"]["differences"] if row["main"]]
    asked = [row for row in rows if row["primary"]]
    others = [row for row in rows if not row["primary"] and (not asked or row["group"] != asked[0]["group"])]
    told = [_question(data, asked)] if asked else []
    return [*told, _what_else(data, others), _counted(data, rows)]


# --- the first question -----------------------------------------------------------------------------------


def _question(data: Data, rows: list[Row]) -> str:
    first = value_of(data, data["decks"][0], rows[0]["metric"])
    head = f"{capital(subject(rows[0]))}: {amount(first, decimals([first]))} in {data['decks'][0]}"
    told = [_alone(row) for row in rows] if len(rows) <= NAMED_ALONE else list(_grouped(rows))
    return f"{head}; {'; '.join(told)}."


def _alone(row: Row) -> str:
    show = decimals([row])
    between = f"[{_signed(row['low'], show)}, {_signed(row['high'], show)}]"
    if row["verdict"] in ("more", "less"):
        return f"{show(abs(row['estimate']))} {row['verdict']} in {row['deck']} {between}"
    if row["verdict"] == "same":
        return f"no difference that matters in {row['deck']} {between}"
    needs = f", about {games(row['games_needed'])} games a table would tell" if row["games_needed"] else ""
    return f"whether {row['deck']} differs cannot be told yet {between}{needs}"


def _signed(value: float | None, show: Show) -> str:
    return "?" if value is None else ("+" if value >= 0 else "") + show(value)


def _grouped(rows: list[Row]) -> Iterable[str]:
    """Tell about many decks by their verdicts."""
    for word in ("more", "less"):
        there = sorted((row for row in rows if row["verdict"] == word), key=lambda row: abs(row["estimate"]))
        if there:
            least, most = there[0], there[-1]
            show = decimals(there)
            by = f"by {show(abs(least['estimate']))} in {least['deck']}"
            by += f" to {show(abs(most['estimate']))} in {most['deck']}" if most is not least else ""
            yield f"{word} in {_count(len(there), len(rows))}, {by}"
    same, unclear = (_decks(rows, word) for word in ("same", "unclear"))
    if same:
        yield f"no difference that matters in {listed(same)}"
    if unclear:
        yield f"it cannot be told yet for {listed(unclear)}"


def _count(there: int, of: int) -> str:
    return f"all {of} others" if there == of else f"{there} of {of} others"


def _decks(rows: list[Row], word: str) -> list[str]:
    return [row["deck"] for row in rows if row["verdict"] == word]


# --- what else --------------------------------------------------------------------------------------------


def _what_else(data: Data, rows: list[Row]) -> str:
    """Name the clearest further differences, in smallest differences that matter, from different groups."""
    known = [row for row in rows if row["verdict"] in ("more", "less") and row["metric"] in SHOWN]
    chosen: list[Row] = []
    for row in sorted(known, key=_size, reverse=True):
        if len(chosen) < MOST_TOLD and row["group"] not in {each["group"] for each in chosen}:
            chosen.append(row)
    if not chosen:
        return "Apart from that, no difference was found that is sure to matter."
    return f"Apart from that, what differs most: {listed([_from_to(data, row) for row in chosen])}."


def _size(row: Row) -> float:
    return float(abs(row["estimate"]) / (row["margin"] or 1.0))


def _from_to(data: Data, row: Row) -> str:
    here, there = (value_of(data, deck, row["metric"]) for deck in (row["deck"], data["decks"][0]))
    show = decimals([here, there])
    return f"{subject(row)} ({amount(here, show)} in {row['deck']}, {amount(there, show)} in {data['decks'][0]})"


# --- how much of it is sure -------------------------------------------------------------------------------


def _counted(data: Data, rows: list[Row]) -> str:
    words = [row["verdict"] for row in rows]
    clear, same, unclear = words.count("more") + words.count("less"), words.count("same"), words.count("unclear")
    parts = [f"{clear} matter{_holding(data)}", f"{same} are too small to matter"]
    if unclear:
        parts.append(f"{unclear} cannot be told yet{_needed(rows)}")
    return f"Of all {len(rows)} differences, {listed(parts)}."


def _needed(rows: list[Row]) -> str:
    """Say how many games would tell half of what cannot be told yet."""
    wanted = [row["games_needed"] for row in rows if row["verdict"] == "unclear" and row["games_needed"]]
    if not wanted:
        return ""
    enough = float(f"{median(wanted):.2g}")
    return f" ({'half of them ' if len(wanted) > 1 else ''}with about {games(int(enough))} games a table)"


def _holding(data: Data) -> str:
    """Say how many of the clear differences hold at the tables of other strategies, too."""
    others = [table for table in data["strategies"] if table != data["main_table"]]
    clear = {(row["deck"], row["metric"]) for row in data["tables"]["differences"] if _clear(row)}
    found = [row["holds"] for row in data["tables"]["across"] if (row["deck"], row["metric"]) in clear]
    if not others or not found:
        return ""
    return f" ({sum(map(bool, found))} of them also where all play {listed(others, ' or ')})"


def _clear(row: Row) -> bool:
    return bool(row["main"]) and row["verdict"] in ("more", "less")


def exceptions(data: Data, shown: Collection[str] = SHOWN) -> list[tuple[str, str]]:
    """Return the metrics whose verdicts do not hold everywhere, and where they do not."""
    titles = {row["metric"]: label(row) for row in data["tables"]["measures"]}
    found: dict[str, list[Row]] = {}
    for row in data["tables"]["across"]:
        if row["holds"] is False and row["metric"] in shown:
            found.setdefault(row["metric"], []).append(row)
    tell = _by_deck if len(data["decks"]) <= 1 + NAMED_ALONE else _by_table
    return [(titles[metric], tell(rows)) for metric, rows in found.items()]


def _by_deck(rows: list[Row]) -> str:
    return listed([f"{row['deck']} (not {row['against']})" for row in rows])


def _by_table(rows: list[Row]) -> str:
    tables = Counter(table for row in rows for table in row["against"].split(", "))
    return "not " + listed([f"{table} ({count} deck{'s' * (count > 1)})" for table, count in tables.most_common()])


def reliability(data: Data) -> str:
    """Say how good the chances are that drama is told by; empty if no gambits were recorded."""
    models = data["tables"]["models"]
    if not models:
        return ""
    off, explained, played = (_range(models, name, show) for name, show in _MODEL)
    return (
        f"Drama is told by chances to win, estimated from gold after each gambit of {played} games a table and checked"
        f" on games that had no part in it: off by {off} points on average, they explain {explained} % of who wins."
    )


_MODEL: tuple[tuple[str, Show], ...] = (
    ("off", lambda value: f"{100 * value:.1f}"),
    ("explained", lambda value: f"{100 * value:.0f}"),
    ("games", lambda value: f"{value:,.0f}"),
)


def _range(rows: list[Row], name: str, show: Show) -> str:
    values = [row[name] for row in rows if row[name] is not None]
    ends = dict.fromkeys((show(min(values)), show(max(values)))) if values else {"-": None}
    return " to ".join(ends)


# --- words and numbers ------------------------------------------------------------------------------------


def value_of(data: Data, deck: str, metric: str) -> Row:
    """Return a measure at the main table, or at the mixed one."""
    rows = data["tables"]["measures"]
    return next(row for row in rows if row["main"] and row["deck"] == deck and row["metric"] == metric)


def label(row: Row) -> str:
    """Return a metric's title for a table, where its group is the heading."""
    return f"{row['title']} {row['unit']}" if row["unit"] in ("%", "%²") else str(row["title"])


def subject(row: Row) -> str:
    """Return a metric's title for a sentence."""
    return f"{row['title']} {row['unit']}" if row["unit"].startswith("in ") else str(row["title"])


def amount(row: Row, show: Show) -> str:
    """Return a measure with its unit, for a sentence."""
    unit = row["unit"] if row["unit"] in ("%", "gold", "points") else ""
    return f"{show(row['estimate'])} {unit}".rstrip()


def decimals(rows: Sequence[Row]) -> Show:
    """Return how numbers are shown: to the first digit that the widest interval leaves in doubt, two at most."""
    halves = [(row["high"] - row["low"]) / 2 for row in rows if row["low"] is not None and row["high"] is not None]
    widest = max(halves, default=0.0)
    places = min(2, max(0, -floor(log10(widest)))) if widest > 0 else 1
    return lambda value: f"{value:,.{places}f}"


def interval(row: Row, show: Show) -> str:
    """Return an estimate with half of its interval, which is never shown as nothing."""
    if row["estimate"] is None:
        return "-"
    if row["low"] is None or row["high"] is None:
        return show(row["estimate"])
    half, unit = (row["high"] - row["low"]) / 2, 10.0 ** -len(show(0.0)[2:])
    return f"{show(row['estimate'])} ±{show(max(half, unit) if half > 0 else 0.0)}"


def listed(parts: Sequence[str], last: str = " and ") -> str:
    """Return parts as a list in a sentence."""
    return ", ".join(parts[:-1]) + last + parts[-1] if len(parts) > 1 else "".join(parts)


def capital(text: str) -> str:
    """Return a text that begins with a capital."""
    return text[:1].upper() + text[1:]


def games(count: int) -> str:
    """Return a number of games as one says it."""
    return f"{count / 1_000_000:.2g} million" if count >= 1_000_000 else f"{count:,}"
