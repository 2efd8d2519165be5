"""Experiments with cards of known worth: a deck that is shuffled and dealt on paper, and real games with a gift."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import composition_made_up as made
import gifts
import numpy as np
from cards_made_up import card_table, cards_study, draw_table, names_of, true_dealt
from hands_made_up import FIRST_CARD, NAMES, PRINTED, dealt, dealt_pairs, true_company, true_pairs
from made_up import MadeUpStudy, cell_row, games_table
from real_games import Answered, played, tables_of
from wins_made_up import FACES, MORE, flights, hands, seats_study, true_gaps, true_shares

from tda_sim.analyses import cards
from tda_sim.measures.card_company import company_rows, company_values
from tda_sim.measures.card_pairs import POOLED as PAIRS_POOLED
from tda_sim.measures.card_pairs import group_rows, kinds_of, pair_rows, pair_values, pairs_of
from tda_sim.measures.card_pooling import pooled_rows
from tda_sim.measures.card_sums import printed
from tda_sim.measures.card_values import ENDS, KINDS, MAIN, POOLED, card_values
from tda_sim.measures.composition import ADDED, EFFECTS, ONE_MORE, PAIRS, fit, pairs, sums
from tda_sim.measures.composition_presence import PRESENCE, presence
from tda_sim.measures.discoveries import discoveries
from tda_sim.measures.drawn import drawn
from tda_sim.measures.metrics import METRICS, PERCENT_OF_WIN
from tda_sim.measures.ranking import Values, again, correlations, estimated, robustness
from tda_sim.measures.table import DIFFERENCES
from tda_sim.measures.wins import explained, ways_to_win, winning_flights
from tda_sim.stats.agreement import Array, spearman
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies.composition import Parts
from tda_sim.studies.composition_built import CHECKED, PREDICTED, predicted

Row = dict[str, Any]

CARDS, BLOCK, DRAWS = 70, 100, 12  # cards of the deck, games of a block, draws of a game
WORTH, STRENGTHS = (each - each.mean() for each in np.random.default_rng(7).normal(0, [[1.0], [0.02]], (2, CARDS)))
TABLES = {  # where cards differ so much that games tell in what order they stand: their worth and strength
    "here": (4 * WORTH, 3 * STRENGTHS),
    "there": (2 * WORTH + 100 * STRENGTHS, 1.5 * STRENGTHS + 0.03 * WORTH),
}


# --- a deck on paper ---------------------------------------------------------------------------------------


def dealt_cards(seed: int, games: int) -> Answered:
    """`tda cards` for seventy cards of known worth, whether its order comes again, and that of two tables."""
    study, other = (_deck([seed, k], games, WORTH, STRENGTHS) for k in range(2))
    result, order_again = card_values(study, "toy"), card_values(other, "toy")[MAIN]
    truths = dict.fromkeys(result, WORTH) | {MAIN: PERCENT_OF_WIN * WORTH}
    truths |= dict.fromkeys(("dealt", POOLED), true_dealt(STRENGTHS))
    rows = [row for name, values in result.items() for row in estimated(values, name).to_dicts()]
    rows += pooled_rows(result["dealt"], printed(study, "toy")).to_dicts()
    known = {name: dict(zip(names_of(CARDS), truth.tolist(), strict=True)) for name, truth in truths.items()}
    values = [row | {"truth": known[row["measure"]][row["subject"]]} for row in rows]
    chances = [_came_again(row, result[MAIN], order_again) for row in again(result[MAIN], ENDS).to_dicts()]
    yield "cards", {"tables": {"values": values, "again": chances, "agreement": _agreement(seed, games)}}


def _agreement(seed: int, games: int) -> list[Row]:
    """Whether two tables put the cards in the same order."""
    decks = enumerate(TABLES.values(), start=2)
    each = {table: _deck([seed, k], games, *known) for table, (k, known) in zip(TABLES, decks, strict=True)}
    result = {table: card_values(study, "toy") for table, study in each.items()}
    truths = (float(spearman(np.column_stack(both))[0, 1]) for both in zip(*TABLES.values(), strict=True))
    return [
        row | {"truth": truth}
        for name, truth in zip((MAIN, "dealt"), truths, strict=True)
        for row in correlations({table: values[name] for table, values in result.items()}, name).to_dicts()
    ]


def _deck(seed: list[int], games: int, worth: Array, strengths: Array) -> MadeUpStudy:
    generator = np.random.default_rng(seed)
    tables = {
        ("toy", "games"): games_table(games, unique_cards=0),
        ("toy", "draws"): draw_table(generator, games, worth, BLOCK, draws=DRAWS),
        ("toy", "cards"): card_table(generator, games, strengths, BLOCK),
    }
    return cards_study([cell_row("toy", games, chunk=BLOCK)], tables)


def _came_again(row: Row, first: Values, other: Values) -> Row:
    """A row of `again` with what came of its chance in other games: 1 or 0."""
    if row["measure"] == "ahead":
        before, after = (other.estimate[other.of(row[name])] for name in ("subject", "reference"))
        return row | {"truth": float(before > after)}
    sign = 1 if row["measure"] == "top" else -1
    ends = [set(np.argsort(-sign * each.estimate, kind="stable")[:ENDS]) for each in (first, other)]
    return row | {"truth": float(ends[0] == ends[1])}


def company(seed: int, games: int) -> Answered:
    """The company of a card with another one, by a known bonus, and with all others."""
    bonus = 0.1
    values = company_values(NAMES, FIRST_CARD, dealt(np.random.default_rng(seed), games, bonus, games // 100))
    truth = true_company(bonus)
    rows = [row | {"truth": truth[row["reference"]]} for row in company_rows(values, FIRST_CARD).to_dicts()]
    yield "cards", {"tables": {"company": rows}}


def synergy(seed: int, games: int) -> Answered:
    """All pairs, of which some are worth something together, and the means of pairs that have something in common."""
    bonus, kinds = 0.1, kinds_of(NAMES, PRINTED)
    values = pair_values(NAMES, dealt_pairs(np.random.default_rng([seed, 23]), games, bonus, games // 100))
    truth, means = true_pairs(bonus), defaultdict(list)
    for (name, *pair), each in truth.items():
        means[name, kinds[pairs_of(NAMES).index((pair[0], pair[1]))]].append(each)
    rows = [
        {name: value for name, value in row.items() if name != "verdict"}
        | {"truth": truth[row["measure"].removesuffix(PAIRS_POOLED), row["subject"], row["reference"]]}
        for row in pair_rows(NAMES, values, kinds).to_dicts()
    ]
    groups = [
        row | {"truth": float(np.mean(means[row["measure"], row["subject"]]))}
        for row in group_rows(values, kinds, LEVEL).to_dicts()
    ]
    yield "cards", {"tables": {"synergy": rows, "synergy_groups": groups}}


def ways(seed: int, games: int) -> Answered:
    """`tda wins`: winners and their flights beside the others, which differ by known amounts; what hands explain."""
    generator = np.random.default_rng([seed, 31])
    rows = [
        row | {"truth": MORE[row["measure"]]}
        for row in ways_to_win(seats_study(generator, games // 2), "toy")
        if row["kind"] == DIFFERENCES
    ]
    made_of = winning_flights(flights(generator, games // 2, games // 120), FACES)
    gaps = true_gaps()
    rows += [
        row | {"truth": gaps[row["measure"]]}
        for row in made_of
        if row["kind"] == DIFFERENCES and row["measure"] in gaps
    ]
    shares = [row | {"truth": true_shares()[row["measure"]]} for row in explained(hands(generator, games, games // 60))]
    yield "wins", {"tables": {"estimates": [*rows, *shares]}}


# --- a gift ------------------------------------------------------------------------------------------------


def known_cards(seed: int, games: int) -> Answered:
    """`tda cards` for a deck in which one card is a gift: see `tests/analyses/gifts.py`."""
    twins = {"cards": [gifts.GIFT, gifts.DUD], "games": games // 2}
    forced = {"cards": [gifts.GIFT], "games": games // 2}
    one = {("dealt",): 100 * gifts.DEALT, ("power_dealt",): 100 * gifts.DEALT, ("forced",): 100 * gifts.DEALT}
    one |= {("difference",): 0.0, ("played_if_held",): 100 * gifts.PLAYED}
    yield "cards", _gift(gifts.deck(1), seed, games, one, twins=twins, forced=forced)
    gold = [name for name in KINDS if name.startswith("draw_") or name == "power_gold"]
    two = {(name,): gifts.DRAWN_GOLD for name in gold}
    two |= {(name,): 100 * gifts.DRAWN_WIN for name in (MAIN, "power")}
    yield "cards", _gift(gifts.deck(2), seed, games, two, twins=twins)
    some = {("tie",): 100 * (gifts.TIED_WITH - gifts.TIED_WITHOUT), ("dealt",): 100 * gifts.DEALT}
    yield "cards", _gift(gifts.deck(1, drawn=True), seed, games, some)


def _gift(deck: Row, seed: int, games: int, truths: Mapping[tuple[str], float], **more: Any) -> Row:
    """The rows of the gift whose truth is known, by what they measure."""
    study = {"title": "Gifts", "decks": [deck], "players": gifts.PLAYERS, "tables": ["random"], "games": games}
    with played(study | {"seed": seed} | more) as results:
        rows = tables_of(cards.analyse(results))["tables"]["estimates"]
    known = [row for row in rows if row["group"] in ("values", "rates", "forced", "inclusion")]
    return {
        "tables": {
            "estimates": [
                row | {"truth": truths[key]}
                for row in known
                for key in [(row["measure"],)]
                if row["subject"] == gifts.GIFT and key in truths
            ]
        }
    }


# --- decks by chance ---------------------------------------------------------------------------------------

OUTCOME, DECKS = "plays", 10
Z = 1.959963984540054  # of an interval of 95 %
PAIRS_OF_PARTS = len(made.PARTS) * (len(made.PARTS) - 1) // 2


def _effects(seed: list[int], games: int) -> Values:
    """What parts do at another table, where the same is true."""
    study = made.study(seed, games)
    parts = drawn(study, "toy")
    return fit(parts, sums(study, "toy", parts), OUTCOME).against_others()


def composition(seed: int, games: int) -> Answered:
    """`tda composition` for decks whose parts do what is known, and for hands that one part makes better."""
    study = made.study(seed, games)
    parts = drawn(study, "toy")
    every = sums(study, "toy", parts)
    fitted = fit(parts, every, OUTCOME)
    alone = made.true_alone()
    truths = {EFFECTS: made.true_effects(), ADDED: dict(zip(made.PARTS, alone.tolist(), strict=True))}
    truths[ONE_MORE] = {"card": float(np.mean([alone[made.PLACES[part]] for part in made.LOTS[2].parts]))}
    found = {EFFECTS: fitted.against_others(), ADDED: fitted.added(), ONE_MORE: fitted.one_more().at([1])}
    rows = [
        row | {"group": group, "kind": "value", "truth": truths[group][row["subject"]]}
        for group, values in found.items()
        for row in estimated(values, OUTCOME).to_dicts()
    ]
    together = discoveries(pairs(study, "toy", parts, every)[OUTCOME], OUTCOME, "cards", [""] * PAIRS_OF_PARTS)
    of_pairs = made.true_pairs()
    rows += [
        row | {"group": PAIRS, "kind": "value", "truth": of_pairs[row["subject"], row["reference"]]}
        for row in together.to_dicts()
    ]
    inside = made.draw(np.random.default_rng([seed, 2]), DECKS)
    known = Parts(parts, {}, every, [METRICS[OUTCOME]], {OUTCOME: fitted})
    means = zip(*predicted(known, OUTCOME, together, inside), made.expected(inside), strict=True)
    about = {"group": CHECKED, "kind": "value", "measure": OUTCOME, "reference": PREDICTED}
    rows += [
        {
            **about,
            "subject": f"deck-{k}",
            "estimate": mean,
            "low": mean - Z * error,
            "high": mean + Z * error,
            "truth": truth,
        }
        for k, (mean, error, truth) in enumerate(means)
    ]
    tables = {"here": found[EFFECTS]} | {str(k): _effects([seed, 3, k], games) for k in range(2)}
    rows += [
        row | {"group": "robust", "kind": "across", "truth": truths[EFFECTS][row["subject"]]}
        for row in robustness(tables, OUTCOME).to_dicts()
    ]
    cards = {f"card {k}": () for k in range(made.CARDS)}
    worth = presence(replace(parts, cards=cards), made.hands([seed, 1], games, max(1, games // 40)))
    rows += [
        row | {"group": PRESENCE, "kind": "value", "truth": 100 * made.GAIN * (row["subject"] == "card 0")}
        for row in discoveries(worth, "dealt", "points", [""] * len(worth.names)).to_dicts()
        if row["reference"] == made.PARTS[0]
    ]
    yield "composition", {"tables": {"estimates": rows}}
