"""Every estimator that an answer prints, by the table that it fills: what it is, and what its intervals promise.

This is the one place to name an estimator. A table that is missing here, or that no experiment has proved, makes
`tests/promises/test_estimators.py` fail: its intervals cannot be printed.
"""

from dataclasses import dataclass

from intervals import CHART_GROUPS

EACH, TOGETHER = "each", "all at once"


@dataclass(frozen=True)
class Promise:
    """What the intervals of a table promise.

    Attributes:
        estimator: what made them, in words.
        together: what the intervals have in common that hold all at once; None where each stands for itself.
    """

    estimator: str
    together: tuple[str, ...] | None = None

    @property
    def kind(self) -> str:
        """Whether each interval holds with the stated chance, or all of them at once."""
        return EACH if self.together is None else TOGETHER


_LOSSES = {
    **dict.fromkeys(("gold", "wins"), "mean loss of a decision"),
    "a_game": "loss in a game",
    "better": "share of decisions with a better option",
}
_CELL = ("deck", "variant", "rule", "players", "table")

PROMISES = {
    ("run", "strategies"): Promise("win rate of a strategy, per seat held"),
    ("run", "seats"): Promise("win rate of a fixed seat", ()),
    ("run", "turns"): Promise("win rate by turn order", ()),
    ("run", "length"): Promise("mean per game"),
    ("run", "length quantiles"): Promise("quantile over games"),
    ("run", "structure"): Promise("mean per game, ratio of totals"),
    ("run", "gambits quantiles"): Promise("quantile over games"),
    ("run", "ends"): Promise("share of games"),
    ("run", "rates"): Promise("mean per game, share of games, ratio of totals"),
    ("decks", "level"): Promise("ratio metric of a deck"),
    ("decks", "difference"): Promise("paired difference of ratio metrics"),
    ("decks", "step"): Promise("difference of ratio metrics between the strongest tables"),
    ("decks", "across"): Promise("mean over strategies, and the next strategy"),
    ("decks", "level of turns"): Promise("win rate by turn order", _CELL),
    ("decks", "level of lengths"): Promise("quantile of the length"),
    ("decks", "level of strategies"): Promise("win rate at a mixed table", ()),
    ("decks", "difference of strategies"): Promise("change of a win rate between decks", ()),
    ("decks", "survival"): Promise("share of games still going"),
    ("decks", "gold"): Promise("quantile of the gold of a seat"),
    ("decks", "curves"): Promise("mean chance along a game"),
    ("decks", "reliability"): Promise("share of wins by stated chance"),
    ("house_rules", "level"): Promise("ratio metric as printed and changed"),
    ("house_rules", "difference"): Promise("paired difference of ratio metrics"),
    ("house_rules", "across"): Promise("mean over strategies, and the next strategy"),
    ("house_rules", "difference of cards"): Promise("change of a card's value", _CELL),
    ("house_rules", "difference of strategies"): Promise("change of a win rate by a rule", _CELL),
    ("claims", "level"): Promise("what a claim measures in a world"),
    ("claims", "difference"): Promise("difference or relative change between worlds"),
    ("sweep", "level"): Promise("ratio metric at a point of a sweep"),
    ("sweep", "difference"): Promise("paired difference of points of a sweep"),
    ("sweep", "across"): Promise("mean over strategies, and the next strategy"),
    ("sweep", "crossing"): Promise("where a curve crosses a target"),
    ("strategies_matter", "difference"): Promise("difference at every table", (*_CELL[:-1], "measure")),
    ("strategies_matter", "level of cards"): Promise("value of a card at every table", (*_CELL[:-1], "subject")),
    ("strategies_matter", "across"): Promise("mean over strategies, and the next strategy"),
    ("cards", "values"): Promise("value of a card: drawn, dealt, its power", _CELL),
    ("cards", "colours"): Promise("mean value of a colour's dragons", _CELL),
    ("cards", "rates"): Promise("how often a card is used", _CELL),
    ("cards", "checks"): Promise("line of one value on another"),
    ("cards", "link"): Promise("distance of a card from that line", _CELL),
    ("cards", "forced"): Promise("value of a card dealt on purpose", _CELL),
    ("cards", "inclusion"): Promise("what a card does to the game", _CELL),
    ("cards", "robust"): Promise("mean over strategies, and the next strategy"),
    ("cards", "company"): Promise("what two cards in one hand are worth together", (*_CELL, "subject")),
    ("cards", "synergy"): Promise("what two cards are worth together, and pooled"),
    ("cards", "synergy_groups"): Promise("mean of pairs that have something in common", _CELL),
    ("cards", "naive"): Promise("win rate as trackers show it", _CELL),
    ("abilities", "values"): Promise("value of an ability: worth, swap", _CELL),
    ("abilities", "pairs"): Promise("what two abilities are worth together", _CELL),
    ("abilities", "between"): Promise("difference of two bundles of abilities", _CELL),
    ("abilities", "blanks"): Promise("what blanks are worth: nothing", _CELL),
    ("abilities", "uses"): Promise("what an ability does in a game", _CELL),
    ("abilities", "robust"): Promise("mean over strategies, and the next strategy"),
    ("dragons", "values"): Promise("value of a dragon rolled: wins, gold", (*_CELL, "reference")),
    ("dragons", "gaming_set"): Promise("what a gaming set is worth: wins, gold"),
    ("composition", "effects"): Promise("what a part of a deck does in place of another", (*_CELL, "measure")),
    ("composition", "added"): Promise("what a part adds to a deck", (*_CELL, "measure")),
    ("composition", "one more"): Promise("what one more part does", (*_CELL, "measure")),
    ("composition", "pairs"): Promise("what two parts do beyond each, pooled"),
    ("composition", "presence"): Promise("worth of a card by what else is in, pooled"),
    ("composition", "checked"): Promise("a deck that was built, and its prediction"),
    ("composition", "robust"): Promise("mean over strategies, and the next strategy"),
    ("design", "goals"): Promise("what a goal is about, in a design"),
    ("design", "reversals"): Promise("what taking back a change adds"),
    ("sensitivity", "effects"): Promise("what one step of a number does", (*_CELL, "measure")),
    ("sensitivity", "bends"): Promise("by how much that bends", (*_CELL, "measure")),
    ("sensitivity", "pairs"): Promise("what two numbers do beyond each, pooled"),
    ("sensitivity", "robust"): Promise("mean over strategies, and the next strategy"),
    ("wins", "level"): Promise("mean of winners or others; share that hands explain"),
    ("wins", "difference"): Promise("winners minus others"),
    ("facets", "apart"): Promise("difference of the two facets that differ most clearly", _CELL),
    ("facets", "orders"): Promise("rank correlation of true values at two facets"),
    ("ladder", "cells"): Promise("win rate of one strategy against others"),
    ("ladder", "rungs"): Promise("win rate of a rung, minus that of the next"),
    ("ladder", "mean_rung"): Promise("mean of these"),
    ("ladder", "strategies"): Promise("rating"),
    ("exploit", "win_share"): Promise("win rate of the best response"),
    ("exploit", "beaten_by_at_least"): Promise("gain of the best response"),
    ("exploit", "responses chosen_by"): Promise("win rate of a response"),
    ("tune", "tables win_share"): Promise("win rate of tuned weights"),
    ("tune", "tables win_share_before"): Promise("win rate of the first weights"),
    ("tune", "tables gain"): Promise("gain by tuning, at a kind of table"),
    ("tune", "tables gain_on_field"): Promise("gain on the field"),
    ("tune", "gain"): Promise("gain by tuning"),
    ("learn", "gold"): Promise("what gold ahead is worth in the end"),
    ("learn", "cards"): Promise("what a card is worth keeping"),
    ("learn_play", "alone share"): Promise("win rate alone against others"),
    **{("review", f"all {unit}"): Promise(words) for unit, words in _LOSSES.items()},
    **{("review", f"kinds {unit}"): Promise(f"{words}, by question") for unit, words in _LOSSES.items()},
    **{("review", f"phases {unit}"): Promise(f"{words}, by round") for unit, words in _LOSSES.items()},
    **{("review", f"cards {unit}"): Promise(f"{words}, by card") for unit, words in _LOSSES.items()},
    **{
        ("review_run", f"strategies {part} {unit}"): Promise(f"{words}, in a mixed run")
        for part in ("all", "kinds", "phases", "cards")
        for unit, words in _LOSSES.items()
    },
    ("review_game", "decisions options win"): Promise("share of the win with an option"),
    ("review_game", "decisions options less_than_best"): Promise("difference of options on the same deals"),
    ("review_game", "decisions options gold"): Promise("gold with an option"),
    **{
        ("review_game", f"{table} {unit}"): Promise("loss of one decision, or mean loss in one game")
        for table in ("decisions", "by_player", "kinds", "phases")
        for unit in ("lost", "lost_gold")
    },
    **{("charts", group): Promise("what an option is worth, forced", _CELL) for group in CHART_GROUPS},
    ("peek", "level"): Promise("metric, at every look", _CELL),
    ("peek", "difference"): Promise("difference, at every look", _CELL),
    ("plan", "alone"): Promise("metric in a pilot"),
    ("plan", "differences"): Promise("difference in a pilot"),
    ("bench", ""): Promise("ratio of times"),
}

