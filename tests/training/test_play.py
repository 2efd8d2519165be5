"""A network that learns to play: what it sees, what it takes, how it is fitted, and learning that goes on."""

import ast
import base64
import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tda_sim import agents
from tda_sim.characters import visible
from tda_sim.definitions import load_deck
from tda_sim.definitions.abilities import NO_LIST
from tda_sim.engine import kernel
from tda_sim.engine.compiler import plain
from tda_sim.engine.layout import TALLY, UNITS
from tda_sim.engine.terms import Question
from tda_sim.errors import UserError
from tda_sim.kit import inputs, network
from tda_sim.kit.buckets import ANTE_BUCKET, BUCKETS, OTHER_BUCKET
from tda_sim.kit.searching import lead_that_counts
from tda_sim.questions.searches import LearnPlay
from tda_sim.runs.play import Table, load_strategies, plan_work
from tda_sim.stats.intervals import wilson
from tda_sim.store.folders import opened_for
from tda_sim.training import descent, labels, plan_learning, play
from tda_sim.training.folder import KIND, Alone, Point, Stage, Training
from tda_sim.training.play import Learned, kept_values, labeller, run_learning
from tda_sim.training.training import Learner, Room, fit, scales, taken
from tda_sim.training.writing import strategy_file

Tda = Callable[..., tuple[int, str, str]]


@dataclass
class Decision:
    """A labelled decision: inputs by their places, of the state and of each option."""

    bucket: int
    chosen: int
    state: dict[int, int]
    options: list[dict[int, int]]
    values: list[int]
    places: list[int]  # where the values are written

    @property
    def kind(self) -> int:
        """Which question it is."""
        (kind,) = (kind for kind in Question if self.state.get(inputs.KIND + kind))
        return kind


def decisions(numbers: np.ndarray) -> Iterator[Decision]:
    """What labels say."""

    def read(at: int, n: int) -> dict[int, int]:
        result: dict[int, int] = {}
        for number in numbers[at : at + n].tolist():
            place, amount = number >> 16, (number & 0xFFFF ^ 0x8000) - 0x8000
            result[place] = result.get(place, 0) + amount
        return result

    at = 0
    while at < len(numbers):
        n, bucket, chosen, n_state = numbers[at : at + labels.HEADER].tolist()
        at += labels.HEADER
        decision = Decision(bucket, chosen, read(at, n_state), [], [], [])
        at += n_state
        for _ in range(n):
            value, size = numbers[at : at + 2].tolist()
            decision.places.append(at)
            decision.values.append(value)
            decision.options.append(read(at + 2, size))
            at += 2 + size
        yield decision


@pytest.fixture(scope="module", autouse=True)
def small() -> Iterator[None]:
    """Fewer games than people would have it learn from."""
    with pytest.MonkeyPatch.context() as patch:
        for name, number in {"CHUNK": 20, "TESTED": 20, "MEASURED": 200, "KEPT_GAMES": 100, "ROOM": 2_000_000}.items():
            patch.setattr(play, name, number)
        yield


EDITIONS = ["original", "emperors-gambit", "legendary"]


def made_up_network(folder: Path, bits: int = 16, abilities: bool = True) -> Path:
    """A strategy whose weights, for each edition, are drawn at random."""
    profiles = plan_learning(EDITIONS, [4], "random", 1, 100, 1).profiles()
    rng, decks = np.random.default_rng(1), len(profiles)
    drawn = rng.normal(0, 0.05, (decks, BUCKETS, inputs.PLACES, UNITS)), rng.normal(0, 0.5, (decks, BUCKETS, UNITS - 1))
    file = folder / "made_up.py"
    text = network.written(*drawn, np.array([*profiles.values()]), abilities, bits)
    file.write_text(strategy_file("Drawn at random.", text))
    return file


def weights_in(file: Path) -> network.Weights:
    """The weights in a strategy's file, in parts."""
    return network.read(file.read_text().split('"""')[3])


def labelled(
    strategy: str,
    games: int,
    deck: str = "original",
    players: int = 4,
    abilities: str | None = None,
    rival: str | None = None,
) -> np.ndarray:
    """Labels of all decisions in some games, with abilities if they are given, and against a rival if one is."""
    plan = plan_learning([deck], [players], strategy, 1, 100, 1, abilities=abilities)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play, "ONE_IN", 1)
        recorder = labeller(plan, plan.strategy, kept_values(plan, plan.strategy))
        return recorder.play(len(plan.works) - 1, 0, games, None if rival is None else agents.find(rival))


