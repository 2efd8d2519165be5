"""The page as a file: small, without requests, with a policy that allows what is in it and nothing else."""

import base64
import functools
import gzip
import hashlib
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tda_sim.answers.titles import rule_title
from tda_sim.definitions import library, sources
from tda_sim.definitions.decks import load_deck
from tda_sim.definitions.tables import rule_facts
from tda_sim.definitions.vocabulary import rule_parameters
from tda_sim.errors import UserError
from tda_sim.lab import decks, presets, rules
from tda_sim.lab.measures import numbers_of
from tda_sim.lab.page import PAGE, WORKER, bundle, page, read_text, style_of
from tda_sim.measures.metrics import METRICS
from tda_sim.rendering.colours import DARK, DRAGONS, LIGHT, variables

MOST = 1_100_000  # bytes: more than half of them are what `master` has learned, and its code


@pytest.fixture(scope="module")
def text() -> str:
    return page("legendary")


def laid_over() -> list[str]:
    """The house rules that the page lays over decks: those that change no abilities, which it does not know."""
    files = {name: library.find("house-rule", name) for name in library.available("house-rule")}
    return [name for name, file in files.items() if "abilities" not in sources.read_or_raise(file).entries]


def content(text: str, name: str) -> str:
    match = re.search(rf'<script type="text/plain" id="{name}">(.*?)</script>', text, re.DOTALL)
    assert match is not None
    return match[1]


@functools.cache
def known_presets() -> list[dict[str, Any]]:
    return presets.presets([decks.shipped(name) for name in decks.names()])


def known(text: str) -> Any:
    return json.loads(gzip.decompress(base64.b64decode(content(text, "data"))))


def test_one_small_file_without_requests(text: str) -> None:
    assert len(text.encode()) < MOST
    assert re.findall(r"(?:src|href)=\"(?!#)[^\"]*", text) == []
    assert "{{" not in re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    assert not re.search(r"\b(fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon)\b", text)


