"""What is measured at a table, each thing once: name, unit, formula, and the smallest difference that matters.

Every metric is a ratio of two sums over games, value = scale * Σ top / Σ bottom, so that one way of finding intervals
and differences serves all. ``top`` and ``bottom`` name columns of `blocks.block_sums`. Shares are in
percent.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tda_sim.errors import Problem, UserError, suggest

WIN_UNIT = 60  # win shares are summed in whole sixtieths
PERCENT = 100.0
PERCENT_OF_WIN = 100.0 / WIN_UNIT

LENGTH, LEAD, GOLD, EVENTS, ENDS, LEADER, DRAMA, SKILL = (
    "Length",
    "Lead and comebacks",
    "Gold and powers",
    "In 100 gambits",
    "How games end",
    "Leader",
    "Drama",
    "Skill",
)
ENDINGS = ("out_of_gold", "enough_gold", "gambits_played", "players_left")


@dataclass(frozen=True)
class Metric:
    """One thing that is measured: value = scale * Σ top / Σ bottom over games.

    ``smallest`` is the usual smallest difference that matters, in ``unit``: a study may name another one.
    ``meaning`` is a phrase, ``formula`` says it in symbols, ``group`` is the heading under which it stands.
    """

    name: str
    title: str
    unit: str
    top: str
    bottom: str
    scale: float
    smallest: float
    meaning: str
    formula: str
    group: str = EVENTS

    @property
    def is_share(self) -> bool:
        """Whether values are percentages, and differences percentage points."""
        return self.unit == "%"


def _a_game(name: str, title: str, unit: str, smallest: float, meaning: str, group: str) -> Metric:
    """A sum of a column of the games, per game."""
    return Metric(name, title, unit, name, "games", 1.0, smallest, meaning, f"Σ {name} / games", group)


def _a_gambit(name: str, title: str, smallest: float, meaning: str, counted: str = "") -> Metric:
    """A count per hundred gambits."""
    formula = f"100 Σ {counted or name} / Σ gambits"
    return Metric(name, title, "in 100 gambits", name, "gambits", PERCENT, smallest, meaning, formula, EVENTS)


def _ending(end: str, title: str, meaning: str) -> Metric:
    return Metric(
        f"end_{end}", title, "%", f"end_{end}", "games", PERCENT, 2.0, meaning, f"games with end = {end} / games", ENDS
    )


_ALL = (
    _a_game("gambits", "gambits a game", "gambits", 0.5, "how long games last", LENGTH),
    _a_game("rounds", "rounds a game", "rounds", 2.0, "how many rounds are played in a game", LENGTH),
    _a_game("plays", "cards played a game", "cards", 5.0, "cards played from hand into flights", LENGTH),
    Metric(
        "rounds_per_gambit",
        "rounds a gambit",
        "rounds",
        "rounds",
        "gambits",
        1.0,
        0.1,
        "three and no more, if nobody ties and no stakes run empty",
        "Σ rounds / Σ gambits",
        LENGTH,
    ),
    _a_game(
        "lead_changes",
        "changes of the lead a game",
        "changes",
        0.25,
        "gambits after which somebody else is richest",
        LEAD,
    ),
    Metric(
        "lead_change_rate",
        "gambits that change the lead",
        "%",
        "lead_changes",
        "further_gambits",
        PERCENT,
        2.0,
        "changes of the lead per gambit after the first",
        "Σ lead_changes / Σ (gambits - 1)",
        LEAD,
    ),
    Metric(
        "half_leader_wins",
        "richest at half time wins",
        "%",
        "half_richest_won",
        "half_richest_games",
        PERCENT_OF_WIN,
        2.0,
        "P(win | alone richest after half of the gambits): high where a lead runs away",
        "Σ win share of half_richest / games with half_richest",
        LEAD,
    ),
    Metric(
        "comebacks",
        "poorest at half time wins",
        "%",
        "half_poorest_won",
        "half_poorest_games",
        PERCENT_OF_WIN,
        1.0,
        "P(win | alone poorest after half of the gambits): how often a comeback succeeds",
        "Σ win share of half_poorest / games with half_poorest",
        LEAD,
    ),
    Metric(
        "behind",
        "gambits with winner behind",
        "%",
        "behind",
        "behind_gambits",
        PERCENT,
        2.0,
        "gambits after which the later winner had less than the richest, of all gambits of games that one seat won",
        "Σ behind / Σ gambits, over games that one seat won",
        LEAD,
    ),
    Metric(
        "deficit",
        "winner's largest deficit",
        "gold",
        "deficit",
        "won_games",
        1.0,
        2.0,
        "the winner's largest distance to the richest in a game",
        "Σ deficit / games that one seat won",
        LEAD,
    ),
    Metric(
        "stakes",
        "stakes of a gambit",
        "gold",
        "stakes_won",
        "won_gambits",
        1.0,
        1.0,
        "gold that the winner of a gambit takes with the stakes",
        "Σ stakes_won / Σ (gambits - drawn_gambits)",
        GOLD,
    ),
    _a_game("max_stakes", "biggest stakes of a game", "gold", 2.0, "the most gold that lay in the stakes", GOLD),
    Metric(
        "power_gold",
        "gold moved by powers a gambit",
        "gold",
        "power_gold",
        "gambits",
        1.0,
        1.0,
        "gold that changes hands while powers are carried out",
        "Σ power_gold / Σ gambits",
        GOLD,
    ),
    Metric(
        "triggers_per_play",
        "powers used in 100 plays",
        "powers",
        "triggers",
        "plays",
        PERCENT,
        2.0,
        "powers used, whatever triggered them, in 100 cards played",
        "100 Σ triggers / Σ plays",
        GOLD,
    ),
    _a_gambit(
        "special_flights",
        "special flights",
        2.0,
        "colour and strength flights that pay out",
        "(colour_flights + strength_flights)",
    ),
    _a_gambit("colour_flights", "colour flights", 2.0, "colour flights that pay out"),
    _a_gambit("strength_flights", "strength flights", 2.0, "strength flights that pay out"),
    _a_gambit("purchases", "purchases", 5.0, "times that somebody buys cards"),
    _a_gambit("debts", "debts", 2.0, "times that somebody goes into debt"),
    _a_gambit("emptied", "ended by empty stakes", 1.0, "gambits cut short as the stakes ran empty"),
    _a_gambit("drawn_gambits", "won by nobody", 1.0, "gambits without a winner"),
    _a_game("reshuffles", "reshuffles a game", "times", 0.25, "times that the discard pile becomes the deck", LENGTH),
    _ending("out_of_gold", "a player is out of gold", "games that end because a player has no gold left"),
    _ending("enough_gold", "a player has enough gold", "games that end because a player has the gold that ends it"),
    _ending("gambits_played", "all gambits are played", "games that end after the number of gambits agreed upon"),
    _ending("players_left", "few players are left", "games that end as no more than so many players have gold"),
    Metric(
        "unfinished",
        "games stopped at the cap",
        "%",
        "unfinished",
        "games",
        PERCENT,
        0.1,
        "games that passed the cap on gambits and were stopped, won by nobody",
        "unfinished games / games",
        ENDS,
    ),
    Metric(
        "ties",
        "games whose win is shared",
        "%",
        "ties",
        "games",
        PERCENT,
        1.0,
        "games that end with two or more players richest",
        "tied games / games",
        ENDS,
    ),
    Metric(
        "leader_gambit",
        "leader's edge in a gambit",
        "points",
        "opener_above_par",
        "won_gambits",
        PERCENT_OF_WIN,
        1.0,
        "P(win the gambit | led its first round) - 1/n, if somebody wins; who antes highest leads, so both count",
        "Σ openers_won / Σ (gambits - drawn_gambits) - 1/n",
        LEADER,
    ),
    Metric(
        "leader_game",
        "first leader's edge in a game",
        "points",
        "first_leader_above_par",
        "led_games",
        PERCENT_OF_WIN,
        1.0,
        "P(win the game | led its first round) - 1/n, of the games that somebody wins",
        "Σ win share of first_leader / finished games - 1/n",
        LEADER,
    ),
)

METRICS: dict[str, Metric] = {metric.name: metric for metric in _ALL}

_DRAMA = (
    Metric(
        "drama",
        "drama: lag of the winner",
        "%",
        "drama",
        "drama_games",
        PERCENT,
        1.0,
        "the favourite's chance to win minus the later winner's, after each gambit but the last",
        "mean over games of mean_{0<t<T} [max_i p_i(t) - p_w(t)]; p_i(t): estimated chance of seat i after gambit t",
        DRAMA,
    ),
    Metric(
        "decisiveness",
        "best chance of a loser",
        "%",
        "threshold",
        "drama_games",
        PERCENT,
        1.0,
        "the highest chance to win that anybody but the winner had: low where games decide themselves early",
        "mean over games of max_{0<t<T} max_{i≠w} p_i(t)",
        DRAMA,
    ),
    Metric(
        "safe_from",
        "time until the win is safe",
        "%",
        "safe_from",
        "drama_games",
        PERCENT,
        2.0,
        "the last gambit after which the winner's chance was below one half, over the length of the game",
        "mean over games of max {t: p_w(t) < 1/2} / T",
        DRAMA,
    ),
    Metric(
        "instability",
        "swing of a seat's chance",
        "%²",
        "instability",
        "drama_games",
        PERCENT**2,
        20.0,
        "the variance over time of a seat's chance to win, averaged over seats",
        "mean over games of mean_i Var_t p_i(t), t from 0 to T - 1",
        DRAMA,
    ),
    Metric(
        "surprise",
        "surprise of a gambit",
        "%",
        "surprise",
        "drama_gambits",
        PERCENT,
        0.5,
        "how far a gambit moves the chances of all seats (Ely, Frankel and Kamenica 2015)",
        "Σ_t ‖p(t) - p(t-1)‖ / Σ T, with p(0) = 1/n and p(T) the outcome",
        DRAMA,
    ),
    Metric(
        "suspense",
        "suspense before a gambit",
        "%",
        "suspense",
        "drama_gambits",
        PERCENT,
        0.5,
        "how far the next gambit can be expected to move the chances (Ely, Frankel and Kamenica 2015)",
        "Σ_t (E_t ‖p(t+1) - p(t)‖²)^½ / Σ T",
        DRAMA,
    ),
)

DRAMA_METRICS: dict[str, Metric] = {metric.name: metric for metric in _DRAMA}
SKILL_SHARE = Metric(
    "skill_share",
    "result explained by strategy",
    "%",
    "between",
    "total",
    PERCENT,
    1.0,
    "share of the variance of win shares that is between able strategies, of what it could be; the rest is luck",
    "η² / cap, mean over line-ups; η² = Σ_s seats_s (W_s - 1/n)² / Σ (win share - 1/n)², by the jackknife;"
    " W_s: win share of strategy s per seat; cap: η² if always the same strategy won",
    SKILL,
)
RUNG_GAP = Metric(
    "rung_gap",
    "lead of the strongest",
    "points",
    "lead",
    "seats",
    1.0,
    1.0,
    "what the first strategy wins per seat above the other able ones, where they meet",
    "100 (W_first - W_others), over line-ups",
    SKILL,
)
SKILL_METRICS = (SKILL_SHARE, RUNG_GAP)

EVERY: dict[str, Metric] = {**METRICS, **DRAMA_METRICS, **{metric.name: metric for metric in SKILL_METRICS}}
PRIMARY = "gambits"  # the usual primary question


def with_smallest(metrics: Iterable[Metric], smallest: Mapping[str, float]) -> list[Metric]:
    """Return the metrics with the smallest differences that matter as a study names them."""
    return [replace(metric, smallest=float(smallest.get(metric.name, metric.smallest))) for metric in metrics]


def metric_named(name: str) -> Metric:
    """Return a metric; raise UserError for one that there is not."""
    if name not in EVERY:
        raise UserError([Problem(f"no such metric: {name}", hint=suggest(name, EVERY))])
    return EVERY[name]
