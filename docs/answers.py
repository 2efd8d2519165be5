"""Write docs/answers/, the answers at full size, with pictures: ``python docs/answers.py [PAGE...]``.

One command writes each page, which names it. All pages take some two hours on two cores. The games are stored in
results/, so a stopped run continues.
"""

import json
import shlex
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from published import kept, publish

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "answers"
THEMES = ("avandras-hand", "evil-times", "age-of-mortals", "oddshuffle", "strength-and-greed")
SEED = 31_415_926  # which no training, tuning or calibration has used, so that no strategy has seen these deals
DICE = "dice-gambit.md"
REVIEWED = ("balanced", "weighted", "master")
ABILITIES_EACH = {"original": 1, "emperors-gambit": 1, "legendary": 2}
RULES = ("four-rounds", "no-free-trigger", "no-thirteen", "hand-limit-eight", "running-debts", "twelve-gold")
LEGEND = "▲"  # that a legend begins with
BLOCKS = ("#", "**", "|", "```")  # that a picture, table or list of bars begins with
FEWER = ("--games", "200000")  # than the million of abilities by default: values are known to about 0.5 points
EDITIONS = {
    "original": "the original of 2005",
    "emperors-gambit": "Emperor's Gambit",
    "legendary": "the Legendary Edition",
}


@dataclass(frozen=True)
class Page:
    """A page of the documentation, and the command that makes its tables."""

    name: str
    title: str
    text: str
    command: tuple[str, ...]
    drawn: bool = True  # whether the command draws a picture
    strengths: str = "ladder.md"  # the page on how strong the players are
    seed: int = SEED

    def write(self) -> None:
        """Run the command and put its tables below the head."""
        tables, command = PAGES / f"{self.name}.md", [*self.command, "--seed", str(self.seed)]
        files = (*(("--picture", PAGES / f"{self.name}.svg") if self.drawn else ()), "--markdown", tables)
        done = subprocess.run([*command, *files, "--json"], cwd=ROOT, check=True, stdout=subprocess.PIPE)
        tables.write_text(self.page(tables.read_text(encoding="utf-8")), encoding="utf-8")
        publish(kept(self.name, shlex.join(command), json.loads(done.stdout)))

    def page(self, tables: str) -> str:
        """Return the page: the answer in sentences, the picture, the tables, and how they were made.

        The page has a title of its own, so the heading of the tables goes, and those below it move up.
        """
        lines = promoted(tables.strip().splitlines()[1:])
        ends = (k for k, line in enumerate(lines) if line.startswith(BLOCKS))
        end = next(ends, len(lines))
        answer, rest = ("\n".join(part).strip() for part in (lines[:end], lines[end:]))
        answer, mark, legend = answer.partition(LEGEND)  # which explains the tables, not the picture
        strengths = f"How strong the players are: [{self.strengths}](../{self.strengths})."
        blocks = [
            f"# {self.title}",
            self.text,
            answer.strip(),
            f"![{self.title}]({self.name}.svg)" if self.drawn else "",
            mark + legend,
            rest,
            "## How this page was made",
            f"```console\n$ {shlex.join(self.command)} --seed {self.seed}\n```",
            f"Terms are in the [glossary](../glossary.md), formulas in [metrics](../metrics.md). {strengths}",
        ]
        return "\n\n".join(filter(None, blocks)) + "\n"


def promoted(lines: Iterable[str]) -> list[str]:
    """Return lines of Markdown with all headings one level higher."""
    fenced = False
    result = []
    for line in lines:
        fenced ^= line.startswith("```")
        result.append(line[1:] if line.startswith("###") and not fenced else line)
    return result


def house_rules(folder: str = "house-rules") -> list[str]:
    """Return every house rule of a folder; all of them work for four players in the Legendary Edition."""
    return sorted(path.stem for path in (ROOT / "decks" / folder).glob("*.yaml"))


def pages() -> dict[str, Page]:
    """Return all pages, by name."""
    every = (
        *compared(),
        *composed(),
        *charted(),
        *proposed(),
        *by_players(),
        *ruled(),
        *of_abilities(),
        *reviewed(),
        *dice_pages(),
        *tried(),
    )
    return {page.name: page for page in every}


