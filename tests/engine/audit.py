"""What must be true of a game at any moment, whatever the deck, the rules and the strategies."""

from collections.abc import Iterator

import numpy as np

from tda_sim.engine.layout import MAX_CARDS, MAX_DEBTS, MAX_FLIGHT, MAX_HAND, NONE, STAKES, Debt, End, Group, Phase

GOLD_FIELDS = ("stakes_won", "stolen", "paid_stakes", "paid_players", "received", "paid_hole")


def audit(game: np.ndarray, gold: int | None = None, cards: int | None = None) -> None:
    """Check a record in the middle of whatever it is doing.

    ``gold`` and ``cards`` are all there are; if None, what the rules give and what the deck names.
    """
    check_gold(game[0], starting_gold(game[0]) if gold is None else gold)
    check_cards(game[0], int(game[0]["cards"]["n"]) if cards is None else cards)
    check_flights(game[0])
    check_debts(game[0])


def audit_at_rest(game: np.ndarray) -> None:
    """Check a record of a game played from its start, between two turns, antes or gambits."""
    audit(game)
    check_summaries(game[0])
    check_tally(game[0])
    check_nothing_is_pending(game[0])


def starting_gold(g: np.void) -> int:
    table = g["table"]
    players, rules = int(table["players"]), table["rules"]
    return players * int(rules["gold_each"] + rules["gold_per_player"] * players)


def check_gold(g: np.void, total: int) -> None:
    table, n = g["table"], g["table"]["players"]
    hoards = table["hoard"][:n]
    assert (hoards >= 0).all() and table["stakes"] >= 0 and table["hole"] >= 0, "nobody has less than no gold"
    assert hoards.sum() + table["stakes"] + table["hole"] == total, "gold is neither made nor lost"
    assert (table["owed"][:n] >= 0).all()


def piles(g: np.void) -> Iterator[np.ndarray]:
    """Everything that cards lie in."""
    table = g["table"]
    for seat in range(table["players"]):
        yield g["hand"][seat]["card"][: g["hand"][seat]["n"]]
        yield table["flight"][seat][: table["flight_size"][seat]]
    yield table["ante"][: table["ante_size"]]
    yield table["discard"][: table["discard_size"]]
    yield g["deck"][: table["deck_size"]]


def check_cards(g: np.void, count: int) -> None:
    table, n = g["table"], g["table"]["players"]
    cards = np.concatenate(list(piles(g)))
    assert len(cards) == count == len(set(cards.tolist())), "every card is in exactly one place"
    assert ((cards >= 0) & (cards < g["cards"]["n"])).all()
    sizes = g["hand"]["n"][:n]
    assert (sizes >= 0).all() and (sizes <= min(table["rules"]["hand_limit"], MAX_HAND)).all(), "the hand limit holds"
    assert np.array_equal(sizes, table["hand_size"][:n]), "the table knows how many cards each player holds"


def check_flights(g: np.void) -> None:
    table, n = g["table"], g["table"]["players"]
    sizes, played = table["flight_size"][:n], table["played"][:n]
    assert (sizes >= 0).all() and (sizes <= min(table["rules"]["round_cap"], MAX_FLIGHT)).all()
    assert (played >= NONE).all() and (played < np.maximum(sizes, 1)).all(), "what was played lies in the flight"
    assert ((played == NONE) | (sizes > 0)).all()
    assert 0 <= table["ante_size"] <= MAX_CARDS
    for seat in range(n):
        assert table["anted"][seat] == NONE or 0 <= table["anted"][seat] < g["cards"]["n"]


def check_summaries(g: np.void) -> None:
    """What is kept about flights, so as not to be looked up again and again, is what one would find there."""
    table, cards = g["table"], g["cards"]
    for seat in range(table["players"]):
        flight = table["flight"][seat][: table["flight_size"][seat]]
        strengths, bars = cards["strength"][flight], cards["bars"][flight]
        mortals = 1 << int(cards["n_colours"]) if table["rules"]["mortal_flight"] else 0
        colours = [
            int(cards["colours"][card]) | (mortals if int(cards["groups"][card]) >> Group.MORTAL & 1 else 0)
            for card in flight
        ]
        summary = table["summary"][seat]
        assert summary["strength"] == strengths.sum()
        assert summary["groups"] == np.bitwise_or.reduce(cards["groups"][flight], initial=0)
        assert summary["bars"] == sum(1 << int(group) for group in set(bars[bars != NONE]))
        assert summary["twice_strong"] == sum(1 << int(k) for k in set(strengths) if (strengths == k).sum() > 1)
        assert summary["twice_coloured"] == sum(1 << k for k in range(63) if sum(c >> k & 1 for c in colours) > 1)


def check_debts(g: np.void) -> None:
    table, n = g["table"], g["table"]["players"]
    assert 0 <= table["n_debts"] <= MAX_DEBTS
    for debt in table["debt"][: table["n_debts"]]:
        assert debt["gold"] > 0 and 0 <= debt["debtor"] < n and STAKES <= debt["creditor"] < n
    if table["rules"]["debt"] == Debt.HOLE:
        assert table["n_debts"] == 0
    else:
        assert table["hole"] == 0 and not table["owed"].any()


def check_tally(g: np.void) -> None:
    """Each hoard is what its owner started with, got and paid."""
    table, tally, n = g["table"], g["tally"], int(g["table"]["players"])
    won, stolen, stakes, players, received, hole = (tally[name][:n].astype(np.int64) for name in GOLD_FIELDS)
    start = starting_gold(g) // n
    assert np.array_equal(table["hoard"][:n], start + won + stolen + received - stakes - players - hole)
    assert table["stakes"] == (stakes - won - stolen).sum()
    assert tally["special_flights"].sum() == tally["colour_flights"] + tally["strength_flights"]
    assert tally["leads"].sum() == tally["rounds"]
    assert tally["gambits_won"].sum() + tally["drawn_gambits"] == tally["gambits"]
    assert tally["triggers"] >= 0 and tally["plays"] <= tally["rounds"] * n


def check_nothing_is_pending(g: np.void) -> None:
    table, n = g["table"], g["table"]["players"]
    assert g["n_frames"] == 0 and g["fault"] == 0
    if table["rules"]["debt"] == Debt.RUNNING and table["stakes_ran_out"] == 0:
        for debt in table["debt"][: table["n_debts"]]:
            assert table["hoard"][debt["debtor"]] == 0, "who is in debt has no gold"
    if table["phase"] == Phase.ANTE:
        assert table["ante_size"] == 0 and not table["flight_size"][:n].any() and not table["owed"].any()
    if table["phase"] == Phase.OVER:
        check_end(g)


def check_end(g: np.void) -> None:
    """A finished game has winners, and nobody has more gold than they."""
    table, tally, n = g["table"], g["tally"], int(g["table"]["players"])
    winners = [seat for seat in range(n) if int(tally["winners"]) >> seat & 1]
    assert len(winners) == tally["n_winners"] and int(tally["winners"]) >> n == 0
    assert np.array_equal(tally["gold"][:n], table["hoard"][:n])
    if tally["end"] == End.UNFINISHED:
        assert not winners and table["gambit"] >= table["rules"]["gambit_cap"]
        return
    assert winners and max(tally["gold"][winners]) == max(tally["gold"][:n])
    if table["rules"]["winner_takes_hole"]:
        assert table["hole"] == 0
    else:
        assert (tally["gold"][winners] == max(tally["gold"][:n])).all() and (tally["gold"][:n] == 0).any()
