"""A network that learns to play: what it sees, what it takes, how it is fitted, and learning that goes on."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from tda_sim import seats
from tda_sim.engine import kernel
from tda_sim.engine.layout import TALLY, UNITS
from tda_sim.engine.terms import Question
from tda_sim.errors import UserError
from tda_sim.kit import inputs, network
from tda_sim.learn import descent, labels, learn_play, plan_learning, play
from tda_sim.learn.play import labeller
from tda_sim.learn.training import Learner, Room, fit, scales, taken

Tda = Callable[..., tuple[int, str, str]]


@dataclass
class Decision:
    """A labelled decision: inputs by their places, of the state and of each option."""

    kind: int
    chosen: int
    state: dict[int, int]
    options: list[dict[int, int]]
    values: list[int]
    places: list[int]  # where the values are written


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
        n, kind, chosen, n_state = numbers[at : at + labels.HEADER].tolist()
        at += labels.HEADER
        decision = Decision(kind, chosen, read(at, n_state), [], [], [])
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


def made_up_network(folder: Path) -> Path:
    """A strategy whose weights are drawn at random."""
    rng = np.random.default_rng(1)
    text = network.written(rng.normal(0, 0.05, (inputs.PLACES, UNITS)), rng.normal(0, 0.5, UNITS - 1))
    file = folder / "made_up.py"
    file.write_text(play.TEXT.format(story="Drawn at random.", weights=text))
    return file


def labelled(strategy: str, games: int, folder: Path, deck: str = "original", players: int = 4) -> np.ndarray:
    """Labels of all decisions in some games."""
    plan = plan_learning([deck], [players], strategy, 1, 100, 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play, "ONE_IN", 1)
        return labeller(plan, plan.strategy, folder / "kept.npz").play(0, 0, games)


@pytest.fixture(scope="module")
def of_weighted(tmp_path_factory: pytest.TempPathFactory) -> np.ndarray:
    """Labels of ten games."""
    return labelled("weighted", 10, tmp_path_factory.mktemp("labels"))


# --- what a network takes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("deck", "players"), [("original", 4), ("emperors-gambit", 3), ("legendary", 6)])
def test_a_network_takes_what_its_weights_judge_best(deck: str, players: int, tmp_path: Path) -> None:
    """Worked out anew with NumPy, from the inputs that are written down: the same option, in every kind of question."""
    file = made_up_network(tmp_path)
    into, out = network.read(file.read_text().split('"""')[3])
    kinds = set()
    for decision in decisions(labelled(str(file), 4, tmp_path, deck, players)):
        judged = []
        for option in decision.options:
            sums = np.zeros(UNITS, np.int64)
            for place, amount in [*decision.state.items(), *option.items()]:
                sums += amount * into[place].astype(np.int64)
            units = np.maximum(0, sums[:-1] >> network.UNIT_BITS)
            judged.append(int(units @ out) + (int(sums[-1]) >> network.UNIT_BITS << network.OUT_BITS))
        assert decision.chosen == int(np.argmax(judged))
        kinds.add(decision.kind)
    assert {Question.ANTE, Question.PLAY} < kinds


def test_labels_do_not_change_the_game(tmp_path: Path) -> None:
    plan = plan_learning(["original"], [4], "weighted", 1, 100, 1)
    recorder, tallies = labeller(plan, plan.strategy, tmp_path / "kept.npz"), []
    numbers = recorder.numbers()
    game, teachers = recorder.seated(0)
    for entrants in (teachers, seats.entrants([plan.strategy])):
        numbers[labels.USED] = labels.FIRST
        played = np.zeros(5, TALLY)
        kernel.play_games(
            game, entrants, np.zeros((1, 6), np.int16), np.uint64(1), 0, 5, played,
            kernel.no_sums(), kernel.no_draws(), kernel.no_gambits(), kernel.no_uses(), kernel.no_stop(),
        )  # fmt: skip
        tallies.append(played)
    assert (tallies[0] == tallies[1]).all() and tallies[0]["winners"].all()


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
    rng = np.random.default_rng(2)
    into, out = rng.normal(0, 0.5, (inputs.PLACES, UNITS)), rng.normal(0, 10, UNITS - 1)
    read = network.read(network.written(into, out))
    assert np.abs(read[0] - into * 2**network.PART_BITS).max() <= 0.5
    assert np.abs(read[1] - out * 2**network.OUT_BITS).max() <= 0.5


TOO_GREAT = network.written(np.full((inputs.PLACES, UNITS), 3.0), np.zeros(UNITS - 1))
OF_OTHERS = network.written(np.zeros((3, UNITS)), np.zeros(UNITS - 1))


