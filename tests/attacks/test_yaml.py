"""Whatever is written in a file, it is read after bounded work, or refused with the file and the line."""

import random
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest
import yaml
from mutants import Tree, mutant
from shapes import SHAPES
from yaml_files import KINDS, Kind, shipped

from tda_sim.definitions import build_tables, load_deck, sources
from tda_sim.errors import MOST_SHOWN, Problem, UserError

pytestmark = pytest.mark.full

MUTANTS = 28  # of each kind's example, and 10 of each kind's shipped files, in a round
NOWHERE = ("the file is empty", "the file is too large", "this is a binary file")  # what has no line
FILE = "file.yaml"


def problems_of(kind: Kind, data: bytes) -> list[Problem]:
    """What is wrong with a file; whatever else goes wrong is a mistake of ours."""
    path = Path(FILE)
    path.write_bytes(data)
    try:
        kind.read(path)
    except UserError as caught:
        error = caught
    else:
        return []
    assert error.problems
    assert len(str(error).splitlines()) <= MOST_SHOWN + 1
    return error.problems


def assert_placed(problems: list[Problem]) -> None:
    for problem in problems:
        assert problem.file, problem
        assert problem.line or problem.message in NOWHERE, problem


@pytest.mark.parametrize("kind", KINDS)
def test_an_example_is_accepted(kind: str) -> None:
    assert problems_of(KINDS[kind], KINDS[kind].text.encode()) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_spoilt_example_is_read_or_refused_with_file_and_line(kind: str, attack_rounds: int) -> None:
    outcomes = set()
    for number in range(MUTANTS * attack_rounds):
        data = mutant(KINDS[kind].text, random.Random(f"{kind} {number}"))
        result = problems_of(KINDS[kind], data)
        assert_placed(result)
        outcomes.add(bool(result))
    assert outcomes == {True, False}  # the mutants are neither all sound nor all hopeless


