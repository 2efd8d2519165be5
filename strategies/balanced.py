"""Weighs gold now against the chance of the stakes: triggers, special flights, dragon gods, debts and going broke.

Everything is reckoned in sixteenths of a gold piece and in 256ths of certainty, in whole numbers, so that no rounding
decides.
"""

import math

from tda_sim.seats.kit import (
    NONE,
    Compare,
    Group,
    Per,
    Question,
    Who,
    Word,
    Zone,
    ante_effect_code,
    card_played,
    clockwise,
    colour_flight_with,
    colours_of,
    count_in_zone,
    effect_code,
    final_strength,
    flight_strength,
    groups_in_zone,
    has,
    has_power,
    helper,
    in_group,
    is_barred,
    n_colours_among,
    owner_in_flights,
    right_of,
    room_in_hand,
    special_flight_with,
    weakest_in_flight,
    weakest_wins,
)

GOLD = 16  # one gold piece
CARD = 38  # what another card in hand is worth
FAIR = 45  # what the average card in hand is worth, see `worth`
POWER = 40  # what a power is worth that nobody knows yet
AVERAGE = 6  # strength of an unknown card
REVERSED_AVERAGE = 4  # the same where the weakest flight wins
EXTREME = 96  # odds beyond which nothing changes, in sixteenths of a natural logarithm
CHANCES = tuple(round(256 / (1 + math.exp(-odds / 16))) for odds in range(-EXTREME, EXTREME + 1))

STEAL, PAY_STAKES, COLLECT = effect_code("steal"), effect_code("pay_stakes"), effect_code("collect")
DRAW, GIVE_OR_PAY, KEEP_ONE = effect_code("draw"), effect_code("give_or_pay"), effect_code("keep_one_of_top")
TAKE_WEAKEST, TAKE_RANDOM = effect_code("take_weakest_ante"), effect_code("take_random_card")
TAKE_ANTE, PUT_ANTE = effect_code("take_from_ante"), effect_code("put_into_ante")
DISCARD_HAND, DISCARD_FLIGHT = effect_code("discard_from_hand"), effect_code("discard_from_flight")
EXCHANGE_ANY, ONE_OR_ALL = effect_code("exchange_any"), effect_code("exchange_one_or_all")
REPLACE_TOP, REPLACE_RANDOM = effect_code("replace_with_top_card"), effect_code("replace_with_random_card")
REPLACE_ONE_OF, REPLACE_OTHER = effect_code("replace_with_one_of_top"), effect_code("replace_another")
REPLACE_HAND, SWAP = effect_code("replace_from_hand"), effect_code("swap")
COPY, COPY_HAND, TRIGGER_EACH = effect_code("copy_power"), effect_code("copy_from_hand"), effect_code("trigger_each")
WEAKEST_WINS, LEAD = effect_code("weakest_flight_wins"), effect_code("lead_next_round")
ALL_TRIGGER, EXTRA_ROUND = effect_code("every_card_triggers"), effect_code("another_round_unless_winning")
ADD_TO_FLIGHT, AS_WEAKEST = effect_code("add_to_flight"), effect_code("count_as_weakest")
EVERY_COLOUR, MORTAL_COLOUR = effect_code("count_as_every_colour"), effect_code("mortals_as_colour")
GIFT, SHARED_STAKES = effect_code("pay_if_winning"), effect_code("share_stakes_with_left")
PRICES = effect_code("take_prices")
ALL_LASTING = (
    WEAKEST_WINS,
    LEAD,
    ALL_TRIGGER,
    EXTRA_ROUND,
    ADD_TO_FLIGHT,
    AS_WEAKEST,
    EVERY_COLOUR,
    MORTAL_COLOUR,
    GIFT,
)
ALL_LASTING += (SHARED_STAKES, PRICES)
FIRST_LASTING, LAST_LASTING = min(ALL_LASTING), max(ALL_LASTING)
CHOOSE, UNLESS = effect_code("choose_branch"), effect_code("unless_some")
GO_TO, FOR_EACH = effect_code("go_to"), effect_code("for_each")

ANTE_REVERSES, ANTE_TRIGGERS = ante_effect_code("weakest_flight_wins"), ante_effect_code("strong_cards_trigger")
ANTE_TOLL, ANTE_SHARES = ante_effect_code("leader_pays"), ante_effect_code("winner_shares")
ANTE_PRICE = ante_effect_code("everyone_pays_weakest")


# --- what a card is worth in hand, and what is in the ante ------------------------------------------------


@helper
def worth(cards, card):
    """What a card in hand is worth later: strength wins stakes, weakness triggers, what lies between does neither."""
    strength = cards.strength[card]
    value = 20 + 3 * strength
    if has_power(cards, card):
        value += 4 * max(0, 7 - strength)
    return value