@pytest.mark.parametrize("text", ["", "nothing", OF_OTHERS, TOO_GREAT])
def test_other_texts_are_no_weights(text: str) -> None:
    with pytest.raises(ValueError, match="weights"):
        network.read(text)


# --- fitting ----------------------------------------------------------------------------------------------


def squares(weights: np.ndarray, scale: np.ndarray, numbers: np.ndarray) -> float:
    """Half of the squares that a network leaves, with NumPy and 64 bits."""
    into, out = weights[: inputs.PLACES * UNITS].reshape(-1, UNITS), weights[inputs.PLACES * UNITS : -1]
    left = 0.0
    for decision in decisions(numbers):
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
    learner, room = Learner.new(scales(numbers), 3), Room()
    weights, scale = learner.weights.astype(float), learner.scale.astype(float)
    step, first_moment, no_rate = 1e-6, learner.moment, 0.0
    _, left = descent.descend(
        numbers, learner.weights, learner.scale, first_moment, learner.square, 0, no_rate, len(weights),
        room.layer, room.begins, room.rows, room.gradient,
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
    learner, room = Learner.new(scales(truth), 5), Room()
    for k in range(30):
        fit(learner, truth, 5e-3 * 0.9**k, 16, room)
    own, played = taken(learner, truth, room)
    possible = np.mean(best) - np.mean(mean)
    assert own * descent.UNIT / labels.GOLD > 0.9 * possible > played * descent.UNIT / labels.GOLD


# --- learning ---------------------------------------------------------------------------------------------


@pytest.mark.full
def test_what_is_learned_does_not_depend_on_threads_or_interruptions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {"players": (4, 2), "rounds": 2, "games": 120, "progress": False}
    first = learn_play(["original"], **asked, out=tmp_path / "one", workers=1)  # type: ignore[arg-type]
    again = learn_play(["original"], **asked, out=tmp_path / "two", workers=2)  # type: ignore[arg-type]
    calls = []

    def stops(*arguments: object) -> float:
        calls.append(arguments)
        if len(calls) == 9:  # in the second round
            raise KeyboardInterrupt
        return fit(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(play, "fit", stops)
    with pytest.raises(KeyboardInterrupt):
        learn_play(["original"], **asked, out=tmp_path / "three", workers=1)  # type: ignore[arg-type]
    gone_on = learn_play(["original"], **asked, out=tmp_path / "three", workers=1)  # type: ignore[arg-type]
    texts = [[path.read_text() for path in result.strategies] for result in (first, again, gone_on)]
    assert texts[0] == texts[1] == texts[2] and len(set(texts[0])) == 2
    assert first.curve == again.curve == gone_on.curve and first.alone == again.alone == gone_on.alone
    assert [(each.round, each.table, each.against) for each in first.alone] == [
        (1, 0, "weighted"), (1, 1, "weighted"),
        (2, 0, "weighted"), (2, 0, "round-1"), (2, 1, "weighted"), (2, 1, "round-1"),
    ]  # fmt: skip


def test_a_network_goes_on_learning_from_where_it_is(tmp_path: Path, of_weighted: np.ndarray) -> None:
    file = made_up_network(tmp_path)
    beginner = play._beginner(plan_learning(["original"], [4], str(file), 1, 20, 1), of_weighted)
    into, out = network.read(file.read_text().split('"""')[3])
    assert beginner.inputs * 2**network.PART_BITS == pytest.approx(into, abs=0.01)
    assert beginner.units * 2**network.OUT_BITS == pytest.approx(out)


def test_tables_of_four_have_half_of_the_games() -> None:
    plan = plan_learning(["original", "legendary"], [2, 4, 6], "weighted", 1, 24 * play.CHUNK, 1)
    players = [plan.tables[table][1] for table in plan.order()]
    assert [players.count(n) for n in (2, 4, 6)] == [6, 12, 6]


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
        ({"players": [7]}, "players"),
        ({"rounds": 0}, "rounds"),
        ({"games": 0}, "games"),
    ],
)
def test_what_cannot_be_learned_is_an_error(asked: dict[str, object], said: str) -> None:
    usual = {"decks": ["original"], "players": [4], "strategy": "weighted", "rounds": 1, "games": 40, "seed": 1}
    with pytest.raises(UserError, match=said):
        plan_learning(**usual | asked)  # type: ignore[arg-type]


def test_a_damaged_state_is_refused(tmp_path: Path) -> None:
    asked = {"rounds": 1, "games": 20, "out": tmp_path / "learned", "progress": False}
    learn_play(["original"], **asked)  # type: ignore[arg-type]
    (tmp_path / "learned" / play.STATE).write_bytes(b"nothing")
    with pytest.raises(UserError, match="cannot read this"):
        learn_play(["original"], **asked)  # type: ignore[arg-type]
