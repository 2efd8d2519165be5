"""Every kind of mistake: said with file, line and what would be right, all at once."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tda_sim.definitions import load_deck
from tda_sim.errors import Problem

Mistakes = Callable[..., list[Problem]]
Write = Callable[[str, str], Path]

CARD = "base: original\ncards:\n  thief: {power: ["


def test_mistakes_of_all_files_are_reported_together(write: Write, mistakes: Mistakes) -> None:
    write("cards/mine.yaml", "base: original\ncards:\n  thief: {strength: 99}\n  fool: {power: [stael]}\n")
    write("rules/mine.yaml", "base: original\nhand_limit: 11\n\ndebt: hale\n")
    write("mine.yaml", "card_sets: [mine]\nrules: mine\nplayers: {min: 2, mx: 6}\ncolours: [blak]\n")
    places = [(problem.file, problem.line) for problem in mistakes()]
    assert places == [
        ("decks/mine.yaml", 3),
        ("decks/mine.yaml", 4),
        ("decks/rules/mine.yaml", 2),
        ("decks/rules/mine.yaml", 4),
        ("decks/cards/mine.yaml", 3),
        ("decks/cards/mine.yaml", 4),
    ]


@pytest.mark.parametrize(
    ("written", "message", "hint"),
    [
        ("stael", "there is no effect called stael", "did you mean steal?"),
        ("{stael: 2}", "there is no effect called stael", "did you mean steal?"),
        ("go_to", "there is no effect called go_to", "known: "),
        ("{steal: {amuont: 2}}", "steal has no parameter amuont", "did you mean amount?"),
        ("{steal: 0}", "steal: amount cannot be 0", "a whole number from 1 to"),
        ("{steal: 2.5}", "steal: amount cannot be 2.5", "a whole number"),
        ("{steal: true}", "steal: amount cannot be true", "a whole number"),
        ("{steal: '2'}", "steal: amount cannot be 2", "a whole number"),
        ("{steal: {per: evil_dragn}}", "steal: per cannot be evil_dragn", "did you mean evil_dragon?"),
        ("{steal: {per: blak}}", "steal: per cannot be blak", "did you mean black?"),
        ("{steal: {where: antee}}", "steal: where cannot be antee", "did you mean ante?"),
        ("{collect: {who: lefft}}", "collect: who cannot be lefft", "did you mean left?"),
        ("take_random_card", "take_random_card needs the parameter who", "one of you, left"),
        ("{weakest_flight_wins: 2}", "weakest_flight_wins takes no value", "write - weakest_flight_wins"),
        ("{steal: }", "steal: a value is missing", "without a colon"),
        ("{steal: {amount: }}", "steal: amount cannot be empty", "a whole number"),
        ("{steal: {always: 1}}", "always must be true or false", ""),
        ("{steal: 1, draw: 1}", "must be one effect", "its own -"),
        ("[steal]", "must be one effect", "name: number"),
        ("7", "must be one effect", "name: number"),
        ("choose", "choose needs lists of effects", "take: [...]"),
        ("{choose: [steal]}", "choose needs lists of effects", "stakes: [...]"),
        ("{choose: {take: [steal]}}", "choose needs the list stakes", ""),
        ("{choose: {take: [stael], stakes: []}}", "there is no effect called stael", "steal"),
        ("{choose: {take: steal, stakes: []}}", "must be a list of effects", "write [{steal: 2}]"),
        ("{choose: {take: [{steal: {always: true}}], stakes: []}}", "always cannot stand inside", "after it"),
        ("{when: {sme: mortal, where: flights, then: []}}", "when has no parameter sme", "did you mean some?"),
        ("{when: {where: flights, then: []}}", "when needs the parameter some", "a group"),
        ("for_each", "for_each needs lists of effects", "write for_each: {who: ..., do: [...]}"),
        ("{for_each: {who: opponents}}", "for_each needs the list do", "do: [...]"),
        ("{for_each: {do: [steal]}}", "for_each needs the parameter who", "one of you, left"),
        ("{for_each: {who: opponents, then: []}}", "for_each has no parameter then", "do"),
        ("{for_each: {who: opponent, do: []}}", "for_each: who cannot be opponent", "did you mean opponents?"),
        ("{for_each: {who: opponents, having: gud, do: []}}", "for_each: having cannot be gud", "gold"),
        ("{for_each: {who: left, do: [{for_each: {who: left, do: []}}]}}", "for_each cannot be inside", "after the"),
        ("{for_each: {who: left, do: [{choose: {take: []}}]}}", "choose needs the list stakes", "take: [...]"),
    ],
)
def test_a_mistake_in_a_power(write: Write, mistakes: Mistakes, written: str, message: str, hint: str) -> None:
    write("cards/mine.yaml", f"{CARD}{written}]}}\n")
    write("mine.yaml", "card_sets: [mine]\nrules: original\n")
    problems = mistakes()
    result = [problem for problem in problems if message in problem.message]
    assert result, problems
    assert (result[0].file, result[0].line) == ("decks/cards/mine.yaml", 3)
    assert hint in str(result[0].hint)


def test_a_loop_within_a_choice_within_a_loop_is_a_mistake(write: Write, mistakes: Mistakes) -> None:
    inner = "{for_each: {who: left, do: []}}"
    choose = f"{{choose: {{take: [], stakes: [{inner}]}}}}"
    write("mine.yaml", f"base: original\nchanges: {{cards: {{fool: {{power: [{inner}, {choose}]}}}}}}\n")
    load_deck("mine")
    power = f"{{for_each: {{who: left, do: [{choose}]}}}}"
    write("mine.yaml", f"base: original\nchanges: {{cards: {{fool: {{power: [{power}]}}}}}}\n")
    assert [problem.message for problem in mistakes()] == ["for_each cannot be inside another one"]


def test_a_power_nested_without_end_is_a_mistake(write: Write, mistakes: Mistakes) -> None:
    nested = "steal"
    for _ in range(12):
        nested = f"{{when: {{some: mortal, where: ante, then: [{nested}]}}}}"
    write("mine.yaml", f"base: original\nchanges: {{cards: {{thief: {{power: [{nested}]}}}}}}\n")
    assert "nested too deeply" in mistakes()[0].message


@pytest.mark.parametrize(
    ("written", "message", "hint"),
    [
        ("thief: {strenght: 3}", "cards.thief.strenght is unknown", "did you mean strength?"),
        ("thief: {strength: 0}", "cards.thief.strength must be at least 1, not 0", ""),
        ("thief: {strength: 63}", "cards.thief.strength must be at most 62, not 63", ""),
        ("thief: {strength: '3'}", "must be a whole number, not the text 3", ""),
        ("thief: {strength: [3]}", "must be a whole number, not a list", ""),
        ("thief: {alignment: evul}", "cards.thief.alignment cannot be evul", "did you mean evil?"),
        ("thief: {tags: [good_dragon]}", "has a meaning of its own", "another name"),
        ("thief: {tags: undead}", "cards.thief.tags must be a list", ""),
        ("thief: {text: [a]}", "cards.thief.text must be text", ""),
        ("thief: {colour: red}", "a mortal has no colour", ""),
        ("thief: {god: {bars: mortal}}", "a mortal has no colour and is no dragon god", ""),
        ("tiamat: {god: {bars: evl_dragon}}", "there is no group called evl_dragon", "evil_dragon"),
        ("tiamat: {colours: [blak]}", "there is no colour called blak", "did you mean black?"),
        ("thief: 7", "cards.thief must be a mapping, not 7", ""),
        ("theif: {text: x}", "cards.theif.strength is missing", "did you mean thief?"),
        ("Thief: {strength: 1, alignment: evil}", "the name Thief is not a valid name", "lower-case letters"),
        ("pay: {strength: 1, alignment: evil}", "the name pay has a meaning", "another name"),
        ("red-2: {strength: 1, alignment: evil}", "red-2 is the name of a coloured dragon", "another name"),
        ("thief: {power: {steal: 2}}", "a power must be a list of effects", "write [{steal: 2}]"),
        ("thief: {ante: [leader_pay]}", "there is no ante effect called leader_pay", "did you mean leader_pays?"),
        ("thief: {ante: [steal]}", "there is no ante effect called steal", "steal is for powers; ante effects are"),
        ("thief: {ante: [{when: {some: mortal, where: ante, then: []}}]}", "no ante effect called when", "for powers"),
        ("thief: {ante: [{leader_pays: 0}]}", "leader_pays: amount cannot be 0", "a whole number from 1 to"),
        ("thief: {ante: [{leader_pays: {always: true}}]}", "leader_pays has no parameter always", "amount"),
        ("thief: {ante: winner_shares}", "ante must be a list of ante effects", "write [{leader_pays: 2}]"),
        ("thief: {ante: [7]}", "an entry of ante must be one ante effect", "name: number"),
        ("thief: {power: [winner_shares]}", "there is no effect called winner_shares", "move it under ante"),
    ],
)
def test_a_mistake_in_a_card(write: Write, mistakes: Mistakes, written: str, message: str, hint: str) -> None:
    write("cards/mine.yaml", f"base: original\n\ncards:\n  {written}\n")
    write("mine.yaml", "card_sets: [mine]\nrules: original\n")
    problems = mistakes()
    result = [problem for problem in problems if message in problem.message]
    assert result, problems
    assert (result[0].file, result[0].line) == ("decks/cards/mine.yaml", 4)
    assert hint in str(result[0].hint)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("black: {strengths: [1, 1]}", "list each once"),
        ("black: {strengths: []}", "must have at least 1 entry"),
        ("black: {strengths: [1, 70]}", "dragons.black.strengths.2 must be at most 62"),
        ("black: {alignment: mortal}", "never mortal"),
        ("pink: {alignment: good}", "dragons.pink.strengths is missing"),
    ],
)
def test_a_mistake_in_a_colour(write: Write, mistakes: Mistakes, written: str, message: str) -> None:
    write("mine.yaml", f"base: original\nchanges:\n  dragons:\n    {written}\n")
    (problem,) = mistakes()
    assert (problem.file, problem.line) == ("decks/mine.yaml", 4)
    assert message in problem.message


@pytest.mark.parametrize(
    ("written", "message", "hint"),
    [
        ("hand_limit: 11", "hand_limit must be at most 10, not 11", ""),
        ("hand_limit: 0", "hand_limit must be at least 1, not 0", ""),
        ("hand_limit: 5", "opening_hand must not be more than hand_limit", ""),
        ("hand_limt: 5", "hand_limt is unknown", "did you mean hand_limit?"),
        ("buying: {at: 4}", "up_to must be more than at", ""),
        ("buying: {when: at_onc}", "buying.when cannot be at_onc", "did you mean at_once?"),
        ("round_cap: 17", "round_cap must be at most 16", ""),
        ("round_cap: 2", "round_cap must not be less than rounds", ""),
        ("starting_gold: 50", "starting_gold must be a mapping, not 50", ""),
        ("starting_gold: {each: 0}", "must start with some gold", ""),
        ("special_flights: {ante_cards: al}", "special_flights.ante_cards cannot be al", "all"),
        ("special_flights: {ante_cards: -1}", "special_flights.ante_cards must be at least 0", ""),
        ("special_flights: {colour: 1}", "at least 2 cards", ""),
        ("debt: runing", "debt cannot be runing", "did you mean running?"),
        ("leader_triggers: 1", "leader_triggers must be true or false, not 1", ""),
        ("rounds: 3.0", "rounds must be a whole number, not 3.0", ""),
        ("special_flights: {ante_cards: [2]}", "special_flights.ante_cards must be all or a number, not a list", ""),
        ("end: {gold: 0}", "end.gold must be at least 1, not 0", ""),
        ("end: {players_left: 6}", "end.players_left must be at most 5, not 6", ""),
        ("end: {gambits: ten}", "end.gambits must be a whole number, not the text ten", ""),
        ("end: {gmbits: 10}", "end.gmbits is unknown", "did you mean gambits?"),
        ("end: {gambits: 10001}", "end: gambits must not be more than gambit_cap", ""),
        ("end: 10", "end must be a mapping, not 10", ""),
        ("series: 0", "series must be at least 1, not 0", ""),
    ],
)
def test_a_mistake_in_a_rule_set(write: Write, mistakes: Mistakes, written: str, message: str, hint: str) -> None:
    write("rules/mine.yaml", f"base: original\n\n{written}\n")
    (problem,) = mistakes("original", "mine")
    assert (problem.file, problem.line) == ("decks/rules/mine.yaml", 3)
    assert message in problem.message
    assert hint in str(problem.hint)


@pytest.mark.parametrize(
    ("written", "message", "hint"),
    [
        ("players: {min: 1}", "players.min must be at least 2, not 1", ""),
        ("players: {max: 7}", "players.max must be at most 6, not 7", ""),
        ("players: {min: 4, max: 3}", "min must not be greater than max", ""),
        ("colours: [black, blak]", "there is no colour called blak", "did you mean black?"),
        ("colours: [black, red, black]", "black is in colours twice", "once"),
        ("colours: some", "colours cannot be some", "all"),
        ("unique_cards: [theif]", "there is no card called theif", "did you mean thief?"),
        ("card_sets: []", "card_sets must have at least 1 entry", ""),
        ("card_sets: [orignal]", "there is no card set called orignal", "did you mean original?"),
        ("card_sets: [original, original]", "two are called original", ""),
        ("rules: orignal", "there is no rule set called orignal", "did you mean original?"),
        ("rules: [original]", "a rule set must be a name", ""),
        ("rules: {base: original, debt: x}", "debt cannot be x", "running"),
        ("take_from: {thief: other}", "there is no thief in other", "original"),
        ("colours: [black, blue, red]", "are too few for 6 players", "lower players: max"),
        ("changes: {card: {}}", "changes.card is unknown", "did you mean cards?"),
        ("name: Mine", "name is unknown", "known: "),
        ("colours: 7", "colours must be all, a list or a mapping, not 7", ""),
        ("colours: {blak: all}", "there is no colour called blak", "did you mean black?"),
        ("colours: {black: some}", "colours.black cannot be some", "all"),
        ("colours: {black: 7}", "colours.black must be all or a list, not 7", ""),
        ("colours: {black: [1, 4]}", "there is no black dragon of strength 4", "there are 1, 2, 3, 5, 7, 9"),
        ("colours: {black: [1, 1]}", "1 is in colours.black twice", "list it once"),
        ("colours: {black: []}", "colours.black must have at least 1 entry", ""),
        ("colours: {Black: all}", "the name Black is not a valid name", "lower-case letters"),
        ("unique_cards: 7", "unique_cards must be all, a list or a mapping, not 7", ""),
        ("unique_cards: {}", "unique_cards.draw is missing", "How many of the others"),
        ("unique_cards: {drew: 3}", "unique_cards.drew is unknown", "did you mean draw?"),
        ("unique_cards: {draw: 0}", "unique_cards.draw must be at least 1, not 0", ""),
        ("unique_cards: {draw: 11}", "there are not 11 cards to draw from", "at most 10 can be drawn"),
        ("unique_cards: {draw: 10, always: [druid]}", "not 10 cards to draw from", "at most 9"),
        ("unique_cards: {draw: 3, from: [druid, thief]}", "not 3 cards to draw from", "at most 2"),
        ("unique_cards: {draw: 1, from: [druid, theif]}", "there is no card called theif", "did you mean thief?"),
        ("unique_cards: {draw: 1, always: [theif]}", "there is no card called theif", "did you mean thief?"),
        ("unique_cards: {draw: 1, always: [druid], from: [druid]}", "druid is in unique_cards twice", "once"),
        ("unique_cards: {draw: 1, from: some}", "unique_cards.from cannot be some", "all"),
        ("unique_cards: {draw: 5, each_player_picks: true}", "6 players cannot each pick one of 5", "draw 6 or more"),
        ("unique_cards: {draw: 5, shown: 1}", "unique_cards.shown must be true or false", ""),
        ("changes: {cards: {theif: null}}", "there is no card theif to remove", "did you mean thief?"),
        ("changes: {cards: {theif: {text: x}}}", "there is no card theif to change", "did you mean thief?"),
        ("changes: {cards: {black-4: {power: []}}}", "there is no card black-4 to change", "black-"),
        ("changes: {cards: {black-4: null}}", "there is no card black-4 to remove", "black-"),
        (
            "changes: {cards: {black-5: {strength: 6}}}",
            "the name of black-5 determines its strength",
            "strengths of black",
        ),
        ("changes: {cards: {black-5: {god: {brs: red}}}}", "cards.black-5.god.brs is unknown", "did you mean bars?"),
        ("changes: {dragons: {blak: {text: x}}}", "there is no colour blak to change", "did you mean black?"),
        ("changes: {dragons: {blak: null}}", "there is no colour blak to remove", "did you mean black?"),
        ("changes: {powers: {of: mortal}}", "changes.powers must be a list", ""),
        ("changes: {powers: [{before: [steal]}]}", "changes.powers.1.of is missing", "The group of cards"),
        ("changes: {powers: [{of: mortl, before: [steal]}]}", "there is no group called mortl", "did you mean mortal?"),
        ("changes: {powers: [{of: mortal}]}", "effects are missing", ""),
        ("changes: {powers: [{of: mortal, bfore: [steal]}]}", "changes.powers.1.bfore is unknown", "before"),
        ("changes: {powers: [{of: mortal, after: [stael]}]}", "there is no effect called stael", "steal"),
        ("changes: {powers: [{of: mortal, after: steal}]}", "a power must be a list of effects", "write [{steal: 2}]"),
        ("changes: {powers: [{of: unaligned_dragon, after: [steal]}]}", "mine has no card of the group", "dragon_god"),
    ],
)
def test_a_mistake_in_a_deck(write: Write, mistakes: Mistakes, written: str, message: str, hint: str) -> None:
    write("mine.yaml", f"base: original\n\n{written}\n")
    result = [problem for problem in mistakes() if message in problem.message]
    assert len(result) == 1
    assert hint in str(result[0].hint)
    assert result[0].file == "decks/mine.yaml"
    assert result[0].line in (1, 3)


def test_a_deck_without_what_it_needs(write: Write, mistakes: Mistakes) -> None:
    write("mine.yaml", "title: Nothing else\n")
    assert [problem.message for problem in mistakes()] == ["card_sets is missing", "rules is missing"]


def test_a_name_in_two_card_sets_must_be_chosen(write: Write, mistakes: Mistakes) -> None:
    write("cards/other.yaml", "cards: {thief: {strength: 7, alignment: mortal, power: [{steal: 1}]}}\n")
    write("mine.yaml", "base: original\ncard_sets: [original, other]\n")
    (problem,) = mistakes()
    assert problem.message == "thief is in several card sets: original, other"
    assert problem.hint == "choose one with take_from: {thief: original}"
    write("mine.yaml", "base: original\ncard_sets: [original, other]\ntake_from: {thief: other}\n")
    (thief,) = [card for card in load_deck("mine").cards if card.name == "thief"]
    assert len(thief.power) == 1
    write("mine.yaml", "base: original\ncard_sets: [original, other]\nunique_cards: [fool, tiamat]\n")
    assert len(load_deck("mine").cards) == 62  # a clash of cards that are not in the deck is none


def test_more_cards_than_the_engine_holds_are_a_mistake(write: Write, mistakes: Mistakes) -> None:
    strengths = ", ".join(map(str, range(1, 61)))
    colours = ", ".join(
        f"{name}: {{alignment: good, strengths: [{strengths}]}}" for name in ("pink", "teal", "tan", "grey")
    )
    write("mine.yaml", f"base: original\nchanges: {{dragons: {{{colours}}}}}\n")
    (problem,) = mistakes()
    assert "310 cards" in problem.message
    assert "at most 256" in str(problem.hint)


def test_an_unknown_list_of_abilities_is_reported_where_the_rules_name_it(write: Write, mistakes: Mistakes) -> None:
    write("rules/mine.yaml", "base: original\nabilities: legendry\n")
    for deck, rules in (("original", "./decks/rules/mine.yaml"), ({"base": "original", "rules": "mine"}, None)):
        (problem,) = mistakes(deck, rules)
        assert (problem.file, problem.line) == ("decks/rules/mine.yaml", 2)
        assert problem.message == "there is no list of abilities called legendry"


def test_the_rules_name_a_list_of_abilities_beside_them(write: Write) -> None:
    write("apart/abilities.yaml", "base: legendary\n")
    write("apart/rules.yaml", "base: original\nabilities: ./abilities.yaml\n")
    assert load_deck("original", "./decks/apart/rules.yaml").abilities.name == "abilities"


@pytest.mark.parametrize(("kind", "line"), [("rules", 2), ("cards", 1)])
def test_too_few_cards_of_a_deck_written_in_python_are_reported_in_its_files(
    write: Write, mistakes: Mistakes, kind: str, line: int
) -> None:
    write("rules/mine.yaml", "\nbase: original\nopening_hand: 10\n")
    write("cards/mine.yaml", "base: original\n")
    deck = (
        {"card_sets": ["original"], "rules": "mine"}
        if kind == "rules"
        else {"card_sets": ["mine"], "rules": {"base": "original"}}
    )
    (problem,) = mistakes(deck | {"colours": ["red"]})
    assert "are too few for 6 players" in problem.message
    assert (problem.file, problem.line) == (f"decks/{kind}/mine.yaml", line)


def test_a_broken_card_set_is_not_blamed_on_the_deck(write: Write, mistakes: Mistakes) -> None:
    write("cards/mine.yaml", "cards: [\n")
    write("mine.yaml", "base: original\ncard_sets: [mine]\ncolours: [black]\nchanges: {cards: {thief: null}}\n")
    (problem,) = mistakes()
    assert problem.file == "decks/cards/mine.yaml"


def test_changes_of_a_deck_that_is_extended_are_checked_as_well(write: Write, mistakes: Mistakes) -> None:
    write("first.yaml", "base: original\nchanges:\n  card: {}\n")
    write("second.yaml", "base: first\nchanges: {cards: {thief: null}}\n")
    (problem,) = mistakes("second")
    assert (problem.file, problem.line, problem.message) == ("decks/first.yaml", 3, "changes.card is unknown")


def test_more_cards_than_can_be_drawn_from_are_a_mistake(write: Write, mistakes: Mistakes) -> None:
    cards = "".join(f"  bard-{number}: {{strength: 1, alignment: mortal}}\n" for number in range(53))
    write("cards/bards.yaml", f"cards:\n{cards}")
    write("mine.yaml", "card_sets: [original, bards]\nrules: original\ncolours: [red]\nunique_cards: {draw: 60}\n")
    (problem,) = mistakes()
    assert (problem.line, problem.message) == (4, "unique_cards: 63 cards to draw from")
    assert problem.hint == "at most 62 are possible"


@pytest.mark.parametrize("deck", [7, None, ["original"]])
def test_what_is_no_reference_is_a_mistake(mistakes: Mistakes, deck: object) -> None:
    assert "must be a name" in mistakes(deck)[0].message
