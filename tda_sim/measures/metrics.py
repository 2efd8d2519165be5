"""The metrics: name, title, unit, formula, and the smallest difference that matters of each.

Every metric is a ratio of two sums over games, value = scale * Σ top / Σ bottom, so that one method gives all intervals
and differences. ``top`` and ``bottom`` name columns of `blocks.block_sums`. Shares are in percent.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tda_sim.errors import Problem, UserError, suggest
from tda_sim.measures.counted import AMOUNT, COUNT, SHARE
from tda_sim.measures.margins import Margin, Written

WIN_UNIT = 60  # wins are summed in whole sixtieths, since two to six players may share one
PERCENT = 100.0
PERCENT_OF_WIN = 100.0 / WIN_UNIT

LENGTH, STRUCTURE, LEAD, GOLD, EVENTS, ENDS, TURNS, DRAMA, SKILL = (
    "Length",
    "Structure",
    "Lead and comebacks",
    "Gold and powers",
    "In 100 gambits",
    "How games end",
    "Turn order",
    "Drama",
    "Skill",
)
MILLISECONDS = 60_000.0  # in a minute
TWENTIETH = Margin(0.05, relative=True)  # of a length: too little to notice in an evening
ENDINGS = ("out_of_gold", "enough_gold", "gambits_played", "players_left")


@dataclass(frozen=True)
class Metric:
    """A figure about games: value = scale * Σ top / Σ bottom.

    ``smallest`` is the default for the smallest difference that matters, in ``unit`` or relative to the baseline. A
    command can set another, and a study's own takes precedence over both.
    ``meaning`` is a phrase, ``formula`` the same in symbols, and ``group`` the heading that the metric stands under.
    ``kind`` is a share of games or gambits, a count of events, or an amount: see `counted`.
    """

    name: str
    title: str
    unit: str
    top: str
    bottom: str
    scale: float
    smallest: Margin
    meaning: str
    formula: str
    group: str = EVENTS
    kind: str = AMOUNT
    par: float = 0.0  # of a share: subtracted from ``top`` for each of ``bottom``

    @property
    def step(self) -> float:
        """What one event adds to ``top``: a win sixty sixtieths, a minute its milliseconds, anything else 1."""
        return {PERCENT_OF_WIN: WIN_UNIT, 1 / MILLISECONDS: MILLISECONDS}.get(self.scale, 1.0)

    @property
    def is_share(self) -> bool:
        """Whether values are percentages, and differences percentage points."""
        return self.unit == "%"


def _a_game(name: str, title: str, unit: str, smallest: Margin, meaning: str, group: str, kind: str = AMOUNT) -> Metric:
    """Return the metric of a column of `games`, per game."""
    return Metric(name, title, unit, name, "games", 1.0, smallest, meaning, f"Σ {name} / games", group, kind)


def _a_gambit(name: str, title: str, smallest: Margin, meaning: str, counted: str = "") -> Metric:
    """Return the metric of a count per hundred gambits."""
    formula = f"100 Σ {counted or name} / Σ gambits"
    return Metric(name, title, "in 100 gambits", name, "gambits", PERCENT, smallest, meaning, formula, EVENTS, COUNT)


def _ending(end: str, title: str, meaning: str) -> Metric:
    return Metric(
        f"end_{end}",
        title,
        "%",
        f"end_{end}",
        "games",
        PERCENT,
        Margin(2.0),
        meaning,
        f"games with end = {end} / games",
        ENDS,
        SHARE,
    )


_ALL = (
    _a_game("plays", "cards played per game", "cards", TWENTIETH, "cards played from hand into flights", LENGTH),
    _a_game("rounds", "rounds per game", "rounds", TWENTIETH, "rounds in a game", LENGTH),
    Metric(
        "minutes",
        "minutes per game (estimated)",
        "minutes",
        "milliseconds",
        "games",
        1 / MILLISECONDS,
        TWENTIETH,
        "how long a game takes, estimated from its events and the seconds that a clock gives each of them",
        "Σ (seconds for the set-up, each play, power, purchase, gambit and reshuffle) / 60 / games",
        LENGTH,
    ),
    _a_game("gambits", "gambits per game", "gambits", Margin(0.5), "gambits in a game", STRUCTURE),
    Metric(
        "rounds_per_gambit",
        "rounds per gambit",
        "rounds",
        "rounds",
        "gambits",
        1.0,
        Margin(0.1),
        "rounds in a gambit: more than the rules ask for after ties, fewer when the stakes run out",
        "Σ rounds / Σ gambits",
        STRUCTURE,
    ),
    _a_game(
        "lead_changes",
        "lead changes per game",
        "changes",
        Margin(0.25),
        "gambits after which another player is richest",
        LEAD,
        COUNT,
    ),
    Metric(
        "lead_change_rate",
        "gambits that change the lead",
        "%",
        "lead_changes",
        "further_gambits",
        PERCENT,
        Margin(2.0),
        "lead changes per gambit after the first",
        "Σ lead_changes / Σ (gambits - 1)",
        LEAD,
        SHARE,
    ),
    Metric(
        "half_leader_wins",
        "halfway leader wins",
        "%",
        "half_richest_won",
        "half_richest_games",
        PERCENT_OF_WIN,
        Margin(2.0),
        "P(win | sole richest after half of the gambits): high where an early lead decides",
        "Σ W of half_richest / games with half_richest",
        LEAD,
        SHARE,
    ),
    Metric(
        "comebacks",
        "comeback rate",
        "%",
        "half_poorest_won",
        "half_poorest_games",
        PERCENT_OF_WIN,
        Margin(1.0),
        "P(win | sole poorest after half of the gambits)",
        "Σ W of half_poorest / games with half_poorest",
        LEAD,
        SHARE,
    ),
    Metric(
        "behind",
        "gambits with the winner behind",
        "%",
        "behind",
        "behind_gambits",
        PERCENT,
        Margin(2.0),
        "share of gambits after which the eventual winner was not the richest, in games with a single winner",
        "Σ behind / Σ gambits, over games with a single winner",
        LEAD,
        SHARE,
    ),
    Metric(
        "deficit",
        "winner's largest deficit",
        "gold",
        "deficit",
        "won_games",
        1.0,
        Margin(2.0),
        "the most gold by which the winner trailed the richest player in a game",
        "Σ deficit / games with a single winner",
        LEAD,
    ),
    Metric(
        "stakes",
        "stakes per gambit",
        "gold",
        "stakes_won",
        "won_gambits",
        1.0,
        Margin(1.0),
        "gold in the stakes that the winner of a gambit takes",
        "Σ stakes_won / Σ (gambits - drawn_gambits)",
        GOLD,
    ),
    _a_game(
        "max_stakes", "largest stakes per game", "gold", Margin(2.0), "the most gold in the stakes at any time", GOLD
    ),
    Metric(
        "power_gold",
        "gold moved by powers per gambit",
        "gold",
        "power_gold",
        "gambits",
        1.0,
        Margin(1.0),
        "gold that powers move",
        "Σ power_gold / Σ gambits",
        GOLD,
    ),
    Metric(
        "triggers_per_play",
        "powers used per 100 plays",
        "powers",
        "triggers",
        "plays",
        PERCENT,
        Margin(2.0),
        "powers used per 100 cards played, however they were triggered",
        "100 Σ triggers / Σ plays",
        GOLD,
        COUNT,
    ),
    _a_gambit(
        "special_flights",
        "special flights",
        Margin(2.0),
        "colour and strength flights that pay out",
        "(colour_flights + strength_flights)",
    ),
    _a_gambit("colour_flights", "colour flights", Margin(2.0), "colour flights that pay out"),
    _a_gambit("strength_flights", "strength flights", Margin(2.0), "strength flights that pay out"),
    _a_gambit("purchases", "purchases", Margin(5.0), "times that a player buys cards"),
    _a_gambit("debts", "debts", Margin(2.0), "times that a player goes into debt"),
    _a_gambit("emptied", "ended by empty stakes", Margin(1.0), "gambits that end early because the stakes run out"),
    _a_gambit("drawn_gambits", "won by nobody", Margin(1.0), "gambits without a winner"),
    _a_game(
        "reshuffles",
        "reshuffles per game",
        "times",
        Margin(0.25),
        "times that the discard pile is shuffled into a new deck",
        STRUCTURE,
        COUNT,
    ),
    _ending("out_of_gold", "a player is out of gold", "games that end because a player has no gold left"),
    _ending("enough_gold", "a player has enough gold", "games that end because a player reached the gold agreed on"),
    _ending("gambits_played", "all gambits are played", "games that end after the number of gambits agreed on"),
    _ending("players_left", "few players are left", "games that end because too few players have gold left"),
    Metric(
        "unfinished",
        "games stopped at the cap",
        "%",
        "unfinished",
        "games",
        PERCENT,
        Margin(0.1),
        "games that reached the cap on gambits and were stopped without a winner",
        "unfinished games / games",
        ENDS,
        SHARE,
    ),
    Metric(
        "ties",
        "shared wins",
        "%",
        "ties",
        "games",
        PERCENT,
        Margin(1.0),
        "games that two or more players win together",
        "tied games / games",
        ENDS,
        SHARE,
    ),
    Metric(
        "leader_gambit",
        "leader's edge in a gambit",
        "points",
        "opener_above_par",
        "won_gambits",
        PERCENT_OF_WIN,
        Margin(1.0),
        "P(win the gambit | led its first round) - 1/n, over gambits with a winner. The highest ante leads, so"
        " this includes the effect of a strong ante",
        "Σ openers_won / Σ (gambits - drawn_gambits) - 1/n",
        TURNS,
    ),
    Metric(
        "leader_game",
        "first leader's edge in a game",
        "points",
        "turn_0_above_par",
        "led_games",
        PERCENT_OF_WIN,
        Margin(1.0),
        "P(win the game | led its first round) - 1/n, over games with a winner",
        "Σ W of first_leader / finished games - 1/n",
        TURNS,
    ),
)

METRICS: dict[str, Metric] = {metric.name: metric for metric in _ALL}

_DRAMA = (
    Metric(
        "drama",
        "drama: how far the winner trails",
        "% of an even race",
        "drama",
        "race_drama",
        PERCENT,
        Margin(5.0),
        "how far the eventual winner's chance to win lies below the favourite's, on average over the game; 100 is a"
        " race of as many players and gambits in which every gambit counts the same",
        "Σ_games Σ_{0<t<T} [max_i p_i(t) - p_w(t)] / T, divided by its value in the race; p_i(t): estimated chance of"
        " seat i after gambit t",
        DRAMA,
    ),
    Metric(
        "surprise",
        "surprise",
        "% of an even race",
        "surprise",
        "race_surprise",
        PERCENT,
        Margin(2.0),
        "how far a gambit moves the players' chances to win (Ely, Frankel and Kamenica 2015); 100 is the same race. Low"
        " where a few gambits decide the game",
        "Σ_games Σ_t ‖p(t) - p(t-1)‖, divided by its value in the race, with p(0) = 1/n and p(T) the outcome",
        DRAMA,
    ),
)

DRAMA_METRICS: dict[str, Metric] = {metric.name: metric for metric in _DRAMA}
SKILL_SHARE = Metric(
    "skill_share",
    "skill: wins explained by strategy",
    "%",
    "between",
    "total",
    PERCENT,
    Margin(1.0),
    "share of the variance of wins that lies between able strategies, out of the largest possible; the rest is luck",
    "η² / cap, mean over line-ups; η² = Σ_s seats_s (W_s - 1/n)² / Σ (W - 1/n)², by the jackknife;"
    " W_s: win rate of strategy s per seat; cap: η² if the same strategy always won",
    SKILL,
)
RUNG_GAP = Metric(
    "rung_gap",
    "lead of the strongest strategy",
    "points",
    "lead",
    "seats",
    1.0,
    Margin(1.0),
    "win rate per seat of the first strategy, minus that of the other able ones, where they meet",
    "100 (W_first - W_others), over line-ups",
    SKILL,
)
SKILL_METRICS = (SKILL_SHARE, RUNG_GAP)

EVERY: dict[str, Metric] = {**METRICS, **DRAMA_METRICS, **{metric.name: metric for metric in SKILL_METRICS}}
PRIMARY = "plays"  # the usual primary question: unlike minutes, cards played need no clock


def with_smallest(metrics: Iterable[Metric], smallest: Mapping[str, Written]) -> list[Metric]:
    """Return the metrics, with the smallest differences that matter from ``smallest``, by metric."""
    own = {name: Margin.read(written) for name, written in smallest.items()}
    return [replace(metric, smallest=own.get(metric.name, metric.smallest)) for metric in metrics]


def metric_named(name: str) -> Metric:
    """Return the metric of that name. Raises UserError if there is none."""
    if name not in EVERY:
        raise UserError([Problem(f"no such metric: {name}", hint=suggest(name, EVERY))])
    return EVERY[name]
