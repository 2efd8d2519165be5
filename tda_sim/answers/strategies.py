"""`tda strategies`: the list, and all about one of them."""

from collections.abc import Iterable, Mapping
from typing import Any

from tda_sim import agents
from tda_sim.agents import parameters
from tda_sim.agents.files import Strategy
from tda_sim.agents.games import DICE
from tda_sim.agents.strength import Strength, known
from tda_sim.answers.titles import deck_title, strategy_title
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Column, Section
from tda_sim.wording.numbers import Estimate, percent, places

Data = dict[str, Any]

YARDSTICK = "original"  # the deck in which the list shows win rates
FORMS = {
    "choose": "Form: choose. It names an option; compiled.",
    "score": "Form: score. It rates each option; compiled.",
    "search": "Form: search. It plays ahead from each option; compiled.",
    "level": "A level of play: one of several players is drawn for each seat and game. See tda levels.",
    "decide": "Form: decide. It names an option; plain Python, not compiled.",
}


def strategies() -> doc.Document:
    """Return the strategies that can be named, the strongest first; the data has their forms and parameters too."""
    cards, dice = list(agents.available()), list(agents.available(DICE))
    measured = known()[YARDSTICK]
    fair = percent(measured.par)
    note = (
        f"Win rate: alone against {measured.players - 1} of {measured.against} in {deck_title(YARDSTICK)}, where {fair}"
        " is a fair share."
    )
    sections = [
        Section("For the card game", [_listed(cards, measured, note)]),
        Section("For the dice game", [_listed(dice)]),
        Section("", [doc.Words(["tda strategies show NAME has the form, the parameters and the file of a strategy."])]),
    ]
    rates = [_rate(each, measured) for each in cards]
    rows = [
        {**_data(each), "win_rate": {"estimate": rate.value, "low": rate.low, "high": rate.high}}
        for each, rate in zip(cards, rates, strict=True)
    ]
    data = {"strategies": rows, "dice_strategies": [_data(each) for each in dice]}
    return doc.Document("Strategies", sections=sections, data=data)


def _listed(strategies: Iterable[Strategy], measured: Strength | None = None, note: str = "") -> doc.Table:
    """Return strategies with how they play; those whose strength is known come first, the strongest on top."""

    def shown(it: Strategy) -> doc.Cell:
        rate = _rate(it, measured)
        return doc.Cell("") if rate.value is None else doc.number(rate.times(100), places(1))

    columns = [
        doc.text("strategy", lambda each: each.name),
        Column("win rate, %", shown, "Alone against others of one strategy.", interval=""),
        doc.text("how it plays", lambda each: each.text),
    ]
    rows = sorted(strategies, key=lambda each: -_rate(each, measured).size)
    return doc.table("", rows, columns, note)


def _rate(it: Strategy, measured: Strength | None) -> Estimate:
    """Return the win rate of a shipped strategy alone against others of the yardstick; empty where it is unknown."""
    if measured is None or not it.is_shipped:
        return Estimate()
    if it.name == measured.against:
        return Estimate(measured.par)
    share = measured.alone.get(it.name)
    return Estimate() if share is None else Estimate(*share)


def _data(it: Strategy) -> Data:
    head = {"name": it.name, "text": it.text, "path": str(it.path)}
    return {**head, "form": it.form, "parameters": dict(it.values)}


def strategy(name: str) -> doc.Document:
    """Return how a strategy plays, its form, where its code is, and its parameters for each edition."""
    it = agents.find(name)
    read = {deck: parameters.read(path, it.usual) for deck, path in parameters.editions(it.path).items()}
    editions = {deck: {**it.usual, **values, **it.given} for deck, values in read.items()}
    fast = None if it.fast is None else it.fast.name
    data = {**_data(it), "line": it.line, "digest": it.digest, "plays_ahead_with": fast, "editions": editions}
    lines = [FORMS[it.form], f"{strategy_title(fast)} plays the games ahead." if fast else ""]
    lines += [f"{it.path.stem}:{short} is {it.path.stem}:{long}." for short, long in it.named.items()]
    columns = [
        doc.text("parameter", lambda each: each),
        Column("value", lambda each: f"{it.values[each]:g}"),
        *(_edition(deck, values) for deck, values in editions.items()),
    ]
    blocks: list[doc.Block] = [
        doc.Words(lines),
        doc.table("", it.values, columns),
        doc.Verbatim(f"{it.path}:{it.line}\ndigest {it.digest[:12]}", tone="quiet"),
    ]
    return doc.Document(it.name, sections=[Section("", blocks)], about=it.text, data=data)


def _edition(deck: str, values: Mapping[str, float]) -> Column:
    """Return the column of an edition's parameters."""
    return Column(deck_title(deck), lambda each: f"{values[each]:g}")
