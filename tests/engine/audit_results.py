"""What must be true of many finished games: of their counters, and of what was added up about their cards."""

from typing import Any

import numpy as np
from audit import GOLD_FIELDS, odd_coins_possible, starting_hoard

from tda_sim.engine.layout import SUMS, TALLY, WIN_UNIT
from tda_sim.engine.terms import Contact, Debt, End

MAY_BE_NONE = ("first_leader", "half_richest", "half_poorest", "behind", "deficit")


BOOKS = {"stakes_won": 1, "stolen": 1, "received": 1, "paid_stakes": -1, "paid_players": -1}


def audit_dice_tallies(tallies: np.ndarray, rules: Any, players: int) -> None:
    """Check what dice games have left behind: all gold is somewhere, every hoard is what came in less what went out."""
    gambits = int(rules["gambits"])
    start = int(rules["starting_gold"]) * gambits
    hoards = tallies["gold"][:, :players]
    assert (hoards.sum(axis=1) == players * start).all() and (hoards >= 0).all()
    assert (hoards == start + sum(sign * tallies[name][:, :players] for name, sign in BOOKS.items())).all()
    assert (tallies["end"] == End.GAMBITS_PLAYED).all() and (tallies["gambits"] == gambits).all()
    assert (tallies["n_winners"] == 1).all()


def audit_tallies(tallies: np.ndarray, cards: Any, rules: Any, players: int) -> None:
    """Check what games have left behind that were played to their end: all are finished, gold and wins add up."""
    assert (tallies["end"] != End.UNFINISHED).all(), "every game ends"
    assert (tallies["players"] == players).all()
    check_gold_of_all(tallies, rules, players)
    check_counts_of_all(tallies, cards, rules)
    check_winners_of_all(tallies, rules, players)


def check_gold_of_all(tallies: np.ndarray, rules: Any, n: int) -> None:
    won, stolen, stakes, players, received, hole = (tallies[name][:, :n].astype(np.int64) for name in GOLD_FIELDS)
    start = starting_hoard(rules, n) * int(rules["series"])
    assert np.array_equal(tallies["gold"][:, :n], start + won + stolen + received - stakes - players - hole)
    assert ((stakes - won - stolen).sum(axis=1) >= 0).all(), "what left the stakes had been paid"
    from_hole, into_hole = (received - players).sum(axis=1), hole.sum(axis=1)
    assert np.array_equal(from_hole, into_hole if rules["winner_takes_hole"] else 0 * into_hole)
    assert rules["debt"] == Debt.HOLE or not into_hole.any()
    for name in (*GOLD_FIELDS, "gold"):
        assert (tallies[name] >= 0).all() and not tallies[name][:, n:].any()


def check_counts_of_all(tallies: np.ndarray, cards: Any, rules: Any) -> None:
    assert np.array_equal(tallies["gambits_won"].sum(axis=1) + tallies["drawn_gambits"], tallies["gambits"])
    assert np.array_equal(tallies["leads"].sum(axis=1), tallies["rounds"])
    flights = tallies["colour_flights"] + tallies["strength_flights"]
    assert np.array_equal(tallies["special_flights"].sum(axis=1), flights)
    brought = tallies["flight_gold"]
    assert (brought <= tallies["stolen"] + tallies["received"] - tallies["repaid"]).all()
    assert not brought[tallies["special_flights"] == 0].any(), "flights bring gold to who has them"
    assert (tallies["gambits"] >= rules["series"]).all() and (tallies["rounds"] >= tallies["gambits"]).all()
    assert (tallies["plays"] <= tallies["rounds"] * tallies["players"]).all()
    assert (bit_counts(tallies["unique_cards"]) == (cards["n_drawn"] if cards["drawn"].any() else 0)).all()


def check_winners_of_all(tallies: np.ndarray, rules: Any, n: int) -> None:
    won = (tallies["winners"][:, None] >> np.arange(n) & 1).astype(bool)
    gold = tallies["gold"][:, :n]
    assert (tallies["winners"] >> n == 0).all() and (won.sum(axis=1) == tallies["n_winners"]).all()
    assert (tallies["n_winners"] >= 1).all()
    most = gold.max(axis=1)[:, None]
    if odd_coins_possible(rules):
        assert (most - gold < n)[won].all(), "the richest have won"
    else:
        assert (gold == most)[won].all(), "the richest have won"
        assert won[(gold == most) & (gold > 0)].all(), "who is as rich has won, too"


def bit_counts(masks: np.ndarray) -> np.ndarray:
    return (masks[:, None] >> np.arange(63) & 1).sum(axis=1)


def audit_sums(sums: np.ndarray, tallies: np.ndarray, rules: Any) -> None:
    """Check what was added up over these games, shape (strategies, contacts, cards, SUMS), against their counters."""
    by_contact = {name: sums[..., k].sum(axis=0) for k, name in enumerate(SUMS)}  # (contacts, cards)
    times = {contact: int(by_contact["times"][contact].sum()) for contact in Contact}
    dealt = int(rules["opening_hand"]) * int(rules["series"])
    assert times[Contact.PLAYED] == tallies["plays"].sum()
    assert times[Contact.TRIGGERED] == tallies["triggers"].sum()
    assert times[Contact.OPENING] == dealt * tallies["players"].sum()
    assert times[Contact.HELD] == times[Contact.OPENING] + times[Contact.DRAWN] + times[Contact.TAKEN]
    assert np.array_equal(by_contact["times"][Contact.IDLE], by_contact["count"][Contact.IDLE])
    check_nothing_has_wrapped_around(sums, tallies)


def check_nothing_has_wrapped_around(sums: np.ndarray, tallies: np.ndarray) -> None:
    """Numbers that have outgrown their fields are negative, or too small for what they are made of."""
    for name in TALLY.names or ():
        assert (tallies[name] >= (-1 if name in MAY_BE_NONE else 0)).all(), name
    times, count, win, win2, gold, gold2 = (sums[..., k].astype(object) for k in range(len(SUMS)))
    assert (sums >= 0).all()
    assert (times >= count).all() and (win2 <= WIN_UNIT * win).all() and (win <= WIN_UNIT * count).all()
    most = int(tallies["gold"].max())
    assert (gold <= most * count).all() and (gold2 <= most * gold).all()
    assert (gold2 * count >= gold * gold).all() and (win2 * count >= win * win).all(), "Cauchy and Schwarz"
    assert (tallies["power_gold"] >= tallies["stolen"].sum(axis=1) - tallies["strength_flights"] * 62).all()
