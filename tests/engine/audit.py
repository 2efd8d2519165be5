"""What must be true of a game at any moment, whatever the deck, the rules and the strategies."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tda_sim.engine.effects import EFFECTS
from tda_sim.engine.layout import (
    MAX_CARDS,
    MAX_DEBTS,
    MAX_FLIGHT,
    MAX_HAND,
    MAX_LASTING,
    NONE,
    STAKES,
)
from tda_sim.engine.playing_ahead import EVERYBODY
from tda_sim.engine.terms import Debt, End, Phase, Tie

LASTING_CODES = [effect.code for effect in EFFECTS.values() if effect.lasting]
GOLD_FIELDS = ("stakes_won", "stolen", "paid_stakes", "paid_players", "received", "paid_hole")
BEFORE_A_GAMBIT = (Phase.SET_UP, Phase.ANTE)
AFTER_A_GAME = (Phase.NEXT_GAME, Phase.OVER)


def audit(game: np.ndarray, gold: int | None = None, cards: int | None = None) -> None:
    """Check a record in the middle of whatever it is doing.

    ``gold`` and ``cards`` are all there are; if None, what the rules give out, and the very cards of this game.
    """
    g = game[0]
    check_gold(g, gold_given_out(g) if gold is None else gold)
    check_cards(g, cards)
    check_flights(g)
    check_debts(g)


def audit_at_rest(game: np.ndarray) -> None:
    """Check a record of a game played from its start, between two turns, antes, gambits or games.

    What follows from other fields is not among it: see `derivations` and `recount`.
    """
    audit(game)
    g = game[0]
    check_stock(g)
    check_knowledge(g)
    check_lasting(g)
    check_leavers(g)
    check_tally(g)
    check_gambit(g)
    if g["trail"]["draws_on"]:
        check_draws(g)


# --- gold -------------------------------------------------------------------------------------------------


def starting_hoard(rules: Any, players: int) -> int:
    """What the rules give each player at the start of each game."""
    return int(rules["gold_each"] + rules["gold_per_player"] * players)


def gold_given_out(g: np.void) -> int:
    """All the gold of this game: each one of a series has its own."""
    table, players = g["table"], int(g["table"]["players"])
    return 0 if table["phase"] == Phase.SET_UP else players * starting_hoard(table["rules"], players)


def check_gold(g: np.void, total: int) -> None:
    table, n = g["table"], g["table"]["players"]
    hoards = table["hoard"][:n]
    assert (hoards >= 0).all() and table["stakes"] >= 0 and table["hole"] >= 0, "nobody has less than no gold"
    assert hoards.sum() + table["stakes"] + table["hole"] == total, "gold is neither made nor lost"
    assert (table["owed"][:n] >= 0).all()


def check_debts(g: np.void) -> None:
    table, n = g["table"], g["table"]["players"]
    assert 0 <= table["n_debts"] <= MAX_DEBTS
    for debt in table["debt"][: table["n_debts"]]:
        assert debt["gold"] > 0 and 0 <= debt["debtor"] < n and STAKES <= debt["creditor"] < n
        assert debt["debtor"] != debt["creditor"] or table["rules"]["winner_owes_stakes"]
    if table["rules"]["debt"] == Debt.HOLE:
        assert table["n_debts"] == 0
    else:
        assert table["hole"] == 0 and not table["owed"].any()


# --- cards ------------------------------------------------------------------------------------------------


def piles(g: np.void) -> Iterator[np.ndarray]:
    """Everything that cards lie in, the powers being resolved that hold some included."""
    table = g["table"]
    for seat in range(table["players"]):
        yield g["hand"][seat]["card"][: g["hand"][seat]["n"]]
        yield table["flight"][seat][: table["flight_size"][seat]]
    yield table["ante"][: table["ante_size"]]
    yield table["discard"][: table["discard_size"]]
    yield g["deck"][: table["deck_size"]]
    for frame in g["frame"][: g["n_frames"]]:
        yield frame["held"][: frame["n_held"]]


def stock(g: np.void) -> np.ndarray:
    """The cards of this game; none before the players' picks."""
    return g["stock"][: 0 if g["table"]["phase"] == Phase.SET_UP else g["n_stock"]]


def check_cards(g: np.void, count: int | None) -> None:
    table, n = g["table"], g["table"]["players"]
    cards = np.sort(np.concatenate(list(piles(g))))
    if count is None:
        assert np.array_equal(cards, np.sort(stock(g))), "each card of the game is in one place, all others in none"
    else:
        assert len(cards) == count == len(set(cards.tolist())), "every card is in exactly one place"
    assert ((cards >= 0) & (cards < g["cards"]["n"])).all()
    sizes = g["hand"]["n"][:n]
    assert (sizes >= 0).all() and (sizes <= min(table["rules"]["hand_limit"], MAX_HAND)).all(), "the hand limit holds"
    assert np.array_equal(sizes, table["hand_size"][:n]), "the table knows how many cards each player holds"


