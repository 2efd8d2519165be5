"""Effects that stay in force: they act later in the gambit, or until it ends."""

from tda_sim.engine.choose import note
from tda_sim.engine.compiler.jit import rule
from tda_sim.engine.effects.gold import AMOUNT, PER, WHERE
from tda_sim.engine.lasting import put_in_force
from tda_sim.engine.layout import MAX_FLIGHT, NONE
from tda_sim.engine.queries import place_in_flight
from tda_sim.engine.registry import EFFECTS, lasting_effect
from tda_sim.engine.terms import Event, Group, Lasting, Tie
from tda_sim.engine.vocabulary import AGroup, Number, Per, Zone


@lasting_effect
def weakest_flight_wins(t, f):
    """The weakest flight wins this gambit."""
    put_in_force(t, f, Lasting.WEAKEST_WINS, Tie.PLAYER)
    note(t, Event.WEAKEST_WINS, f.seat, f.card, NONE, 0)


@lasting_effect
def lead_next_round(t, f):
    """You lead the next round of this gambit. If several players use this in a round, the last one leads."""
    put_in_force(t, f, Lasting.LEADS, Tie.PLAYER)
    note(t, Event.WILL_LEAD, f.seat, f.card, NONE, 0)


@lasting_effect
def every_card_triggers(t, f):
    """Every card that you play later in this gambit triggers. A player who takes this card in a swap gets this too."""
    put_in_force(t, f, Lasting.ALL_TRIGGER, Tie.SHARED)


@lasting_effect
def play_rounds(t, f, rounds: Number(1, MAX_FLIGHT, "rounds") = 4):
    """This gambit lasts at least this many rounds."""
    put_in_force(t, f, Lasting.ROUNDS, Tie.PLAYER)


@lasting_effect
def another_round_unless_winning(t, f):
    """If you are not winning this gambit after its last regular round, there is another round."""
    put_in_force(t, f, Lasting.EXTRA_ROUND, Tie.PLAYER)


@lasting_effect
def add_to_flight(t, f, amount: Number(1, 100, "strength") = 1, per: PER = Per.ONE, where: WHERE = Zone.FLIGHT):
    """Your flight is stronger by this much when it is scored."""
    put_in_force(t, f, Lasting.STRENGTH, Tie.PLAYER)


@lasting_effect
def count_as_weakest(t, f, group: AGroup("the cards among which the weakest is looked for") = Group.DRAGON):
    """When it is scored, this card is as strong as the weakest such card in your flight, or 0 without one."""
    if is_in_place(t, f):
        put_in_force(t, f, Lasting.AS_WEAKEST, Tie.CARD)


@lasting_effect
def count_as_every_colour(t, f):
    """Until the gambit ends, this card stands for every colour in colour flights."""
    if is_in_place(t, f):
        put_in_force(t, f, Lasting.WILD, Tie.CARD)


@lasting_effect
def mortals_as_colour(t, f):
    """As long as this card is in your flight, mortals count as a colour there."""
    if is_in_place(t, f):
        put_in_force(t, f, Lasting.MORTALS_AS_COLOUR, Tie.CARD)


@lasting_effect
def pay_if_winning(t, f, amount: AMOUNT = 1):
    """If you win this gambit, you pay each opponent gold."""
    put_in_force(t, f, Lasting.GIFT, Tie.PLAYER)


@lasting_effect
def share_stakes_with_left(t, f):
    """This gambit's winner gives the player to the left half of the stakes, and keeps the odd coin."""
    put_in_force(t, f, Lasting.SHARED_STAKES, Tie.PLAYER)


@lasting_effect
def take_prices(t, f):
    """For the rest of the gambit, you get the gold that players would pay into the stakes for new cards."""
    put_in_force(t, f, Lasting.PRICES, Tie.TAKEN)


@rule
def is_in_place(t, f):
    """Return whether the card that carries the power lies in the player's flight."""
    return place_in_flight(t.table, f.seat, f.card) != NONE


LASTING = {name: effect for name, effect in EFFECTS.items() if effect.lasting}
