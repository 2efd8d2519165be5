"""The study behind ``tda sweep``: a deck with different values of one or two of its parameters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import isfinite
from typing import Any

from tda_sim.bounds import check_numbers
from tda_sim.definitions import library, load_game
from tda_sim.definitions.games import plays_dice
from tda_sim.definitions.parameters import Parameter, Value, find_parameter, house_rule
from tda_sim.definitions.sources import from_python
from tda_sim.definitions.spelled_out import spelled_out
from tda_sim.errors import Problem, UserError, brief, suggest
from tda_sim.measures.metrics import METRICS, PRIMARY, SKILL_SHARE
from tda_sim.measures.sweeps import Axis, Sweep
from tda_sim.studies.plan import StudyPlan, plan_study
from tda_sim.studies.sweep_values import written_values
from tda_sim.studies.usual import HEADLINE, SLOW_GAMES, STYLES, alone, line_ups, names_of, tables, usual_at, with_clock

GAMES = 20_000  # of each table, at each point
MOST_PARAMETERS, MOST_POINTS = 2, 120
TABLES = (HEADLINE, STYLES[0])  # by default; at each, all play one strategy. Line-ups are added to measure skill
TARGETS = (*METRICS, SKILL_SHARE.name)

Data = dict[str, Any]


@dataclass(frozen=True)
class PlannedSweep:
    """A sweep and its checked study, with nothing played yet.

    ``targets`` are metrics and the values that they should reach.
    """

    sweep: Sweep
    plan: StudyPlan
    targets: tuple[tuple[str, float], ...] = ()


def plan_sweep(
    deck: str,
    parameters: Sequence[str],
    players: int = 4,
    games: int = GAMES,
    strategies: Sequence[str] | str | None = None,
    seed: int = 1,
    search: bool = False,
    targets: Sequence[str] = (),
    **settings: Any,
) -> PlannedSweep:
    """Return the plan of a sweep; `run_study` plays it, and `measures.sweeps.analyse` measures it.

    Args:
        deck: a deck or a dice game, by name or path.
        parameters: one or two texts ``NAME=VALUES``, such as "rules.starting_gold.each=20..60:5": see
            `definitions.parameters` and `sweep_values.written_values`.
        players: at the table.
        games: of each table, at each point.
        strategies: each plays at a table of its own; the answer is about the first. By default `TABLES`.
        seed: the seed of all randomness, the same at all points.
        search: whether to add a table of a strategy that plays ahead.
        targets: texts ``METRIC=N``; the answer shows where a curve reaches them.
        **settings: ``clock`` and ``smallest``, see `plan_study`.

    Raises:
        UserError: for a parameter that does not exist, a value that the rules refuse, too many points, and so on.
    """
    check_numbers(players=players, games=games, seed=seed)
    axes, rules, sweep = _read(deck, parameters)
    aims = tuple(_target(text) for text in targets)
    if aims and not sweep.runs:
        raise UserError.of(
            f"{axes[0].name} has no numbers, so a curve cannot reach a target", hint="leave out --target"
        )
    study = {
        "title": f"{' and '.join(axis.title for axis in sweep.axes)} of {library.name_of(deck)}",
        "decks": [deck],
        "variants": rules,
        "players": [players],
        "tables": _tables(deck, strategies, players, search),
        "games": games,
        "slow_games": SLOW_GAMES,
        "seed": seed,
        "question": {"metric": PRIMARY},
    }
    plan = plan_study(study, **with_clock([deck], settings))
    return PlannedSweep(sweep, replace(plan, name=f"sweep-{library.name_of(deck)}"), aims)


def _read(deck: str, texts: Sequence[str]) -> tuple[list[Parameter], list[Data], Sweep]:
    """Return the parameters, the house rules of all points except for the printed one, and the sweep."""
    if not 1 <= len(texts) <= MOST_PARAMETERS:
        hint = f"name one or two, such as rules.rounds=2..5; {MOST_PARAMETERS} make a map"
        raise UserError.of(f"{len(texts)} parameters are too {'many' if texts else 'few'}", hint=hint)
    played, values = spelled_out(deck)
    axes: dict[Parameter, tuple[Value, ...]] = {}
    for text in texts:
        name, equals, amounts = text.partition("=")
        if not equals:
            hint = f"write NAME=VALUES, such as {brief(name.strip() or 'rules.rounds')}=2..5"
            raise UserError.of(f"{brief(text) or 'nothing'} has no values", hint=hint)
        parameter = find_parameter(played, values, name.strip())
        if any(parameter.place == other.place for other in axes):
            raise UserError.of(f"{parameter.name} is listed twice", hint="write all its values together: NAME=1,2,3")
        axes[parameter] = written_values(parameter.name, amounts)
    _check_points(axes)
    points: dict[str, tuple[Value, ...]] = {"": tuple(parameter.printed for parameter in axes)}
    rules = []
    for point in product(*axes.values()):
        if not _same(point, points[""]):
            rule = house_rule(values, dict(zip(axes, point, strict=True)))
            rules.append(rule)
            points[rule["title"]] = point
    _check_rules(deck, len(played.cards), rules)
    sweep_axes = [Axis(each.name, each.title, values, each.printed, each.phrase) for each, values in axes.items()]
    return list(axes), rules, Sweep(tuple(sweep_axes), points)


def _same(point: Sequence[Value], printed: Sequence[Value]) -> bool:
    return all(type(a) is type(b) and a == b for a, b in zip(point, printed, strict=True))


def _check_points(axes: Mapping[Parameter, Sequence[Value]]) -> None:
    points = 1
    for values in axes.values():
        points *= len(values)
    if points > MOST_POINTS:
        counts = " × ".join(str(len(values)) for values in axes.values())
        raise UserError.of(
            f"{f'{counts} = ' if len(axes) > 1 else ''}{points} points are too many",
            hint=f"at most {MOST_POINTS}: take larger steps, such as 20..60:5",
        )


def _check_rules(deck: str, cards: int, rules: Sequence[Data]) -> None:
    """Raise UserError with all values that the rules refuse, each reason once."""
    refused: dict[str, list[str]] = {}
    for rule in rules:
        try:
            if len(load_game(deck, from_python([rule])).cards) != cards:
                refused.setdefault("the deck names the strengths it has, so the card would leave it", []).append(
                    rule["title"]
                )
        except UserError as error:
            for problem in error.problems:
                refused.setdefault(problem.message, []).append(rule["title"])
    if refused:
        hint = "leave out these values" if len(rules) > len(set().union(*refused.values())) else "try other values"
        raise UserError([Problem(f"{_few(titles)}: {reason}", hint=hint) for reason, titles in refused.items()])


def _few(titles: Sequence[str]) -> str:
    return ", ".join(titles[:3]) + (f" and {len(titles) - 3} more" if len(titles) > 3 else "")


def _target(text: str) -> tuple[str, float]:
    """Return a metric and its target value."""
    name, equals, amount = (part.strip() for part in text.partition("="))
    try:
        value = float(amount)
    except ValueError:
        value = float("nan")
    if not equals or not isfinite(value):
        raise UserError.of(f"target: {brief(text) or 'nothing'} is not a metric with a number", hint="write minutes=45")
    if name not in TARGETS:
        raise UserError.of(f"target: there is no metric {brief(name)}", hint=suggest(name, TARGETS))
    return name, value


def _tables(deck: str, strategies: Sequence[str] | str | None, players: int, search: bool) -> list[Any]:
    """Return the tables of a sweep: one for each strategy, and line-ups of able strategies for skill."""
    if strategies is not None or plays_dice(deck):
        return tables(usual_at([deck], strategies, search), players, search and not plays_dice(deck))
    return [*alone(names_of(TABLES), search), *line_ups([HEADLINE, *STYLES], players)]
