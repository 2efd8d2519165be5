"""The game, in the order of the rulebook's headings: game, gambit, ante, round, turn, end of the gambit.

The record holds the position (phase, round, turn). So each function can go on from any position between two turns, and
it returns early after the game has halted (see `choose`).
"""

from tda_sim.engine import moves, timing
from tda_sim.engine.choose import ask_hand, note, running, stop_at
from tda_sim.engine.compiler.jit import cold, noinline, rule
from tda_sim.engine.effects.uses import change_by_abilities, heard
from tda_sim.engine.ending import check_end
from tda_sim.engine.flights import pay_special_flights, pay_with_stand_in
from tda_sim.engine.history import note_gambit, note_opener
from tda_sim.engine.layout import NONE
from tda_sim.engine.playing_ahead import remember_position
from tda_sim.engine.powers import resolve_powers
from tda_sim.engine.queries import card_played, clockwise, first_seat, is_in, would_trigger
from tda_sim.engine.scoring import award_stakes, goes_on, settle
from tda_sim.engine.setting_up import clear_gambit, deal_next_game, pick_and_deal
from tda_sim.engine.stack import push_power
from tda_sim.engine.terms import Contact, Event, Phase, Question, Stop, When

# --- game -------------------------------------------------------------------------------------------------


@rule
def play_game(t):
    """Play gambits until the game is over."""
    if t.table.phase == Phase.SET_UP:
        remember_position(t)
        pick_and_deal(t)
    while t.table.phase != Phase.OVER and running(t):
        play_gambit(t)
    stop_at(t, Stop.GAME)


# --- gambit -----------------------------------------------------------------------------------------------


@rule
def play_gambit(t):
    """Ante, play rounds, score and settle, end the game or clean up."""
    if t.table.phase == Phase.ANTE:
        ante(t)
    while t.table.phase == Phase.TURN and running(t):
        take_turn(t)
    if t.table.phase == Phase.SCORE and running(t):
        end_gambit(t)
    if t.table.phase == Phase.CLEAN_UP and running(t):
        clean_up(t)
    if t.table.phase == Phase.NEXT_GAME and running(t):
        deal_next_game(t)
    if running(t):
        stop_at(t, Stop.NEXT)


# --- ante -------------------------------------------------------------------------------------------------


@rule
def ante(t):
    """Let everyone ante a card in secret. The strongest sets the price; the strongest untied one decides who leads."""
    remember_position(t)
    t.table.gambit += 1
    t.table.turn = first_seat(t.table)
    note(t, Event.GAMBIT, NONE, NONE, NONE, t.table.gambit)
    choose_antes(t)
    redos = 0
    while t.table.ante_size > 0 and leader_by_ante(t) == NONE and redos < t.table.rules.ante_redos and running(t):
        redo_ante(t)
        choose_antes(t)
        redos += 1
    pay_ante(t)
    leader = leader_by_ante(t)
    t.table.leader = leader if leader != NONE else first_seat(t.table)
    note_opener(t)
    begin_round(t)
    timing.ante_stands(t)
    if t.table.stakes == 0:
        moves.stakes_run_out(t)
        t.table.phase = Phase.SCORE
    else:
        t.table.phase = Phase.TURN
    stop_at(t, Stop.ANTE)


@rule
def choose_antes(t):
    """Let everyone with a card pick one, then reveal them all."""
    for seat in range(t.table.players):
        t.secret[seat] = NONE
        if t.hand[seat].n > 0:
            t.secret[seat] = ask_hand(t, seat, Question.ANTE, NONE)
    for seat in range(t.table.players):
        if t.secret[seat] != NONE:
            reveal_ante(t, seat, moves.from_hand(t, seat, t.secret[seat]))
    timing.ante_revealed(t)
    if t.cards.ante_effects == 1:
        timing.ante_changes(t)
        for k in range(t.table.ante_size):
            timing.comes_into_ante(t, t.table.ante[k])


@rule
def reveal_ante(t, seat, card):
    """Put a player's ante card on the table."""
    moves.to_ante(t, card)
    t.table.anted[seat] = card
    moves.meet(t, Contact.ANTED, seat, card)
    note(t, Event.ANTE, seat, card, NONE, 0)


@rule
def leader_by_ante(t):
    """Return the player of the strongest untied ante card, or NONE if all are tied."""
    return strongest_untied(t, t.table.anted)


@cold
def redo_ante(t):
    """Discard all ante cards, because all are tied, and let everyone draw a card."""
    note(t, Event.REDO, NONE, NONE, NONE, 0)
    moves.sweep_ante(t)
    for seat in range(t.table.players):
        t.table.anted[seat] = NONE
        if is_in(t.table, seat):
            moves.draw(t, seat)


@rule
def pay_ante(t):
    """Make everyone pay the strength of the strongest ante card."""
    price = 0
    for k in range(t.table.ante_size):
        price = max(price, t.cards.strength[t.table.ante[k]])
    if heard(t, When.ANTEING):
        pay_antes_less(t, price)
        return
    for seat in range(t.table.players):
        if is_in(t.table, seat):
            pay_one_ante(t, seat, price)


@rule
def pay_one_ante(t, seat, price):
    """Make a player pay the ante, and count how often in a row the hoard has fallen short of it, if a rule asks."""
    if t.table.rules.end_unpaid > 0:
        t.table.unpaid[seat] = t.table.unpaid[seat] + 1 if t.table.hoard[seat] < price else 0
    moves.pay_stakes(t, seat, price)


