"""`tda decks` and `tda rules`: lists of decks and house rules, the cards of a deck, the changes of a rule."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from shlex import quote
from typing import TYPE_CHECKING, Any

from tda_sim import definitions
from tda_sim.answers.effects import broken, text_of
from tda_sim.definitions import library
from tda_sim.errors import UserError, suggest
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Section
from tda_sim.wording.words import agree, counted, listed

if TYPE_CHECKING:
    from tda_sim.definitions.abilities import AbilitySet
    from tda_sim.definitions.ability_files import Ability

Data = Mapping[str, Any]  # of `tda_sim.definitions`, which is printed as JSON
DICE, HOUSE, DICE_HOUSE = "dice", "house-rule", "dice-house-rule"  # kinds of content
BROKEN = "cannot be loaded, see below"
CARDS = ["side", ">strength", "power"]
RULES = ["value", "meaning"]
OFTEN = {"recharged": "once until recharged", "gambit": "once a gambit", "game": "once a game", "disk": "disk"}


# --- all of them ------------------------------------------------------------------------------------------


def decks(name: str | None) -> doc.Document:
    """Return the list of decks and house rules, or the one with a name or a path."""
    if name is None:
        return _list(definitions.listing())
    from tda_sim.definitions.games import plays_dice  # it needs the engine, which a list does not

    if plays_dice(name):
        return _dice(definitions.describe(definitions.load_game(name)))
    if name in library.available(DICE_HOUSE) and name not in library.available(HOUSE):
        return dice_rule(name)
    if definitions.is_house_rule(name):
        return _rule_at(name)
    is_both = any(row["name"] == name for row in definitions.listing()["house_rules"])
    deck = definitions.load_deck(name)
    return _deck(deck, definitions.describe(deck) | {"also_a_house_rule": is_both})


def rules() -> doc.Document:
    """Return the list of house rules."""
    listing = definitions.listing()
    data = {kind: listing[kind] for kind in ("house_rules", "dice_rules")}
    tables, problems = _rule_tables(*data.values())
    return doc.Document("House rules", sections=_sections(*tables, *broken(problems)), data=data)


def rule(name: str) -> doc.Document:
    """Return the changes of the house rule with a name or a path. Raises UserError if there is none."""
    if library.is_path(HOUSE, name):
        if not definitions.is_house_rule(name):
            raise UserError.of(f"{name} is a deck, not a house rule", hint=f"tda decks {quote(name)} shows it")
        return _rule_at(name)
    known = {kind: library.available(kind) for kind in (HOUSE, DICE_HOUSE)}
    if name in known[HOUSE]:
        return _house_rule(definitions.describe_house_rule(name))
    if name not in known[DICE_HOUSE]:
        hint = suggest(name, [each for names in known.values() for each in names])
        raise UserError.of(f"there is no house rule called {name}", hint=hint)
    return decks(name)


def _rule_at(path: str) -> doc.Document:
    """Return a house rule by its path: one for cards, or else one that a dice game takes."""
    try:
        return _house_rule(definitions.describe_house_rule(path))
    except UserError:
        if not any(map(partial(_takes, path), library.available(DICE))):
            raise
    return dice_rule(path)


def _takes(rule: str, game: str) -> bool:
    try:
        definitions.load_game(game, [rule])
    except UserError:
        return False
    return True


def checked(name: str, shown: Callable[[str], doc.Document] | None = None) -> doc.Document:
    """Return a deck or a house rule as ``shown``, if nothing is wrong. Raises UserError with all of its mistakes."""
    document = (shown or decks)(name)
    return replace(document, headline=(f"Nothing is wrong with {name}.",))


def _sections(*blocks: doc.Block) -> list[Section]:
    return [Section("", [block]) for block in blocks]


def _list(data: Data) -> doc.Document:
    games = [*data["decks"], *data["dice"]]
    tables, problems = _rule_tables(data["house_rules"], data["dice_rules"])
    listed = doc.texts("", ["name", "title", ">cards", ">players", "rules"], [_game_line(row) for row in games])
    problems = [problem for row in games for problem in row["problems"]] + problems
    return doc.Document("Decks and house rules", sections=_sections(listed, *tables, *broken(problems)), data=data)


def _game_line(row: Data) -> list[Any]:
    if row["problems"]:
        return [row["name"], BROKEN, "", "", ""]
    return [row["name"], row["title"], row["cards"], _players(row["players"]), row["rules"]]


def _rule_tables(rules: Sequence[Data], dice_rules: Sequence[Data]) -> tuple[list[doc.Table], list[str]]:
    """Return the lists of house rules, and the mistakes in them."""
    titles = {"house rule": rules, "house rule for dice games": dice_rules}
    tables = [
        doc.texts("", ["name", title, "what it changes"], [_rule_line(row) for row in rows])
        for title, rows in titles.items()
    ]
    return tables, [problem for rows in titles.values() for row in rows for problem in row["problems"]]


def _rule_line(row: Data) -> list[str]:
    return [row["name"], BROKEN, ""] if row["problems"] else [row["name"], row["title"], row["text"]]


def _players(players: Mapping[str, int]) -> str:
    return f"{players['min']} to {players['max']}"


# --- a dice game ------------------------------------------------------------------------------------------


def _dice(data: Data) -> doc.Document:
    dragons = [
        [place, dragon["title"], f"{dragon['alignment']}{', god' * dragon['god']}", dragon["strength"], dragon["power"]]
        for place, dragon in enumerate(data["dragons"], start=1)
    ]
    sections = _sections(
        doc.Words([data["text"], f"{len(dragons)} dragons, {_players(data['players'])} players"]),
        doc.texts("", [f">d{len(dragons)}", "dragon", "side", "strength", "power"], dragons),
        *_rules(data, "dragons"),
    )
    return doc.Document(f"{data['title']} ({data['name']})", sections=sections, data=data)


def dice_rule(name: str) -> doc.Document:
    """Return the changes of a house rule for dice games, by its name, which a house rule for cards may have, too."""
    from tda_sim.definitions.describe_house import describe_dice_rule  # it needs the engine, which a list does not

    data = describe_dice_rule(name)
    changes = [[f"rules: {name}", text_of(value)] for name, value in data["rules"].items()]
    changes += [
        [f"dragons: {name}", "out" if entry is None else text_of(entry)] for name, entry in data["dragons"].items()
    ]
    sections = _sections(doc.Words([data["text"]]), doc.texts("", ["what changes", "to"], changes))
    return doc.Document(f"{data['title']} ({data['house_rule']})", sections=sections, data=data)


# --- a deck -----------------------------------------------------------------------------------------------


def _deck(deck: "definitions.Deck", data: Data) -> doc.Document:
    both = f"A house rule has the same name: tda decks house-rules/{deck.name}.yaml shows it."
    players = _players(data["players"])
    about = [deck.text, f"{_sizes(data)}, {players} players", both if data["also_a_house_rule"] else ""]
    dragons = [
        [row.title, row.alignment, " ".join(f"{strength:>2}" for strength in row.strengths), row.in_words]
        for row in deck.colours
    ]
    sections = [
        Section("", [doc.Words(about), doc.Words((f"Note: {each}" for each in deck.remarks), tone="warning")]),
        *_sections(
            doc.texts("", ["dragons", "side", "strengths", "power"], dragons),
            _cards("single dragons", deck.single_dragons),
            _cards("unique cards", (card for card in deck.unique_cards if card.name not in deck.drawn)),
        ),
        Section(
            "",
            [
                doc.Words([drawn(data["draw"])] if data["draw"] else []),
                _cards("unique cards", (card for card in deck.unique_cards if card.name in deck.drawn)),
            ],
        ),
        Section("", [doc.Words(map(draw_of_parts, data["draws"]))]),
        *_sections(_abilities(deck.abilities), _bundles(deck.abilities), *_rules(data, "cards")),
    ]
    return doc.Document(f"{deck.title} ({deck.name})", sections=sections, data=data)


def _abilities(abilities: "AbilitySet") -> doc.Table:
    rows = [[name, _use(ability), ability.in_words] for name, ability in abilities.abilities.items()]
    return doc.texts("", [f"abilities: {abilities.name}", "use", "what"], rows)


def _use(ability: "Ability") -> str:
    """Return how often an ability may be used, and whether the player decides."""
    often = " and ".join(OFTEN[limit.name.lower()] for limit in ability.limits) or "always"
    return f"{often}, {'if wanted' if ability.optional else 'by itself'}"


def _bundles(abilities: "AbilitySet") -> doc.Table:
    rows = [[name, ", ".join(bundle.abilities)] for name, bundle in abilities.bundles.items()]
    return doc.texts("", ["bundle", "abilities"], rows)


def drawn(draw: Data) -> str:
    """Return how many of the unique cards are drawn for each game, in words."""
    picks = ", after every player has picked one of them" if draw["each_player_picks"] else ""
    shown = "; the players know which" if draw["shown"] else ""
    of_these = f"{draw['cards']} of these {draw['of']} {agree(draw['cards'], 'is drawn', 'are drawn')}"
    return f"{of_these} for each game{picks}{shown}:"


def draw_of_parts(lot: Data) -> str:
    """Return a draw of parts of the deck in words."""
    least, most, there = lot["least"], lot["most"], len(lot["parts"])
    number = f"{least}" if least == most else f"{least} to {most}"
    nouns = {"colour": ("colours", "colour"), "card": ("cards", "card"), "dragon": (f"{lot['of']} dragons", "dragon")}
    names = ", ".join(lot["parts"])
    return (
        f"Drawn for each game: {number} of {there} {nouns[lot['kind']][there == 1]} ({names}); the players know which."
    )


def _sizes(data: Data) -> str:
    parts = [f"{count} {word}" for word, count in data["sizes"].items() if word != "cards"]
    fewest, most = data["cards_in_game"]
    cards = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    in_a_game = f", of which {cards} {agree(most, 'is', 'are')} in a game" if data["draw"] or data["draws"] else ""
    return f"{counted(data['sizes']['cards'], 'card')} ({', '.join(parts)}){in_a_game}"


def _cards(title: str, cards: Iterable["definitions.Card"]) -> doc.Table:
    return doc.texts("", [title, *CARDS], [[card.title, _side(card), card.strength, card.in_words] for card in cards])


def _side(card: "definitions.Card") -> str:
    """Return a card's alignment, and whether it is a god or has an ante effect."""
    return ", ".join([card.alignment, *["god"] * card.god, *["ante effect"] * bool(card.ante)])


