"""The figures in the paper's text are those of the pages that they are from."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
MYTHS = "docs/answers/myths.md"
VERDICTS = ("holds", "depends on who plays", "does not hold", "cannot tell")


def page(name: str) -> str:
    """A page's text, with a space for each line break of a paragraph."""
    return re.sub(r"(?<=\S)\n(?=\S)", " ", (ROOT / name).read_text(encoding="utf-8"))


PAPER = page("docs/paper.md")
SPEED, BENCHMARK = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/design-benchmark.md"))


def number(text: str) -> float:
    """A number that is written in figures or as a word.

    >>> number("80,594"), number("eighteen")
    (80594.0, 18.0)
    """
    return float(WORDS.index(text)) if text in WORDS else float(text.replace(",", ""))


def said(pattern: str, text: str = PAPER) -> list[float]:
    """The numbers of a sentence, which the text has once. A # in the pattern stands for a number."""
    (found,) = re.finditer(pattern.replace("#", r"([\d,]*\d|\b[a-z]+\b)").replace(" ", r"\s+"), text)
    return [number(each) for each in found.groups()]


def cells(row: str, text: str) -> list[str]:
    """The other cells of a table's row, by how it begins."""
    (line,) = [line for line in text.splitlines() if line.startswith(f"| {row} |")]
    return [cell.strip() for cell in line.split("|")[2 + row.count("|") : -1]]


def test_numbers_are_read_in_figures_and_in_words() -> None:
    assert said(r"# of # games, # in all", "eighteen of 1,234 games, 7 in all") == [18, 1234, 7]
    with pytest.raises(ValueError, match="not enough"):
        said("# cows", "no animals")


def test_the_speeds_are_those_of_the_readme() -> None:
    measured = [number(cells(f"{name} | 4", SPEED)[1]) for name in ("random", "balanced", "lookahead")]
    four = r"four `random` players play # games a second and four `balanced` players #; `lookahead`, .+?, manages #\."
    assert said(four) == measured
    (seconds,) = re.findall(r"^\| first result, nothing compiled yet \| (\d+) s", SPEED, re.M)
    assert said(r"first result takes # seconds if nothing is compiled yet") == [float(seconds)]


def test_the_benchmark_of_design_is_as_its_page_has_it() -> None:
    (seeds,) = said(r"^# seeds each", BENCHMARK.partition("<!-- figures -->\n")[2])
    rows = BENCHMARK.partition("| --- |")[2].partition("| all tasks |")[0]
    tasks = [line for line in rows.splitlines() if re.match(r"\| [A-Z]", line)]
    assert said(r"On # tasks made for this project, with # seeds each") == [len(tasks), seeds]
    model, evolution, _, chance = [cell.partition(" %")[0] for cell in cells("all tasks", BENCHMARK)[1:]]
    shares = r"# % of its searches proposed .+?, against # % with CMA-ES and # % by chance"
    assert said(shares) == [float(model), float(evolution), float(chance)]


def test_the_answers_are_those_of_their_pages() -> None:
    lines = (ROOT / "docs/answers/published.jsonl").read_text(encoding="utf-8").splitlines()
    published = {line["page"]: line for line in map(json.loads, lines)}
    decks, ruled = (published[name]["command"] for name in ("decks", "house-rules"))
    compared, games = said(r"One compares # decks with # games each")
    assert [compared, games] == [len(names_in(decks)), games_in(decks)]
    (others,) = said(r"games of the # others are shorter than those of the original, whoever plays")
    shorter = said(r"Games are shorter in all # other decks,.+?whoever plays", published["decks"]["words"][0])
    assert [others] == shorter == [compared - 1]
    rules, games, unclear = said(r"Another plays # house rules for # games each; # show no clear change")
    assert [rules, games] == [len(names_in(ruled)) - 1, games_in(ruled)]  # without the deck
    assert said(r"; # rules show no clear change", " ".join(published["house-rules"]["words"])) == [unclear]


def names_in(command: str) -> list[str]:
    """The decks and house rules of a command."""
    return command.split(" --")[0].split()[2:]


def games_in(command: str) -> int:
    return int(command.split("--games ")[1].split()[0])


def test_the_sayings_are_counted_as_on_their_page() -> None:
    counted = said(r"tests # sayings about the game: # hold .+?, # depends? .+?, # hold with none .+?, and # are open")
    assert counted == said(r"Of # sayings, # hold .+?, # depends? .+?, # hold with .+? and # are open", page(MYTHS))
    text = (ROOT / MYTHS).read_text(encoding="utf-8")
    verdicts = re.findall(rf"^\| [^|]+ \| ({'|'.join(VERDICTS)}) \|", text, re.M)
    assert counted == [len(verdicts), *(verdicts.count(each) for each in VERDICTS)]


def test_the_search_is_of_as_many_variants_as_on_its_page() -> None:
    there = page("docs/answers/design-legendary-in-half-an-hour.md")
    assert said(r"A search among # variants of the Legendary Edition") == said(r"among # possible games", there)


def test_the_share_of_a_card_that_does_nothing_is_that_of_the_program() -> None:
    (share,) = re.findall(r"ever held a card that does nothing win ([\d.]+) % of their games", PAPER)
    assert f"win rate of those who ever held the blank card   {share}%" in page("docs/card-values.md").replace(
        "\n", " "
    )


def test_the_interval_that_falls_short_does_so_as_on_its_page() -> None:
    assert said(r"the usual interval after a pilot \(# to # %") == said(
        r"the usual interval after a pilot \(# to # % for", page("docs/statistics.md")
    )
