"""What a comparison of decks says, in sentences that follow from its numbers, and in no stronger words than these."""

from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import Any

Data = dict[str, Any]
Row = dict[str, Any]

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
    head = f"{capital(label(rows[0]))}: {number(first['estimate'])} in {data['decks'][0]}"
    told = [_alone(row) for row in rows] if len(rows) <= NAMED_ALONE else list(_grouped(rows))
    return f"{head}; {listed(told, '; ')}."


def _alone(row: Row) -> str:
    interval = f"[{signed(row['low'])}, {signed(row['high'])}]"
    if row["verdict"] in ("more", "less"):
        return f"{number(abs(row['estimate']))} {row['verdict']} in {row['deck']} {interval}"
    if row["verdict"] == "same":
        return f"no difference that matters in {row['deck']} {interval}"
    needs = f", about {games(row['games_needed'])} games a table would tell" if row["games_needed"] else ""
    return f"whether {row['deck']} differs cannot be told yet {interval}{needs}"


def _grouped(rows: list[Row]) -> Iterable[str]:
    """Tell about many decks by their verdicts."""
    for word in ("more", "less"):
        there = sorted((row for row in rows if row["verdict"] == word), key=lambda row: abs(row["estimate"]))
        if there:
            least, most = there[0], there[-1]
            by = f"by {number(abs(least['estimate']))} in {least['deck']}"
            by += f" to {number(abs(most['estimate']))} in {most['deck']}" if most is not least else ""
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
    clear = sorted((row for row in rows if row["verdict"] in ("more", "less")), key=_size, reverse=True)
    chosen: list[Row] = []
    for row in clear:
        if len(chosen) < MOST_TOLD and row["group"] not in {each["group"] for each in chosen}:
            chosen.append(row)
    if not chosen:
        return "Apart from that, no difference was found that is sure to matter."
    told = [_from_to(data, row) for row in chosen]
    return f"Apart from that, what differs most: {listed(told, '; ')}."


def _size(row: Row) -> float:
    return abs(row["estimate"]) / row["margin"] if row["margin"] else abs(row["estimate"])


def _from_to(data: Data, row: Row) -> str:
    here, there = (value_of(data, deck, row["metric"])["estimate"] for deck in (row["deck"], data["decks"][0]))
    return f"{label(row)}, {number(here)} in {row['deck']} against {number(there)} in {data['decks'][0]}"


# --- how much of it is sure -------------------------------------------------------------------------------


def _counted(data: Data, rows: list[Row]) -> str:
    words = [row["verdict"] for row in rows]
    clear, same, unclear = words.count("more") + words.count("less"), words.count("same"), words.count("unclear")
    parts = [f"{clear} matter{_holding(data)}", f"{same} are too small to matter"]
    if unclear:
        wanted = [row["games_needed"] for row in rows if row["verdict"] == "unclear" and row["games_needed"]]
        needs = f" (half of them with about {games(int(median(wanted)))} games a table)" if wanted else ""
        parts.append(f"{unclear} cannot be told yet{needs}")
    return f"Of {len(rows)} differences, {listed(parts)}."


def _holding(data: Data) -> str:
    """Say how many of the clear differences hold at the tables of other strategies, too."""
    others = [table for table in data["strategies"] if table != data["main_table"]]
    clear = {(row["deck"], row["metric"]) for row in data["tables"]["differences"] if _clear(row)}
    found = [row["holds"] for row in data["tables"]["across"] if (row["deck"], row["metric"]) in clear]
    if not others or not found:
        return ""
    return f" ({sum(map(bool, found))} of them also where all play {listed(others, last=' or ')})"


def _clear(row: Row) -> bool:
    return bool(row["main"]) and row["verdict"] in ("more", "less")


def exceptions(data: Data) -> list[tuple[str, str]]:
    """Return the metrics whose verdicts do not hold everywhere, with decks and the tables where they do not."""
    titles = {row["metric"]: label(row) for row in data["tables"]["measures"]}
    found: dict[str, list[str]] = {}
    for row in data["tables"]["across"]:
        if row["holds"] is False:
            found.setdefault(row["metric"], []).append(f"{row['deck']} (not {row['against']})")
    return [(titles[metric], listed(decks)) for metric, decks in found.items()]


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


_MODEL: tuple[tuple[str, Callable[[float], str]], ...] = (
    ("off", lambda value: f"{100 * value:.1f}"),
    ("explained", lambda value: f"{100 * value:.0f}"),
    ("games", lambda value: f"{value:,.0f}"),
)


def _range(rows: list[Row], name: str, show: Callable[[float], str]) -> str:
    values = [row[name] for row in rows if row[name] is not None]
    ends = dict.fromkeys((show(min(values)), show(max(values)))) if values else {"-": None}
    return " to ".join(ends)


# --- words and numbers ------------------------------------------------------------------------------------


def value_of(data: Data, deck: str, metric: str) -> Row:
    """Return a measure at the main table, or at the mixed one."""
    rows = data["tables"]["measures"]
    return next(row for row in rows if row["main"] and row["deck"] == deck and row["metric"] == metric)


def label(row: Row) -> str:
    """Return a metric's title with its unit, where the title does not say it."""
    if row["unit"] in ("%", "%²"):
        return f"{row['title']} {row['unit']}"
    named = row["unit"] in row["title"] or row["unit"] in ("times", "changes", "rounds", "cards")
    return str(row["title"]) if named else f"{row['title']}, {row['unit']}"


def listed(parts: Sequence[str], comma: str = ", ", last: str = " and ") -> str:
    """Return parts as a list in a sentence."""
    return comma.join(parts) if comma != ", " or len(parts) < 2 else comma.join(parts[:-1]) + last + parts[-1]


def capital(text: str) -> str:
    """Return a text that begins with a capital."""
    return text[:1].upper() + text[1:]


def number(value: float) -> str:
    """Return a number to three digits."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:#.3g}".rstrip(".")


def signed(value: float | None) -> str:
    """Return the end of an interval."""
    return "?" if value is None else f"{value:+.2g}" if abs(value) < 1 else f"{value:+.3g}"


def games(count: int) -> str:
    """Return a number of games, rounded, as one says it."""
    for unit, sign in ((1_000_000, " million"), (1_000, ",000")):
        if count >= unit:
            return f"{count / unit:.2g}{sign}" if unit > 1_000 else f"{round(count / unit):,}{sign}"
    return str(count)
