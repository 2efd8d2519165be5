"""Abilities in a game: who has which, which are ready, and how a player uses one.

Abilities are data, like powers: a moment (`When`), conditions, and what is done then (`effects.abilities`) or changed
(`effects.changes`). An ability is not a moment of another one, except for payments, which abilities can reduce. So no
ability calls another, and nothing loops.

``table.heard`` names the moments that matter in a game. If it is 0, the game calls nothing of this module.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tda_sim.engine import random
from tda_sim.engine.blanks import BLANK_USE
from tda_sim.engine.choose import add_option, begin_question, choose, chosen, is_watched, note
from tda_sim.engine.compiler.copying import copier
from tda_sim.engine.compiler.jit import cold, noinline, rule
from tda_sim.engine.derived import find_moments
from tda_sim.engine.dispatch import make_dispatcher
from tda_sim.engine.effects import abilities, changes, conditions  # noqa: F401  register what abilities are made of
from tda_sim.engine.layout import NONE, USED, WIN_UNIT
from tda_sim.engine.registry import ABILITY_EFFECTS, CHANGES, CONDITIONS, Effect
from tda_sim.engine.terms import Deal, Event, Once, Question, When, Word


@rule
def always(t, f):
    """Return True, for effects that can always do something."""
    return True


def could(effects: Mapping[str, Effect]) -> Iterator[Effect]:
    """Return the effects with their functions replaced by those that say whether they would do anything."""
    for effect in effects.values():
        yield (
            replace(effect, function=effect.could) if effect.could else replace(effect, function=always, parameters=())
        )


begin_use = copier(*USED)
carry_out_use = make_dispatcher("carry_out_use", "t, f", ABILITY_EFFECTS.values())
changed = make_dispatcher("changed", "t, f, value", CHANGES.values(), answers=True)
is_met = make_dispatcher("is_met", "t, f", CONDITIONS.values(), answers=True)
could_be_used = make_dispatcher("could_be_used", "t, f", could(ABILITY_EFFECTS), answers=True)
could_change = make_dispatcher("could_change", "t, f", could(CHANGES), answers=True)


@rule
def heard(t, when):
    """Return whether a player has an ability for a moment."""
    return (t.table.heard >> when) & 1 == 1


# --- who has which ----------------------------------------------------------------------------------------


@rule
def take_abilities(t):
    """Give every player the abilities of the run before a game, and deal those that are dealt at random."""
    some = t.deal
    for seat in range(t.table.players):
        t.table.abilities[seat] = t.entrant[seat].abilities
        some |= t.entrant[seat].abilities
    t.table.heard = 0
    if some != 0:
        hand_out(t)


@cold
def hand_out(t):
    """Deal abilities at random if the run does, and find the moments that matter."""
    if t.deal == Deal.RANDOM or t.deal == Deal.BUNDLES:
        deal_abilities(t)
    listen(t)


@cold
def listen(t):
    """Find the moments that matter, and clear the counts of abilities."""
    find_moments(t)
    for seat in range(t.table.players):
        for k in range(t.cards.n_abilities):
            t.uses.uses[seat, k] = 0
            t.uses.gold[seat, k] = 0
            t.uses.cards[seat, k] = 0
        t.tally.abilities[seat] = t.table.abilities[seat]
        t.tally.ability_uses[seat] = 0
        if t.deal != Deal.DRAFT and is_watched(t):
            say_abilities(t, seat)


@rule
def say_abilities(t, seat):
    """Log which abilities a player has."""
    for k in range(t.cards.n_abilities):
        if (t.table.abilities[seat] >> k) & 1 == 1:
            note(t, Event.HAS_ABILITY, seat, NONE, k, 0)


@cold
def deal_abilities(t):
    """Deal abilities at random: a number to each player, or one bundle to each."""
    random.open_stream(t.drawing, t.shuffling.seed, t.shuffling.game, random.DEALING)
    bundles, each = t.deal == Deal.BUNDLES, 1 if t.deal == Deal.BUNDLES else t.deal_each
    n = t.cards.n_bundles if bundles else t.cards.n_abilities
    once_for_all = bundles or t.cards.unshared == 1
    for seat in range(t.table.players):
        if seat == 0 or not once_for_all:
            for k in range(n):
                t.order[k] = k
            random.shuffle(t.drawing, seat, t.order, n)
        for k in range(each):
            dealt = t.order[(seat * each if once_for_all else 0) + k]
            t.table.abilities[seat] |= t.cards.bundle[dealt] if bundles else 1 << dealt


@cold
def draft_abilities(t):
    """Let every player pick an ability, in a random order, until each has the number of the run."""
    random.open_stream(t.drawing, t.shuffling.seed, t.shuffling.game, random.DEALING)
    for seat in range(t.table.players):
        t.order[seat] = seat
    random.shuffle(t.drawing, 0, t.order, t.table.players)
    for _ in range(t.deal_each):
        for k in range(t.table.players):
            draft_one(t, t.order[k])
    listen(t)


@rule
def draft_one(t, seat):
    """Let a player pick one of the abilities left."""
    taken = t.table.abilities[seat]
    if t.cards.unshared == 1:
        for other in range(t.table.players):
            taken |= t.table.abilities[other]
    begin_question(t, Question.PICK_ABILITY, NONE)
    for k in range(t.cards.n_abilities):
        if (taken >> k) & 1 == 0:
            add_option(t, k)
    ability = chosen(t, choose(t, seat))
    t.table.abilities[seat] |= 1 << ability
    note(t, Event.HAS_ABILITY, seat, NONE, ability, 0)


# --- which are ready --------------------------------------------------------------------------------------


@rule
def ready(t, seat, when):
    """Return the abilities that a player may use at a moment, as bits."""
    mine = t.table.abilities[seat] & t.cards.at[when] & ~t.table.spent[seat]
    return mine & ~t.cards.by_disk if t.table.disk[seat] == 1 else mine


@rule
def spend(t, seat, k):
    """Record that a player used an ability, which may spend it."""
    once = t.cards.ability[k].once
    if once & Once.DISK:
        t.table.disk[seat] = 1
    if once & ~Once.DISK:
        t.table.spent[seat] |= 1 << k


@cold
def recharge(t, seat):
    """Make the disk and spent abilities ready again, after a player completed a special flight."""
    used = t.table.spent[seat] & t.cards.recharged
    if t.table.disk[seat] == 1 or used != 0:
        t.table.disk[seat] = 0
        t.table.spent[seat] &= ~used
        note(t, Event.RECHARGE, seat, NONE, NONE, 0)


@noinline
def begin_gambit(t):
    """Make abilities that may be used once a gambit ready again."""
    for seat in range(t.table.players):
        t.table.spent[seat] &= ~t.cards.each_gambit


# --- using one --------------------------------------------------------------------------------------------


@rule
def use_abilities(t, when, seat, other, about, gold):
    """Use a player's abilities for a moment: some act by themselves, and the player is asked about the others.

    The moment concerns the player ``other`` (or NONE), the card ``about`` (or NONE) and ``gold`` (or 0). Each ability
    is used at most once at a moment, and none after the stakes have run empty.
    """
    mine = ready(t, seat, when)
    if mine != 0 and t.table.stakes_ran_out == 0:
        use_some(t, mine, when, seat, other, about, gold)


@noinline
def use_some(t, mine, when, seat, other, about, gold):
    """Use a player's ready abilities (``mine``, as bits) for a moment: see `use_abilities`."""
    f = t.using
    begin_use(f, BLANK_USE[0])
    f.seat, f.other, f.about, f.gold = seat, other, about, gold
    k, unasked = 0, mine & ~t.cards.optional
    while unasked >> k:
        if (unasked >> k) & 1 == 1 and is_usable(t, f, k):
            use(t, f, k)
        k += 1
    choices = mine & t.cards.optional
    while choices != 0 and offer(t, f, choices) > 1:
        ability = chosen(t, choose(t, seat))
        if ability == Word.NO:
            return
        use(t, f, ability)
        choices &= ready(t, seat, when) & ~(1 << ability)
        if t.table.stakes_ran_out == 1:
            return


