"""Weighs gold now against the chance of the stakes: triggers, special flights, dragon gods, debts and going broke.

Everything is reckoned in sixteenths of a gold piece, in whole numbers, so that no rounding decides.
"""

from tda_sim.seats.kit import (
    NONE,
    Group,
    Per,
    Question,
    Who,
    Word,
    Zone,
    card_played,
    count_in_ante,
    count_in_flight,
    count_in_flights,
    effect_code,
    flight_strength,
    has,
    has_power,
    helper,
    in_group,
    is_barred,
    left_of,
    owner_in_flights,
    right_of,
    room_in_hand,
    special_flight_with,
    stronger_flights,
)

GOLD = 16  # one gold piece
CARD = 38  # what another card in hand is worth
AVERAGE = 6  # strength of an unknown card

STEAL, PAY_STAKES, COLLECT = effect_code("steal"), effect_code("pay_stakes"), effect_code("collect")
DRAW, GIVE_OR_PAY = effect_code("draw"), effect_code("give_or_pay")
TAKE_ANTE, TAKE_RANDOM = effect_code("take_weakest_ante"), effect_code("take_random_card")
REPLACE, DISCARD_HAND = effect_code("replace_with_top_card"), effect_code("discard_from_hand")
DISCARD_FLIGHT, COPY = effect_code("discard_from_flight"), effect_code("copy_power")
TRIGGER_EACH, WEAKEST_WINS = effect_code("trigger_each"), effect_code("weakest_flight_wins")
LEAD, UNLESS, GO_TO = effect_code("lead_next_round"), effect_code("unless_some"), effect_code("go_to")


# --- what a card is worth ---------------------------------------------------------------------------------


@helper
def worth(cards, card):
    """What a card in hand is worth later: strength wins stakes, weakness triggers, what lies between does neither."""
    strength = cards.strength[card]
    value = 20 + 3 * strength
    if has_power(cards, card):
        value += 4 * max(0, 7 - strength)
    return value


@helper
def count(cards, table, me, group, where, card):
    """Cards of a group in a zone, once ``card`` lies in the own flight."""
    if where == Zone.ANTE:
        return count_in_ante(cards, table, group)
    own = 1 if in_group(cards, card, group) else 0
    if where == Zone.FLIGHTS:
        return own + count_in_flights(cards, table, group)
    return own + count_in_flight(cards, table, me.seat, group)


@helper
def amount(cards, table, me, card, n, per, where):
    """An amount in a power, once ``card`` lies in the own flight."""
    if per == Per.ONE:
        return n
    if per == Per.PLAYER:
        return n * table.players
    if per == Per.STRONGER_FLIGHT:
        return n * stronger_flights(cards, table, me.seat)
    return n * count(cards, table, me, per, where, card)


@helper
def payers(cards, table, me, who, having, also_having):
    """How many opponents pay."""
    if who != Who.OPPONENTS and who != Who.EVERYONE:
        return 1
    found = 0
    for seat in range(table.players):
        if seat != me.seat and has(cards, table, seat, having) and has(cards, table, seat, also_having):
            found += 1
    return found


@helper
def drawn(cards, table, me, n, who, having):
    """What a drawing power is worth: own cards as far as there is room, less what others get."""
    if who == Who.YOU:
        return CARD * min(n, room_in_hand(table, me.seat))
    value = CARD * min(n, room_in_hand(table, me.seat))
    for seat in range(table.players):
        if seat != me.seat and has(cards, table, seat, having):
            value -= CARD // (2 * (table.players - 1))
    return value


