"""The site's pages of cards and of house rules: what each is, and what the published answers say of it.

Their addresses stay: ``cards/druid.html``, ``house-rules/four-rounds.html``. They are Markdown, made when the site is,
and repeat lines of the tables in `docs/answers/`, so a number of theirs is a number of an answer.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from markdown_tables import TABLE, anchor, table

from tda_sim import definitions
from tda_sim.answers.decks import dice_rule, rule
from tda_sim.definitions import library
from tda_sim.definitions.titles import deck_title
from tda_sim.lab.page import address
from tda_sim.measures.tiers import OTHERWISE
from tda_sim.rendering.markdown import markdown
from tda_sim.rendering.model import Document

ROOT = Path(__file__).resolve().parents[1]
ANSWERS, SCENARIOS = ROOT / "docs" / "answers", ROOT / "tests" / "scenarios"
EDITIONS = ("original", "emperors-gambit", "legendary")
CARDS, RULES, DICE_RULES = "cards", "house-rules", "house-rules/dice"  # folders of the site
RULED = "legendary"  # the deck that published answers lay house rules over
PLAYERS = 4
WORTH = ("tier", "drawn, points", "from the start, points", "rank", "power, points", "played, %", "tables that agree")
MARK = "\\*"
OTHER_TIER = f"{MARK} certainly in another tier where all play like some other able player."
OTHER_SIDE = f"{OTHERWISE} certainly on the other side of the average when held from the start."
LEGEND = "▲ more, or better; ▼ less, or worse; = no difference that matters; ? cannot tell yet."
WHO = "Numbers are from tables of four regular players, a level of play; the answers say how far others agree."

Row = dict[str, str]  # of a table: cells by the head of their column


@dataclass
class Thing:
    """A card or a colour: its title, and the decks that have it, by what is printed on it."""

    title: str
    prints: dict[tuple[str, ...], list[str]] = field(default_factory=dict)  # side, strengths, power, ante
    strengths: set[int] = field(default_factory=set)  # of a colour
    decks: list[str] = field(default_factory=list)


def pages() -> dict[Path, str]:
    """Return the pages as Markdown, by where they would lie in the project."""
    cards = {ROOT / CARDS / f"{name}.md": card_page(name) for name in things()}
    rules = {ROOT / folder / f"{name}.md": rule_page(name, folder) for name, folder in house_rules()}
    lists = {ROOT / CARDS / "README.md": card_list(), ROOT / RULES / "README.md": rule_list()}
    return cards | rules | lists


# --- cards ------------------------------------------------------------------------------------------------


@cache
def things() -> dict[str, Thing]:
    """Return every card of a deck that ships, and every colour, by name: those of the editions come first."""
    made: dict[str, Thing] = {}
    for deck in dict.fromkeys([*EDITIONS, *library.available("deck")]):
        known = definitions.describe(definitions.load_deck(deck))
        for colour in known["colours"]:
            _add(made, deck, colour, colour["title"] + "s", colour["strengths"])
        for card in known["unique_cards"]:
            _add(made, deck, card, card["title"], [card["strength"]])
    return made


def _add(made: dict[str, Thing], deck: str, card: Mapping[str, Any], title: str, strengths: Sequence[int]) -> None:
    thing = made.setdefault(card["name"], Thing(title))
    side = ", ".join([card["alignment"], *["god"] * card.get("dragon_god", False), *card["tags"]])
    printed = (side, " ".join(map(str, strengths)), card["power"], card.get("ante", ""))
    thing.prints.setdefault(printed, []).append(deck)
    thing.decks.append(deck)
    thing.strengths |= {*strengths} if "strengths" in card else set()


def card_page(name: str) -> str:
    """Return the page of a card, or of the dragons of a colour."""
    thing = things()[name]
    edition = next((deck for deck in EDITIONS if deck in thing.decks), thing.decks[0])
    asked = name if not thing.strengths else f"{name}-{max(thing.strengths)}"
    return _joined(
        f"# {thing.title}",
        _prints(thing),
        *_worth(thing),
        *_by_players(thing),
        *_effect_on_games(thing),
        *_of_card(name),
        "## Ask more",
        f"```console\n$ tda cards {edition} {asked}\n$ tda cards {edition} --by players\n```",
        "[All cards](README.md)",
    )


def _prints(thing: Thing) -> str:
    """Return what is printed on a card, and in which decks."""
    rows = [
        (side, strengths, " In the ante: ".join(filter(None, (power, ante))) or "no power", _deck_titles(decks))
        for (side, strengths, power, ante), decks in thing.prints.items()
    ]
    return "\n".join(table(("side", "strengths" if thing.strengths else "strength", "what it does", "in"), rows))


def _deck_titles(decks: Iterable[str]) -> str:
    return "; ".join(map(deck_title, decks))


def _worth(thing: Thing) -> Iterator[str]:
    """Yield the draw value of a card, and what else tells how good it is, in each edition."""
    rows = []
    for deck in EDITIONS:
        dealt = _by_card(f"cards-{deck}", "What the cards do", "tier")
        known = _by_card(f"cards-{deck}", "How far to trust the list", "rank")
        for title in _titles(thing):
            if title in dealt and title in known:
                row = dealt[title] | known[title]
                rows.append((_edition(deck, f"cards-{deck}"), *_dragon(thing, title), *(row[c] for c in WORTH)))
    if rows:
        head = ("edition", *_dragon(thing, "card"), *WORTH)
        yield "## What it is worth"
        yield (
            "Points of win rate above an average card, for the player who draws it or holds it from the start;"
            f" [how that is measured](../docs/card-values.md). {WHO}"
        )
        yield "\n".join(table(head, rows, len(head) - len(WORTH) + 1))
        marks = {MARK: OTHER_TIER, OTHERWISE: OTHER_SIDE}
        used = [text for mark, text in marks.items() if any(mark in cell for row in rows for cell in row)]
        yield " ".join([LEGEND, *used])


def _by_players(thing: Thing) -> Iterator[str]:
    """Yield the draw value of a card with two to six players."""
    columns = [f"{players} players" for players in range(2, 7)]
    rows = []
    for deck in EDITIONS:
        page = f"cards-{deck}-by-players"
        known = {_plain(row[""]): row for row in rows_of(page, "draw value, points", columns[0])}
        for title in _titles(thing):
            if title in known:
                values = (known[title][column] for column in columns)
                rows.append((_edition(deck, page), *_dragon(thing, title), *values))
    if rows:
        yield "## With two players, or six"
        yield "Draw value, in points of win rate above an average card."
        words = ("edition", *_dragon(thing, "card"))
        yield "\n".join(table((*words, *columns), rows, len(words)))


def _effect_on_games(thing: Thing) -> Iterator[str]:
    """Yield what a card does to games in which it is, by decks whose cards chance chose."""
    rows, head = [], [""]
    for deck in ("every-card", "legendary", "original"):
        page = f"composition-{deck}"
        for row in rows_of(page, "What each part does", "part"):
            if _plain(row["part"]) in (thing.title, thing.title.removesuffix(" Dragons")):
                head = ["cards from", *list(row)[1:]]
                rows.append((_edition(deck, page), *list(row.values())[1:]))
    if rows:
        yield "## What it does to the game"
        yield f"A game with it, less a game without it, in decks whose parts chance chose. {LEGEND}"
        yield "\n".join(table(head, rows, 1))


def _of_card(name: str) -> Iterator[str]:
    """Yield the house rules that change a card, and the positions that show how it works."""
    dragons = {f"{name}-{strength}" for strength in things()[name].strengths}
    changed = [
        f"[{_shown(each, RULES).data['title']}](../{RULES}/{each}.md)"
        for each in library.available("house-rule")
        if any(card["name"] in (name, *dragons) for card in _shown(each, RULES).data["cards"])
    ]
    if changed:
        yield f"House rules that change it: {', '.join(changed)}."
    shown = [
        f"[{deck_title(deck)}](../tests/scenarios/{deck}/{name}.yaml)"
        for deck in EDITIONS
        if (SCENARIOS / deck / f"{name}.yaml").exists()
    ]
    if shown:
        yield f"Positions that show how it works, each with its outcome: {', '.join(shown)}."


def _titles(thing: Thing) -> list[str]:
    """Return what answers call a card, or the dragons of a colour."""
    if not thing.strengths:
        return [thing.title]
    return [f"{thing.title.removesuffix('s')} {strength}" for strength in sorted(thing.strengths, reverse=True)]


def _dragon(thing: Thing, cell: str) -> list[str]:
    """Return a cell that says which dragon of a colour a line is about; other cards need none."""
    return [cell] if thing.strengths else []


def _by_card(page: str, heading: str, column: str) -> dict[str, Row]:
    """Return lines of a table by card; the marks of a card's tier stand at the tier instead of the card."""
    rows = {_plain(row["card"]): row for row in rows_of(page, heading, column)}
    tiers = {card: row["tier"] + row["card"][len(card) :] for card, row in rows.items() if "tier" in row}
    return rows | {card: rows[card] | {"tier": tier} for card, tier in tiers.items()}