@pytest.fixture(scope="module")
def of_weighted() -> np.ndarray:
    """Labels of ten games."""
    return labelled("weighted", 10)


# --- what a network takes ---------------------------------------------------------------------------------


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("deck", "players", "bits", "abilities"),
    [
        ("original", 4, 16, None),
        ("emperors-gambit", 3, 8, None),
        ("legendary", 6, 16, None),
        ("legendary", 4, 8, "random:2"),
    ],
)
def test_a_network_takes_what_its_weights_judge_best(
    deck: str, players: int, bits: int, abilities: str | None, tmp_path: Path
) -> None:
    """Worked out again with NumPy, from the inputs that are written down: the same option, in every kind of question.

    The weights are those that it has for the deck.
    """
    file = made_up_network(tmp_path, bits)
    into, out, *_ = weights_in(file)
    kinds, buckets, first = set(), set(), BUCKETS * EDITIONS.index(deck)
    for decision in decisions(labelled(str(file), 4, deck, players, abilities)):
        judged = []
        for option in decision.options:
            sums = np.zeros(UNITS, np.int64)
            for place, amount in [*decision.state.items(), *option.items()]:
                sums += amount * into[first + decision.bucket, place].astype(np.int64)
            units = np.maximum(0, sums[:-1] >> network.UNIT_BITS)
            straight = int(sums[-1]) >> network.UNIT_BITS << network.OUT_BITS
            judged.append(int(units @ out[first + decision.bucket]) + straight)
        assert decision.chosen == int(np.argmax(judged))
        kinds.add(decision.kind)
        buckets.add(decision.bucket)
    assert {Question.ANTE, Question.PLAY} < kinds and buckets >= {0, 1, 2, ANTE_BUCKET, OTHER_BUCKET}
    assert (Question.USE_ABILITY in kinds) == (abilities is not None)


def test_who_has_not_learned_abilities_uses_them_as_the_plain_player_does(tmp_path: Path) -> None:
    """With the same weights: of two networks, one answers such questions by them, the other by the worth of options.

    Worth is counted in quarters of a gold piece, so the answer may be one of several.
    """
    of_most_worth = {}
    for learned in (True, False):
        file = made_up_network(tmp_path, abilities=learned)
        asked = [
            (decision.chosen, [option.get(inputs.WORTH, 0) for option in decision.options])
            for decision in decisions(labelled(str(file), 20, "original", 4, "random:2"))
            if decision.kind == Question.USE_ABILITY
        ]
        assert len(asked) > 100
        of_most_worth[learned] = sum(worths[chosen] == max(worths) for chosen, worths in asked) / len(asked)
    assert of_most_worth[False] == 1 > of_most_worth[True] + 0.1


def test_a_play_is_judged_by_the_rounds_that_are_left_and_an_ante_by_itself(of_weighted: np.ndarray) -> None:
    for decision in decisions(of_weighted):
        (rounds,) = (n for n in range(inputs.MOST_ROUNDS + 1) if decision.state.get(inputs.ROUNDS + n))
        of_kind = {Question.PLAY: rounds, Question.ANTE: ANTE_BUCKET}
        assert decision.bucket == of_kind.get(Question(decision.kind), OTHER_BUCKET)


def test_labels_do_not_change_the_game() -> None:
    plan = plan_learning(["original"], [4], "weighted", 1, 100, 1)
    recorder, tallies = labeller(plan, plan.strategy, kept_values(plan, plan.strategy)), []
    numbers = recorder.numbers()
    game, teachers = recorder.seated(0)
    for entrants in (teachers, agents.entrants([plan.works[0].strategies[0]])):
        numbers[labels.USED] = labels.FIRST
        played = np.zeros(5, TALLY)
        kernel.play_games(
            game, entrants, np.zeros((1, 6), np.int16), np.uint64(1), 0, 5, played,
            kernel.no_sums(), kernel.no_draws(), kernel.no_gambits(), kernel.no_uses(), kernel.no_stop(),
        )  # fmt: skip
        tallies.append(played)
    assert (tallies[0] == tallies[1]).all() and tallies[0]["winners"].all()


