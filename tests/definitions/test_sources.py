"""Reading YAML: line marks, what is refused, and what to write instead."""

from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tda_sim.definitions import sources
from tda_sim.errors import Problem, UserError


def problems_in(text: str | bytes, path: Path = Path("file.yaml")) -> list[Problem]:
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    problems: list[Problem] = []
    sources.read(path, problems)
    return problems


def read(text: str) -> sources.Node:
    Path("file.yaml").write_text(text)
    return sources.read_or_raise(Path("file.yaml"))


def test_every_value_knows_its_line() -> None:
    node = read("a: 1\nb:\n  c:\n    - u\n    - v\n")
    assert [node.trail(path)[-1].line for path in (["a"], ["b"], ["b", "c"], ["b", "c", 1])] == [1, 2, 3, 5]
    assert node.plain() == {"a": 1, "b": {"c": ["u", "v"]}}


@pytest.mark.parametrize(
    ("written", "advice"),
    [
        ("no", "write false"),
        ("Off", "write false"),
        ("yes", "write true"),
        ("on", "write true"),
        ("y", "write true"),
        ("True", "write true"),
        ("012", "write 12"),
        ("0x1F", "decimal"),
        ("1_000", "without underscores"),
        ("1:30", "'1:30'"),
        ("2005-11-01", "'2005-11-01'"),
        ("1e3", "in full"),
        (".inf", "in full"),
        ("9" * 30, "too large"),
    ],
)
def test_a_value_that_readers_of_yaml_disagree_about_is_refused(written: str, advice: str) -> None:
    (problem,) = problems_in(f"a: 1\nb: {written}\n")
    assert (problem.file, problem.line) == ("file.yaml", 2)
    assert written in problem.message
    assert advice in str(problem.hint)


def test_quotes_make_a_surprising_word_a_text() -> None:
    assert read("a: 'no'\nb: \"012\"\nc: '1:30'\n").plain() == {"a": "no", "b": "012", "c": "1:30"}


def test_a_surprising_key_is_refused() -> None:
    (problem,) = problems_in("no: 1\n")
    assert problem.line == 1
    assert "write false" in str(problem.hint)


def test_a_key_that_stands_twice_is_refused_with_both_lines() -> None:
    (problem,) = problems_in("a: 1\nb: 2\na: 3\n")
    assert (problem.line, problem.message, problem.hint) == (3, "a is repeated", "first on line 1")


def test_several_mistakes_are_reported_together() -> None:
    assert [problem.line for problem in problems_in("a: no\na: 012\nc: {d: 1:30, d: 2}\n")] == [1, 2, 2, 3, 3]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", None, "empty"),
        ("# only a remark\n", None, "empty"),
        ("- a\n- b\n", 1, "does not hold keys"),
        ("just words\n", 1, "does not hold keys"),
        ("a:\n\tb: 1\n", 2, "tab"),
        ("a: [1, 2\nb: 3\n", 2, "not valid YAML"),
        ("a: 'open\n", 2, "not valid YAML"),
        ("a: 1\n---\nb: 2\n", 2, "only one document"),
        ("a: !!python/name:os.system\n", 1, "tag"),
        ("a: &x [1]\nb: {<<: *x}\n", 2, "merge keys"),
        ("? [a]\n: 1\n", 1, "a key must be a word"),
        ("a: *nothing\n", 1, "alias"),
        ("a: &a [*a]\n", 1, "alias"),
        ("a: 1\nb: \x07\n", 2, "character \\x07"),
        (b"a: \xff\xfe\n", 1, "UTF-8"),
        (b"a: 1\0\n", None, "binary"),
        ("a: " + "[" * 500 + "]" * 500, 1, "nested too deeply"),
        ("a: " + "[" * 100_000, 1, "nested too deeply"),
        ("a: " + "x" * 1_100_000, None, "too large"),
    ],
)
def test_what_is_no_sound_file_is_one_clear_problem(text: str | bytes, line: int | None, message: str) -> None:
    (problem,) = problems_in(text)
    assert problem.file == "file.yaml"
    assert problem.line == line
    assert message in problem.message


SEVERAL = "name: one\na: 1\n---\n# two\nname: two\na: !x 1\n---\nname: three\na: 012\n---\nname: four\n"