def compared() -> list[Page]:
    """Return the pages on how decks compare, and on what their cards are worth."""
    decks = Page(
        "decks",
        "How decks compare",
        "The three editions and five theme decks, four players at a table: what differs from the original?",
        ("tda", "compare", *EDITIONS, *THEMES, "--games", "50000"),
    )
    return [
        decks,
        *[
            Page(
                f"cards-{deck}",
                f"What the cards of {title} are worth",
                "How many more games a card wins for the player who draws it between gambits, and who holds it from the"
                " start, what its power adds, and what it does to the game.",
                ("tda", "cards", deck, "--games", "100000"),
            )
            for deck, title in EDITIONS.items()
        ],
    ]


def ruled() -> list[Page]:
    """Return the pages on house rules."""
    return [
        Page(
            "house-rules",
            "What house rules do",
            "Each house rule that ships, applied to the Legendary Edition with four players, compared with the printed"
            " game on the same shuffles.",
            ("tda", "house-rule", "legendary", *house_rules(), "--games", "30000"),
        ),
        Page(
            "mortal-flights",
            "What flights of mortals do to the original",
            "The Legendary Edition counts three mortals as a colour flight. The original does not: what if it did?",
            ("tda", "house-rule", "original", "mortal-flights", "--games", "50000"),
        ),
    ]


def of_abilities() -> list[Page]:
    """Return the pages on abilities, and on the archetypes that hold several."""
    abilities = [
        Page(
            f"abilities-{deck}",
            f"What the abilities of {title} are worth",
            f"How many more games an ability wins for the player who has it, with {'one' if each == 1 else 'two'} dealt"
            " at random to each of four players, and in which order to draft them.",
            ("tda", "abilities", deck, "--each", str(each), *FEWER),
        )
        for (deck, title), each in zip(EDITIONS.items(), ABILITIES_EACH.values(), strict=True)
    ]
    archetypes = Page(
        "archetypes",
        "Are the archetypes of the tournament fair to each other?",
        "The nine archetypes of the designer's tournament of 2019, one dealt at random to each of four players. They"
        " are fair if no two of them differ by more than 2 points (20 wins in 1,000 games).",
        ("tda", "abilities", "legendary", "--list", "tournament", "--bundles", *FEWER),
    )
    return [*abilities, archetypes]


def reviewed() -> list[Page]:
    """Return the pages on where strategies lose."""
    return [
        Page(
            f"review-{name}",
            f"Where {name} loses",
            "How much a better option would have won, by question, phase of the gambit and card.",
            ("tda", "review", name, "--games", "500"),
            drawn=False,
        )
        for name in REVIEWED
    ]


def tried() -> list[Page]:
    """Return the page on what people say."""
    return [
        Page(
            "myths",
            "What people say about the game",
            "Every saying is a claim about numbers, with a margin. The margins were set before these games: most"
            " before any, and what counts as far behind, as a colour flight and as a bluff after a look at 2,000"
            " others. Which sayings hold, and for whom?",
            ("tda", "claims", "myths", "--games", "40000"),
            drawn=False,
            seed=2026,  # which no strategy has seen, either: set before the games, when the margins were
        ),
    ]


def composed() -> list[Page]:
    """Return the pages on what decks are made of."""
    text = (
        "Chance decides what is in a deck, game by game: what does each {} do, and what becomes of the worth of cards?"
    )
    exchanged = "Chance leaves some cards out of each game and has others twice: which cards would nobody miss?"
    of = {
        "every-card": ("all colours and cards", text.format("colour and card")),
        "legendary": ("the Legendary Edition", text.format("of its thirty unique cards")),
        "original": ("the original of 2005", exchanged),
    }
    return [
        Page(
            f"composition-{deck}",
            f"What a deck of {title} is made of" if deck == "every-card" else f"What {title} is made of",
            about,
            ("tda", "composition", deck, "--games", "300000"),
        )
        for deck, (title, about) in of.items()
    ]


