"""What is measured at a table, each thing once: name, unit, formula, and the smallest difference that matters.

Every metric is a ratio of two sums over games, value = scale * Σ top / Σ bottom, so that one way of finding intervals
and differences serves all. ``top`` and ``bottom`` name columns of `blocks.block_sums`. Shares are in
percent.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tda_sim.errors import Problem, UserError, suggest
from tda_sim.measures.counted import AMOUNT, COUNT, SHARE
from tda_sim.measures.margins import Margin, Written

WIN_UNIT = 60  # win shares are summed in whole sixtieths
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
TWENTIETH = Margin(0.05, relative=True)  # of a length: nobody notices less in an evening
ENDINGS = ("out_of_gold", "enough_gold", "gambits_played", "players_left")


@dataclass(frozen=True)
class Metric:
    """One thing that is measured: value = scale * Σ top / Σ bottom over games.

    ``smallest`` is the usual smallest difference that matters, in ``unit`` or relative to what a value is compared
    with: a command may name another one, and a study one that comes before both.
    ``meaning`` is a phrase, ``formula`` says it in symbols, ``group`` is the heading under which it stands. ``kind``:
    whether it is a share of games or gambits, a count of events, or an amount, see `counted`.
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
    par: float = 0.0  # of a share: what ``top`` has less for each of ``bottom``

    @property
    def step(self) -> float:
        """What one event adds to ``top``: a win sixty sixtieths, a minute its milliseconds, anything else 1."""
        return {PERCENT_OF_WIN: WIN_UNIT, 1 / MILLISECONDS: MILLISECONDS}.get(self.scale, 1.0)

    @property
    def is_share(self) -> bool:
        """Whether values are percentages, and differences percentage points."""
        return self.unit == "%"


def _a_game(name: str, title: str, unit: str, smallest: Margin, meaning: str, group: str, kind: str = AMOUNT) -> Metric:
    """A sum of a column of the games, per game."""
    return Metric(name, title, unit, name, "games", 1.0, smallest, meaning, f"Σ {name} / games", group, kind)


def _a_gambit(name: str, title: str, smallest: Margin, meaning: str, counted: str = "") -> Metric:
    """A count per hundred gambits."""
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
    _a_game("plays", "cards played a game", "cards", TWENTIETH, "cards played from hand into flights", LENGTH),
    _a_game("rounds", "rounds a game", "rounds", TWENTIETH, "how many rounds are played in a game", LENGTH),
    Metric(
        "minutes",
        "minutes a game (estimated)",
        "minutes",
        "milliseconds",
        "games",
        1 / MILLISECONDS,
        TWENTIETH,
        "how long people sit there, estimated from what happens in a game and a clock's seconds for each of it",
        "Σ (seconds for the set-up, each play, power, purchase, gambit and reshuffle) / 60 / games",
        LENGTH,
    ),
    _a_game("gambits", "gambits a game", "gambits", Margin(0.5), "into how many gambits a game is cut", STRUCTURE),
    Metric(
        "rounds_per_gambit",
        "rounds a gambit",
        "rounds",
        "rounds",
        "gambits",
        1.0,
        Margin(0.1),
        "three and no more, if nobody ties and no stakes run empty",
        "Σ rounds / Σ gambits",
        STRUCTURE,
    ),
    _a_game(
        "lead_changes",
        "changes of the lead a game",
        "changes",
        Margin(0.25),
        "gambits after which somebody else is richest",
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
        "changes of the lead per gambit after the first",
        "Σ lead_changes / Σ (gambits - 1)",
        LEAD,
        SHARE,
    ),
    Metric(
        "half_leader_wins",
        "richest at half time wins",
        "%",
        "half_richest_won",
        "half_richest_games",
        PERCENT_OF_WIN,
        Margin(2.0),
        "P(win | alone richest after half of the gambits): high where a lead runs away",
        "Σ win share of half_richest / games with half_richest",
        LEAD,
        SHARE,
    ),
    Metric(
        "comebacks",
        "poorest at half time wins",
        "%",
        "half_poorest_won",
        "half_poorest_games",
        PERCENT_OF_WIN,
        Margin(1.0),
        "P(win | alone poorest after half of the gambits): how often a comeback succeeds",
        "Σ win share of half_poorest / games with half_poorest",
        LEAD,
        SHARE,
    ),
    Metric(
        "behind",
        "gambits with winner behind",
        "%",
        "behind",
        "behind_gambits",
        PERCENT,
        Margin(2.0),
        "gambits after which the later winner had less than the richest, of all gambits of games that one seat won",
        "Σ behind / Σ gambits, over games that one seat won",
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
        Margin(1.0),
        "gold that the winner of a gambit takes with the stakes",
        "Σ stakes_won / Σ (gambits - drawn_gambits)",
        GOLD,
    ),
    _a_game(
        "max_stakes", "biggest stakes of a game", "gold", Margin(2.0), "the most gold that lay in the stakes", GOLD
    ),
    Metric(
        "power_gold",
        "gold moved by powers a gambit",
        "gold",
        "power_gold",
        "gambits",
        1.0,
        Margin(1.0),
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
        Margin(2.0),
        "powers used, whatever triggered them, in 100 cards played",
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
    _a_gambit("purchases", "purchases", Margin(5.0), "times that somebody buys cards"),
    _a_gambit("debts", "debts", Margin(2.0), "times that somebody goes into debt"),
    _a_gambit("emptied", "ended by empty stakes", Margin(1.0), "gambits cut short as the stakes ran empty"),
    _a_gambit("drawn_gambits", "won by nobody", Margin(1.0), "gambits without a winner"),
    _a_game(
        "reshuffles",
        "reshuffles a game",
        "times",
        Margin(0.25),
        "times that the discard pile becomes the deck",
        STRUCTURE,
        COUNT,
    ),
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
        Margin(0.1),
        "games that passed the cap on gambits and were stopped, won by nobody",
        "unfinished games / games",
        ENDS,
        SHARE,
    ),
    Metric(
        "ties",
        "games whose win is shared",
        "%",
        "ties",
        "games",
        PERCENT,
        Margin(1.0),
        "games that end with two or more players richest",
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
        "P(win the gambit | led its first round) - 1/n, if somebody wins; who antes highest leads, so both count",
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
        "P(win the game | led its first round) - 1/n, of the games that somebody wins",
        "Σ win share of first_leader / finished games - 1/n",
        TURNS,
    ),
)

