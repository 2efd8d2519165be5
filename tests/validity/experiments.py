"""The experiments by name: what is asked, of how many games, and where the truth comes from."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

import known_abilities
import known_cards
import known_facets
import known_skill
import known_sweep
import known_truth
import real_games
from intervals import Interval, intervals
from proof import Score, Truths, scores, truths_of

TRUE_SEED = 1 << 40  # no replication has it
REPLICATIONS = {True: 2000, False: 200}  # by whether everything is made up, and no games are played
MORE = {True: 400, False: 40}  # times the games of a replication: the truth


@dataclass(frozen=True)
class Experiment:
    """A world of games.

    Attributes:
        world: what is played, in words.
        play: plays it with a seed and so many games, and returns answers' names with their data.
        games: of a replication, in each cell.
        seconds: about how long that takes, for the bar.
        known: whether its intervals know their truth; if not, an answer of `MORE` times the games is the truth.
        made_up: whether everything is drawn from a box, and no games are played.
    """

    name: str
    world: str
    play: Callable[[int, int], Iterator[tuple[str, Any]]]
    games: int
    seconds: float
    known: bool = False
    made_up: bool = True

    @property
    def more(self) -> int:
        """How many times the games of a replication tell the truth."""
        return MORE[self.made_up]

    def found(self, seed: int, games: int) -> list[Interval]:
        """All intervals of one replication."""
        return [each for answer, data in self.play(seed, games) for each in intervals(answer, data)]

    def truths(self) -> Truths | None:
        """What is true there, if the intervals do not know."""
        return None if self.known else truths_of(self.found(TRUE_SEED, self.more * self.games))

    def replicate(self, seed: int, truths: Truths | None) -> dict[str, Score]:
        """Play one replication and score it."""
        stretch = sqrt(1 + (0 if self.known else 1 / self.more))
        return scores(self.found(seed, self.games), truths, stretch)


EXPERIMENTS = {
    each.name: each
    for each in (
        Experiment("next-strategy", "effects drawn from a box", known_truth.next_strategy, 10, 0.5, known=True),
        Experiment("verdicts", "effects at the margin", known_truth.many_verdicts, 40, 0.1, known=True),
        Experiment("looks", "looks at a running study", known_truth.looks, 24_000, 0.3, known=True),
        Experiment("pilot", "after a pilot", known_truth.after_a_pilot, 10, 0.1, known=True),
        Experiment("times", "made-up times", known_truth.times, 10, 0.01, known=True),
        Experiment("exploit", "made-up wins", known_truth.best_response, 6000, 0.1, known=True),
        Experiment("tune", "made-up wins", known_truth.tuned_weights, 4000, 0.1, known=True),
        Experiment("dealt", "made-up cards of known worth", known_cards.dealt_cards, 4000, 0.4, known=True),
        Experiment("company", "made-up hands of known worth", known_cards.company, 4000, 0.3, known=True),
        Experiment("ways", "made-up winners and hands", known_cards.ways, 2400, 0.3, known=True),
        Experiment("synergy", "made-up pairs of known worth", known_cards.synergy, 4000, 0.4, known=True),
        Experiment(
            "abilities", "made-up abilities of known worth", known_abilities.known_abilities, 4000, 0.8, known=True
        ),
        Experiment("facets", "made-up numbers at three facets", known_facets.side_by_side, 10, 0.2, known=True),
        Experiment("skill", "made-up line-ups", known_skill.skill, 2000, 0.1, known=True),
        Experiment("gifts", "cards of a known amount", known_cards.known_cards, 1200, 2.5, known=True, made_up=False),
        Experiment("same-deck", "a deck and its copy", real_games.same_deck, 1000, 3.0, known=True, made_up=False),
        Experiment("rare", "events that hardly ever happen", known_truth.rare_events, 1000, 0.5),
        Experiment("sweep", "a made-up sweep", known_sweep.sweep, 2000, 0.5),
        Experiment("bent-sweep", "bent curves", known_sweep.bent, 2000, 0.1, known=True),
        Experiment("ladder", "a ladder of three", real_games.ladder, 1000, 2.0, made_up=False),
        Experiment("plan", "a pilot of two decks", real_games.pilot, 800, 0.5, made_up=False),
        Experiment("run", "one run", real_games.run, 2000, 0.2, made_up=False),
        Experiment("compare", "two decks", real_games.compare, 1500, 4.5, made_up=False),
        Experiment("house-rule", "a house rule", real_games.house_rule, 1500, 5.0, made_up=False),
        Experiment("strategies", "a house rule at several tables", real_games.strategies, 1000, 2.0, made_up=False),
        Experiment("cards", "the cards of a deck", real_games.card_values, 1500, 7.0, made_up=False),
        Experiment("dealt-abilities", "abilities dealt in a deck", real_games.ability_values, 1500, 4.0, made_up=False),
        Experiment("dragons", "the dragons of the Dice Gambit", real_games.dragon_values, 4000, 0.5, made_up=False),
        Experiment("keeping", "cards in hand after a gambit", real_games.kept_values, 1000, 1.5, made_up=False),
        Experiment("learned", "a strategy alone against others", real_games.learned_alone, 1000, 0.1, made_up=False),
        Experiment("review", "made-up decisions", known_truth.lost_decisions, 120, 0.3, known=True),
        Experiment("charts", "made-up positions", known_truth.forced_options, 60, 0.5, known=True),
        Experiment("claims", "sayings about a deck", real_games.claims, 4000, 3.0, made_up=False),
        Experiment("design", "goals of a design", real_games.design, 2000, 3.0, made_up=False),
        Experiment("review-game", "made-up options", known_truth.weighed_options, 400, 0.3, known=True),
        Experiment("composition", "decks with known parts", known_cards.composition, 3000, 1.5, known=True),
        Experiment("sensitivity", "points of a known law", known_sweep.sensitivity, 96, 0.1, known=True),
        Experiment("inclusion", "cards drawn game by game", real_games.card_inclusion, 1200, 2.0, made_up=False),
    )
}


def as_lines(found: dict[str, Score]) -> dict[str, dict[str, float]]:
    """Scores in JSON's types."""
    return {name: asdict(score) for name, score in found.items()}