def test_against_rivals_who_play_alike_a_seat_sees_the_same_and_learns_the_same(of_weighted: np.ndarray) -> None:
    both = of_weighted, labelled("weighted", 10, rival="weighted")
    all_seats, one_seat = ([replace(each, places=[]) for each in decisions(numbers)] for numbers in both)
    remaining = iter(all_seats)
    assert all(each in remaining for each in one_seat), "in the order of the games"
    assert 4 * len(one_seat) == pytest.approx(len(all_seats), rel=0.2)


def test_what_an_option_is_worth_depends_on_the_rivals() -> None:
    """The first ante of the first game: nothing has happened yet, but the others will play otherwise."""
    alike, by_chance = (next(decisions(labelled("weighted", 1, rival=rival))) for rival in ("weighted", "random"))
    assert alike.state == by_chance.state and alike.options == by_chance.options
    assert alike.values != by_chance.values


def test_values_are_those_above_the_mean_of_all_options_within_limits(of_weighted: np.ndarray) -> None:
    n, most = 0, labels.MOST_VALUE * labels.GOLD
    for decision in decisions(of_weighted):
        if max(map(abs, decision.values)) < most:
            assert abs(sum(decision.values)) <= len(decision.values)  # each is rounded
            n += len(set(decision.values)) > 1
        assert max(map(abs, decision.values)) <= most
    assert n > 300


@pytest.mark.parametrize("hoards", [(50, 50, 50, 50), (80, 60, 40, 20), (1, 100, 100, 100)])
def test_values_are_in_gold_as_it_counts_now(hoards: tuple[int, ...]) -> None:
    """At an even table, a gold piece more adds p (1 - p) / lead to a chance p; who is all but lost counts it as 0.3."""
    work = plan_work("original", None, 4, "balanced", 1, False)
    record = Table(work, load_strategies(work)).game
    record["table"]["hoard"][0, :4], record["table"]["playing"] = hoards, 4
    table = plain.wrap(record)[0].table
    even = 0.25 * 0.75 / lead_that_counts(table)
    each = [labels.chance_per_gold(table, seat) / even for seat in range(4)]
    shares = np.exp(np.array(hoards) / lead_that_counts(table))
    shares /= shares.sum()
    assert each == pytest.approx(np.maximum(0.3, shares * (1 - shares) / (0.25 * 0.75)), rel=0.02)


def test_inputs_say_what_lies_on_the_table(of_weighted: np.ndarray) -> None:
    """Each hand has as many cards as the facts of its cards say, and so on."""
    n = 0
    for decision in decisions(of_weighted):
        state, hand = decision.state, decision.state.get(inputs.HAND + inputs.CARD, 0)
        assert state[inputs.ALWAYS] == 1 and state[inputs.KIND + decision.kind] == 1
        assert state[inputs.CARDS + hand] == 1
        assert state.get(inputs.PLAYERS) == 4
        if decision.kind == Question.PLAY:
            assert len(decision.options) == hand
            strengths = [
                option.get(inputs.USES + use * inputs.N_FACTS + inputs.STRENGTH, 0)
                for option in decision.options
                for use in (inputs.PLAYED, inputs.TRIGGERED)
                if option.get(inputs.USES + use * inputs.N_FACTS + inputs.CARD)
            ]
            assert sum(strengths) == state.get(inputs.HAND + inputs.STRENGTH, 0)
            assert max(strengths) == state[inputs.FIRST_STRENGTH]
            n += 1
    assert n > 100


def test_weights_are_written_as_they_are_read() -> None:
    """With 16 bits, to half a part. With 8, to a 127th of the greatest weight of an input."""
    rng = np.random.default_rng(2)
    into, out = rng.normal(0, 0.5, (2, BUCKETS, inputs.PLACES, UNITS)), rng.normal(0, 10, (2, BUCKETS, UNITS - 1))
    profiles = rng.integers(0, 200, (2, inputs.N_FACTS))
    parts = into.reshape(2 * BUCKETS, inputs.PLACES, UNITS) * 2**network.PART_BITS
    greatest = np.abs(parts).max(axis=(0, 2))
    for bits, error in ((16, np.full(inputs.PLACES, 0.5)), (8, greatest / 127)):
        read = network.read(network.written(into, out, profiles, bits=bits))
        assert (np.abs(read.inputs - parts).max(axis=(0, 2)) <= error).all()
        assert np.abs(read.units - out.reshape(2 * BUCKETS, -1) * 2**network.OUT_BITS).max() <= 0.5
        assert (read.profiles == profiles).all()