METRICS: dict[str, Metric] = {metric.name: metric for metric in _ALL}

_DRAMA = (
    Metric(
        "drama",
        "drama: lag of the winner",
        "% of an even race",
        "drama",
        "race_drama",
        PERCENT,
        Margin(5.0),
        "how far the favourite's chance to win lies above the later winner's, over the game; 100 in a race in which"
        " every gambit counts the same, with as many players and gambits",
        "Σ_games Σ_{0<t<T} [max_i p_i(t) - p_w(t)] / T over the same of the race; p_i(t): estimated chance of seat i"
        " after gambit t",
        DRAMA,
    ),
    Metric(
        "surprise",
        "surprise of the gambits",
        "% of an even race",
        "surprise",
        "race_surprise",
        PERCENT,
        Margin(2.0),
        "how far gambits move the chances of all seats (Ely, Frankel and Kamenica 2015), over the same in such a race:"
        " low where a few gambits decide and the others hardly count",
        "Σ_games Σ_t ‖p(t) - p(t-1)‖ over the same of the race, with p(0) = 1/n and p(T) the outcome",
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
    Margin(1.0),
    "share of the variance of win shares that is between strategies, at the mixed table, free of bias (η²)",
    "Σ_s seats_s (W_s - 1/n)² / Σ (win share - 1/n)², by the jackknife; W_s: win share of strategy s per seat",
    SKILL,
)

EVERY: dict[str, Metric] = {**METRICS, **DRAMA_METRICS, SKILL_SHARE.name: SKILL_SHARE}
PRIMARY = "plays"  # the usual primary question: unlike minutes, cards played need no clock


def with_smallest(metrics: Iterable[Metric], smallest: Mapping[str, Written]) -> list[Metric]:
    """Return the metrics with other smallest differences that matter, where some are named."""
    own = {name: Margin.read(written) for name, written in smallest.items()}
    return [replace(metric, smallest=own.get(metric.name, metric.smallest)) for metric in metrics]


def metric_named(name: str) -> Metric:
    """Return a metric; raise UserError for one that there is not."""
    if name not in EVERY:
        raise UserError([Problem(f"no such metric: {name}", hint=suggest(name, EVERY))])
    return EVERY[name]