def check_stock(g: np.void) -> None:
    """As many cards were drawn for the game as the deck says, and the table tells which as far as they are known."""
    cards, n = g["cards"], g["cards"]["n"]
    if g["table"]["phase"] == Phase.SET_UP:
        return
    inside = np.isin(np.arange(n), stock(g))
    drawn, known = cards["drawn"][:n] == 1, g["table"]["known"][:n]
    there = np.array([has_its_parts(g, card) for card in range(n)])
    assert np.array_equal(inside[~drawn], there[~drawn]) and inside[drawn].sum() == cards["n_drawn"]
    assert inside[known == 1].all() and not inside[known == -1].any(), "what is known is true"
    assert (known[~drawn] != 0).all(), "the cards that are not drawn in secret are known"
    assert (known[drawn] != 0).all() or not cards["shown"]
    assert not known[drawn].any() or cards["shown"] or cards["each_picks"]


def has_its_parts(g: np.void, card: int) -> bool:
    """Whether the game has drawn all the parts that a card belongs to."""
    needs, drawn = g["cards"]["needs"][:, card], g["tally"]["parts"]
    return bool((needs & ~drawn == 0).all())


def check_knowledge(g: np.void) -> None:
    """What is written down of what players know of hidden cards is possible."""
    table, n = g["table"], int(g["table"]["players"])
    if table["phase"] == Phase.SET_UP:
        return
    seen, known_to = g["seen"][: g["cards"]["n"]], g["known_to"]
    assert np.isin(seen, (0, 1)).all() and np.isin(np.flatnonzero(seen), stock(g)).all(), (
        "nobody sees what is not there"
    )
    for seat in range(n):
        for card in g["hand"][seat]["card"][: g["hand"][seat]["n"]]:
            assert known_to[card] == EVERYBODY or 0 <= known_to[card] < 1 << n
            assert known_to[card] != EVERYBODY or seen[card]
    known = known_to[g["deck"][: table["deck_size"]]].tolist()
    assert all(seats == 0 or seats.bit_count() == 1 for seats in known)
    assert sorted(known, key=bool) == known, "who has put a card back knows the top one"


def check_draws(g: np.void) -> None:
    """A card that lies in the deck, unless put back there, is in the pile; and each pile was as big as it is said."""
    trail, deck = g["trail"], g["deck"][: g["table"]["deck_size"]]
    pile = np.flatnonzero(trail["entered"] != NONE)
    assert np.array_equal(pile, np.sort(deck[g["known_to"][deck] == 0])) and trail["pile"] == len(pile)
    draws, stays = trail["draw"][: trail["n_draws"]], trail["stay"][: trail["n_stays"]]
    assert (trail["entered"][pile] <= len(draws)).all() and (stays["first"] < stays["end"]).all()
    starts, ends = np.concatenate([stays["first"], trail["entered"][pile]]), stays["end"]
    lying = np.bincount(starts, minlength=len(draws) + 1) - np.bincount(ends, minlength=len(draws) + 1)
    assert np.array_equal(np.cumsum(lying)[: len(draws)], draws["pile"] - 1), "a stay for each card that is not drawn"
    assert (draws["gambit"] < trail["n"]).all() and (draws["seat"] < g["table"]["players"]).all()


# --- flights ----------------------------------------------------------------------------------------------


def check_flights(g: np.void) -> None:
    table, n = g["table"], g["table"]["players"]
    sizes, played = table["flight_size"][:n], table["played"][:n]
    most = max(table["rules"]["round_cap"], table["least_rounds"])
    assert (sizes >= 0).all() and (sizes <= min(most, MAX_FLIGHT)).all(), "a card a round, and no more"
    assert 0 <= table["ante_size"] <= MAX_CARDS
    for seat in range(n):
        assert NONE <= played[seat] < sizes[seat] or is_out(table, seat), "what was played lies in the flight"
        assert table["anted"][seat] == NONE or 0 <= table["anted"][seat] < g["cards"]["n"]


# --- powers in force --------------------------------------------------------------------------------------


def check_lasting(g: np.void) -> None:
    """Each power in force is somebody's, and one that hangs on a card ends with it."""
    table, cards = g["table"], g["cards"]
    entries = table["lasting"][: table["n_lasting"]]
    assert len(entries) <= MAX_LASTING
    assert table["phase"] not in BEFORE_A_GAMBIT or not len(entries), "what lasts ends with the gambit"
    stays = entries[entries["tie"] != Tie.TAKEN]  # the others may come back to a player who has one already
    assert len({(e["kind"], e["step"], e["seat"], e["card"]) for e in stays}) == len(stays)
    for entry in entries:
        assert 0 <= entry["seat"] < table["players"] and 0 <= entry["card"] < cards["n"] and entry["times"] >= 1
        assert cards["op"][entry["step"]] in LASTING_CODES
        if entry["tie"] == Tie.CARD and not is_out(table, entry["seat"]):
            size = table["flight_size"][entry["seat"]]
            assert entry["card"] in table["flight"][entry["seat"]][:size], "the card lies in its player's flight"


# --- players who have left --------------------------------------------------------------------------------


def is_out(table: Any, seat: int) -> bool:
    return bool(int(table["out"]) >> int(seat) & 1)


