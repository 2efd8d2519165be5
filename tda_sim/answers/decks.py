"""`tda decks`: which decks and house rules there are, what is in a deck, and what a house rule changes."""

from collections.abc import Iterable
from typing import Any

from tda_sim import definitions
from tda_sim.answers.effects import broken, text_of
from tda_sim.documents import model as doc
from tda_sim.documents.model import Section

Data = dict[str, Any]

BROKEN = "cannot be loaded, see below"
CARDS = ["side", ">strength", "power"]
RULES = ["value", "meaning"]


def decks(name: str | None) -> doc.Document:
    """Return what decks and house rules there are, or what is in the one called ``name`` (or a path)."""
    if name is None:
        return _list(definitions.listing())
    if definitions.is_house_rule(name):
        return _house_rule(definitions.describe_house_rule(name))
    is_both = any(row["name"] == name for row in definitions.listing()["house_rules"])
    return _deck(definitions.describe(definitions.load_deck(name)) | {"also_a_house_rule": is_both})


def _sections(*blocks: doc.Block) -> list[Section]:
    return [Section("", [block]) for block in blocks]


def _list(data: Data) -> doc.Document:
    decks = [
        [row["name"], BROKEN, "", "", ""]
        if row["problems"]
        else [row["name"], row["title"], row["cards"], _players(row), row["rules"]]
        for row in data["decks"]
    ]
    rules = [[row["name"], BROKEN if row["problems"] else row["text"] or row["title"]] for row in data["house_rules"]]
    problems = [problem for row in data["decks"] + data["house_rules"] for problem in row["problems"]]
    tables = [
        doc.texts("", ["name", "title", ">cards", ">players", "rules"], decks),
        doc.texts("", ["name", "house rule"], rules),
    ]
    return doc.Document("Decks and house rules", sections=_sections(*tables, *broken(problems)), data=data)


def _players(row: Data) -> str:
    return f"{row['players']['min']} to {row['players']['max']}"


# --- a deck -----------------------------------------------------------------------------------------------


def _deck(data: Data) -> doc.Document:
    both = f"There is a house rule of that name, too: tda decks house-rules/{data['name']}.yaml"
    told = [data["text"], f"{_sizes(data)}, {_players(data)} players", both if data["also_a_house_rule"] else ""]
    dragons = [
        [row["title"], row["alignment"], " ".join(f"{strength:>2}" for strength in row["strengths"]), row["power"]]
        for row in data["colours"]
    ]
    rules, draw = data["rules"], data["draw"]
    digests = f"digests: cards {data['digests']['deck'][:12]}, rules {data['digests']['rules'][:12]}"
    sections = [
        Section("", [doc.Words(told), doc.Words((f"Note: {each}" for each in data["remarks"]), tone="warning")]),
        *_sections(
            doc.texts("", ["dragons", "side", "strengths", "power"], dragons),
            _cards("single dragons", data["single_dragons"]),
            _cards("unique cards", (card for card in data["unique_cards"] if not card["drawn"])),
        ),
        Section(
            "",
            [
                doc.Words([_draw(draw)] if draw else []),
                _cards("unique cards", (card for card in data["unique_cards"] if card["drawn"])),
            ],
        ),
        *_sections(
            doc.texts("", [f"rules: {rules['name']}", *RULES], _parameters(rules["parameters"])),
            doc.Words([digests], tone="quiet"),
        ),
    ]
    return doc.Document(f"{data['title']} ({data['name']})", sections=sections, data=data)


def _sizes(data: Data) -> str:
    sizes = data["sizes"]
    parts = [f"{count} {word}" for word, count in sizes.items() if word != "cards"]
    in_a_game = f", of which {data['cards']} are in a game" if data["draw"] else ""
    return f"{sizes['cards']} cards ({', '.join(parts)}){in_a_game}"


def _cards(title: str, cards: Iterable[Data]) -> doc.Table:
    def side(card: Data) -> str:
        return ", ".join([card["alignment"], *["god"] * card["dragon_god"], *["ante effect"] * bool(card["ante"])])

    return doc.texts(
        "", [title, *CARDS], [[card["title"], side(card), card["strength"], card["power"]] for card in cards]
    )


def _draw(draw: Data) -> str:
    picks = ", after every player has picked one of them" if draw["each_player_picks"] else ""
    shown = "; the players know which" if draw["shown"] else ""
    return f"{draw['cards']} of these {draw['of']} are drawn for each game{picks}{shown}:"


def _parameters(rows: Iterable[Data]) -> list[list[str]]:
    return [[row["name"], text_of(row["value"]), row["meaning"]] for row in rows]


# --- a house rule -----------------------------------------------------------------------------------------


def _house_rule(data: Data) -> doc.Document:
    under = f"It is played under the rule set {data['rule_set']}." if data["rule_set"] else ""
    changed = [[name, text_of(value)] for name, value in data["deck"].items()]
    sections = _sections(
        doc.Words([under]),
        doc.texts("", ["rules", *RULES], _parameters(data["rules"])),
        doc.texts("", ["card", "what", "becomes"], _changes(data)),
        doc.texts("", ["deck", "becomes"], changed),
        doc.Words([f"tda simulate DECK --rules {data['house_rule']} plays a deck under it."], tone="quiet"),
    )
    title = f"{data['title']} ({data['house_rule']}), a house rule"
    return doc.Document(title, sections=sections, about=data["text"], data=data)


def _changes(data: Data) -> Iterable[list[str]]:
    """Yield what becomes of cards."""
    for row in data["cards"]:
        name = f"all of {row['name']}" if row["kind"] == "colour" else row["name"]
        if row["out"]:
            yield [name, "is out", ""]
        for word, value in row["fields"].items():
            yield [name, word, text_of(value) or "nothing"]
            name = ""
    for row in data["powers"]:
        for place in ("before", "after"):
            if row[place]:
                yield [f"every {row['of'].replace('_', ' ')}", f"{place} its power", row[place]]