def test_the_policy_allows_this_script_and_this_style_only(text: str) -> None:
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; ")
    assert "unsafe-inline" not in policy[1]
    assert "'unsafe-eval'" not in policy[1]
    for pattern in (r"<script>(.*?)</script>", r"<style>(.*?)</style>"):
        inside = re.search(pattern, text, re.DOTALL)
        assert inside is not None
        digest = base64.b64encode(hashlib.sha256(inside[1].encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy[1]
    assert not re.search(r"<[^>]+ (on\w+|style)=", text)


def test_the_colours_are_those_of_all_pages() -> None:
    style = style_of("lab.css")
    assert f":root{{color-scheme:light dark;{variables(LIGHT)};" in style
    assert f"@media(prefers-color-scheme:dark){{:root{{{variables(DARK)}}}}}" in style
    assert f".dot.red{{background:{DRAGONS['red']}}}" in style
    assert re.findall(r"#[0-9a-f]{3,6}\b", read_text("lab.css")) == []
    assert set(re.findall(r"var\(--([a-z]+)\)", style)) <= {*LIGHT, "fill", "serif", "sans", "tint"}


@pytest.mark.parametrize("names", [PAGE, WORKER])
def test_no_two_modules_of_a_script_use_one_name(names: tuple[str, ...]) -> None:
    script = bundle(names)
    assert not re.search(r"(?m)^(import|export) ", script)
    top = re.findall(r"(?m)^(?:async )?(?:class|const|function|let) (\w+)", script)
    assert [name for name, times in Counter(top).items() if times > 1] == []


def test_the_page_knows_every_deck_rule_metric_and_preset(text: str) -> None:
    data = known(text)
    there = [name for name in library.available("deck") if not load_deck(name).draws.lots]
    assert [deck["name"] for deck in data["decks"]] == there
    assert data["deck"] == "legendary"
    named = {row["name"] for row in rule_parameters()} - {"abilities"}
    assert {row["name"] for row in data["rules"]} == named
    for metric in data["measures"]["metrics"]:
        assert metric["numbers"] == numbers_of(METRICS[metric["name"]])
    assert {preset["title"] for preset in data["presets"]} >= {rule_title("four-rounds"), rule_title("ten-gambits")}


@pytest.mark.parametrize("name", laid_over())
def test_the_parameters_of_a_preset_are_those_of_the_house_rule(name: str) -> None:
    (preset,) = (each for each in known_presets() if each["name"] == name)
    fields = {row["name"]: row["field"] for row in rules.parameters()}
    deck = "legendary" if "legendary" in preset["decks"] else next(iter(preset["decks"]))
    before, after = (rule_facts(load_deck(deck, rule).rules) for rule in (None, name))
    assert before | {fields[name]: value for name, value in preset["rules"].items()} == after


@pytest.mark.parametrize("deck", ["original", "emperors-gambit"])
def test_a_preset_fits_the_decks_that_the_house_rule_fits(deck: str) -> None:
    for preset in known_presets():
        try:
            cards = load_deck(deck, preset["name"]).cards
        except UserError:
            assert deck not in preset["decks"], preset["name"]
            continue
        made = preset["decks"][deck]
        before = {card.name for card in load_deck(deck).cards}
        new = {card["name"] for card in made["cards"]} - before
        assert {card.name for card in cards} == before - set(made["gone"]) | new, preset["name"]


def test_every_shipped_house_rule_is_a_preset(text: str) -> None:
    there = {preset["name"]: preset for preset in known(text)["presets"]}
    assert set(there) == set(laid_over())
    assert there["no-druid"]["decks"]["legendary"]["gone"] == ["druid"]
    assert "emperors-gambit" not in there["no-druid"]["decks"]


def test_amounts_are_where_the_engine_reads_them() -> None:
    for name in ("original", "legendary", "emperors-gambit"):
        families = decks.describe(decks.shipped(name))["families"].values()
        pairs = [(family, amount) for family in families for amount in family["amounts"]]
        assert len(pairs) > 5
        for family, amount in pairs:
            values = {family["code"][amount["part"]][line][2 + place] for line, place in amount["places"]}
            assert values == {amount["value"]}
            assert amount["least"] <= amount["value"] <= amount["most"]


def test_amounts_that_a_power_leaves_to_their_defaults_come_last() -> None:
    families = decks.describe(decks.shipped("original"))["families"]
    assert [(one["label"], one["value"]) for one in families["cards/fool"]["amounts"]] == [
        ("pay stakes", 1), ("draw: amount", 1)
    ]  # fmt: skip
    blue = families["dragons/blue"]
    assert {one["value"] for one in blue["amounts"]} == {1}
    thief = families["cards/thief"]["amounts"]
    assert [one["label"] for one in thief] == ["steal", "discard from hand: amount"]


def test_ante_effects_have_amounts_after_those_of_the_power() -> None:
    families = decks.describe(decks.shipped("emperors-gambit"))["families"]
    spy, exarch = ([(one["part"], one["label"], one["value"]) for one in families[name]["amounts"]]
                   for name in ("cards/spy", "cards/exarch"))  # fmt: skip
    assert spy == [("power", "take from ante: amount", 1), ("ante", "in the ante: leader pays", 2)]
    assert exarch == [("ante", "in the ante: strong cards trigger", 10)]


def test_effects_added_to_a_group_have_amounts() -> None:
    made = {preset["name"]: preset["decks"]["legendary"]["added"] for preset in known_presets()}
    (costly,), (thieving,) = made["costly-mortals"], made["thieving-gods"]
    assert [(one["part"], one["label"], one["value"]) for one in costly["amounts"]] == [("before", "pay stakes", 1)]
    assert [(one["part"], one["label"], one["value"]) for one in thieving["amounts"]] == [("after", "steal", 3)]
    assert (costly["key"], costly["of"]) == ("powers/costly-mortals", "mortal")


def test_a_deck_of_the_users_opens_in_the_page(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text(
        "base: original\ntitle: Mine </script><b>\ncolours: [black, blue, gold, red, green, white, silver]\n"
    )
    text = page(str(mine))
    data = known(text)
    assert data["decks"][0]["title"] == "Mine </script><b>"
    assert data["deck"] == data["decks"][0]["name"] == "mine"
    assert "</script><b>" not in text
    assert len(data["decks"]) == len(decks.names()) + 1


@pytest.mark.parametrize("deck", ["dice-gambit", "nosuch", "four-rounds"])
def test_what_is_no_deck_of_cards_is_refused(deck: str) -> None:
    with pytest.raises(UserError, match="no deck called"):
        page(deck)


def test_the_command_writes_the_page(tda: Any, tmp_path: Path) -> None:
    out = tmp_path / "new" / "lab.html"
    code, printed, _ = tda("lab", "original", "--out", str(out), "--json")
    assert code == 0
    assert json.loads(printed) == {"out": str(out), "bytes": out.stat().st_size}
    assert out.read_text("utf-8") == page("original")


@pytest.mark.parametrize("modules", [PAGE, WORKER], ids=["page", "worker"])
def test_no_name_stands_in_two_modules_of_a_bundle(modules: tuple[str, ...]) -> None:
    """They become one script, in which the later of two functions would replace the earlier one."""
    declared = r"(?m)^(?:export )?(?:async )?(?:class|const|function|let)\s+(\{[^}]*\}|\[[^\]]*\]|\w+)"
    names = [
        name
        for module in modules
        for each in re.findall(declared, read_text(module))
        for name in re.findall(r"\w+", each)
    ]
    assert len(names) > 10
    assert [name for name, count in Counter(names).items() if count > 1] == []


def test_no_line_of_the_scripts_is_longer_than_120_columns() -> None:
    assert [(name, line) for name in {*PAGE, *WORKER} for line in read_text(name).splitlines() if len(line) > 120] == []
