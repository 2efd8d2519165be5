"""One file of each kind, and how each is read: with all that it names, but without a game."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tda_sim import agents
from tda_sim.definitions import build_tables, describe_house_rule, library, load_deck
from tda_sim.errors import UserError
from tda_sim.one_game.scenario import run_scenario
from tda_sim.one_game.scenario_file import scenarios_in
from tda_sim.questions.report_files import read_report
from tda_sim.studies import plan_study

CHANGES = """\
changes:
  dragons:
    black: {strengths: [1, 2, 3], text: Steal 4., power: [{steal: 4}]}
    blue: {power: [{choose: {take: [{steal: 2}], stakes: [draw]}}]}
  cards:
    red-5: {power: [draw, {steal: {amount: 1, always: true}}]}
    red-8: null
    fool: null
    bard: {strength: 2, alignment: mortal, tags: [singer], text: Sings., power: [{collect: {amount: 1}}]}
  powers:
  - {of: mortal, before: [pay_stakes], after: [{draw: 2}]}
"""
DECK = f"""\
title: Tavern deck
text: What is played at the tavern.
base: original
card_sets: [original, emperors-gambit]
take_from: {{druid: original}}
colours: {{black: [1, 2], red: all, gold: all, iron: all, silver: [2, 3], green: all, blue: all}}
unique_cards: {{always: [druid], draw: 5, from: [thief, io, spy, queen, tiamat, bard], shown: true}}
{CHANGES}rules: {{base: original, end: {{gold: 100, players_left: null}}, series: 3, starting_gold: {{each: 30}}}}
players: {{min: 2, max: 4}}
"""
CARDS = """\
title: Tavern cards
dragons:
  violet: {alignment: unaligned, strengths: [1, 4, 7, 10], text: Pays., power: [{pay_stakes: 1}, {draw: 1}]}
  teal: {alignment: good, strengths: [2, 5, 8], tags: [wet], power: [{draw: {per: good_dragon}}]}
cards:
  bard: {strength: 5, alignment: mortal, text: All pay you 1., power: [{collect: {amount: 1, who: opponents}}]}
  giant:
    strength: 9
    alignment: evil
    colours: [violet]
    god: {bars: wet}
    ante: [{leader_pays: 2}]
    power:
    - when: {some: mortal, where: ante, then: [{steal: 2}], else: [draw]}
"""
RULES = """\
title: Tavern rules
base: original
hand_limit: 9
buying: {at: 0, up_to: 3}
special_flights: {colour: 3, strength: 4, ante_cards: 2}
debt: running
end: {gambits: 20}
"""
HOUSE_RULE = f"""\
title: Sober evening
text: For those who must get up early.
rules: {{hand_limit: 9, end: {{gambits: 20}}}}
{CHANGES.replace("strengths: [1, 2, 3], ", "")}players: {{max: 4}}
card_sets: [emperors-gambit]
"""
STUDY = """\
title: A study
decks: [original, legendary]
variants: [four-rounds, [twelve-gold, hand-limit-eight], {rounds: 4}]
players: 3
tables: [balanced, random, [balanced, random, thrifty], {ladder: [random, thrifty]}]
games: 1000
question: {metric: gambits, smallest: 0.5}
smallest: {max_stakes: 2.0}
record: {gambits: 100}
seed: 7
twins: {cards: [druid, thief], games: 500}
forced: {cards: [druid], games: 500}
"""
REPORT = """\
title: A report
games: 1000
parts:
- {kind: compare, decks: [original, legendary], title: Compared}
- {kind: cards, deck: original, power: false, seed: 5}
- {kind: house-rules, deck: legendary, rules: [four-rounds, no-druid], together: true}
- {kind: inclusion, deck: legendary, players: 3}
- {kind: ladder, deck: original, strategies: [random, thrifty]}
"""
SCENARIO = """\
name: A scenario
rules: original
seed: 3
start:
  round: 2
  leader: 1
  stakes: 30
  hoards: [50, 50, 50]
  flights: [[gold-4], [white-1], [brass-4]]
  hands: [[gold-2, blue-2], [red-5, black-1], [silver-10, green-8]]
  ante: [thief, fool]
  special_flights: [{seat: 0, colour: gold}]
script:
- {seat: 1, play: red-5}
- {seat: 1, choose: seat 0}
- {random: blue-2}
expect:
  hoards: [49, 51, 50]
  hands: [[gold-2], [black-1, blue-2], [silver-10, green-8]]
"""
PARAMETERS = "playouts: 32\nkeep_card: 2.5\nprior: 1\nwhole_game: 0\n"


@dataclass(frozen=True)
class Kind:
    """A kind of file: an example, and how it is read."""

    text: str
    read: Callable[[Path], object]


def read_deck(path: Path) -> None:
    build_tables(load_deck(path))


def read_cards(path: Path) -> None:
    deck = path.with_name("deck-of-cards.yaml")
    deck.write_text(f"card_sets: [./{path.name}, original]\nrules: original\n")
    read_deck(deck)


def read_rules(path: Path) -> None:
    build_tables(load_deck("original", path))


def read_house_rule(path: Path) -> None:
    describe_house_rule(str(path))
    build_tables(load_deck("original", path))


def read_scenario(path: Path) -> None:
    problems = [problem for written in scenarios_in(path) for problem in run_scenario(written).problems]
    if problems:
        raise UserError(problems)


def read_parameters(path: Path) -> None:
    agents.find(f"lookahead:{path}")


KINDS = {
    "deck": Kind(DECK, read_deck),
    "cards": Kind(CARDS, read_cards),
    "rules": Kind(RULES, read_rules),
    "house rule": Kind(HOUSE_RULE, read_house_rule),
    "study": Kind(STUDY, plan_study),
    "report": Kind(REPORT, read_report),
    "scenario": Kind(SCENARIO, read_scenario),
    "parameters": Kind(PARAMETERS, read_parameters),
}


def shipped() -> list[tuple[str, str]]:
    """The kind and the text of files that come with the package."""
    of_kind = {"deck": "deck", "cards": "cards", "rules": "rules", "house-rule": "house rule", "report": "report"}
    return [
        (kind, path.read_text(encoding="utf-8"))
        for word, kind in of_kind.items()
        for path in library.available(word).values()
    ]