def test_one_set_of_weights_counts_for_all_buckets() -> None:
    rng = np.random.default_rng(2)
    into, out = rng.normal(0, 0.5, (inputs.PLACES, UNITS)), rng.normal(0, 10, UNITS - 1)
    read = network.read(network.written(into, out))
    assert len(read.inputs) == len(read.units) == BUCKETS
    assert np.abs(read.inputs - into * 2**network.PART_BITS).max() <= 0.5
    assert np.abs(read.units - out * 2**network.OUT_BITS).max() <= 0.5


TOO_GREAT = network.written(np.full((inputs.PLACES, UNITS), 3.0), np.zeros(UNITS - 1))
OF_OTHERS = network.written(np.zeros((3, UNITS)), np.zeros(UNITS - 1))
NO_MORE = base64.b85encode(zlib.compress(b"\1")).decode()


@pytest.mark.parametrize("text", ["", "nothing", OF_OTHERS, TOO_GREAT, NO_MORE])
def test_other_texts_are_no_weights(text: str) -> None:
    with pytest.raises(ValueError, match="weights"):
        network.read(text)


# --- fitting ----------------------------------------------------------------------------------------------


def squares(weights: np.ndarray, scale: np.ndarray, numbers: np.ndarray) -> float:
    """Half of the squares that a network leaves, with NumPy and 64 bits."""
    left = 0.0
    for decision in decisions(numbers):
        rows = weights.reshape(BUCKETS, descent.ROWS, UNITS)[decision.bucket]
        into, out = rows[:-1], rows[-1, :-1]
        judged = []
        for option in decision.options:
            seen = {place: amount * scale[place] for place, amount in [*decision.state.items(), *option.items()]}
            sums = np.array(list(seen.values())) @ into[list(seen)]
            judged.append(np.maximum(0, sums[:-1]) @ out + sums[-1])
        values = np.array(decision.values) / descent.UNIT
        left += float(np.sum((np.array(judged) - np.mean(judged) - values + np.mean(values)) ** 2))
    return left / 2


def test_the_gradient_is_that_of_the_squares(of_weighted: np.ndarray) -> None:
    """Against differences, for the forty weights with the steepest slopes."""
    first = list(decisions(of_weighted))[30].places[-1]
    numbers = of_weighted[: first + 2 + of_weighted[first + 1]]
    learner, room = Learner.new(1, scales(numbers), 3), Room()
    weights, scale = learner.weights.astype(float), learner.scale.astype(float)
    step, first_moment, no_rate = 1e-6, learner.moment, 0.0
    _, left = descent.descend(
        numbers, learner.weights, learner.scale, first_moment, learner.square, 0, no_rate, len(weights),
        room.layer, room.begins, room.rows, room.for_gradient(learner),
    )  # fmt: skip
    assert left * 31 / 2 == pytest.approx(squares(weights, scale, numbers), rel=1e-4)
    gradient = first_moment.astype(float) * len(weights) / (1 - 0.9)  # Adam's first mean is a tenth of the gradient's
    for k in np.argsort(-np.abs(gradient))[:40]:
        ends = []
        for side in (-step, step):
            weights[k] += side
            ends.append(squares(weights, scale, numbers))
            weights[k] -= side
        assert (ends[1] - ends[0]) / (2 * step) == pytest.approx(gradient[k], rel=0.01)


def test_means_that_nothing_adds_to_end_at_nothing() -> None:
    """Not at the smallest numbers there are, with which processors calculate slowly."""
    weights, gradient, moment, square = np.ones((4, 8), np.float32)
    gradient[:] = 0
    moment *= np.float32(1e-20)
    square *= np.float32(1e-25)
    for _ in range(20_000):
        descent.adam(weights, gradient, moment, square, np.float32(1e-3), np.float32(1))
    assert (moment == 0).all() and (square == 0).all() and weights == pytest.approx(1)


