"""Finding things by name and by path."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tda_sim.definitions import describe_house_rule, library, load_deck, load_game
from tda_sim.errors import UserError

Write = Callable[[str, str], Path]


def test_a_deck_in_the_users_own_folder_comes_before_the_shipped_one(write: Write) -> None:
    assert library.find("deck", "original").resolve() == (library.shipped("decks") / "original.yaml").resolve()
    own = write("original.yaml", "base: original\ntitle: Mine\n")
    assert library.find("deck", "original").resolve() == own.resolve()
    assert load_deck("original").title == "Mine"  # extends the shipped one, not itself


def test_the_folder_named_in_the_environment_is_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "far.yaml").write_text("base: original\n")
    monkeypatch.setenv("TDA_DECKS", str(tmp_path / "elsewhere"))
    assert load_deck("far").name == "far"
    assert "far" in library.available("deck")
    monkeypatch.setenv("TDA_DECKS", str(tmp_path / "nowhere"))
    with pytest.raises(UserError, match=r"TDA_DECKS names .*nowhere, which is not a folder"):
        library.available("deck")


@pytest.mark.parametrize(
    ("kind", "wrong", "right"),
    [
        ("deck", "orignal", "original"),
        ("cards", "orignal", "original"),
        ("rules", "orignal", "original"),
        ("house-rule", "no-druids", "no-druid"),
    ],
)
def test_an_unknown_name_suggests_the_nearest_one_and_lists_all(kind: str, wrong: str, right: str) -> None:
    word = library.KINDS[kind].word
    with pytest.raises(UserError, match=rf"there is no {word} called {wrong} .*did you mean {right}") as error:
        library.find(kind, wrong)
    assert "known: " in str(error.value)


def test_what_looks_like_a_path_is_one(write: Write) -> None:
    path = write("sub/mine.yaml", "base: original\n")
    for reference in (path, str(path), "decks/sub/mine.yaml", "./decks/sub/mine.yaml"):
        assert load_deck(reference).name == "mine"
    with pytest.raises(UserError, match=r"there is no file nothing.yaml"):
        library.find("deck", "nothing.yaml")


def test_a_dot_belongs_to_the_name(write: Write) -> None:
    write("original.mine.yaml", "base: legendary\nrules: six.rounds\n")
    write("rules/six.rounds.yaml", "base: original\nrounds: 6\n")
    write("house-rules/a.b.yaml", "rules: {opening_hand: 5}\n")
    write("abilities/of.mine.yaml", "base: legendary\n")
    write("dice/dice-gambit.mine.yaml", "base: dice-gambit\n")
    write("dice/house-rules/c.d.yaml", "rules: {starting_gold: 20}\n")
    deck = load_deck("original.mine", ["a.b", {"abilities": "of.mine"}])
    assert (deck.name, deck.title, deck.rules_name) == ("original.mine", "Original.mine", "six.rounds + a.b + unnamed")
    assert deck.abilities.name == "of.mine"
    assert load_deck("decks/original.mine.yaml").name == "original.mine"
    assert describe_house_rule("a.b")["house_rule"] == "a.b"
    assert load_game("dice-gambit.mine", "c.d").rules_name == "dice-gambit.mine + c.d"


def test_a_path_that_is_not_here_is_looked_for_below_the_folders_of_content(write: Write, tmp_path: Path) -> None:
    assert library.find("rules", "rules/legendary.yaml") == library.shipped("decks") / "rules" / "legendary.yaml"
    own = write("rules/legendary.yaml", "base: original\n")
    assert library.find("rules", "rules/legendary.yaml").resolve() == own.resolve()
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "legendary.yaml").write_text("base: original\n")
    assert library.find("rules", "rules/legendary.yaml") == Path("rules/legendary.yaml")


def test_paths_inside_a_file_start_at_that_file(write: Write) -> None:
    write("house/rules.yaml", "base: original\nhand_limit: 7\n")
    path = write("house/mine.yaml", "base: original\nrules: ./rules.yaml\n")
    assert load_deck(path).rules.hand_limit == 7


@pytest.mark.parametrize("name", ["x" * 5000 + ".yaml", "~nobody-of-that-name/x.yaml", "decks/", "", "a\0b.yaml"])
def test_names_that_no_file_can_have_are_mistakes_like_others(name: str) -> None:
    with pytest.raises(UserError, match=r"there is no|cannot read|has an invisible character"):
        library.find("deck", name)


def test_a_deck_that_is_loaded_stays_as_it_is() -> None:
    deck = load_deck("original", rules="twelve-gold")
    assert load_deck(deck) is deck
    with pytest.raises(ValueError, match="when a deck is loaded"):
        load_deck(deck, rules="twelve-gold")


def test_an_analysis_may_be_a_file_or_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("alone.py", "decks/__init__.py", "decks/part.py", "no_package/part.py", "_hidden/__init__.py"):
        (tmp_path / "analyses" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "analyses" / name).touch()
    result = library.available("analysis")
    assert result.keys() == {"abilities", "alone", "cards", "decks", "house_rules", "strategies_matter"}
    assert result["decks"] == Path("analyses/decks/__init__.py")  # the user's own comes first
    assert library.find("analysis", "analyses/decks") == library.find("analysis", "decks")
    assert result["house_rules"] == library.shipped("analyses") / "house_rules.py"
    assert result["cards"] == library.shipped("analyses") / "cards.py"
    assert library.available("strategy").keys().isdisjoint(result)