def check_leavers(g: np.void) -> None:
    """Who has left has nothing, owes nothing, and is never asked again."""
    table, n = g["table"], int(g["table"]["players"])
    out = [seat for seat in range(n) if is_out(table, seat)]
    assert table["playing"] == n - len(out) and int(table["out"]) >> n == 0
    assert not out or 0 < table["rules"]["leave_until"] < n - len(out) or table["phase"] in AFTER_A_GAME
    for seat in out:
        assert (
            table["hoard"][seat] == table["hand_size"][seat] == table["flight_size"][seat] == table["owed"][seat] == 0
        )
        assert table["phase"] != Phase.TURN or seat not in (table["turn"], table["leader"])
    for debt in table["debt"][: table["n_debts"]]:
        assert debt["debtor"] not in out and debt["creditor"] not in out


# --- counters ---------------------------------------------------------------------------------------------


def check_tally(g: np.void) -> None:
    """Each player's gold, from all games of the series, is what that player started with, got and paid."""
    table, tally, n = g["table"], g["tally"], int(g["table"]["players"])
    if table["phase"] == Phase.SET_UP:
        return
    won, stolen, stakes, players, received, hole = (tally[name][:n].astype(np.int64) for name in GOLD_FIELDS)
    start = starting_hoard(table["rules"], n) * int(table["series_game"])
    gold = table["score"][:n] + (0 if table["phase"] in AFTER_A_GAME else table["hoard"][:n])
    assert np.array_equal(gold, start + won + stolen + received - stakes - players - hole)
    in_stakes = (stakes - won - stolen).sum()
    assert table["stakes"] == in_stakes or (table["series_game"] > 1 and table["stakes"] < in_stakes)


def check_gambit(g: np.void) -> None:
    """Where a gambit stands."""
    table, n = g["table"], int(g["table"]["players"])
    assert table["phase"] != Phase.TURN or 0 <= table["turns"] < table["playing"]
    assert table["stakes_ran_out"] in (0, 1) and (table["stakes_ran_out"] == 0 or table["phase"] == Phase.SCORE)
    assert NONE <= table["gambit_winner"] < n and NONE <= table["leader"] < n
    if table["rules"]["debt"] == Debt.RUNNING and table["stakes_ran_out"] == 0:
        for debt in table["debt"][: table["n_debts"]]:
            assert table["hoard"][debt["debtor"]] == 0, "who is in debt has no gold"
    if table["phase"] in BEFORE_A_GAMBIT:
        assert table["ante_size"] == 0 and not table["flight_size"][:n].any() and not table["owed"].any()
        assert not table["colours_paid"][:n].any() and not table["strengths_paid"][:n].any()
    if table["phase"] == Phase.OVER:
        check_end(g)


def check_end(g: np.void) -> None:
    """A finished game has winners, and nobody has more gold than they."""
    table, tally, n = g["table"], g["tally"], int(g["table"]["players"])
    winners = [seat for seat in range(n) if int(tally["winners"]) >> seat & 1]
    gold = tally["gold"][:n]
    assert len(winners) == tally["n_winners"] and int(tally["winners"]) >> n == 0
    assert np.array_equal(gold, table["score"][:n])
    if tally["end"] == End.UNFINISHED:
        assert not winners and table["gambit"] >= table["rules"]["gambit_cap"]
        return
    assert ended_rightly(g), "the game was over"
    assert table["series_game"] == table["rules"]["series"]
    assert winners and (table["rules"]["series"] > 1 or not any(is_out(table, seat) for seat in winners))
    if odd_coins_possible(table["rules"]):
        assert max(gold) - min(gold[winners]) < n
    else:
        assert (gold[winners] == max(gold)).all()
    assert not table["rules"]["winner_takes_hole"] or table["hole"] == 0


def odd_coins_possible(rules: Any) -> bool:
    """Whether a share of the hole may come on top of what decided who has won."""
    return bool(rules["winner_takes_hole"] and rules["series"] == 1)


def ended_rightly(g: np.void) -> bool:
    """Whether what is said to have ended a game was so."""
    table, rules, n = g["table"], g["table"]["rules"], int(g["table"]["players"])
    hoards = [table["hoard"][seat] for seat in range(n) if not is_out(table, seat)]
    with_gold = sum(gold > 0 for gold in hoards)
    shared = bool(rules["winner_takes_hole"])  # then gold from the hole has come into hoards that were empty
    match End(int(g["tally"]["end"])):
        case End.OUT_OF_GOLD:
            unpaid = max(table["unpaid"][seat] for seat in range(n) if not is_out(table, seat))
            broke = bool(rules["leave_until"] == 0 and (shared or with_gold < len(hoards)))
            return broke or bool(0 < rules["end_unpaid"] <= unpaid)
        case End.PLAYERS_LEFT:
            return bool(rules["leave_until"] and (shared or with_gold <= rules["leave_until"]))
        case End.ENOUGH_GOLD:
            return bool(0 < rules["end_gold"] <= max(hoards))
        case End.GAMBITS_PLAYED:
            return bool(0 < rules["end_gambits"] <= table["gambit"])
    return False