@helper
def room(table, me, added):
    """How many cards there is room for in hand, once ``added`` (NONE: none) has left it."""
    return room_in_hand(table, me.seat) + (1 if added != NONE else 0)


@helper
def best_in_ante(cards, table, group):
    """What the best ante card of a group is worth in hand; 0 if there is none."""
    best = 0
    for k in range(table.ante_size):
        if in_group(cards, table.ante[k], group):
            best = max(best, worth(cards, table.ante[k]))
    return best


@helper
def gain_of_exchange(cards, me, card):
    """What exchanging the hand cards that are below the average is worth; ``card`` is not among them."""
    gain = 0
    for k in range(me.n):
        if me.card[k] != card:
            gain += max(0, FAIR - worth(cards, me.card[k]))
    return gain


# --- how much, and from whom ------------------------------------------------------------------------------
# Powers are weighed as they will be once a card, `added`, lies in the own flight; NONE where it lies there already.


@helper
def own_strength(cards, table, me, added):
    """The strength of the own flight."""
    return flight_strength(cards, table, me.seat) + (cards.strength[added] if added != NONE else 0)


@helper
def amount(cards, table, me, added, n, per, where):
    """An amount in a power."""
    if per == Per.ONE:
        return n
    if per == Per.PLAYER:
        return n * table.playing
    if per == Per.STRONGER_FLIGHT:
        return n * n_concerned(cards, table, me, added, Who.STRONGER_FLIGHTS)
    if per == Per.GOOD_COLOUR or per == Per.EVIL_COLOUR:
        return n * n_colours(
            cards, table, me, added, Group.GOOD_DRAGON if per == Per.GOOD_COLOUR else Group.EVIL_DRAGON, where
        )
    n_cards = count_in_zone(cards, table, me.seat, per, where)
    if added != NONE and where != Zone.ANTE and in_group(cards, added, per):
        n_cards += 1
    return n * n_cards


@helper
def n_colours(cards, table, me, added, group, where):
    """How many colours there are among the cards of a group in a zone."""
    groups = groups_in_zone(cards, table, me.seat, group, where)
    if added != NONE and where != Zone.ANTE and in_group(cards, added, group):
        groups |= cards.groups[added]
    return n_colours_among(cards, groups)


@helper
def concerns_one(who):
    """Whether an effect concerns one opponent only, whoever that is."""
    if who == Who.LEFT or who == Who.RIGHT or who == Who.PICKED:
        return True
    return who == Who.STRONGEST_FLIGHT or who == Who.WEAKEST_FLIGHT or who == Who.BIGGEST_HAND


@helper
def is_concerned(cards, table, seat, who, own):
    """Whether an effect that may concern several opponents concerns this one; ``own``: the own flight's strength."""
    if who == Who.WEAKER_FLIGHTS:
        return flight_strength(cards, table, seat) < own
    if who == Who.STRONGER_FLIGHTS:
        return flight_strength(cards, table, seat) > own
    return True


@helper
def n_concerned(cards, table, me, added, who):
    """How many opponents an effect concerns."""
    if who == Who.YOU:
        return 0
    if who == Who.NEIGHBOURS:
        return 2
    if concerns_one(who):
        return 1
    if who == Who.OPPONENTS or who == Who.EVERYONE:
        return table.playing - 1
    found, own = 0, own_strength(cards, table, me, added)
    for k in range(1, table.playing):
        if is_concerned(cards, table, clockwise(table, me.seat, k), who, own):
            found += 1
    return found


@helper
def n_having(cards, table, me, added, who, having, also_having):
    """How many opponents an effect concerns that asks for cards in their flights."""
    if having == Group.CARD and also_having == Group.CARD:
        return n_concerned(cards, table, me, added, who)
    found, own = 0, own_strength(cards, table, me, added)
    for k in range(1, table.playing):
        seat = clockwise(table, me.seat, k)
        if has(cards, table, seat, having) and has(cards, table, seat, also_having):
            if is_concerned(cards, table, seat, who, own):
                found += 1
    return found


@helper
def collected(cards, table, me, added, at):
    """The gold that others can pay of what a power asks from them."""
    gold = amount(cards, table, me, added, cards.arg[at, 0], cards.arg[at, 2], cards.arg[at, 3])
    who, having, also_having, rising = cards.arg[at, 1], cards.arg[at, 4], cards.arg[at, 5], cards.arg[at, 6]
    if concerns_one(who) or who == Who.NEIGHBOURS:
        return gold * n_concerned(cards, table, me, added, who)
    paid, own = 0, own_strength(cards, table, me, added)
    for k in range(1, table.playing if who != Who.YOU else 1):
        seat = clockwise(table, me.seat, k)
        if has(cards, table, seat, having) and has(cards, table, seat, also_having):
            if is_concerned(cards, table, seat, who, own):
                paid += min(gold, table.hoard[seat])
                gold += rising
    return paid


