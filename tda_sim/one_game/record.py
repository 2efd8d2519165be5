"""The fields of the card game's record, as scenarios and positions have them."""

from collections.abc import Sequence
from typing import Any

from tda_sim.definitions import Tables
from tda_sim.engine.layout import MAX_FLIGHT, MAX_HAND, NONE
from tda_sim.engine.terms import Debt, Phase
from tda_sim.one_game.codec import (
    Abilities,
    At,
    Cards,
    Codec,
    Debts,
    Field,
    Kind,
    Number,
    PerSeat,
    Pile,
    Seat,
    Word,
    ending,
    is_card,
)
from tda_sim.one_game.driver import Record
from tda_sim.one_game.powers import PaidFlights, PowersInForce

# --- kinds that only cards need ---------------------------------------------------------------------------


class Played(Cards):
    """The cards that a player has played in the gambit, wherever they are now."""

    def number(self, at: At, name: str) -> int | None:
        """Return the number of a card."""
        return at.tables.names.index(name) if is_card(at, name) else None


class LatestPlay(Kind):
    """The card that a player has played in this round, which the record has as its place in the flight."""

    form = str | None

    def read(self, at: At) -> str | None:
        """Return the card; players who have left have none."""
        flight, place = FLIGHT.read(at), int(at.get("played"))
        return flight[place] if flight and place != NONE else None

    def write(self, at: At, value: str) -> None:
        """Write the place of the last card of this name."""
        flight = FLIGHT.read(at)
        if value in flight:
            at.put("played", len(flight) - 1 - flight[::-1].index(value))
        else:
            at.wrong(f"{value} is not in the flight of seat {at.seat}")


class Deck(Cards):
    """The cards of the deck, the top one first; an expectation names the first ones."""

    def __init__(self) -> None:
        super().__init__("deck", "deck_size")

    def read(self, at: At) -> list[str]:
        """Return the cards."""
        return [at.tables.names[card] for card in reversed(cards_in_deck(at))]

    def put(self, at: At, cards: Sequence[int]) -> None:
        """Write cards by their numbers."""
        at.record["deck"][: len(cards)] = cards[::-1]
        at.put("deck_size", len(cards))

    def differences(self, expected: Any, found: Any) -> Any:
        """Yield the top cards if they differ."""
        return super().differences(expected, found[: len(expected)])


class Only(Kind):
    """Whether the deck holds nothing but the cards named: so it is in every position."""

    form = bool

    def read(self, at: At) -> bool:
        """Return True."""
        return True

    def write(self, at: At, value: bool) -> None:
        """Write nothing: the cards that are left belong to no field."""


def cards_in_deck(at: At) -> list[int]:
    """Return the numbers of the deck's cards, the top one last."""
    return [int(card) for card in at.record["deck"][: at.table["deck_size"]]]


# --- what is so, and when it is listed --------------------------------------------------------------------


def is_under_way(at: At) -> bool:
    """Whether a gambit is being played."""
    return at.table["phase"] not in (Phase.SET_UP, Phase.ANTE)


def has_hole(at: At) -> bool:
    """Whether debts are paid into a hole."""
    return bool(at.rules["debt"] == Debt.HOLE)


def has_abilities(at: At) -> bool:
    """Whether anybody has an ability."""
    return any(at.table["abilities"][: at.players])


def counts_antes(at: At) -> bool:
    """Whether a rule asks how many antes in a row a player has not paid in full."""
    return bool(at.rules["end_unpaid"])


FLIGHT = Cards("flight", "flight_size", limit=lambda at: MAX_FLIGHT)
PLAYS = PerSeat(Played("play", "plays", limit=lambda at: MAX_FLIGHT))
DECK = Deck()
PHASES = [phase.name.lower() for phase in Phase]
FIELDS = Codec(
    Field(
        "phase",
        Word("phase", PHASES, ("turn", "ante", "score")),
        "turn",
        expected=False,
    ),
    Field("round", Number("round", 1, None), shown=is_under_way),
    Field("leader", Seat("leader"), 0, shown=is_under_way),
    Field("turn", Seat("turn"), shown=is_under_way),
    Field("stakes", Number("stakes"), 0),
    Field("hoards", PerSeat(Number("hoard"))),
    Field("hands", PerSeat(Pile("card", "n", "hand", lambda at: min(int(at.rules["hand_limit"]), MAX_HAND))), ...),
    Field("flights", PerSeat(FLIGHT)),
    Field("plays", PLAYS, expected=False, shown=lambda at: PLAYS.read(at) != PerSeat(FLIGHT).read(at)),
    Field("played", PerSeat(LatestPlay()), expected=False),
    Field("ante", Pile("ante", "ante_size"), []),
    Field("deck", DECK, [], expected=False),
    Field("only", Only(), False, expected=False),
    Field("discard", Pile("discard", "discard_size"), []),
    Field("owed", PerSeat(Number("owed")), shown=has_hole),
    Field("debts", Debts(), [], shown=lambda at: not has_hole(at)),
    Field("hole", Number("hole"), 0, shown=has_hole),
    Field("in_force", PowersInForce(), [], expected=False, late=True),
    Field("special_flights", PaidFlights(), [], expected=False, late=True),
    Field("abilities", PerSeat(Abilities("abilities")), shown=has_abilities),
    Field("spent", PerSeat(Abilities("spent")), shown=has_abilities),
    Field("disks", PerSeat(Word("disk", ("ready", "spent"))), shown=has_abilities),
    Field("gambits_won", PerSeat(Number("gambits_won")), expected=False, shown=has_abilities),
    Field("unpaid_antes", PerSeat(Number("unpaid")), shown=counts_antes),
    results={
        "deck_top": DECK,
        "deck_size": Number("deck_size"),
        "hand_sizes": PerSeat(Number("hand_size")),
        "gambit_winner": Seat("gambit_winner"),
        **ending(Phase.OVER),
    },
)

Start = FIELDS.start


def position(game: Record, tables: Tables) -> dict[str, Any]:
    """Return the whole position; a scenario that starts from it is in the same position.

    No scenario can start from these phases: "set_up" while players pick cards for the deck, "clean_up" and
    "next_game" after the scoring, and "over". A seat whose player has left has no gold and no cards.
    """
    return FIELDS.position(game, tables)


def state(game: Record, tables: Tables) -> dict[str, Any]:
    """Return everything that a scenario may expect, by its names there."""
    return FIELDS.state(game, tables)
