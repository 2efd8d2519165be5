"""The rulebook's verbs. Gold and cards move in this package and nowhere else.

`gold` moves gold, `cards` moves cards, `flights` moves them into, out of and between flights, `looking` has those that
a player looks at, and in `buying` gold and cards move together.
"""

from tda_sim.engine.moves.buying import (
    buy,
    buy_at_once,
    buy_for_empty_hands,
)
from tda_sim.engine.moves.cards import (
    discard_from_hand,
    draw,
    from_hand,
    give_card,
    meet,
    place_in_ante,
    place_in_hand,
    put_into_ante,
    random_place,
    sweep_ante,
    take_from_ante,
    take_random_card,
    take_top,
    to_ante,
    to_hand,
)
from tda_sim.engine.moves.flights import (
    play_from_hand,
    remove_from_flight,
    replace_by,
    replace_by_top,
    swap,
    sweep_flight,
)
from tda_sim.engine.moves.gold import (
    cancel_debts,
    pay,
    pay_hole,
    pay_opponents,
    pay_stakes,
    repay,
    repay_debt,
    share_stakes,
    stakes_run_out,
    steal,
    take_hole,
    win_stakes,
)
from tda_sim.engine.moves.looking import (
    discard_held,
    hold_top,
    keep,
    let_go,
)

__all__ = [
    "buy",
    "buy_at_once",
    "buy_for_empty_hands",
    "cancel_debts",
    "discard_from_hand",
    "discard_held",
    "draw",
    "from_hand",
    "give_card",
    "hold_top",
    "keep",
    "let_go",
    "meet",
    "pay",
    "pay_hole",
    "pay_opponents",
    "pay_stakes",
    "place_in_ante",
    "place_in_hand",
    "play_from_hand",
    "put_into_ante",
    "random_place",
    "remove_from_flight",
    "repay",
    "repay_debt",
    "replace_by",
    "replace_by_top",
    "share_stakes",
    "stakes_run_out",
    "steal",
    "swap",
    "sweep_ante",
    "sweep_flight",
    "take_from_ante",
    "take_hole",
    "take_random_card",
    "take_top",
    "to_ante",
    "to_hand",
    "win_stakes",
]