@rule
def offer(t, f, among):
    """Prepare the question which of some abilities a player uses, and return the number of options."""
    begin_offer(t, f)
    k = 0
    while among >> k:
        if (among >> k) & 1 == 1 and is_usable(t, f, k):
            add_option(t, k)
        k += 1
    return t.asking.n


@rule
def begin_offer(t, f):
    """Begin a question about the use of abilities. The first option is to use none."""
    begin_question(t, Question.USE_ABILITY, NONE)
    t.asking.gold = f.gold
    t.asking.seat = f.other
    t.asking.about = f.about
    add_option(t, Word.NO)


@rule
def is_usable(t, f, k):
    """Return whether an ability's conditions hold, and it would do anything."""
    ability = t.cards.ability[k]
    if not conditions_hold(t, f, k):
        return False
    for step in range(ability.step, ability.end):
        if could_be_used(t, f, step):
            return True
    return False


@rule
def conditions_hold(t, f, k):
    """Return whether all conditions of an ability hold."""
    ability = t.cards.ability[k]
    for step in range(ability.test, ability.test_end):
        if not is_met(t, f, step):
            return False
    return True


@rule
def use(t, f, k):
    """Use an ability, and count its gains. ``gained``: gold that it gained or saved outside the hoard."""
    spend(t, f.seat, k)
    note(t, Event.ABILITY, f.seat, NONE, k, 0)
    gold, cards = t.table.hoard[f.seat], t.table.hand_size[f.seat]
    f.ability = k
    f.picked = NONE
    t.gained = 0
    for step in range(t.cards.ability[k].step, t.cards.ability[k].end):
        carry_out_use(t, f, step)
    count_use(t, f.seat, k, t.table.hoard[f.seat] - gold + t.gained, t.table.hand_size[f.seat] - cards)


