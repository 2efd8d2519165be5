"""`tda decks` and `tda rules`: lists of decks and house rules, the cards of a deck, the changes of a rule."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from shlex import quote
from typing import TYPE_CHECKING

from tda_sim import definitions
from tda_sim.answers.decks_rows import Draw, HouseRule, Listed, Parameter, Row
from tda_sim.answers.effects import broken, text_of
from tda_sim.definitions import library
from tda_sim.documents import model as doc
from tda_sim.documents.model import Section
from tda_sim.documents.numbers import read
from tda_sim.documents.words import agree, counted, listed
from tda_sim.errors import UserError, brief, suggest

if TYPE_CHECKING:
    from tda_sim.definitions.abilities import AbilitySet
    from tda_sim.definitions.ability_files import Ability

HOUSE, DICE_HOUSE = "house-rule", "dice-house-rule"  # kinds of content
BROKEN = "cannot be loaded, see below"
CARDS = ["side", ">strength", "power"]
RULES = ["value", "meaning"]
OFTEN = {"recharged": "once until recharged", "gambit": "once a gambit", "game": "once a game", "disk": "disk"}


# --- all of them ------------------------------------------------------------------------------------------


def decks(name: str | None) -> doc.Document:
    """Return the list of decks and house rules, or the one with a name or a path."""
    if name is None:
        return _list(definitions.listing())
    from tda_sim.definitions.describe_dice import (  # these need the engine, which a list does not
        describe_dice,
        describe_dice_rule,
    )
    from tda_sim.definitions.games import plays_dice

    if isinstance(played := definitions.load_game(name) if plays_dice(name) else None, definitions.DiceDeck):
        return _dice(describe_dice(played))
    if name in library.available(DICE_HOUSE) and name not in library.available(HOUSE):
        return _dice_rule(describe_dice_rule(name))
    if definitions.is_house_rule(name):
        return _house_rule(definitions.describe_house_rule(name))
    is_both = any(row["name"] == name for row in definitions.listing()["house_rules"])
    deck = definitions.load_deck(name)
    return _deck(deck, definitions.describe(deck) | {"also_a_house_rule": is_both})


def rules() -> doc.Document:
    """Return the list of house rules."""
    listing = definitions.listing()
    data = {kind: listing[kind] for kind in ("house_rules", "dice_rules")}
    tables, problems = _rule_tables(*(read(Listed, rows) for rows in data.values()))
    return doc.Document("House rules", sections=_sections(*tables, *broken(problems)), data=data)


def rule(name: str) -> doc.Document:
    """Return the changes of the house rule with a name or a path. Raises UserError if there is none."""
    if library.is_path(HOUSE, name):
        if not definitions.is_house_rule(name):
            raise UserError.of(f"{name} is a deck, not a house rule", hint=f"tda decks {quote(name)} shows it")
        return _house_rule(definitions.describe_house_rule(name))
    known = {kind: library.available(kind) for kind in (HOUSE, DICE_HOUSE)}
    if name in known[HOUSE]:
        return _house_rule(definitions.describe_house_rule(name))
    if name not in known[DICE_HOUSE]:
        hint = suggest(name, [each for names in known.values() for each in names])
        raise UserError.of(f"there is no house rule called {name}", hint=hint)
    return decks(name)


def checked(name: str, shown: Callable[[str], doc.Document] | None = None) -> doc.Document:
    """Return a deck or a house rule as ``shown``, if nothing is wrong. Raises UserError with all of its mistakes."""
    document = (shown or decks)(name)
    return replace(document, headline=(f"Nothing is wrong with {name}.",))


def _sections(*blocks: doc.Block) -> list[Section]:
    return [Section("", [block]) for block in blocks]


def _list(data: Row) -> doc.Document:
    decks, rules, dice, dice_rules = (read(Listed, data[kind]) for kind in data)
    rows = [
        [row.name, BROKEN, "", "", ""]
        if row.problems
        else [row.name, row.title, row.cards, _players(row.players), row.rules]
        for row in [*decks, *dice]
    ]
    tables, problems = _rule_tables(rules, dice_rules)
    listed = doc.texts("", ["name", "title", ">cards", ">players", "rules"], rows)
    problems = [problem for row in decks + dice for problem in row.problems] + problems
    return doc.Document("Decks and house rules", sections=_sections(listed, *tables, *broken(problems)), data=data)


def _rule_tables(rules: Sequence[Listed], dice_rules: Sequence[Listed]) -> tuple[list[doc.Table], list[str]]:
    """Return the lists of house rules, and the mistakes in them."""
    titles = {"house rule": rules, "house rule for dice games": dice_rules}
    tables = [
        doc.texts("", ["name", title, "what it changes"], [_rule_line(row) for row in rows])
        for title, rows in titles.items()
    ]
    return tables, [problem for rows in titles.values() for row in rows for problem in row.problems]


def _rule_line(row: Listed) -> list[str]:
    return [row.name, BROKEN, ""] if row.problems else [row.name, row.title, row.text]


def _players(players: Mapping[str, int]) -> str:
    return f"{players['min']} to {players['max']}"


# --- a dice game ------------------------------------------------------------------------------------------


def _dice(data: Row) -> doc.Document:
    dragons = [
        [place, dragon["title"], f"{dragon['alignment']}{', god' * dragon['god']}", dragon["strength"], dragon["power"]]
        for place, dragon in enumerate(data["dragons"], start=1)
    ]
    parameters = [
        [row["name"], brief(row["value"]) if row["value"] != [] else "none", row["meaning"]]
        for row in data["rules"]["parameters"]
    ]
    digests = f"digests: dragons {data['digests']['deck'][:12]}, rules {data['digests']['rules'][:12]}"
    sections = _sections(
        doc.Words([data["text"], f"{len(dragons)} dragons, {_players(data['players'])} players"]),
        doc.texts("", [f">d{len(dragons)}", "dragon", "side", "strength", "power"], dragons),
        doc.texts("", [f"rules: {data['rules']['name']}", "value", "meaning"], parameters),
        doc.Words([digests], tone="quiet"),
    )
    return doc.Document(f"{data['title']} ({data['name']})", sections=sections, data=data)


def _dice_rule(data: Row) -> doc.Document:
    changes = [[f"rules: {name}", brief(value)] for name, value in data["rules"].items()]
    changes += [
        [
            f"dragons: {name}",
            "out" if entry is None else ", ".join(f"{key}: {brief(one)}" for key, one in entry.items()),
        ]
        for name, entry in data["dragons"].items()
    ]
    sections = _sections(doc.Words([data["text"]]), doc.texts("", ["what changes", "to"], changes))
    return doc.Document(f"{data['title']} ({data['house_rule']})", sections=sections, data=data)


# --- a deck -----------------------------------------------------------------------------------------------


def _deck(deck: "definitions.Deck", data: Row) -> doc.Document:
    both = f"A house rule has the same name: tda decks house-rules/{deck.name}.yaml shows it."
    players = _players(data["players"])
    about = [deck.text, f"{_sizes(data)}, {players} players", both if data["also_a_house_rule"] else ""]
    dragons = [
        [row.title, row.alignment, " ".join(f"{strength:>2}" for strength in row.strengths), row.in_words]
        for row in deck.colours
    ]
    digests = f"digests: cards {data['digests']['deck'][:12]}, rules {data['digests']['rules'][:12]}"
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
                doc.Words([str(Draw(**data["draw"]))] if data["draw"] else []),
                _cards("unique cards", (card for card in deck.unique_cards if card.name in deck.drawn)),
            ],
        ),
        *_sections(_abilities(deck.abilities), _bundles(deck.abilities)),
        *_sections(
            _parameters(f"rules: {deck.rules_name}", read(Parameter, data["rules"]["parameters"])),
            doc.Words([digests], tone="quiet"),
        ),
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


def _sizes(data: Row) -> str:
    parts = [f"{count} {word}" for word, count in data["sizes"].items() if word != "cards"]
    cards = data["cards"]
    in_a_game = f", of which {cards} {agree(cards, 'is', 'are')} in a game" if data["draw"] else ""
    return f"{counted(data['sizes']['cards'], 'card')} ({', '.join(parts)}){in_a_game}"


def _cards(title: str, cards: Iterable["definitions.Card"]) -> doc.Table:
    return doc.texts("", [title, *CARDS], [[card.title, _side(card), card.strength, card.in_words] for card in cards])


def _side(card: "definitions.Card") -> str:
    """Return a card's alignment, and whether it is a god or has an ante effect."""
    return ", ".join([card.alignment, *["god"] * card.god, *["ante effect"] * bool(card.ante)])


