"""A world with known answers: forty cards of strength 1, all alike, but that one of them is a gift.

Whoever plays the gift gets GOLD from every opponent, and nothing else ever moves gold between players: antes are equal,
flights tie, and a tied gambit has no winner. `random` plays every card of a hand with the same chance. So what the gift
is worth can be worked out; each answer says how.
"""

from typing import Any

PLAYERS, CARDS, HAND, GOLD = 4, 40, 6, 4
PLAYS = 3  # rounds of a gambit; one more card of a hand goes into the ante
GIFT, PLAIN, DUD = "gift", "plain-1", "dud"


def deck(gambits: int, drawn: bool = False) -> dict[str, Any]:
    """The deck, for games of one or two gambits; with ``drawn`` the gift is in the game by a chance of 1 in 2."""
    plain = [f"plain-{k}" for k in range(CARDS - (1 if drawn else 2))]
    alike = {"strength": 1, "alignment": "mortal"}
    others = {name: {**alike, "text": "No power.", "power": []} for name in plain}
    never = {"when": {"some": "evil_dragon", "where": "flights", "then": [{"steal": 1}]}}
    dud = {**alike, "text": "Steal 1 if there is an evil dragon; there is none.", "power": [never]}
    gift = {**alike, "text": f"Opponents pay {GOLD}.", "power": [{"collect": {"amount": GOLD, "who": "opponents"}}]}
    always = [*plain[1 if drawn else 0 :], DUD]
    return {
        "title": "Gifts",
        "card_sets": ["original"],
        "colours": [],
        "unique_cards": {"always": always, "draw": 1, "from": [GIFT, plain[0]]} if drawn else [*always, GIFT],
        "changes": {"cards": {**others, DUD: dud, GIFT: gift}},
        "rules": {
            "base": "original",
            "opening_hand": HAND,
            "buying": {"at": 0, "up_to": 1},
            "round_cap": PLAYS,
            "ante_redos": 0,
            "draw_after_gambit": 2,
            "special_flights": {"colour": 0, "strength": 0},
            "end": {"gambits": gambits},
        },
        "players": {"min": PLAYERS, "max": PLAYERS},
    }


# --- games of one gambit ----------------------------------------------------------------------------------

PLAYED = PLAYS / HAND  # of six cards one is anted and three are played
HOLDER_WINS = PLAYED + (1 - PLAYED) / PLAYERS  # alone if the gift is played, else with all others
DEALT = (HOLDER_WINS - 1 / PLAYERS) / (1 - HAND / CARDS)  # instead of an average card that was not dealt to me
TIED_WITHOUT = 1.0  # share of games that everybody wins where the gift is not in the deck,
TIED_WITH = 1 - PLAYERS * HAND / CARDS * PLAYED  # and where it is


# --- games of two gambits: the draws between them ---------------------------------------------------------

IN_HAND = HAND - PLAYS - 1 + 2  # cards in hand in the second gambit, all of which are anted or played
PLAYED_LATER = PLAYS / IN_HAND
PILE = CARDS - PLAYERS * HAND  # cards to draw from before the first of 2 * PLAYERS draws


def draw_value(drawer: float, other: float, nobody: float) -> float:
    """What a draw of the gift is worth, from what it brings the player who draws it, holds or not in the end.

    ``drawer``: the outcome of somebody who has the gift in the second gambit; ``other``: of somebody while an opponent
    has it; ``nobody``: while it stays in the pile. Draw j of the 2 n draws is made from PILE - j cards. Had the drawer
    taken a random card, that would be the gift by a chance of 1 / (PILE - j); if not, each draw that follows, of
    which the drawer has one more if j is even, takes it by a chance of 1 / (PILE - j - 1). The gift is drawn at each j
    with the same chance.
    """
    total = 0.0
    for j in range(2 * PLAYERS):
        pile, own = PILE - j, 1 - j % 2
        later = (own * drawer + (2 * PLAYERS - 1 - j - own) * other) / (pile - 1)
        stays = 1 - (2 * PLAYERS - 1 - j) / (pile - 1)
        total += drawer - (drawer / pile + (1 - 1 / pile) * (later + stays * nobody))
    return total / (2 * PLAYERS)


DRAWN_GOLD = draw_value(PLAYED_LATER * GOLD * (PLAYERS - 1), -PLAYED_LATER * GOLD, 0.0)
_TIE = 1 / PLAYERS
DRAWN_WIN = draw_value(PLAYED_LATER + (1 - PLAYED_LATER) * _TIE, (1 - PLAYED_LATER) * _TIE, _TIE)