def test_a_known_truth_is_learned(of_weighted: np.ndarray) -> None:
    """Values that follow from inputs, with noise: nearly all of what the best choice brings is taken."""
    rng, truth = np.random.default_rng(4), of_weighted.copy()
    best, mean = [], []
    for decision in decisions(of_weighted):
        strong = decision.state.get(inputs.STAKES, 0) > 25  # strong cards where there is much at stake, weak ones else
        worth = [
            sum(amount for place, amount in option.items() if (place - inputs.USES) % inputs.N_FACTS == inputs.STRENGTH)
            if max(option) >= inputs.USES
            else 0
            for option in decision.options
        ]
        values = [each if strong else -each for each in worth]
        best.append(max(values))
        mean.append(sum(values) / len(values))
        for place, value in zip(decision.places, values, strict=True):
            truth[place] = labels.GOLD * (value + rng.normal(0, 3))
    learner, room = Learner.new(1, scales(truth), 5), Room()
    for k in range(30):
        fit(learner, truth, 5e-3 * 0.9**k, 16, room)
    own, played = taken(learner, truth, room)
    possible = np.mean(best) - np.mean(mean)
    assert own * descent.UNIT / labels.GOLD > 0.9 * possible > played * descent.UNIT / labels.GOLD


def test_a_deck_teaches_its_own_weights_and_those_of_all_decks_together(of_weighted: np.ndarray) -> None:
    learner = Learner.new(3, scales(of_weighted), 5)  # of two decks
    begun = learner.sets[0].copy()
    fit(learner, of_weighted, 1e-3, 16, Room())
    own, other, together = learner.sets
    assert (own != begun).any() and (other == begun).all() and (together == own).all()


# --- learning ---------------------------------------------------------------------------------------------


def learn_play(*decks: str, **asked: Any) -> Learned:
    settings = LearnPlay(decks=decks, **asked)
    plan = settings.plan()
    return run_learning(plan, settings.out or plan.usual_folder, settings.workers, settings.progress)