def _parameters(title: str, rows: Iterable[Parameter]) -> doc.Table:
    return doc.texts("", [title, *RULES], [[row.name, text_of(row.value), row.meaning] for row in rows])


# --- a house rule -----------------------------------------------------------------------------------------


def _house_rule(data: Row) -> doc.Document:
    rule = HouseRule.of(data)
    under = f"It is played under the rule set {rule.rule_set}." if rule.rule_set else ""
    changed = [[name, text_of(value)] for name, value in rule.deck.items()]
    becomes = [line for card in rule.cards for line in card.lines()]
    becomes += [line for added in rule.powers for line in added.lines()]
    sections = _sections(
        doc.Words([under]),
        _parameters("rules", rule.rules),
        doc.texts("", ["card", "what", "becomes"], becomes),
        doc.texts("", ["deck", "becomes"], changed),
        doc.Words(
            [_fits(rule.fits), f"tda simulate DECK --rules {quote(rule.reference)} plays a deck under it."],
            tone="quiet",
        ),
    )
    return doc.Document(
        f"{rule.title} ({rule.house_rule}), a house rule", sections=sections, about=rule.text, data=data
    )


def _fits(decks: Sequence[str]) -> str:
    """Return which decks a house rule fits."""
    every = len(decks) == len(library.available("deck"))
    return "It fits every deck." if every else f"It fits {listed(decks)}."
