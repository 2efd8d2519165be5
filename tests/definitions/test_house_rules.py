"""House rules: what they change about whichever deck, alone and one after another."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tda_sim.definitions import build_tables, library, list_house_rules, load_deck
from tda_sim.errors import Problem, UserError

Mistakes = Callable[..., list[Problem]]
Write = Callable[[str, str], Path]


DECKS = ("original", "legendary", "emperors-gambit")


@pytest.fixture(autouse=True)
def generous(write: Write) -> Path:
    return write(
        "house-rules/generous.yaml",
        """
        title: Generous
        text: Black steals 4, and the hand ends at nine.
        rules: {hand_limit: 9}
        changes:
          dragons: {black: {power: [{steal: 4}]}}
        """,
    )


def test_a_house_rule_changes_rules_and_cards_and_nothing_else() -> None:
    deck, plain = load_deck("original", "generous"), load_deck("original")
    assert (deck.rules.hand_limit, deck.rules.debt) == (9, plain.rules.debt)
    assert deck.cards[0].power != plain.cards[0].power
    assert deck.cards[6:] == plain.cards[6:]
    assert (deck.name, deck.title) == (plain.name, plain.title)
    assert deck.rules_name == "original + generous"


@pytest.mark.parametrize(
    "reference",
    ["generous", "decks/house-rules/generous.yaml", "house-rules/generous.yaml", Path("house-rules/generous.yaml")],
)
def test_a_house_rule_is_found_by_name_and_by_path(reference: Any) -> None:
    assert load_deck("original", reference).rules_name == "original + generous"


def test_a_path_below_the_shipped_content_works_anywhere(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    assert load_deck("original", "house-rules/no-druid.yaml").rules_name == "original + no-druid"
    assert load_deck("original", "rules/legendary.yaml").rules_name == "legendary"


def test_a_file_anywhere_is_known_by_its_keys(folder: Path) -> None:
    (folder / "mine.yaml").write_text("players: {max: 3}\n")
    (folder / "other.yaml").write_text("base: original\nhand_limit: 7\n")
    deck = load_deck("original", ["other.yaml", "mine.yaml"])
    assert (deck.players.max, deck.rules.hand_limit, deck.rules_name) == (3, 7, "other + mine")


def test_several_take_effect_in_their_order(write: Write) -> None:
    write("house-rules/miserly.yaml", "rules: {hand_limit: 7}\nchanges: {dragons: {black: {power: [steal]}}}\n")
    deck = load_deck("original", ["generous", "miserly"])
    assert (deck.rules.hand_limit, deck.cards[0].power.words) == (7, "steal")
    assert deck.rules_name == "original + generous + miserly"
    deck = load_deck("original", ("miserly", "generous"))
    assert (deck.rules.hand_limit, deck.cards[0].power.words) == (9, "steal 4")


def test_a_house_rule_on_top_of_another_rule_set(write: Write) -> None:
    deck = load_deck("original", ["legendary", "generous"])
    assert (deck.rules.debt.name, deck.rules.hand_limit, deck.rules_name) == ("HOLE", 9, "legendary + generous")
    write("house-rules/modern.yaml", "rules: legendary\n")
    write("house-rules/modern-nine.yaml", "rules: {base: legendary, hand_limit: 9}\n")
    assert load_deck("original", "modern").rules_name == "legendary + modern"
    deck = load_deck("original", "modern-nine")
    assert (deck.rules.debt.name, deck.rules.hand_limit, deck.rules_name) == ("HOLE", 9, "legendary + modern-nine")


def test_a_house_rule_extends_another(write: Write) -> None:
    write("house-rules/more.yaml", "base: generous\nrules: {rounds: 4}\nchanges: {cards: {thief: null}}\n")
    deck = load_deck("original", "more")
    assert (deck.rules.hand_limit, deck.rules.rounds, len(deck.cards)) == (9, 4, 69)
    assert deck.cards[0].power.words == "steal 4"
    assert deck.rules_name == "original + more"


def test_a_house_rule_as_a_mapping() -> None:
    deck = load_deck("original", {"changes": {"cards": {"thief": None}}, "rules": {"series": 3}})
    assert (len(deck.cards), deck.rules.series) == (69, 3)


def test_a_house_rule_chooses_among_the_cards_of_a_deck(write: Write) -> None:
    write("house-rules/open.yaml", "unique_cards: {shown: true, always: [druid], draw: 9}\nplayers: {max: 4}\n")
    deck = load_deck("legendary", "open")
    assert (deck.shown, deck.n_drawn, len(deck.drawn), deck.players.max) == (True, 9, 29, 4)
    write("house-rules/pale.yaml", "colours: {gold: [2, 13], white: all, red: all, blue: all}\nplayers: {max: 3}\n")
    assert [colour.strengths[-1] for colour in load_deck("original", "pale").colours] == [11, 13, 12, 8]


def test_a_house_rule_brings_a_card_set_along(write: Write) -> None:
    write("cards/inn.yaml", "cards: {host: {strength: 4, alignment: mortal, power: [draw]}}\n")
    write("house-rules/inn.yaml", "card_sets: [inn, original]\n")
    assert "host" in {card.name for card in load_deck("original", "inn").cards}
    assert "host" in load_deck("legendary", {"card_sets": ["inn"]}).drawn


def test_no_end_is_an_end_as_well(write: Write) -> None:
    write("rules/race.yaml", "base: original\nend: {gold: 100, gambits: 20}\n")
    write("house-rules/endless.yaml", "rules: {end: {gold: null}}\n")
    deck = load_deck("original", ["race", "endless"])
    assert (deck.rules.end.gold, deck.rules.end.gambits) == (None, 20)
    assert load_deck("original", "endless").rules.end.gold is None


def test_the_digests_see_a_house_rule(write: Write) -> None:
    plain, changed = build_tables(load_deck("original")), build_tables(load_deck("original", "generous"))
    assert plain.deck_digest != changed.deck_digest
    assert plain.rules_digest != changed.rules_digest
    write("house-rules/nothing.yaml", "title: Nothing\n")
    assert build_tables(load_deck("original", "nothing")).deck_digest == plain.deck_digest


# --- mistakes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "message", "hint"),
    [
        ("rules: {hand_limt: 9}", "hand_limt is unknown", "did you mean hand_limit?"),
        ("rules: {hand_limit: 11}", "hand_limit must be at most 10, not 11", ""),
        ("rules: orignal", "there is no rule set called orignal", "did you mean original?"),
        ("rules: 7", "a rule set must be a name, a path or a mapping", ""),
        ("rulez: {}", "rulez is unknown", "did you mean rules?"),
        ("cards: {fool: null}", "cards is unknown", "it belongs under changes"),
        ("powers: [{of: god, before: [steal]}]", "powers is unknown", "it belongs under changes"),
        ("base: generos", "there is no house rule called generos", "did you mean generous?"),
        ("changes: {cards: {theif: null}}", "there is no card theif to remove", "did you mean thief?"),
        ("changes: {cards: {theif: {power: []}}}", "there is no card theif to change", "did you mean thief?"),
        ("changes: {dragons: {blak: {text: x}}}", "there is no colour blak to change", "did you mean black?"),
        ("changes: {powers: [{of: iron, before: [steal]}]}", "there is no group called iron", "known: "),
        ("changes: {powers: [{of: unaligned_dragon, before: [steal]}]}", "original has no card of the group", "known"),
        ("changes: {card: {}}", "changes.card is unknown", "did you mean cards?"),
        ("changes: {cards: {thief: {ante: [steal]}}}", "there is no ante effect called steal", "for powers"),
        ("unique_cards: {shown: true}", "the deck does not draw cards for each game", "add draw:"),
        ("unique_cards: {draw: 11}", "there are not 11 cards to draw from", "at most 10"),
        ("unique_cards: {drw: 11}", "unique_cards.drw is unknown", "did you mean draw?"),
        ("colours: {blak: all}", "there is no colour called blak", "did you mean black?"),
        ("colours: [blak]", "there is no colour called blak", "did you mean black?"),
        ("players: {max: 7}", "players.max must be at most 6, not 7", ""),
        ("card_sets: [orignal]", "there is no card set called orignal", "did you mean original?"),
    ],
)
def test_a_mistake_in_a_house_rule(write: Write, mistakes: Mistakes, written: str, message: str, hint: str) -> None:
    write("house-rules/mine.yaml", f"title: Mine\n\n{written}\n")
    result = [problem for problem in mistakes("original", "mine") if message in problem.message]
    assert len(result) == 1
    assert (result[0].file, result[0].line) == ("decks/house-rules/mine.yaml", 3)
    assert hint in str(result[0].hint)


def test_the_house_rule_that_one_extends_is_checked_as_well(write: Write, mistakes: Mistakes) -> None:
    write("house-rules/first.yaml", "changes:\n  card: {}\n")
    write("house-rules/second.yaml", "base: first\nchanges: {cards: {thief: null}}\n")
    (problem,) = mistakes("original", "second")
    assert (problem.file, problem.line) == ("decks/house-rules/first.yaml", 2)


@pytest.mark.parametrize("change", ["null", "{power: []}"])
def test_a_card_that_is_in_the_card_sets_but_not_in_the_deck(write: Write, mistakes: Mistakes, change: str) -> None:
    write(
        "mine.yaml",
        "base: original\nunique_cards: [fool]\ncolours: {black: [1, 2], red: all, gold: all, blue: all}\n"
        "players: {max: 3}\n",
    )
    for name, word in (("thief", "card"), ("black-9", "card"), ("silver-2", "card")):
        write("house-rules/mine.yaml", f"changes:\n  cards:\n    {name}: {change}\n")
        (problem,) = mistakes("mine", "mine")
        assert (problem.file, problem.line) == ("decks/house-rules/mine.yaml", 3)
        assert problem.message == f"mine has no {word} {name}"
    write("house-rules/mine.yaml", "changes: {dragons: {silver: {text: x}}}\n")
    assert mistakes("mine", "mine")[0].message == "mine has no colour silver"


def test_a_house_rule_may_change_what_the_one_before_has_added(write: Write, mistakes: Mistakes) -> None:
    write("house-rules/bard.yaml", "changes: {cards: {bard: {strength: 2, alignment: mortal}}}\n")
    write("house-rules/singing-bard.yaml", "changes: {cards: {bard: {power: [draw]}}}\n")
    (bard,) = [card for card in load_deck("original", ["bard", "singing-bard"]).cards if card.name == "bard"]
    assert (bard.strength, bard.power.words) == (2, "draw")
    (problem,) = mistakes("original", ["singing-bard", "bard"])
    assert problem.message == "there is no card bard to change"


def test_an_unknown_name_suggests_rule_sets_and_house_rules(mistakes: Mistakes) -> None:
    (problem,) = mistakes("original", "genrous")
    assert problem.message == "there is no rule set or house rule called genrous"
    assert "did you mean generous?" in str(problem.hint)
    assert "legendary" in str(problem.hint)


def test_a_name_that_is_both_is_a_mistake(write: Write, mistakes: Mistakes) -> None:
    write("rules/generous.yaml", "base: original\n")
    (problem,) = mistakes("original", "generous")
    assert problem.message == "generous is both a rule set and a house rule"
    assert problem.hint == "give its path: decks/rules/generous.yaml or decks/house-rules/generous.yaml"


@pytest.mark.parametrize("rules", [7, [7], ["generous", None], "nowhere/x.yaml"])
def test_what_is_no_reference_is_a_mistake(mistakes: Mistakes, rules: Any) -> None:
    assert len(mistakes("original", rules)) == 1


def test_a_broken_house_rule_is_said_once(write: Write, mistakes: Mistakes) -> None:
    write("house-rules/mine.yaml", "changes: [\n")
    (problem,) = mistakes("original", "mine")
    assert problem.file == "decks/house-rules/mine.yaml"
    (problem,) = mistakes("original", "decks/house-rules/mine.yaml")
    assert "not valid YAML" in problem.message


# --- those that come with the package ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", sorted(path.stem for path in (library.shipped("decks") / "house-rules").glob("*.yaml"))
)
def test_a_shipped_house_rule_fits_some_deck_and_changes_it(name: str) -> None:
    assert any(digests(deck, name) != digests(deck) for deck in DECKS if fits(deck, name))


def digests(deck: str, rules: str | None = None) -> tuple[Any, ...]:
    loaded = load_deck(deck, rules)
    tables = build_tables(loaded)
    return tables.deck_digest, tables.rules_digest, loaded.abilities


def fits(deck: str, name: str) -> bool:
    """Whether a house rule fits a deck; where it does not, that is said at its own line."""
    try:
        load_deck(deck, name)
    except UserError as error:
        files = {str(problem.file) for problem in error.problems}
        return not all(file.endswith(f"house-rules/{name}.yaml") for file in files)
    return True


def test_every_house_rule_is_listed_with_its_text() -> None:
    rows = {row["name"]: row for row in list_house_rules()}
    assert rows["generous"]["text"] == "Black steals 4, and the hand ends at nine."
    assert all(row["problems"] == [] for row in rows.values())