@pytest.mark.full
def test_what_is_learned_does_not_depend_on_threads_or_interruptions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {"players": (4, 2), "rivals": ["thrifty"], "rounds": 2, "games": 120, "progress": False}
    first = learn_play("original", **asked, out=tmp_path / "one", workers=1)
    again = learn_play("original", **asked, out=tmp_path / "two", workers=2)
    calls = []

    def stops(*arguments: object) -> float:
        calls.append(arguments)
        if len(calls) == 9:  # in the second round
            raise KeyboardInterrupt
        return fit(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(play, "fit", stops)
    with pytest.raises(KeyboardInterrupt):
        learn_play("original", **asked, out=tmp_path / "three", workers=1)
    gone_on = learn_play("original", **asked, out=tmp_path / "three", workers=1)
    texts = [[path.read_text() for path in result.strategies] for result in (first, again, gone_on)]
    assert texts[0] == texts[1] == texts[2] and len(set(texts[0])) == 2
    assert first.curve == again.curve == gone_on.curve and first.alone == again.alone == gone_on.alone
    assert [(each.round, each.table, each.against) for each in first.alone] == [
        (1, 0, "thrifty"), (1, 0, "weighted"), (1, 1, "thrifty"), (1, 1, "weighted"),
        (2, 0, "thrifty"), (2, 0, "weighted"), (2, 0, "round-1"),
        (2, 1, "thrifty"), (2, 1, "weighted"), (2, 1, "round-1"),
    ]  # fmt: skip


def test_a_network_goes_on_learning_from_where_it_is(tmp_path: Path, of_weighted: np.ndarray) -> None:
    """For each deck, from the weights that it has for the most similar one: Avandra's Hand is like all together."""
    file, decks = made_up_network(tmp_path), ["avandras-hand", "emperors-gambit"]
    beginner = play._beginner(plan_learning(decks, [4], str(file), 1, 20, 1), of_weighted)
    into, out, *_ = weights_in(file)
    for k, learned in enumerate([play.ALL, "emperors-gambit"]):
        first = BUCKETS * [*EDITIONS, play.ALL].index(learned)
        there = slice(first, first + BUCKETS)
        assert beginner.inputs[k] * 2**network.PART_BITS == pytest.approx(into[there], abs=0.01)
        assert beginner.units[k] * 2**network.OUT_BITS == pytest.approx(out[there])


def test_each_deck_is_learned_from_the_strategy_as_it_plays_that_deck() -> None:
    plan = plan_learning(["original", "legendary"], [4], "weighted", 1, 100, 1)
    here = [plan.strategy.at(work.config.deck, work.config.rules).values for work in plan.works]
    assert here == [work.strategies[0].values for work in plan.works] and here[0] != here[1]


def test_tables_of_four_have_half_of_the_games() -> None:
    plan = plan_learning(["original", "legendary"], [2, 4, 6], "weighted", 1, 24 * play.CHUNK, 1)
    players = [plan.tables[table].players for table in plan.order()]
    assert [players.count(n) for n in (2, 4, 6)] == [6, 12, 6]


def test_every_table_has_rivals_in_three_of_four_chunks() -> None:
    asked = ["original"], [2, 4], "weighted", 1, 32 * play.CHUNK, 1
    plan, alone = plan_learning(*asked, rivals=["thrifty", "random", "thrifty"]), plan_learning(*asked)
    for table in (0, 1):
        met = [rival and rival.name for each, rival in plan.meetings() if each == table]
        assert met == [None, "thrifty", "random", "thrifty", None, "random", "thrifty", "random"] * 2
    assert [*alone.meetings()] == [(table, None) for table in plan.order()]


def test_a_fifth_of_the_games_have_abilities_where_a_deck_has_a_list() -> None:
    bare = replace(load_deck("original"), name="bare", abilities=NO_LIST)
    plan = plan_learning(["original", bare], [2, 4], "weighted", 1, 20 * play.CHUNK, 1, abilities="random:2")
    tables = [plan.tables[table] for table in plan.order()]
    with_abilities = [(each.deck, each.players) for each in tables if each.abilities]
    assert with_abilities == [("original", 4), ("original", 2)] * 2
    assert {each.deck for each in tables if not each.abilities} == {"original", "bare"}


def test_the_command_prints_what_was_learned_or_json(tda: Tda, tmp_path: Path) -> None:
    asked = ("learn", "play", "original", "--rounds", "1", "--games", "40", "--out", str(tmp_path / "learned"))
    code, printed, _ = tda(*asked)
    assert code == 0 and "alone against others of Weighted" in printed and "round-1.py" in printed
    data = json.loads(tda(*asked, "--json")[1])
    assert data["strategies"] == [str(tmp_path / "learned" / "round-1.py")] and len(data["curve"]) == 2


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"strategy": "lookahead"}, "too slow to learn from"),
        ({"decks": ["dice-gambit"], "strategy": "random"}, "no cards"),
        ({"strategy": "nobody"}, "nobody"),
        ({"rivals": ["lookahead"]}, "lookahead is too slow to learn from"),
        ({"rivals": ["nobody"]}, "nobody"),
        ({"players": [7]}, "players"),
        ({"rounds": 0}, "rounds"),
        ({"games": 0}, "games"),
        ({"abilities": "bluff"}, "dealt"),
        ({"abilities": "random:99"}, "impossible"),
    ],
)
def test_what_cannot_be_learned_is_an_error(asked: dict[str, object], said: str) -> None:
    usual = {"decks": ["original"], "players": [4], "strategy": "weighted", "rounds": 1, "games": 40, "seed": 1}
    with pytest.raises(UserError, match=said):
        LearnPlay(**usual | asked).plan()  # type: ignore[arg-type]


# --- its folder -------------------------------------------------------------------------------------------

FOREIGN = '''"""Plays like a network."""

from pathlib import Path

Path("ran").touch()


def choose(cards, table, me, question):
    return 0
'''


@pytest.mark.parametrize("rounds", [1, pytest.param(2, marks=pytest.mark.full)])
def test_a_program_in_the_place_of_a_network_is_not_run_but_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, rounds: int
) -> None:
    """Neither if it belongs to a round that is finished, nor if a round begins with it."""
    monkeypatch.chdir(tmp_path)
    asked = {"games": 20, "out": Path("learned"), "progress": False}
    (file,) = learn_play("original", rounds=1, **asked).strategies
    written = file.read_text()
    file.write_text(FOREIGN)
    learn_play("original", rounds=rounds, **asked)
    assert file.read_text() == written and not Path("ran").exists()
    assert caplog.messages == [f"{file} has been changed since it was written: it is written again"]


