"""What must be true of a game at any moment, whatever the deck, the rules and the strategies."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tda_sim.engine.ante_effects import NEVER
from tda_sim.engine.effects import EFFECTS
from tda_sim.engine.layout import (
    MAX_CARDS,
    MAX_DEBTS,
    MAX_FLIGHT,
    MAX_HAND,
    MAX_LASTING,
    NONE,
    STAKES,
    WORD_BITS,
    WORD_MASK,
)
from tda_sim.engine.registry import ANTE_EFFECTS
from tda_sim.engine.terms import Debt, End, Group, Lasting, Phase, Tie

LASTING_CODES = [effect.code for effect in EFFECTS.values() if effect.lasting]
ANTE_NAMES = {effect.code: name for name, effect in ANTE_EFFECTS.items()}
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
    """Check a record of a game played from its start, between two turns, antes, gambits or games."""
    audit(game)
    g = game[0]
    check_stock(g)
    check_lasting(g)
    check_what_lasts(g)
    check_summaries(g)
    check_ante(g)
    check_leavers(g)
    check_tally(g)
    check_nothing_is_pending(g)


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
    assert inside[~drawn].all() and inside[drawn].sum() == cards["n_drawn"]
    assert inside[known == 1].all() and not inside[known == -1].any(), "what is known is true"
    assert (known[~drawn] == 1).all(), "a card that is in every game is known to be"
    assert (known[drawn] != 0).all() or not cards["shown"]
    assert not known[drawn].any() or cards["shown"] or cards["each_picks"]
    bits = sum(1 << k for k, card in enumerate(np.flatnonzero(drawn)) if inside[card])
    assert int(g["tally"]["unique_cards"]) == bits


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


def check_summaries(g: np.void) -> None:
    """What is kept about flights, so as not to be looked up again and again, is what one would find there."""
    table, cards = g["table"], g["cards"]
    mortals = 1 << int(cards["n_colours"])
    for seat in range(table["players"]):
        flight = table["flight"][seat][: table["flight_size"][seat]]
        strengths, bars = cards["strength"][flight], cards["bars"][flight]
        colours = [colours_of(g, card) for card in flight]
        counted = ~0 if int(table["mortals_as_colour"]) >> seat & 1 else ~mortals  # nobody asks for the others'
        summary = table["summary"][seat]
        assert summary["strength"] == strengths.sum()
        assert summary["groups"] == np.bitwise_or.reduce(cards["groups"][flight], initial=0)
        assert summary["bars"] == sum(1 << int(group) for group in set(bars[bars != NONE]))
        assert summary["strengths"] == sum(1 << int(k) for k in set(strengths))
        assert summary["twice_strong"] == sum(1 << int(k) for k in set(strengths) if (strengths == k).sum() > 1)
        assert int(summary["colours"]) & counted == bits_with(colours, 1) & counted
        assert int(summary["twice_coloured"]) & counted == bits_with(colours, 2) & counted


def bits_with(masks: list[int], least: int) -> int:
    """The bits that are set in so many of the masks, or more."""
    return sum(1 << k for k in range(63) if sum(mask >> k & 1 for mask in masks) >= least)


def colours_of(g: np.void, card: int) -> int:
    """The colours that a card counts as, mortals' bit included."""
    table, cards = g["table"], g["cards"]
    n_colours, in_force = int(cards["n_colours"]), table["lasting"][: table["n_lasting"]]
    colours = int(cards["colours"][card])
    if card in in_force["card"][in_force["kind"] == Lasting.WILD]:
        colours = (1 << n_colours) - 1
    is_mortal = int(cards["groups"][card]) >> Group.MORTAL & 1
    return colours | (is_mortal << n_colours if table["mortals_as_colour"] else 0)


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


def check_what_lasts(g: np.void) -> None:
    """What the table says of powers in force is what the list of them comes to."""
    table, entries = g["table"], g["table"]["lasting"][: g["table"]["n_lasting"]]

    def of(kind: Lasting) -> np.ndarray:
        return entries[entries["kind"] == kind]

    leads, mortals = of(Lasting.LEADS), seat_bits(of(Lasting.MORTALS_AS_COLOUR))
    rounds = g["cards"]["arg"][of(Lasting.ROUNDS)["step"], 0]
    wild = {int(card) for card in of(Lasting.WILD)["card"]}
    every = (1 << int(table["players"])) - 1 if table["rules"]["mortal_flight"] else 0
    assert table["weakest_wins"] == (len(of(Lasting.WEAKEST_WINS)) > 0)
    assert table["next_leader"] == (leads["seat"][-1] if len(leads) else NONE)
    assert table["least_rounds"] == max(rounds, default=0)
    assert table["all_trigger"] == seat_bits(of(Lasting.ALL_TRIGGER))
    assert table["mortals_as_colour"] == mortals | every
    words = [int(table["wild"][card >> WORD_BITS]) >> (card & WORD_MASK) for card in range(g["cards"]["n"])]
    assert {card for card, word in enumerate(words) if word & 1} == wild
    assert bool(table["colour_powers"]) >= bool(wild or mortals or every)


def seat_bits(entries: np.ndarray) -> int:
    return sum(1 << int(seat) for seat in set(entries["seat"].tolist()))


def check_ante(g: np.void) -> None:
    """What the table says of the ante is what its cards do there."""
    table, cards = g["table"], g["cards"]
    found: dict[str, list[int]] = {name: [] for name in ANTE_EFFECTS}
    for card in table["ante"][: table["ante_size"]]:
        for step in range(cards["ante"][card], cards["ante_end"][card]):
            found[ANTE_NAMES[int(cards["op"][step])]].append(int(cards["arg"][step, 0]))
    assert table["ante_weakest_wins"] == bool(found["weakest_flight_wins"])
    assert table["ante_triggers_from"] == min(found["strong_cards_trigger"], default=NEVER)
    assert table["ante_toll"] == sum(found["leader_pays"])
    assert table["ante_shares"] == bool(found["winner_shares"])


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
    assert tally["special_flights"].sum() == tally["colour_flights"] + tally["strength_flights"]
    assert tally["leads"].sum() == tally["rounds"]
    assert tally["gambits_won"].sum() + tally["drawn_gambits"] == tally["gambits"]
    assert tally["triggers"] >= 0 and tally["plays"] <= tally["rounds"] * n


def check_nothing_is_pending(g: np.void) -> None:
    table, n = g["table"], g["table"]["players"]
    assert g["n_frames"] == 0 and g["fault"] == 0
    assert table["phase"] != Phase.TURN or 0 <= table["turns"] < table["playing"]
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
            return bool(rules["leave_until"] == 0 and (shared or with_gold < len(hoards)))
        case End.PLAYERS_LEFT:
            return bool(rules["leave_until"] and (shared or with_gold <= rules["leave_until"]))
        case End.ENOUGH_GOLD:
            return bool(0 < rules["end_gold"] <= max(hoards))
        case End.GAMBITS_PLAYED:
            return bool(0 < rules["end_gambits"] <= table["gambit"])
    return False


# --- many finished games ----------------------------------------------------------------------------------


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