ALONE = {  # measures whose intervals stand for themselves, in a table whose others hold all at once
    ("cards", "values", "dealt_pooled"): Promise("dealt value, pooled over colour and strength"),
    **{
        ("abilities", table, f"{value}, alone"): Promise("the same, one by one")
        for table, values in (
            ("values", ("worth", "swap")),
            ("pairs", ("together",)),
            ("between", ("between",)),
            ("blanks", ("blank",)),
        )
        for value in values
    },
    ("composition", "pairs", "plays, alone"): Promise("the same, one by one"),
    ("composition", "presence", "dealt, alone"): Promise("the same, one by one"),
    ("sensitivity", "pairs", "plays, alone"): Promise("the same, one by one"),
}

POOLED = {
    ("decks", "across"),
    ("house_rules", "across"),
    ("sweep", "across"),
    ("strategies_matter", "across"),
    ("cards", "robust"),
    ("abilities", "robust"),
    *(("composition", table) for table in ("effects", "added", "one more", "pairs", "presence", "checked", "robust")),
    *(("design", table) for table in ("goals", "reversals")),
    *(("sensitivity", table) for table in ("effects", "bends", "pairs", "robust")),
    ("facets", "apart"),
    ("facets", "orders"),
}
# tables whose numbers are made of estimates and errors alone, whatever these measure: proved for one, proved for all

POINTS = {  # estimates without an interval: correlations and chances, which are to be right on average
    ("cards", "horizons"): "rank correlation of gold and wins, corrected for noise",
    ("cards", "again"): "chance that an order repeats",
    ("cards", "agreement"): "rank correlation between tables, corrected for noise",
    ("abilities", "again"): "chance that an order repeats",
    ("abilities", "agreement"): "rank correlation between tables, corrected for noise",
}


def promise_of(estimator: tuple[str, str, str]) -> Promise | None:
    """What an estimator's intervals promise; None for one that is not named here."""
    return ALONE.get(estimator) or PROMISES.get(estimator[:2])