@pytest.mark.parametrize(
    "name",
    [
        'x""";open("ran", "w");"""',
        "\\",
        r"\N{x} \x \u12",
        '"',
        "'''",
        '""\\',
        "a\rb\nc\u2028d\x00\ud800",
        '"""' * 99,
        "\\" * 301,
    ],
)
def test_a_name_is_nothing_but_text(name: str) -> None:
    usual, named = (ast.parse(strategy_file(story, "weights")) for story in ("A story.", name))
    assert ast.dump(ast.Module(named.body[1:], [])) == ast.dump(ast.Module(usual.body[1:], []))
    story = (ast.get_docstring(named) or "").partition("\n\n")[2]
    assert "".join(story.split()) == "".join(visible(name).split())


@pytest.mark.full
def test_a_deck_may_be_called_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = 'x""";open("ran","w");"""'
    Path("decks").mkdir()
    Path("decks", f"{name}.yaml").write_text("base: original\n")
    learn_play(name, rounds=1, games=20, progress=False)
    assert not Path("ran").exists()


@pytest.mark.full
def test_fewer_rounds_than_are_there_are_shown(tmp_path: Path) -> None:
    asked = {"games": 20, "out": tmp_path / "learned", "progress": False}
    both = learn_play("original", rounds=2, **asked)
    one = learn_play("original", rounds=1, **asked)
    assert one.strategies == both.strategies[:1] and one.curve == both.curve[:1] and one.alone == both.alone[:1]


@pytest.mark.parametrize(
    "spoilt",
    [
        {"kept": {"original": [1.0]}},
        {"kept": {}},
        {"done": 2},
        {"done": 0},
        {"curve": (Point(1, 20, (), ()),)},
        {"alone": (Alone(1, 1, "weighted", wilson(1, 2)),)},
        {"learner": Learner(*[np.zeros(1, np.float32)] * 4)},
        {"learner": Learner.new(1, np.full(inputs.PLACES, np.nan, np.float32), 1)},
        {"learner": Learner.new(2, np.ones(inputs.PLACES, np.float32), 1)},
    ],
    ids=str,
)
def test_a_round_that_does_not_fit_is_learned_again_whatever_its_seal(
    spoilt: dict[str, Any], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    plan = plan_learning(["original"], [4], "weighted", 1, 20, 1)
    with opened_for(tmp_path / "learned", KIND, plan.to_dict()) as folder:
        profiles = {"original": np.zeros(inputs.N_FACTS, np.int32)}
        training = Training(folder, False, profiles, {"original": 2}, tables=1, chunks=1)
        points, rates = (Point(1, 20, (1.0,), (2.0,)),), (Alone(1, 0, "weighted", wilson(1, 2)),)
        stage = Stage(Learner.new(1, np.ones(inputs.PLACES, np.float32), 1), {"original": [1.0, 2.0]}, 1, points, rates)
        training.save(0, None, stage)
        there = training.read(0, None)
        assert there is not None and replace(there, learner=stage.learner) == stage
        assert there.learner.to_bytes() == stage.learner.to_bytes()
        training.save(0, None, replace(stage, **spoilt))
        assert training.read(0, None) is None
    file = tmp_path / "learned" / "round-1.json"
    assert caplog.messages == [f"{file} is damaged, or not of this training: round 1 is learned again"]


def test_the_folder_of_another_training_is_refused_in_words(tmp_path: Path) -> None:
    asked = {"rounds": 1, "games": 20, "out": tmp_path / "learned", "progress": False}
    learn_play("original", **asked)
    with pytest.raises(UserError) as caught:
        learn_play("legendary", "original", players=(2, 4), seed=2, abilities="random:2", **asked)
    assert str(caught.value).splitlines() == [
        f"{tmp_path / 'learned'}: {text}"
        for text in (
            "this folder belongs to another training (name another folder, or make the same training)",
            "decks: original there, legendary,original here",
            "rules: original there, legendary,original here",
            "players: 4 there, 2,4 here",
            "abilities: none there, random:2 here",
            "seed: 1 there, 2 here",
        )
    ]