@helper
def drawn(cards, table, me, added, at):
    """What a drawing power is worth: own cards as far as there is room, less what others get."""
    n = amount(cards, table, me, added, cards.arg[at, 0], cards.arg[at, 1], cards.arg[at, 2])
    who, having, hand_at_most = cards.arg[at, 3], cards.arg[at, 4], cards.arg[at, 5]
    value = 0
    own = has(cards, table, me.seat, having) or (added != NONE and in_group(cards, added, having))
    if own and who != Who.OPPONENTS and me.n <= hand_at_most + (1 if added != NONE else 0):
        value = CARD * min(n, room(table, me, added))
    if who == Who.EVERYONE or who == Who.OPPONENTS:
        for k in range(1, table.playing):
            seat = clockwise(table, me.seat, k)
            if has(cards, table, seat, having) and table.hand_size[seat] <= hand_at_most:
                value -= n * CARD // (2 * (table.playing - 1))
    return value


@helper
def others_or_me(cards, table, me, added, who, gold, chance):
    """What payments into the stakes are worth: own ones are half lost, those of others may be won."""
    value = gold * n_concerned(cards, table, me, added, who) * (4 + GOLD * chance // 512)
    if who == Who.YOU or who == Who.EVERYONE:
        value -= gold * (GOLD - GOLD * chance // 256)
    return value


# --- what a power is worth: the chances are those of winning the gambit, with `weak_chance` if it is reversed -----


@helper
def effect_worth(cards, table, me, card, added, at, chance, weak_chance):
    """What one effect is worth; those that use other powers are left out, see `nested_worth`."""
    op = cards.op[at]
    a, b, c = cards.arg[at, 0], cards.arg[at, 1], cards.arg[at, 2]
    if op == STEAL:
        gold = min(amount(cards, table, me, added, a, b, c), table.stakes)
        return gold * (GOLD - GOLD * chance // 512)
    if op == PAY_STAKES:
        gold = amount(cards, table, me, added, a, c, cards.arg[at, 3])
        return others_or_me(cards, table, me, added, b, gold, chance)
    if op == COLLECT:
        return GOLD * collected(cards, table, me, added, at)
    if op == DRAW:
        return drawn(cards, table, me, added, at)
    if op == GIVE_OR_PAY:
        return GOLD * (c + 1) * n_concerned(cards, table, me, added, a) // 2
    if op == TAKE_WEAKEST:
        return CARD * min(min(a, table.ante_size), room(table, me, added))
    if op == TAKE_RANDOM:
        return CARD
    if FIRST_LASTING <= op <= LAST_LASTING:
        return lasting_worth(cards, table, me, card, added, at, chance, weak_chance)
    return card_worth(cards, table, me, card, added, at, chance)


@helper
def card_worth(cards, table, me, card, added, at, chance):
    """What an effect is worth that moves cards in rarer ways."""
    op, a = cards.op[at], cards.arg[at, 0]
    strength = cards.strength[card]
    if op == TAKE_ANTE:
        return best_in_ante(cards, table, a) if room(table, me, added) > 0 else 0
    if op == PUT_ANTE:
        return (CARD // 6) if a != Who.YOU else -CARD
    if op == DISCARD_HAND:
        return -CARD // 2
    if op == DISCARD_FLIGHT:
        return hit_worth(cards, table, me, card, a, cards.arg[at, 1])
    if op == EXCHANGE_ANY or op == ONE_OR_ALL:
        return gain_of_exchange(cards, me, card)
    if op == KEEP_ONE:
        return CARD + CARD // 4 if room(table, me, added) > 0 else 0
    if op == REPLACE_TOP:
        return GOLD + (AVERAGE - strength) * 4
    if op == REPLACE_RANDOM:
        return POWER + (AVERAGE - strength) * point(table, chance) // 2
    if op == REPLACE_ONE_OF:
        return POWER + GOLD + (AVERAGE + 2 - strength) * point(table, chance) // 2
    if op == REPLACE_OTHER:
        return renewal_worth(cards, table, me, chance)
    return 0


@helper
def lasting_worth(cards, table, me, card, added, at, chance, weak_chance):
    """What an effect is worth that acts later in the gambit."""
    op, a = cards.op[at], cards.arg[at, 0]
    if op == WEAKEST_WINS:
        return GOLD * table.stakes * (weak_chance - chance) // 256
    if op == LEAD:
        return GOLD
    if op == ALL_TRIGGER:
        return 0 if (table.all_trigger >> me.seat) & 1 else POWER * rounds_left(table)
    if op == ADD_TO_FLIGHT:
        return point(table, chance) * amount(cards, table, me, added, a, cards.arg[at, 1], cards.arg[at, 2])
    if op == AS_WEAKEST:
        weakest = weakest_in_flight(cards, table, me.seat, a)
        expected = 4 if weakest == 0 and rounds_left(table) > 0 else weakest
        return point(table, chance) * (expected - cards.strength[card])
    if op == EVERY_COLOUR:
        return wild_worth(cards, table, me, card)
    if op == EXTRA_ROUND:
        return GOLD * table.stakes * (256 - chance) // 2048
    if op == GIFT:
        return -GOLD * a * (table.playing - 1) * chance // 256
    if op == SHARED_STAKES:
        return GOLD * table.stakes * ((256 - chance) // (table.playing - 1) - chance) // 512
    if op == PRICES:
        return prices_worth(table, me)
    return 0


@helper
def point(table, chance):
    """What a point of strength in the own flight is worth: less than nothing where the weakest flight wins."""
    value = table.stakes * steepness(table) * chance * (256 - chance) >> 16
    return -value if weakest_wins(table) else value


@helper
def hit_worth(cards, table, me, card, group, compare):
    """What it is worth to have to discard such a card from a flight."""
    own, others = False, False
    for k in range(table.playing):
        seat = clockwise(table, me.seat, k)
        for place in range(table.flight_size[seat]):
            other = table.flight[seat, place]
            if other != card and in_group(cards, other, group) and fits(cards, card, other, compare):
                own |= k == 0
                others |= k > 0
    return GOLD * 3 if others else (-GOLD * 3 if own else 0)


@helper
def fits(cards, card, other, compare):
    """Whether another card compares as asked with the card that carries a power."""
    if compare == Compare.ANY:
        return True
    difference = cards.strength[other] - cards.strength[card]
    return difference < 0 if compare == Compare.WEAKER else difference > 0


@helper
def renewal_worth(cards, table, me, chance):
    """What it is worth to replace the least useful card of the own flight by an unknown one."""
    if table.flight_size[me.seat] == 0:
        return 0
    best = -1000
    for place in range(table.flight_size[me.seat]):
        strength = cards.strength[table.flight[me.seat, place]]
        best = max(best, strength - AVERAGE if weakest_wins(table) else AVERAGE - strength)
    return POWER // 2 + best * abs(point(table, chance)) // 2


@helper
def wild_worth(cards, table, me, card):
    """What it is worth that a card counts as every colour: the flights it completes, and those it may help."""
    summary = table.summary[me.seat]
    due = summary.twice_coloured & ~table.colours_paid[me.seat]
    gold = rounds_left(table)
    colour = 0
    while due >> colour:
        if (due >> colour) & 1:
            gold += colour_flight_with(cards, table, me.seat, card, colour)
        colour += 1
    return GOLD * gold


@helper
def prices_worth(table, me):
    """What it is worth to get what others pay for new cards in this gambit."""
    value = 0
    left = rounds_left(table) + 1
    for k in range(table.playing):
        seat = clockwise(table, me.seat, k)
        if table.hand_size[seat] <= left + table.rules.buy_at:
            value += GOLD * 4
    return value


@helper
def span_worth(cards, table, me, card, added, first, end, chance, weak_chance):
    """What effects in a row are worth."""
    value = 0
    for at in range(first, end):
        value += effect_worth(cards, table, me, card, added, at, chance, weak_chance)
    return value


@helper
def choice_worth(cards, table, me, card, added, at, end, chance, weak_chance):
    """What the better one of two lists of effects is worth."""
    stakes = cards.arg[at, 0]
    take = span_worth(cards, table, me, card, added, at + 1, stakes, chance, weak_chance)
    return max(take, span_worth(cards, table, me, card, added, stakes, end, chance, weak_chance))


@helper
def plain_worth(cards, table, me, card, added, chance, weak_chance):
    """What a card's power is worth, but for its use of other powers."""
    value = 0
    step = cards.power[card]
    while step < cards.power_end[card]:
        at = step
        op = cards.op[at]
        step += 1
        if op == UNLESS:
            if amount(cards, table, me, added, 1, cards.arg[at, 0], cards.arg[at, 1]) == 0:
                step = cards.arg[at, 2]
        elif op == GO_TO:
            step = max(step, cards.arg[at, 0])
        elif op == CHOOSE:
            jump = cards.arg[at, 0] - 1
            end = max(cards.arg[jump, 0], jump + 1) if cards.op[jump] == GO_TO else jump + 1
            value += choice_worth(cards, table, me, card, added, at, end, chance, weak_chance)
            step = end
        elif op == FOR_EACH:
            done = cards.arg[at, 3]
            n = n_having(cards, table, me, added, cards.arg[at, 0], cards.arg[at, 1], cards.arg[at, 2])
            value += n * span_worth(cards, table, me, card, added, step, done, chance, weak_chance)
            step = done
        else:
            value += effect_worth(cards, table, me, card, added, at, chance, weak_chance)
    return value


@helper
def nested_worth(cards, table, me, card, added, chance, weak_chance):
    """What a card's use of other powers is worth: as much as the best of them."""
    value = 0
    for at in range(cards.power[card], cards.power_end[card]):
        op, a = cards.op[at], cards.arg[at, 0]
        if op == COPY:
            value += copy_worth(cards, table, me, card, added, at, chance, weak_chance)
        elif op == TRIGGER_EACH:
            for place in range(table.flight_size[me.seat]):
                other = table.flight[me.seat, place]
                if other != card and in_group(cards, other, a):
                    value += plain_worth(cards, table, me, other, added, chance, weak_chance)
        elif op == COPY_HAND or op == REPLACE_HAND:
            best = 0
            for k in range(me.n):
                other = me.card[k]
                if other != card and in_group(cards, other, a):
                    if op == COPY_HAND:
                        gain = plain_worth(cards, table, me, other, added, chance, weak_chance)
                    else:
                        gain = plain_worth(cards, table, me, other, other, chance, weak_chance) - worth(cards, other)
                        gain += point(table, chance) * (cards.strength[other] - cards.strength[card])
                    best = max(best, gain)
            value += best
        elif op == SWAP:
            value += swap_worth(cards, table, me, card, added, a, chance, weak_chance)
    return value


@helper
def copy_worth(cards, table, me, card, added, at, chance, weak_chance):
    """What the best power is worth that may be copied from the ante or from a flight."""
    where, group, compare = cards.arg[at, 0], cards.arg[at, 1], cards.arg[at, 2]
    best, found = -(1 << 40), False
    if where == Zone.ANTE or where == Zone.FLIGHTS_AND_ANTE:
        for k in range(table.ante_size):
            other = table.ante[k]
            if in_group(cards, other, group) and fits(cards, card, other, compare) and has_power(cards, other):
                best, found = max(best, plain_worth(cards, table, me, other, added, chance, weak_chance)), True
    if where != Zone.ANTE:
        for k in range(1 if where == Zone.FLIGHT else table.playing):
            seat = clockwise(table, me.seat, k)
            for place in range(table.flight_size[seat]):
                other = table.flight[seat, place]
                if (
                    other != card
                    and in_group(cards, other, group)
                    and fits(cards, card, other, compare)
                    and has_power(cards, other)
                ):
                    best, found = max(best, plain_worth(cards, table, me, other, added, chance, weak_chance)), True
    return best if found else 0


@helper
def swap_worth(cards, table, me, card, added, group, chance, weak_chance):
    """What the best swap with a card of an opponent's flight is worth; nought if none is worth anything."""
    best = 0
    for k in range(1, table.playing):
        seat = clockwise(table, me.seat, k)
        for place in range(table.flight_size[seat]):
            other = table.flight[seat, place]
            if in_group(cards, other, group):
                gain = plain_worth(cards, table, me, other, added, chance, weak_chance)
                best = max(best, gain + point(table, chance) * (cards.strength[other] - cards.strength[card]) * 3 // 2)
    return best


@helper
def power_worth(cards, table, me, card, added, chance, weak_chance):
    """What using a card's power is worth."""
    return plain_worth(cards, table, me, card, added, chance, weak_chance) + nested_worth(
        cards, table, me, card, added, chance, weak_chance
    )


# --- the chance of winning the gambit ---------------------------------------------------------------------


@helper
def rounds_left(table):
    """Rounds that are still to be played after this one."""
    return max(0, max(table.rules.rounds, table.least_rounds) - table.round)


@helper
def strength_so_far(cards, table, seat):
    """What a flight counts so far, with what powers in force add to it."""
    return flight_strength(cards, table, seat) if table.n_lasting == 0 else final_strength(cards, table, seat)


@helper
def best_rival(cards, table, me, weakest):
    """The best flight that an opponent is expected to reach; the weakest flight is the best one with ``weakest``."""
    best = -1000
    left = rounds_left(table)
    for k in range(1, table.playing):
        seat = clockwise(table, me.seat, k)
        if not is_barred(cards, table, seat):
            to_come = left if table.played[seat] != NONE else left + 1
            strength = strength_so_far(cards, table, seat)
            best = max(best, -strength - REVERSED_AVERAGE * to_come if weakest else strength + AVERAGE * to_come)
    return best


@helper
def best_in_hand(cards, me, n, weakest):
    """Total strength of the best cards in hand, so many; the weakest are the best ones with ``weakest``."""
    total, taken = 0, 0
    for _ in range(n):
        best, at = -1000, NONE
        for k in range(me.n):
            strength = -cards.strength[me.card[k]] if weakest else cards.strength[me.card[k]]
            if (taken >> k) & 1 == 0 and strength > best:
                best, at = strength, k
        if at == NONE:
            return total + (AVERAGE if not weakest else -AVERAGE)
        taken |= 1 << at
        total += best
    return total


@helper
def steepness(table):
    """How much a point of strength weighs, in sixteenths of a natural logarithm of the odds: most at the end."""
    left = rounds_left(table)
    if left > 0:
        return 6 if left == 1 else 4
    after = table.playing - 1 - table.turns
    return 8 + 6 // after if after > 0 else 32


@helper
def odds_at_par(table):
    """The odds of a flight that is level with its best rival: worse, the more that others may still do."""
    left, after = rounds_left(table), max(0, table.playing - 1 - table.turns)
    if left + after == 0:
        return 0
    return -10 - 3 * after - 6 * left - (3 * (table.playing - 4) if left > 0 else 0)


@helper
def chance_of(margin, par, steep):
    """Chance of winning, in 256ths, from the expected margin over the best rival."""
    return CHANCES[min(max(par + steep * margin, -EXTREME), EXTREME) + EXTREME]


@helper
def own_future(cards, table, me, weakest):
    """Expected strength of the own cards to come in this gambit, with the better ones of the hand."""
    n = rounds_left(table) + (1 if table.played[me.seat] == NONE else 0)
    average = -REVERSED_AVERAGE if weakest else AVERAGE
    return (2 * best_in_hand(cards, me, n, weakest) + n * average) // 3


@helper
def chance_with(cards, table, me, gained, weakest):
    """Chance of winning with the flight as it is, so much strength gained, and the cards to come, in 256ths."""
    own = strength_so_far(cards, table, me.seat) + gained
    margin = (-own if weakest else own) + own_future(cards, table, me, weakest) - best_rival(cards, table, me, weakest)
    return chance_of(margin, odds_at_par(table), steepness(table))


@helper
def chance_now(cards, table, me):
    """Chance of winning with the flight as it is, in 256ths."""
    return 0 if is_barred(cards, table, me.seat) else chance_with(cards, table, me, 0, weakest_wins(table))


@helper
def chance_reversed(cards, table, me):
    """The same if the weakest flight wins."""
    return 0 if is_barred(cards, table, me.seat) else chance_with(cards, table, me, 0, True)


# --- playing a card ---------------------------------------------------------------------------------------


@helper
def choose_play(cards, table, me, question):
    """The card whose play is worth most: chance of the stakes, power, special flights, less its worth in hand."""
    trigger_limit = strength_that_triggers(cards, table, me)
    promising = colours_within_reach(cards, table, me)
    groups, bars = table.summary[me.seat].groups, table.summary[me.seat].bars
    own, rival = strength_so_far(cards, table, me.seat), best_rival(cards, table, me, False)
    weak_rival = best_rival(cards, table, me, True)
    par, steep, reversed_ = odds_at_par(table), steepness(table), weakest_wins(table)
    left = rounds_left(table)
    few, more = best_in_hand(cards, me, left, False), best_in_hand(cards, me, left + 1, False)
    weak_few, weak_more = best_in_hand(cards, me, left, True), best_in_hand(cards, me, left + 1, True)
    special = table.flight_size[me.seat] + 1 >= min(table.rules.colour_flight, table.rules.strength_flight)
    chosen, best = 0, -(1 << 40)
    for k in range(question.n):
        card = question.option[k]
        strength = cards.strength[card]
        bar = 1 << cards.bars[card] if cards.bars[card] != NONE else 0
        barred = (groups | cards.groups[card]) & (bars | bar) != 0
        future = min(few, more - strength)
        future = (2 * future + left * AVERAGE) // 3
        weak_future = min(weak_few, weak_more + strength)
        weak_future = (2 * weak_future - left * REVERSED_AVERAGE) // 3
        weak_chance = 0 if barred else chance_of(weak_future - own - strength - weak_rival, par, steep)
        chance = weak_chance if reversed_ or barred else chance_of(future + own + strength - rival, par, steep)
        value = GOLD * table.stakes * chance // 256 - worth(cards, card)
        if strength <= trigger_limit or strength >= table.ante_triggers_from:
            value += power_worth(cards, table, me, card, card, chance, weak_chance)
        if special:
            value += GOLD * special_flight_with(cards, table, me.seat, card)
        if colours_of(cards, table, card) & promising:
            value += GOLD * 3
        if value > best:
            chosen, best = k, value
    return chosen


@helper
def strength_that_triggers(cards, table, me):
    """The greatest strength that triggers when played now, whatever the ante says."""
    if (table.all_trigger >> me.seat) & 1:
        return 99
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
            colours = colours_of(cards, table, table.flight[me.seat, place])
            thrice |= twice & colours
            twice |= once & colours
            once |= colours
        for k in range(me.n):
            colours = colours_of(cards, table, me.card[k])
            thrice |= twice & colours
            twice |= once & colours
            once |= colours
    return thrice


# --- the ante ---------------------------------------------------------------------------------------------


@helper
def ante_value(cards, table, me, card):
    """What anteing a card is worth: it is given away, and a strong one makes the gambit dear."""
    poor = table.hoard[me.seat] < 12
    value = -worth(cards, card) - cards.strength[card] * (12 if poor else 2)
    if cards.ante_end[card] > cards.ante[card]:
        value += prospect(cards, table, me, card)
    return value


@helper
def prospect(cards, table, me, card):
    """What it is worth, before the gambit, that a card does what it does in the ante."""
    strong, total = 0, 0
    for k in range(me.n):
        if me.card[k] != card:
            total += cards.strength[me.card[k]]
            strong += 1 if cards.strength[me.card[k]] >= 10 and has_power(cards, me.card[k]) else 0
    value = 0
    for at in range(cards.ante[card], cards.ante_end[card]):
        op = cards.op[at]
        if op == ANTE_REVERSES:
            value += (AVERAGE * (me.n - 1) - total) * 4
        elif op == ANTE_TRIGGERS:
            value += POWER * strong - POWER
        elif op == ANTE_TOLL:
            value += GOLD
    return value


@helper
def ante_effect_worth(cards, table, me, card):
    """What it is worth in the middle of a gambit that a card lies in the ante."""
    value = 0
    chance = chance_now(cards, table, me)
    for at in range(cards.ante[card], cards.ante_end[card]):
        op = cards.op[at]
        if op == ANTE_REVERSES and not weakest_wins(table):
            value += GOLD * table.stakes * (chance_reversed(cards, table, me) - chance) // 256
        elif op == ANTE_TRIGGERS:
            for k in range(me.n):
                if me.card[k] != card and cards.strength[me.card[k]] >= cards.arg[at, 0] and rounds_left(table) > 0:
                    value += POWER // 2
        elif op == ANTE_PRICE:
            value += others_or_me(cards, table, me, NONE, Who.EVERYONE, 1, chance) * cards.strength[card] // 2
        elif op == ANTE_SHARES and table.ante_shares == 0:
            shared = table.colours_paid[me.seat] | table.strengths_paid[me.seat] != 0
            value += (GOLD if shared else -GOLD) * table.stakes * (128 - chance) // 1024 if shared else 0
    return value


# --- putting a card into a place of the own flight -----------------------------------------------------------


@helper
def is_barred_with(cards, table, me, card, old):
    """Whether a dragon god would bar the own flight with a card in place of another one."""
    groups = cards.groups[card]
    bars = 1 << cards.bars[card] if cards.bars[card] != NONE else 0
    for place in range(table.flight_size[me.seat]):
        other = table.flight[me.seat, place]
        if other != old:
            groups |= cards.groups[other]
            if cards.bars[other] != NONE:
                bars |= 1 << cards.bars[other]
    return groups & bars != 0


@helper
def place_value(cards, table, me, card, old):
    """What the own flight is worth with a card in place of another one, without the power."""
    if is_barred_with(cards, table, me, card, old):
        return 0
    gained = cards.strength[card] - cards.strength[old]
    return GOLD * table.stakes * chance_with(cards, table, me, gained, weakest_wins(table)) // 256


@helper
def replacement_value(cards, table, me, card, old):
    """What it is worth to put a card into the place of another one and use its power; with NO, to leave it be."""
    if card == Word.NO:
        return place_value(cards, table, me, old, old)
    value = place_value(cards, table, me, card, old)
    value += GOLD * special_flight_with(cards, table, me.seat, card)
    return value + worth_now(cards, table, me, card, card)


@helper
def worth_now(cards, table, me, card, added):
    """What using a card's power is worth as things stand."""
    return power_worth(cards, table, me, card, added, chance_now(cards, table, me), chance_reversed(cards, table, me))


@helper
def swap_value(cards, table, me, card, old):
    """What it is worth to swap a card of the own flight with one of an opponent's, who gets another strength, too."""
    value = replacement_value(cards, table, me, card, old)
    chance = chance_now(cards, table, me)
    if card != Word.NO:
        value += point(table, chance) * (cards.strength[card] - cards.strength[old]) // 2
    return value


# --- the other questions ----------------------------------------------------------------------------------


@helper
def target_value(cards, table, me, card):
    """What it is worth to discard a card from a flight: the strongest rival's loss, never one's own."""
    owner = owner_in_flights(table, card)
    value = cards.strength[card] * 8 + flight_strength(cards, table, owner) * 8
    if weakest_wins(table):
        return cards.strength[card] * (16 if owner == me.seat else -16)
    return value if owner != me.seat else -10_000 - value


@helper
def word_value(cards, table, me, question, word):
    """What paying, taking, or having the others pay is worth."""
    if word == Word.PAY:
        return -GOLD * question.gold
    return branch_value(cards, table, me, question.card, word)


@helper
def branch_value(cards, table, me, card, word):
    """What one of the two lists of a choice is worth; the card asks, or another one whose power it has copied."""
    chance = chance_now(cards, table, me)
    if word == Word.STAKES:
        return (table.players - 1) * (4 + GOLD * chance // 512)
    return GOLD - 3


@helper
def exchange_value(cards, me, option):
    """What it is worth to exchange a hand card, all of them, or no more."""
    if option == Word.STOP:
        return 0
    if option >= 0:
        return FAIR - worth(cards, option)
    value = 0
    for k in range(me.n):
        value += FAIR - worth(cards, me.card[k])
    return value


@helper
def value_of_word(cards, table, me, question, option):
    """What an option that is no card is worth."""
    kind = question.kind
    if kind == Question.REPLACE_FROM_HAND:
        return replacement_value(cards, table, me, option, question.card)
    if kind == Question.SWAP:
        return swap_value(cards, table, me, option, question.card)
    if kind == Question.EXCHANGE or kind == Question.ONE_OR_ALL:
        return exchange_value(cards, me, option)
    if kind == Question.TRIGGER_OR_NOT:
        return worth_now(cards, table, me, question.about, NONE) if option == Word.YES else 0
    if option == Word.NO:
        return 0
    return word_value(cards, table, me, question, option)


@helper
def value_of_card(cards, table, me, question, card):
    """What an option that is a card is worth, for every question but which one to play."""
    kind = question.kind
    if kind == Question.ANTE:
        return ante_value(cards, table, me, card)
    if kind == Question.GIVE_OR_PAY or kind == Question.DISCARD_FROM_HAND:
        return -worth(cards, card)
    if kind == Question.PUT_INTO_ANTE:
        return ante_effect_worth(cards, table, me, card) - worth(cards, card)
    if kind == Question.TAKE_FROM_ANTE:
        return worth(cards, card) - ante_effect_worth(cards, table, me, card)
    if kind == Question.DISCARD_FROM_FLIGHT:
        return target_value(cards, table, me, card)
    if kind == Question.EXCHANGE or kind == Question.ONE_OR_ALL:
        return exchange_value(cards, me, card)
    if kind == Question.REPLACE_FROM_HAND:
        return replacement_value(cards, table, me, card, question.card) - worth(cards, card)
    if kind == Question.PLAY_LOOKED:
        return replacement_value(cards, table, me, card, question.card)
    if kind == Question.SWAP:
        return swap_value(cards, table, me, card, question.card)
    if kind == Question.REPLACE_IN_FLIGHT:
        return renewed_value(cards, table, me, card)
    if kind == Question.KEEP_LOOKED or kind == Question.PICK_UNIQUE:
        return worth(cards, card)
    if kind == Question.ANTE_FIRST:
        return ante_effect_worth(cards, table, me, card)
    return worth_now(cards, table, me, card, NONE) - 64 * in_group(cards, card, Group.MORTAL)


@helper
def renewed_value(cards, table, me, card):
    """What it is worth to have an unknown card in place of one in the own flight."""
    strength = cards.strength[card]
    value = strength - AVERAGE if weakest_wins(table) else AVERAGE - strength
    if is_barred(cards, table, me.seat) and not is_barred_with(cards, table, me, card, card):
        value += 100
    return value


@helper
def value_of(cards, table, me, question, option):
    """What an option is worth, for every question but which card to play."""
    if question.kind == Question.PICK_SEAT:
        return table.hoard[option] + 2 * table.hand_size[option]
    if question.kind == Question.SHARE:
        return 1 << 40 if option == me.seat else -table.hoard[option]
    if option < 0:
        return value_of_word(cards, table, me, question, option)
    return value_of_card(cards, table, me, question, option)


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