def charted() -> list[Page]:
    """Return the pages of charts for players."""
    text = "What to ante, which card to lead, what to keep, and what a purchase costs, by options that were forced."
    return [
        Page(
            f"charts-{deck}",
            f"Charts for players: {title}",
            text,
            ("tda", "charts", deck, "--games", "500"),
            drawn=False,
        )
        for deck, title in EDITIONS.items()
    ]


def proposed() -> list[Page]:
    """Return the pages of designs that a search proposes."""
    return [
        Page(
            "design-legendary-in-half-an-hour",
            "The Legendary Edition in half an hour",
            "Which numbers of the Legendary Edition make its games half an hour long, without losing comebacks?",
            ("tda", "design", "legendary-in-half-an-hour"),
        ),
        Page(
            "design-thirty-unique-cards",
            "Thirty unique cards within three points",
            "The best unique card of the Legendary Edition is worth seventeen points of win rate more than the worst."
            " What has to change for all to lie within three?",
            ("tda", "design", "thirty-unique-cards", "--games", "200000"),
            drawn=False,
        ),
        Page(
            "design-theme-for-three",
            "A theme deck for three",
            "Ten colours and ten cards out of all that there are: which of them make a game for three that is short and"
            " wild, with many special flights?",
            ("tda", "design", "theme-for-three"),
            drawn=False,
        ),
    ]


def by_players() -> list[Page]:
    """Return the main answers by number of players."""
    text = "Two, three, four, five and six players, side by side: {}"
    asked = {
        "decks": ("How decks compare", "what differs between editions?", ("compare", *EDITIONS), "20000"),
        "house-rules": (
            "What house rules do",
            "what do these house rules change?",
            ("house-rule", "legendary", *RULES),
            "10000",
        ),
        "composition-legendary": (
            "What the Legendary Edition is made of",
            "what does each of its thirty unique cards do?",
            ("composition", "legendary", "--no-built"),
            "50000",
        ),
        **{
            f"cards-{deck}": (
                f"What the cards of {title} are worth",
                "which cards are worth more, or less?",
                ("cards", deck, "--screen"),
                "50000",
            )
            for deck, title in EDITIONS.items()
        },
        **{
            f"abilities-{deck}": (
                f"What the abilities of {title} are worth",
                "which abilities are worth more, or less?",
                ("abilities", deck, "--each", str(ABILITIES_EACH[deck])),
                "20000",
            )
            for deck, title in EDITIONS.items()
        },
    }
    return [
        Page(
            f"{name}-by-players",
            f"{title}, by number of players",
            text.format(about),
            ("tda", *command, "--by", "players", "--strategies", _player(command), "--games", games),
        )
        for name, (title, about, command, games) in asked.items()
    ]


def _player(command: Sequence[str]) -> str:
    """Return the player of an answer by number of players: one who weighs abilities where these are asked about."""
    return "weighted" if command[0] == "abilities" else "regular"


def dice_pages() -> tuple[Page, Page]:
    """Return the pages on the dice game: its dragons, and its house rules."""
    rolls = Page(
        "dice-gambit-cards",
        "What each dragon of the Dice Gambit is worth",
        "How many more games a dragon wins for the player who rolls it, and what a gaming set is worth.",
        ("tda", "cards", "dice-gambit"),
        drawn=False,
        strengths=DICE,
    )
    rules = Page(
        "dice-gambit-house-rules",
        "What house rules do to the Dice Gambit",
        "Each house rule that ships, with four players, compared with the printed game on the same dice.",
        ("tda", "house-rule", "dice-gambit", *house_rules("dice/house-rules")),
        strengths=DICE,
    )
    return rolls, rules


def main(names: list[str]) -> None:
    """Write the named pages, or all of them."""
    every = pages()
    if unknown := [name for name in names if name not in every]:
        sys.exit(f"no page is called {', '.join(unknown)}: there are {', '.join(every)}")
    PAGES.mkdir(exist_ok=True)
    for name in names or every:
        every[name].write()


if __name__ == "__main__":
    main(sys.argv[1:])
