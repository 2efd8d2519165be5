"""Modifiers of strategies: noise, boldness, lapses and what is overlooked."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from at_table import Games, same, tables
from habits import first_gambits, is_more
from scipy import stats

from tda_sim import agents
from tda_sim.agents.modifiers import Modifiers
from tda_sim.engine.modifiers import GUMBEL, PART
from tda_sim.engine.terms import Event, Stop
from tda_sim.errors import UserError

FALSE_ALARM = 1e-6
Write, Table = Callable[..., agents.Strategy], Callable[..., Games]

POINTS = "return cards.strength[option] if option >= 0 else 0"  # worths that the kit has no part in
GOLD_PIECES = "return plain_worth(cards, table, me, question, option) * 0 + GOLD * cards.strength[option]"


def modified(strategy: agents.Strategy, settings: str) -> agents.Strategy:
    return agents.find(f"{strategy.path}:{settings}")


def antes(games: Games, n: int) -> list[tuple[list[int], int]]:
    """The strengths among which seat 0 chose its first ante, in ``n`` games, and the index that it chose."""
    strength, result = tables(games.deck).cards["strength"].reshape(-1), []
    for number in range(n):
        log = games.watch(number, until=Stop.ANTE)
        log = log[log["seat"] == 0]
        options = log[log["kind"] == Event.OPTION]["other"]
        chosen = log[log["kind"] == Event.ANSWER]["gold"]
        result.append((strength[options].tolist(), int(chosen[0])))
    return result


def surprise(choices: Sequence[tuple[list[int], int]], size: float) -> float:
    """The chance of choices so unlike those of a logit quantal response of this size; by the mean of what is chosen."""
    gap = variance = 0.0
    for strengths, chosen in choices:
        worth = np.array(strengths) / size
        chance = np.exp(worth - worth.max())
        chance /= chance.sum()
        mean = chance @ strengths
        gap += strengths[chosen] - mean
        variance += chance @ (np.array(strengths) - mean) ** 2
    return float(2 * stats.norm.sf(abs(gap) / math.sqrt(variance)))


def test_the_noise_has_a_gumbel_distribution() -> None:
    quantiles = GUMBEL / PART
    assert quantiles.mean() == pytest.approx(np.euler_gamma, abs=0.001)
    assert quantiles.std() == pytest.approx(math.pi / math.sqrt(6), abs=0.005)
    assert np.all(np.diff(GUMBEL) >= 0)


@pytest.mark.parametrize("body", [POINTS, GOLD_PIECES], ids=["points", "gold"])
@pytest.mark.parametrize("size", [0.5, 3.0])
def test_choices_are_a_logit_quantal_response(strategy: Write, table: Table, body: str, size: float) -> None:
    """By the noise's own size they are; by one that is half as great again they are not."""
    mine = modified(strategy(body, "score", imports="from tda_sim.kit import GOLD, plain_worth"), f"ante={size}")
    choices = antes(table(mine, "random"), 3000)
    assert surprise(choices, size) > FALSE_ALARM
    assert surprise(choices, size * 1.5) < FALSE_ALARM


def test_each_noise_has_its_own_questions() -> None:
    """With noise in the ante alone, plays are as before where the ante is, and the other way round."""
    first = [gambit.events(Event.ANTE)["card"][0] for gambit in first_gambits("balanced", 200)]
    for settings, alike in (("play=5", True), ("ante=5", False)):
        others = [gambit.events(Event.ANTE)["card"][0] for gambit in first_gambits(f"balanced:{settings}", 200)]
        assert (first == others) == alike


@pytest.mark.both
def test_modifiers_of_nothing_change_nothing(table: Table, plain: bool) -> None:
    n = 1 if plain else 100
    usual, other = (
        table(name, "random").play(n) for name in ("balanced", "balanced:play=0:ante=0:boldness=0:lapses=0")
    )
    assert same(usual, other)


def test_a_player_with_lapses_of_one_plays_at_random(table: Table) -> None:
    counts = np.bincount([index for _, index in antes(table("master:lapses=1", "random"), 3000)], minlength=6)
    assert stats.chisquare(counts).pvalue > FALSE_ALARM


def test_the_bold_ante_more_and_the_careful_less() -> None:
    careful, usual, bold = (
        [gambit.cards(Event.ANTE)[0] for gambit in first_gambits(f"master{settings}", 400)]
        for settings in (":boldness=-0.3", "", ":boldness=0.3")
    )
    assert is_more(usual, careful) and is_more(bold, usual)


@pytest.mark.parametrize("blind", ["triggers", "flights"])
@pytest.mark.parametrize("name", ["balanced", "master", "spender"])
def test_whoever_overlooks_something_wins_less(name: str, blind: str, table: Table) -> None:
    usual, other = (
        table(f"{name}{settings}", *[name] * 3).play(4000)["winners"] & 1 for settings in ("", f":blind={blind}")
    )
    assert is_more(usual, other)


def test_everybody_can_have_lapses(table: Table) -> None:
    for name in ("random:lapses=0.5", "lookahead:playouts=2:lapses=0.5", "lookahead:playouts=2:fast=master:lapses=0.2"):
        assert len(table(name, "random").play(3)) == 3


def test_plain_python_can_have_lapses(strategy: Write, table: Table) -> None:
    mine = strategy("return question.n - 1", "decide")
    choices = antes(table(modified(mine, "lapses=1"), "random"), 60)
    assert {index for _, index in choices} == set(range(6))


def test_modifiers_are_part_of_the_name_and_of_the_digest() -> None:
    usual, other = agents.find("master"), agents.find("master:play=0.5:blind=triggers+flights")
    assert other.name == "master:play=0.5:blind=triggers+flights" and other.digest != usual.digest
    assert other.modifiers == Modifiers(play=0.5, blind=("flights", "triggers")) and other.is_shipped
    again = agents.find("weighted:steep_last=1:play=0.5").at("legendary", "legendary")
    assert again.modifiers.play == 0.5 and again.values["steep_last"] == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("master:play=-1", "play must be from 0 to 1,000, not -1"),
        ("master:ante=much", "ante must be from 0 to 1,000, not much"),
        ("master:ante=nan", "ante must be from 0 to 1,000, not nan"),
        ("master:lapses=2", "lapses must be from 0 to 1, not 2"),
        ("master:boldness=", "boldness must be from -1,000 to 1,000, not nothing"),
        ("master:blind=discards", "blind must be flights or triggers"),
        ("random:play=1", "it does not say what options are worth, so it can only have lapses"),
        ("random:blind=triggers", "it does not say what options are worth, so it can only have lapses"),
        ("lookahead:ante=1", "it can only have lapses"),
        ("strongest:blind=triggers", "it does not value options with the kit, which is what blind changes"),
    ],
)
def test_what_makes_no_sense_is_refused(name: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        agents.find(name)


def test_dice_players_can_have_noise_and_lapses(tmp_path: Path) -> None:
    from tda_sim import simulate

    path = tmp_path / "liker.py"
    path.write_text('"""Likes the last."""\n\ndef score(cards, table, me, question, option):\n    return option\n')
    played = simulate("dice-gambit", 3, 300, [f"{path}:play=2", "bold:lapses=0.3", "random"], progress=False)
    assert played.games.collect().height == 300
    with pytest.raises(UserError, match="in this game strategies can only have play and lapses"):
        agents.find(f"{path}:boldness=1", "dice")


def test_a_parameter_cannot_have_the_name_of_a_modifier(strategy: Write) -> None:
    with pytest.raises(UserError, match="a parameter cannot be called play"):
        strategy("return 0", imports='PARAMETERS = {"play": 1}')