def _edition(deck: str, page: str) -> str:
    """Return an edition's title, as a link to an answer on it."""
    return f"[{deck_title(deck)}](../docs/answers/{page}.md)"


def card_list() -> str:
    """Return the list of all cards, with their draw value in each edition."""
    known = [_by_card(f"cards-{deck}", "What the cards do", "tier") for deck in EDITIONS]
    rows = []
    for name, thing in sorted(things().items(), key=lambda item: (not item[1].strengths, item[1].title)):
        cells = [_span(each[title]["drawn, points"] for title in _titles(thing) if title in each) for each in known]
        rows.append((f"[{thing.title}]({name}.md)", next(iter(thing.prints))[2] or "no power", *cells))
    return _joined(
        "# Cards",
        f"Every card of a deck that ships. Draw values are points of win rate above an average card. {WHO}",
        "\n".join(table(("card", "what it does", *map(deck_title, EDITIONS)), rows, 2)),
    )


def _span(values: Iterable[str]) -> str:
    """Return the one value, or the smallest and the largest of a colour's, without their intervals."""
    every = sorted((value.split(" ")[0] for value in values), key=float)
    return every[0] if len(every) == 1 else f"{every[0]} to {every[-1]}" if every else ""


# --- house rules ------------------------------------------------------------------------------------------