@pytest.mark.sample(1, 8)
@pytest.mark.parametrize("kind", KINDS)
def test_a_spoilt_example_is_the_same_to_the_quick_parser_and_to_the_other(
    kind: str, attack_rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(MUTANTS * attack_rounds):
        data = mutant(KINDS[kind].text, random.Random(f"{kind} {number}"))
        with_both = []
        for quick in (True, False):
            monkeypatch.setattr(yaml, "__with_libyaml__", quick and yaml.__with_libyaml__)
            sources._documents.cache_clear()
            with_both.append(list(map(str, problems_of(KINDS[kind], data))))
        assert with_both[0] == with_both[1]


@pytest.mark.parametrize(("kind", "name"), [("deck", "deck"), ("rules", "rules"), ("house rule", "rules")])
def test_a_spoilt_mapping_of_a_program_is_read_or_refused(kind: str, name: str, attack_rounds: int) -> None:
    outcomes = set()
    for number in range(MUTANTS * attack_rounds):
        tree = Tree(yaml.safe_load(KINDS[kind].text), random.Random(f"mapping {kind} {number}"))
        tree.spoil()
        try:
            build_tables(load_deck(**{"deck": "original", name: tree.data}))
            outcomes.add("read")
        except UserError:
            outcomes.add("refused")
    assert outcomes == {"read", "refused"}  # the mutants are neither all sound nor all hopeless


@pytest.mark.sample(1, 4)
@pytest.mark.parametrize("kind", sorted({kind for kind, _ in shipped()}))
def test_a_spoilt_shipped_file_is_read_or_refused_with_file_and_line(kind: str, attack_rounds: int) -> None:
    texts = [text for of, text in shipped() if of == kind]
    for number in range(10 * attack_rounds):
        dice = random.Random(f"shipped {kind} {number}")
        assert_placed(problems_of(KINDS[kind], mutant(dice.choice(texts), dice)))


# --- work -------------------------------------------------------------------------------------------------


def calls_of(act: Callable[[], object]) -> int:
    """How many functions are called, which counts work without a clock."""
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(None)
    return calls


def work(kind: Kind, text: str) -> int:
    return calls_of(lambda: problems_of(kind, text.encode()))


@pytest.mark.parametrize("name", SHAPES)
def test_twice_as_large_a_file_is_no_more_than_twice_the_work(name: str) -> None:
    """In calls of functions; a fourth more is granted for what comes and goes with the size.

    Work that grows with the square of the size would be four times as much. As a file holds no more than
    `sources.MAX_NODES` values, this bounds the work that any file can be.
    """
    kind, shape = SHAPES[name]
    work(KINDS[kind], shape(50))  # what is done once only
    half, whole = (work(KINDS[kind], shape(size)) for size in (300, 600))
    assert whole <= 2.25 * half + 20_000
    assert whole <= 400 * sources.MAX_NODES


@pytest.mark.parametrize(
    "text",
    [
        "a: [" + "x, " * 50_000 + "]\n",
        "a: &a [" + "x, " * 100 + "]\nb: [" + "*a, " * 40_000 + "]\n",
        "a: {" + "? x, " * 30_000 + "}\n",
        "".join(f"a{k}: &a{k} [{', '.join([f'*a{k - 1}' if k else 'x'] * 10)}]\n" for k in range(100)),
    ],
)
def test_what_is_too_much_is_refused_as_soon_as_that_is_known(text: str) -> None:
    result = problems_of(KINDS["rules"], text.encode())
    assert "the file has too many values" in [problem.message for problem in result]
    assert work(KINDS["parameters"], text) <= 250 * sources.MAX_NODES


def test_the_first_problems_are_printed_and_the_others_counted() -> None:
    Path(FILE).write_text("".join(f"key-{number}: 1\n" for number in range(9_000)))
    with pytest.raises(UserError) as error:
        KINDS["rules"].read(Path(FILE))
    lines = str(error.value).splitlines()
    assert len(lines) == MOST_SHOWN + 1
    assert lines[0].startswith(f"{FILE}:1: key-0 is unknown")
    assert lines[MOST_SHOWN - 1].startswith(f"{FILE}:{MOST_SHOWN}: key-{MOST_SHOWN - 1} is unknown")
    assert lines[-1] == "and 8,980 more problems"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seen", [r"\x1b", r"\u202e", r"\x85", r"\x7f", r"\x00"])
def test_a_character_that_is_not_seen_is_refused_with_its_line(kind: str, seen: str) -> None:
    lines = KINDS[kind].text.splitlines()
    for written in (seen, seen.encode().decode("unicode_escape")):
        data = "\n".join([*lines, f'further: "a{written}b"', ""]).encode()
        messages = [(problem.line, problem.message) for problem in problems_of(KINDS[kind], data)]
        if written == "\x00":
            assert messages == [(None, "this is a binary file")]
        else:
            assert (len(lines) + 1, f"the character {seen} is not allowed in a file: it is invisible") in messages


@pytest.mark.parametrize(
    "number", ["9" * 5_000, "0." + "0" * 300, "1" * 400 + ".0", "1e400", ".inf", "-.nan", "1e-300"]
)
@pytest.mark.parametrize("kind", ["study", "parameters", "rules", "scenario", "report"])
def test_a_number_beyond_all_bounds_is_refused_and_shortened(kind: str, number: str) -> None:
    places = {
        "study": "decks: [original]\nprecision: {{metric: gambits, within: {0}}}\n",
        "parameters": "# none\ncard: {0}\n",
        "rules": "base: original\nhand_limit: {0}\n",
        "scenario": "rules: original\nseed: {0}\nstart: {{hands: [[gold-2], [gold-4]]}}\n",
        "report": "seed: 1\ngames: {0}\nparts: [{{kind: cards, deck: original}}]\n",
    }
    result = problems_of(KINDS[kind], places[kind].format(number).encode())
    assert [problem.line for problem in result][:1] == [2]
    assert all(len(str(problem)) < 300 for problem in result)
