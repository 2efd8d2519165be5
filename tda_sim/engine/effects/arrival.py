"""What cards do the moment they come into the ante."""

from tda_sim.engine.dispatch import make_dispatcher
from tda_sim.engine.effects import gold  # noqa: F401  registers such an effect
from tda_sim.engine.jit import rule
from tda_sim.engine.registry import ANTE_EFFECTS

act_at_once = make_dispatcher("act_at_once", "t", [effect for effect in ANTE_EFFECTS.values() if effect.at_once])


@rule
def arrive_in_ante(t, card):
    """A card has come into the ante: what it does at once happens."""
    for step in range(t.cards.ante[card], t.cards.ante_end[card]):
        act_at_once(t, step)


@rule
def acts_at_once(t, card):
    """Whether a card does something when it comes into the ante."""
    for step in range(t.cards.ante[card], t.cards.ante_end[card]):
        if (AT_ONCE >> t.cards.op[step]) & 1:
            return True
    return False


AT_ONCE = sum(1 << effect.code for effect in ANTE_EFFECTS.values() if effect.at_once)