def test_a_file_of_several_has_each_with_its_own_mistakes() -> None:
    Path("file.yaml").write_text(SEVERAL)
    one, two, three, four = sources.read_several(Path("file.yaml"))
    assert [one.node and one.node.plain(), two.node] == [{"name": "one", "a": 1}, None]
    assert [(each.line, each.message[:9]) for each in (*two.problems, *three.problems)] == [
        (6, "the tag !"),
        (9, "012 means"),
    ]
    assert four.node is not None and (four.node.line, four.problems) == (11, ())


def test_a_mistake_in_the_form_of_yaml_ends_a_file_of_several() -> None:
    Path("file.yaml").write_text("a: 1\n---\nb: [\n---\nc: 3\n")
    one, two = sources.read_several(Path("file.yaml"))
    assert one.node is not None and two.node is None
    assert [problem.line for problem in two.problems] == [4]


ODD = [
    *(
        "a:\t1\n",
        "a: b\tc\n",
        "a: {b\t: c}\n",
        "a: [\n",
        "a: 'b\n",
        "a: b: c\n",
        "- a\n",
        "%YAML 9.9\n---\na: 1\n",
        "a: *b\n",
    ),
    *(
        'a: "\\ud800"\n',
        'a: "\\UFFFFFFFF"\n',
        "a: &b [*b]\n",
        "<<: {a: 1}\n",
        "a: ''\nb: ~\nc:\n",
        "a: |\n  b\n   c\n",
        "? a\n: b\n",
    ),
    *(
        "a: 1\n---\nb: [\n",
        "a: 1\n...\nb: 2\n",
        "",
        "# only this\n",
        "--- a\n... b\n",
        "a: @b\n",
        "a: {b, c: d}\n",
        "é: ü\n",
        SEVERAL,
    ),
]


@pytest.mark.parametrize("text", ODD)
@pytest.mark.parametrize("several", [False, True])
def test_a_file_means_the_same_where_the_quick_parser_is_missing(
    text: str, several: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for quick in (yaml.__with_libyaml__, False):
        monkeypatch.setattr(yaml, "__with_libyaml__", quick)
        sources._documents.cache_clear()
        documents = sources._documents(text, "file.yaml", several)
        found.append([(each.node and each.node.plain(), *map(str, each.problems)) for each in documents])
    assert found[0] == found[1]


def test_aliases_cannot_stand_for_billions_of_values() -> None:
    lines = ["a0: &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"]
    lines += [f"a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * 10)}]" for k in range(1, 12)]
    (problem,) = problems_in("\n".join(lines))
    assert "has too many values" in problem.message


def test_a_folder_and_a_missing_file_are_no_files() -> None:
    problems: list[Problem] = []
    Path("folder.yaml").mkdir()
    assert sources.read(Path("folder.yaml"), problems) is None
    assert sources.read(Path("missing.yaml"), problems) is None
    assert [problem.message for problem in problems] == ["this is not a file", "there is no such file"]


def test_a_user_error_shows_each_problem_on_a_line() -> None:
    error = UserError([Problem("wrong", "a.yaml", 3, "write 2"), Problem("missing", "b.yaml"), Problem("bad")])
    assert str(error) == "a.yaml:3: wrong (write 2)\nb.yaml: missing\nbad"


UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
PLAIN = st.recursive(
    st.booleans() | st.integers(-(10**9), 10**9) | st.text(alphabet="abc -:#'\"[]{}\n01nyo", max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.from_regex(r"[a-z]{2,6}_k", fullmatch=True), inner, max_size=3)
    ),
    max_leaves=12,
)


@UNHURRIED
@given(st.dictionaries(st.from_regex(r"[a-z]{2,6}_k", fullmatch=True), PLAIN, min_size=1, max_size=4))
def test_what_a_careful_writer_dumps_reads_back_equal(data: dict[str, object]) -> None:
    text = yaml.safe_dump(data, default_style=None)
    Path("file.yaml").write_text(text)
    problems: list[Problem] = []
    node = sources.read(Path("file.yaml"), problems)
    if not problems:  # the dumper leaves `y` and `n` bare
        assert node is not None
        assert node.plain() == data
    else:
        assert all("different things to different" in problem.message for problem in problems)


@UNHURRIED
@given(st.binary(max_size=60))
def test_no_bytes_whatever_raise_anything_but_problems(data: bytes) -> None:
    Path("file.yaml").write_bytes(data)
    problems: list[Problem] = []
    node = sources.read(Path("file.yaml"), problems)
    assert problems or node is not None