@helper
def power_worth(cards, table, me, card, chance, chance_of_weakest):
    """What using a card's power is worth; the chances are those of winning the gambit, in 256ths."""
    value = 0
    step = cards.power[card]
    while step < cards.power_end[card]:
        at = step
        op = cards.op[at]
        a, b, c, d = cards.arg[at, 0], cards.arg[at, 1], cards.arg[at, 2], cards.arg[at, 3]
        step += 1
        if op == STEAL:
            gold = min(amount(cards, table, me, card, a, b, c), table.stakes)
            value += gold * (GOLD - GOLD * chance // 512)
        elif op == PAY_STAKES:
            gold = amount(cards, table, me, card, a, c, d)
            value += others_or_me(table, b, gold, chance)
        elif op == COLLECT:
            gold = amount(cards, table, me, card, a, c, d)
            value += GOLD * gold * payers(cards, table, me, b, cards.arg[at, 4], cards.arg[at, 5])
        elif op == DRAW:
            n = amount(cards, table, me, card, a, b, c)
            value += drawn(cards, table, me, n, d, cards.arg[at, 4])
        elif op == GIVE_OR_PAY or op == DISCARD_FLIGHT or op == COPY:
            value += GOLD * 3
        elif op == TAKE_ANTE:
            value += CARD * min(min(a, table.ante_size), room_in_hand(table, me.seat))
        elif op == TAKE_RANDOM:
            value += CARD
        elif op == REPLACE:
            value += GOLD + (AVERAGE - cards.strength[card]) * 4
        elif op == UNLESS:
            if count(cards, table, me, a, b, card) == 0:
                step = c
        elif op == GO_TO:
            step = a
        elif op == WEAKEST_WINS:
            value += GOLD * table.stakes * (chance_of_weakest - chance) // 256
        elif op == DISCARD_HAND:
            value -= CARD // 2
        elif op == TRIGGER_EACH:
            value += GOLD * 3 * count_in_flight(cards, table, me.seat, a)
        elif op == LEAD:
            value += GOLD
    return value


@helper
def others_or_me(table, who, gold, chance):
    """What payments into the stakes are worth: own ones are half lost, those of others may be won."""
    if who == Who.YOU:
        return -gold * (GOLD - GOLD * chance // 256)
    return gold * (table.players - 1) * (4 + GOLD * chance // 512)


# --- the chance of winning the gambit ---------------------------------------------------------------------


@helper
def rounds_left(table):
    """Rounds that are still to be played after this one."""
    return max(0, table.rules.rounds - table.round)


@helper
def best_rival(cards, table, me, weakest):
    """The best flight that an opponent is expected to reach; the weakest flight is the best one with ``weakest``."""
    best = -1000
    left = rounds_left(table)
    seat = table.leader
    for k in range(table.players):
        moved = k < table.turns
        if seat != me.seat and not is_barred(cards, table, seat):
            strength = flight_strength(cards, table, seat) + AVERAGE * (left if moved else left + 1)
            best = max(best, -strength if weakest else strength)
        seat = left_of(table, seat)
    return best


@helper
def steepness(table):
    """By how much a point of strength changes the chance of winning, in 256ths."""
    left = rounds_left(table)
    return 24 if left == 0 else (14 if left == 1 else 10)


@helper
def chance_of(margin, steep):
    """Chance of winning, in 256ths, from the expected margin over the best rival."""
    return min(max(110 + steep * margin, 4), 252)


@helper
def chance_now(cards, table, me):
    """Chance of winning with the flight as it is and average cards to come, in 256ths."""
    weakest = table.weakest_wins == 1
    own = flight_strength(cards, table, me.seat) + AVERAGE * rounds_left(table)
    margin = (-own if weakest else own) - best_rival(cards, table, me, weakest)
    return chance_of(margin, steepness(table))


# --- the questions ----------------------------------------------------------------------------------------


@helper
def choose_play(cards, table, me, question):
    """The card whose play is worth most: chance of the stakes, power, special flights, less its worth in hand."""
    trigger_limit = strength_that_triggers(cards, table, me)
    promising = colours_within_reach(cards, table, me)
    groups, bars = table.summary[me.seat].groups, table.summary[me.seat].bars
    own = flight_strength(cards, table, me.seat) + AVERAGE * rounds_left(table)
    rival, weak_rival = best_rival(cards, table, me, False), best_rival(cards, table, me, True)
    steep = steepness(table)
    special = table.flight_size[me.seat] + 1 >= min(table.rules.colour_flight, table.rules.strength_flight)
    chosen, best = 0, -(1 << 40)
    for k in range(question.n):
        card = question.option[k]
        strength = cards.strength[card]
        bar = 1 << cards.bars[card] if cards.bars[card] != NONE else 0
        barred = (groups | cards.groups[card]) & (bars | bar) != 0
        weak_chance = 0 if barred else chance_of(-own - strength - weak_rival, steep)
        chance = 0 if barred else chance_of(own + strength - rival, steep)
        if table.weakest_wins == 1:
            chance = weak_chance
        value = GOLD * table.stakes * chance // 256 - worth(cards, card)
        if strength <= trigger_limit:
            value += power_worth(cards, table, me, card, chance, weak_chance)
        if special:
            value += GOLD * special_flight_with(cards, table, me.seat, card)
        if cards.colours[card] & promising:
            value += GOLD * 3
        if value > best:
            chosen, best = k, value
    return chosen


@helper
def strength_that_triggers(cards, table, me):
    """The greatest strength that triggers when played now."""
    if me.seat == table.leader:
        return 99 if table.rules.leader_triggers == 1 else 0
    before = card_played(table, right_of(table, me.seat))
    return 0 if before == NONE else cards.strength[before]


@helper
def colours_within_reach(cards, table, me):
    """The colours of which flight and hand together hold three cards, as bits; none in the last round."""
    once, twice, thrice = 0, 0, 0
    if rounds_left(table) > 0:
        for place in range(table.flight_size[me.seat]):
            colours = cards.colours[table.flight[me.seat, place]]
            thrice |= twice & colours
            twice |= once & colours
            once |= colours
        for k in range(me.n):
            colours = cards.colours[me.card[k]]
            thrice |= twice & colours
            twice |= once & colours
            once |= colours
    return thrice


@helper
def ante_value(cards, table, me, card):
    """What anteing a card is worth: it is given away, and a strong one makes the gambit dear."""
    poor = table.hoard[me.seat] < 12
    return -worth(cards, card) - cards.strength[card] * (12 if poor else 2)


@helper
def target_value(cards, table, me, card):
    """What it is worth to discard a card from a flight: the strongest rival's loss, never one's own."""
    owner = owner_in_flights(table, card)
    value = cards.strength[card] * 8 + flight_strength(cards, table, owner) * 8
    if table.weakest_wins == 1:
        value = -value
    return value if owner != me.seat else -10_000 - value


@helper
def word_value(cards, table, me, question, word):
    """What paying, taking, or having the others pay is worth."""
    if word == Word.PAY:
        return -GOLD * question.gold
    if word == Word.STAKES:
        return (table.players - 1) * (4 + GOLD * chance_now(cards, table, me) // 512)
    return GOLD - 3


@helper
def value_of(cards, table, me, question, option):
    """What an option is worth, for every question but which card to play."""
    kind = question.kind
    if kind == Question.ANTE:
        return ante_value(cards, table, me, option)
    if kind == Question.PICK_SEAT:
        return table.hoard[option] + 2 * table.hand_size[option]
    if option < 0:
        return word_value(cards, table, me, question, option)
    if kind == Question.GIVE_OR_PAY or kind == Question.DISCARD_FROM_HAND:
        return -worth(cards, option)
    if kind == Question.DISCARD_FROM_FLIGHT:
        return target_value(cards, table, me, option)
    if kind == Question.TAKE_FROM_ANTE:
        return worth(cards, option)
    return power_worth(cards, table, me, option, 128, 128) - 64 * in_group(cards, option, Group.MORTAL)


@helper
def choose_other(cards, table, me, question):
    """The option that is worth most; ties go to the first."""
    chosen, best = 0, value_of(cards, table, me, question, question.option[0])
    for k in range(1, question.n):
        value = value_of(cards, table, me, question, question.option[k])
        if value > best:
            chosen, best = k, value
    return chosen


def choose(cards, table, me, question):
    if question.kind == Question.PLAY:
        return choose_play(cards, table, me, question)
    return choose_other(cards, table, me, question)