def house_rules() -> list[tuple[str, str]]:
    """Return the names of the house rules that ship, and the folders of their pages."""
    kinds = {"house-rule": RULES, "dice-house-rule": DICE_RULES}
    return [(name, folder) for kind, folder in kinds.items() for name in library.available(kind)]


@cache
def _shown(name: str, folder: str) -> Document:
    """Return what `tda rules show` prints of a house rule."""
    return dice_rule(name) if folder == DICE_RULES else rule(name)


@cache
def rule_page(name: str, folder: str) -> str:
    """Return the page of a house rule."""
    is_dice = folder == DICE_RULES
    head, *parts = markdown(_shown(name, folder)).strip().split("\n\n")
    title = head.removeprefix("## ").partition(" (")[0]
    said = [part for part in parts if not part.startswith("tda ")]
    deck, page = ("dice-gambit", "dice-gambit-house-rules") if is_dice else (RULED, "house-rules")
    up = "../" * (folder.count("/") + 1)
    commands = [f"$ tda house-rule {deck} {name}"]
    if not is_dice:
        commands += [f"$ tda house-rule {deck} {name} --by players", f"$ tda lab {deck} --rules {name} --out lab.html"]
    return _joined(
        f"# {title}",
        *said,
        *_changes(title, page, deck, up),
        "## Try it",
        *_in_lab(name, is_dice, up),
        "```console\n" + "\n".join(commands) + "\n```",
        f"[All house rules]({up}{RULES}/README.md)",
    )


def _changes(title: str, page: str, deck: str, up: str) -> Iterator[str]:
    """Yield what a house rule does to a game, as published."""
    glance = rows_of(page, "At a glance", "rule")
    rows = [row for row in glance if row["rule"] in ("As printed", title)]
    if len(rows) < 2:
        return
    yield "## What it does"
    link = f"{up}docs/answers/{page}.md"
    who = WHO if deck == RULED else ""
    yield f"{deck_title(deck)}, four players, on the same shuffles: [all house rules]({link}). {who}".strip()
    yield "\n".join(table(list(rows[0]), [list(row.values()) for row in rows], 1))
    yield f"{LEGEND} {MARK} not whoever plays, or not known to be."
    for row in rows_of(page, "Rule by rule", "what it changes"):
        if row["rule"] == title:
            said = row["what it changes"]
            yield f"{said[:1].upper()}{said[1:]}."
    by_players = f"{deck_title(deck)} + {title}: difference to {deck}"
    if rows_of("house-rules-by-players", by_players, "2 players"):
        yield f"[With two players, or six]({up}docs/answers/house-rules-by-players.md#{anchor(by_players)})"


def _in_lab(name: str, is_dice: bool, up: str) -> Iterator[str]:
    """Yield a link to the lab, which lays the rule over a deck, if it can."""
    if is_dice:
        return
    for deck in (RULED, "original"):
        if (state := address(deck, PLAYERS, [name])) != address(deck, PLAYERS, []):
            yield f"[Play it in the lab]({up}lab.html#deck={deck}&{state}), beside the printed {deck_title(deck)}."
            return


def rule_list() -> str:
    """Return the list of all house rules."""
    parts = ["# House rules", "Each changes a deck, or the rules that it is played by."]
    for folder, heading in ((RULES, "For cards"), (DICE_RULES, "For the Dice Gambit")):
        rows = []
        for name, place in house_rules():
            if place == folder:
                title, text, *_ = rule_page(name, folder).split("\n\n")
                rows.append((f"[{title.removeprefix('# ')}]({os.path.relpath(folder, RULES)}/{name}.md)", text))
        parts += [f"## {heading}", "\n".join(table(("rule", "what it changes"), rows))]
    return _joined(*parts)


# --- answers ----------------------------------------------------------------------------------------------


@cache
def rows_of(page: str, heading: str, column: str) -> list[Row]:
    """Return the lines of the first table below a heading of an answer that has a column."""
    text = (ANSWERS / f"{page}.md").read_text(encoding="utf-8")
    section = re.split(rf"^## {re.escape(heading)}$", text, maxsplit=1, flags=re.MULTILINE)
    if len(section) == 1:
        return []
    below = re.split(r"^## ", section[1], maxsplit=1, flags=re.MULTILINE)[0]
    for lines in TABLE.findall(below):
        head, _, *rest = (_cells(line) for line in lines.splitlines())
        if column in head:
            return [dict(zip(head, row, strict=True)) for row in rest]
    return []


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split(" | ")]


def _plain(cell: str) -> str:
    """Return a name without the marks behind it."""
    return cell.rstrip(MARK + OTHERWISE)


def _joined(*parts: str) -> str:
    return "\n\n".join(filter(None, parts)) + "\n"