@noinline
def pay_antes_less(t, price):
    """Make everyone pay the ante in a game whose abilities can reduce it. Hoards are compared before anybody pays."""
    for seat in range(t.table.players):
        t.shown[seat] = change_by_abilities(t, When.ANTEING, seat, NONE, NONE, price, price)
    for seat in range(t.table.players):
        if is_in(t.table, seat):
            pay_one_ante(t, seat, t.shown[seat])


@rule
def strongest_untied(t, card):
    """Return the seat with the strongest card that is not tied, or NONE. ``card``: each seat's card, or NONE."""
    once, twice = 0, 0  # strengths, as bits
    for seat in range(t.table.players):
        strength = strength_bit(t.cards, card[seat])
        twice |= once & strength
        once |= strength
    leader, best = NONE, 0
    for seat in range(t.table.players):
        strength = strength_bit(t.cards, card[seat]) & ~twice
        if strength > best:
            best = strength
            leader = seat
    return leader


@rule
def strength_bit(cards, card):
    """Return the strength of a card as a bit; 0 for NONE."""
    return 1 << cards.strength[card] if card != NONE else 0


# --- round ------------------------------------------------------------------------------------------------


@rule
def begin_round(t):
    """Begin a new round, in which the leader has the first turn."""
    t.table.round += 1
    t.table.turns = 0
    t.table.turn = t.table.leader
    timing.round_starts(t)
    for seat in range(t.table.players):
        t.table.played[seat] = NONE
    t.tally.rounds += 1
    t.tally.leads[t.table.leader] += 1
    note(t, Event.ROUND, NONE, NONE, NONE, t.table.round)
    note(t, Event.LEADER, t.table.leader, NONE, NONE, 0)


@rule
def end_turn(t):
    """Go on to the next player's turn; after the round's last turn, to another round or to the scoring."""
    t.table.turns += 1
    t.table.turn = clockwise(t.table, t.table.turn, 1)
    if t.table.stakes_ran_out == 1:
        t.table.phase = Phase.SCORE
    elif t.table.turns == t.table.playing:
        if goes_on(t):
            t.table.leader = leader_of_next_round(t)
            begin_round(t)
        else:
            t.table.phase = Phase.SCORE


@rule
def leader_of_next_round(t):
    """Return the player whom a power names, else the one with the round's strongest untied card, else the leader."""
    if t.table.next_leader != NONE:
        return t.table.next_leader
    for seat in range(t.table.players):
        t.shown[seat] = card_played(t.table, seat)
    leader = strongest_untied(t, t.shown)
    return leader if leader != NONE else t.table.leader


# --- turn -------------------------------------------------------------------------------------------------


@rule
def take_turn(t):
    """Buy if necessary, play a card, use its power if it triggers, pay special flights, and let empty hands buy."""
    remember_position(t)
    timing.leader_begins(t)
    seat = t.table.turn
    begin_turn(t, seat)
    stop_at(t, Stop.START)
    if not running(t):
        return
    if t.hand[seat].n > 0 and t.table.stakes_ran_out == 0:
        play_card(t, seat)
        resolve_powers(t)
        if running(t):
            count_flights(t, seat)
    stop_at(t, Stop.PLAY)
    if not running(t):
        return
    moves.buy_for_empty_hands(t)
    end_turn(t)
    stop_at(t, Stop.TURN)


@rule
def count_flights(t, seat):
    """Pay completed flights, first one for which a card stands in."""
    colour = timing.flights_counted(t, seat, NONE)
    if colour != NONE:
        ability = t.using.ability
        t.uses.gold[seat, ability] += pay_with_stand_in(t, seat, card_played(t.table, seat), colour)
    pay_special_flights(t)


@rule
def begin_turn(t, seat):
    """Let a player who starts the turn with too few cards buy."""
    note(t, Event.TURN, seat, NONE, NONE, 0)
    timing.turn_starts(t, seat)
    if t.table.hand_size[seat] <= t.table.rules.buy_at:
        moves.buy(t, seat)


@rule
def play_card(t, seat):
    """Play a hand card to the right end of the flight, and use its power if it triggers."""
    place = ask_hand(t, seat, Question.PLAY, NONE)
    card = t.hand[seat].card[place]
    triggers = would_trigger(t.cards, t.table, seat, card)
    moves.play_from_hand(t, seat, place)
    timing.card_played(t, seat, card)
    if triggers:
        push_power(t, seat, card, card)
    else:
        note(t, Event.QUIET, seat, card, NONE, 0)


# --- end of the gambit ------------------------------------------------------------------------------------


@rule
def end_gambit(t):
    """Score the flights, unless another round is due, then settle, and end the game if it is over."""
    remember_position(t)
    if goes_on(t):
        t.table.leader = leader_of_next_round(t)
        begin_round(t)
        t.table.phase = Phase.TURN
        return
    t.tally.gambits += 1
    rounds, stakes = t.table.round, t.table.stakes
    award_stakes(t)
    settle(t)
    timing.gambit_ends(t)
    check_end(t)
    if t.table.phase == Phase.CLEAN_UP:
        timing.gambit_settled(t)
    note_gambit(t, rounds, stakes)
    stop_at(t, Stop.GAMBIT)


@rule
def clean_up(t):
    """Put flights and ante on the discard pile, and let everyone draw, the gambit's winner first."""
    table = t.table
    for seat in range(table.players):
        moves.sweep_flight(t, seat)
    moves.sweep_ante(t)
    first = table.gambit_winner if table.gambit_winner != NONE else table.leader
    if not is_in(table, first):
        first = clockwise(table, first, 1)
    clear_gambit(t)
    for k in range(table.playing):
        for _ in range(table.rules.draw_after_gambit):
            moves.draw(t, clockwise(table, first, k))
    table.phase = Phase.ANTE
