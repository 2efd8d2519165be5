"""Files that are nothing but much of one thing: what would take for ever if the work grew faster than the file."""

from collections.abc import Callable

Shape = Callable[[int], str]

DECK = "card_sets: [original]\nrules: original\n"
CARD = "{strength: 1, alignment: evil}"
SCENE = "rules: original\nstart:\n  hands: [[gold-2], [gold-4]]\n"


def each(of: str, n: int, between: str = ", ") -> str:
    """A text once for each number."""
    return between.join(of.replace("#", str(number)) for number in range(n))


def deck(body: str) -> tuple[str, Shape]:
    return "deck", lambda n: DECK + _filled(body, n)


def cards(body: str) -> tuple[str, Shape]:
    return "cards", lambda n: _filled(body, n)


def study(body: str) -> tuple[str, Shape]:
    return "study", lambda n: "decks: [original]\n" + _filled(body, n)


def scene(body: str) -> tuple[str, Shape]:
    return "scenario", lambda n: SCENE + _filled(body, n)


def _filled(body: str, n: int) -> str:
    """A text in which what stands between « and » is there once for each number."""
    head, _, rest = body.partition("«")
    inside, _, tail = rest.partition("»")
    return head + each(inside, n) + (_filled(tail, n) if "«" in tail else tail) + "\n"


SHAPES: dict[str, tuple[str, Shape]] = {
    "unknown keys": ("rules", lambda n: each("key-#: 1", n, "\n") + "\n"),
    "one key many times": ("rules", lambda n: each("hand_limit: 9", n, "\n") + "\n"),
    "words that are no text": ("house rule", lambda n: each("key-#: no", n, "\n") + "\n"),
    "card sets": deck("take_from: {«a#: x»}"),
    "colours": deck("colours: [«blac#»]"),
    "colours by strength": deck("colours: {«c#: [1]»}"),
    "strengths": deck("colours: {black: [«#»]}"),
    "unique cards": deck("unique_cards: [«druid»]"),
    "cards to draw from": deck("unique_cards: {draw: 3, from: [«a#»], always: [«a#»]}"),
    "changes to cards that are not there": deck("changes: {cards: {«a#: {text: x}»}}"),
    "cards taken out that are not there": deck("changes: {cards: {«a#: null»}}"),
    "further cards": deck(f"changes: {{cards: {{«a#: {CARD}»}}}}"),
    "further cards with tags": deck(
        "changes: {cards: {«a#: {strength: 1, alignment: evil, tags: [t#], colours: [c#], god: {bars: x#}}»}}"
    ),
    "further colours": deck("changes: {dragons: {«a#: {strengths: [1], alignment: evil}»}}"),
    "dragons set apart": deck(
        "changes: {dragons: {s: {alignment: evil, strengths: [«#»]}}, cards: {«s-#: {text: x}»}}"
    ),
    "dragons taken out": deck("changes: {dragons: {s: {alignment: evil, strengths: [«#»]}}, cards: {«s-#: null»}}"),
    "added effects": deck("changes: {powers: [«{of: mortal, before: [steal]}»]}"),
    "many added effects": deck("changes: {powers: [{of: mortal, before: [«steal»]}]}"),
    "many cards": cards(f"cards: {{«a#: {CARD}»}}"),
    "many wrong cards": cards("cards: {«A#: {strength: 99, alignment: evul}»}"),
    "many cards without strength": cards("cards: {«a#: {text: x}»}"),
    "many tags": cards("cards: {a: {strength: 1, alignment: evil, tags: [«t#»]}}"),
    "many effects": cards("cards: {a: {strength: 1, alignment: evil, power: [«steal»]}}"),
    "many unknown effects": cards("cards: {a: {strength: 1, alignment: evil, power: [«stea#»]}}"),
    "many unknown arguments": cards("cards: {a: {strength: 1, alignment: evil, power: [«{steal: {amnt: 1}}»]}}"),
    "metrics": study("smallest: {«gambit#: 1»}"),
    "cards without power": study("twins: {cards: [«druid#»]}"),
    "a study of many decks": ("study", lambda n: f"decks: [{each('deck-#', n)}]\n"),
    "many parts": ("report", lambda n: f"parts: [{each('{kind: compare, decks: [a#, b]}', n)}]\n"),
    "hands": scene("  deck: [«golb-#»]"),
    "answers": scene("script: [«{seat: 0, choose: yes}»]"),
    "powers in force": scene("  in_force: [«{card: c#, seat: 1}»]"),
    "special flights": scene("  special_flights: [«{colour: c#, seat: 1}»]"),
    "what is expected": scene("expect: {discard: [«c#»]}"),
    "parameters": ("parameters", lambda n: each("card#: 1", n, "\n") + "\n"),
}