@rule
def count_use(t, seat, k, gold, cards):
    """Count a use of an ability, with the gold and the cards that it brought."""
    t.tally.ability_uses[seat] += 1
    t.uses.uses[seat, k] += 1
    t.uses.gold[seat, k] += gold
    t.uses.cards[seat, k] += cards


@noinline
def add_uses(t, sums):
    """Add the uses and gains of abilities in a finished game to the sums (strategies, abilities, ABILITY_SUMS)."""
    share = WIN_UNIT // max(t.tally.n_winners, 1)
    for seat in range(t.table.players):
        win, gold = share * ((t.tally.winners >> seat) & 1), t.tally.gold[seat]
        for k in range(t.cards.n_abilities):
            if (t.tally.abilities[seat] >> k) & 1 == 1:
                add_use(t, seat, k, win, gold, sums[t.tally.entrant[seat], k])


@rule
def add_use(t, seat, k, win, gold, to):
    """Add an ability's uses and gains for a player, and the player's result with it."""
    to[0] += 1
    to[1] += 1 if t.uses.uses[seat, k] > 0 else 0
    to[2] += t.uses.uses[seat, k]
    to[3] += t.uses.gold[seat, k]
    to[4] += t.uses.cards[seat, k]
    to[5] += win
    to[6] += win * win
    to[7] += gold
    to[8] += gold * gold


# --- changing an amount, or a card ------------------------------------------------------------------------


@rule
def change_by_abilities(t, when, seat, other, about, gold, value):
    """Return a value after changes by a player's abilities: an amount of gold, a card, or opponents as bits."""
    mine = ready(t, seat, when)
    return change_by_some(t, mine, seat, other, about, gold, value) if mine != 0 else value


@noinline
def change_by_some(t, mine, seat, other, about, gold, value):
    """Return a value after changes by a player's ready abilities, ``mine`` as bits."""
    f = t.changing
    begin_use(f, BLANK_USE[0])
    f.seat, f.other, f.about, f.gold = seat, other, about, gold
    k = 0
    while mine >> k:
        if (mine >> k) & 1 == 1 and is_ready_to_change(t, f, k) and wants_change(t, f, k):
            value = change_by(t, f, k, value)
        k += 1
    return value


@rule
def is_ready_to_change(t, f, k):
    """Return whether an ability's conditions hold, and it would change anything."""
    ability = t.cards.ability[k]
    if not conditions_hold(t, f, k):
        return False
    for step in range(ability.step, ability.end):
        if could_change(t, f, step):
            return True
    return False


@rule
def wants_change(t, f, k):
    """Return whether a player uses an ability. The player is asked unless it acts by itself."""
    if (t.cards.optional >> k) & 1 == 0:
        return True
    begin_offer(t, f)
    add_option(t, k)
    return chosen(t, choose(t, f.seat)) == k


@rule
def change_by(t, f, k, value):
    """Return a value after the change by an ability."""
    spend(t, f.seat, k)
    note(t, Event.ABILITY, f.seat, NONE, k, 0)
    cards, before = t.table.hand_size[f.seat], value
    for step in range(t.cards.ability[k].step, t.cards.ability[k].end):
        value = changed(t, f, value, step)
    when = t.cards.ability[k].when
    gold = before - value if when == When.PAYING or when == When.ANTEING else 0
    if when == When.SPECIAL_FLIGHT_WORTH:
        gold = (value - before) * f.gold
    count_use(t, f.seat, k, gold, t.table.hand_size[f.seat] - cards)
    return value