def _rules(data: Data, stock: str) -> list[doc.Block]:
    """Return the rules of a game, and the digests of these and of its ``stock``."""
    digests = f"digests: {stock} {data['digests']['deck'][:12]}, rules {data['digests']['rules'][:12]}"
    table = _parameters(f"rules: {data['rules']['name']}", data["rules"]["parameters"])
    return [table, doc.Words([digests], tone="quiet")]


def _parameters(title: str, rows: Iterable[Data]) -> doc.Table:
    cells = [[row["name"], text_of(row["value"]) or "none", row["meaning"]] for row in rows]
    return doc.texts("", [title, *RULES], cells)


# --- a house rule -----------------------------------------------------------------------------------------


def _house_rule(data: Data) -> doc.Document:
    under = f"It is played under the rule set {data['rule_set']}." if data["rule_set"] else ""
    becomes = [line for card in data["cards"] for line in _changed(card)]
    becomes += [line for added in data["powers"] for line in _added(added)]
    sections = _sections(
        doc.Words([under]),
        _parameters("rules", data["rules"]),
        doc.texts("", ["card", "what", "becomes"], becomes),
        doc.texts("", ["deck", "becomes"], [[name, text_of(value)] for name, value in data["deck"].items()]),
        doc.Words(
            [_fits(data["fits"]), f"tda simulate DECK --rules {quote(data['reference'])} plays a deck under it."],
            tone="quiet",
        ),
    )
    title = f"{data['title']} ({data['house_rule']}), a house rule"
    return doc.Document(title, sections=sections, about=data["text"], data=data)


def _changed(card: Data) -> Iterator[list[str]]:
    """Yield the card or the colour, the field that changes, and its new value."""
    name = f"all of {card['name']}" if card["kind"] == "colour" else card["name"]
    if card["out"]:
        yield [name, "is out", ""]
    for word, value in card["fields"].items():
        yield [name, word, text_of(value) or "nothing"]
        name = ""


def _added(added: Data) -> Iterator[list[str]]:
    """Yield the powers, the place in them, and the effects."""
    for place in ("before", "after"):
        if added[place]:
            yield [f"every {added['of'].replace('_', ' ')}", f"{place} its power", added[place]]


def _fits(decks: Sequence[str]) -> str:
    """Return which decks a house rule fits."""
    every = len(decks) == len(library.available("deck"))
    return "It fits every deck." if every else f"It fits {listed(decks)}."
