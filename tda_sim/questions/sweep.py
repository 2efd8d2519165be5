"""What becomes of a game as one or two of its parameters vary? A deck with different values of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import isfinite, prod
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tda_sim.errors import Problem, UserError, brief, suggest
from tda_sim.questions.question import Found, Measured, as_list
from tda_sim.questions.settings import Deck, Players, Rules, Search, Seed, Setting, names

if TYPE_CHECKING:
    import polars as pl

    from tda_sim.definitions.parameters import Parameter, Value
    from tda_sim.measures.sweeps import Sweep as Points
    from tda_sim.rendering.model import Document
    from tda_sim.studies import StudyPlan, StudyResults

MOST_PARAMETERS, MOST_POINTS = 2, 120
# By default, all play one strategy at each of these tables. Those of unlike players are added to measure skill.
TABLES = ("regular", "master", "casual", "lookahead")
CHANGE = {"change": "estimate", "change_low": "low", "change_high": "high", "verdict": "verdict"}

Data = dict[str, Any]
Targets = Mapping[str, float] | Sequence[str]


def _written(targets: Targets) -> tuple[str, ...]:
    """Return targets as texts."""
    return tuple(f"{name}={value}" for name, value in targets.items()) if isinstance(targets, Mapping) else (*targets,)


@dataclass(frozen=True, kw_only=True)
class Sweep(Measured):
    """Vary a rule, a card or an effect, and draw the curves.

    Vary two for a map. Shows length, stakes, comebacks, skill and flights, and where a curve reaches a target.

    The same shuffles are played at all points. The rows of ``summary()`` are the measures at each point of the main
    table. ``first`` and ``second`` are the values of the parameters there. ``change`` is the difference from the lowest
    value of a single parameter with numbers, or else from the printed game, all with 95 % intervals, and ``verdict``
    says whether it matters. Targets are texts like ``"minutes=45"``, or a mapping: ``{"minutes": 45}``.

    >>> import tda_sim
    >>> from tempfile import mkdtemp
    >>> answer = tda_sim.sweep("original", "rules.rounds=2,3", games=100, strategies="balanced", out=mkdtemp())
    >>> answer.summary().filter(measure="plays").select("first", "unit").rows()
    [(2, 'cards'), (3, 'cards')]
    """

    command: ClassVar = "sweep"
    example: ClassVar = "tda sweep original rules.starting_gold.each=20..60:10 -n 5_000"
    kind: ClassVar = "sweep"
    about: ClassVar = "what becomes of a game as parameters vary"
    parts: ClassVar = ("deck", "rules", "parameters", "targets")
    drawn: ClassVar = "Draw the curves"
    thing: ClassVar = "sweep"
    whole_tables: ClassVar = True
    recorded: ClassVar = 0

    deck: Deck
    parameters: Annotated[
        tuple[str, ...],
        Setting(
            "One or two parameters, by their keys in a house rule: rules.starting_gold.each=20..60:5,"
            " cards.thief.power.steal=5,7,9, dragons.black.power.steal=1..4.",
            argument="NAME=VALUES...",
            several=True,
            read=names,
        ),
    ]
    targets: Annotated[
        tuple[str, ...],
        Setting(
            "Find where a metric has this value, such as minutes=45; repeat for several.",
            option="target",
            metavar="METRIC=N",
            typed=list[str] | None,
            given="Mapping[str, float] | Sequence[str]",
            read=_written,
        ),
    ] = ()
    games: Annotated[int, Setting("Games of each table, at each point.", "games")] = 20_000
    players: Players = 4
    strategies: Annotated[
        Sequence[str] | str | None,
        Setting(
            "Strategies, separated by commas; the answer is about tables of the first. By default"
            f" {', '.join(TABLES[:-1])} and {TABLES[-1]}.",
            completes="strategies",
            typed=str | None,
        ),
    ] = None
    search: Search = False
    rules: Rules = None
    seed: Seed = 1

    @cached_property
    def points(self) -> "tuple[list[Data], Points]":
        """The house rules of all points except for the printed one, and the points themselves.

        Raises UserError for a parameter that does not exist, a value that the rules refuse, too many points, and so on.
        """
        return _read(self.deck, as_list(self.rules), self.parameters)

    @cached_property
    def aims(self) -> tuple[tuple[str, float], ...]:
        """The targets: metrics, and the values that they should reach. Raises UserError for mistakes."""
        return tuple(map(_target, self.targets))

    def study(self) -> dict[str, Any]:
        """Return the study of all points, whose seed is the same everywhere."""
        from tda_sim.definitions.library import name_of

        rules, points = self.points
        if self.aims and not points.runs:
            message = f"{points.axes[0].name} has no numbers, so a curve cannot reach a target"
            raise UserError.of(message, hint="leave out --target")
        title = f"{' and '.join(axis.title for axis in points.axes)} of {name_of(self.deck)}"
        return self.at_tables(title, decks=[self.under_rules(self.deck, self.rules)], variants=rules)

    def tables(self) -> list[Any]:
        """Return the tables of a sweep: one for each strategy, and those of unlike players for skill."""
        from tda_sim.definitions.games import plays_dice
        from tda_sim.studies.usual import alone, unlike

        if self.strategies is not None or plays_dice(self.deck):
            return super().tables()
        return [*alone(TABLES, self.search), *unlike(self.players)]

    def estimate(self, plan: "StudyPlan", study: "StudyResults") -> Found:
        """Return the tables of `measures.sweeps`."""
        from tda_sim.measures.sweeps import analyse

        return Found(study, analyse(study, self.points[1], self.aims))

    def document(self, found: Found) -> "Document":
        """Return the curves, and where they reach the targets."""
        from tda_sim.answers.sweep import sweep

        return sweep(found.study, self.points[1], self.aims, self.seed, found.tables)

    def summary(self, found: Found) -> "pl.DataFrame":
        """Return a row per point and metric at the main table, with the change from the point of reference."""
        from tda_sim.measures.table import LEVELS, marked

        main, points = found.tables["estimates"].filter("main"), found.tables["points"]
        rows = marked(main.filter(kind=LEVELS).drop("verdict"), main, **CHANGE)
        rows = points.join(rows, on="rule", how="right", maintain_order="right")
        about = [*points.columns, "measure", "title", "unit"]
        return rows.select(*about, "estimate", "low", "high", "n", *CHANGE).rename({"rule": "variant"})


def _read(deck: str, under: Sequence[Any], texts: Sequence[str]) -> "tuple[list[Data], Points]":
    from tda_sim.definitions.parameters import find_parameter, house_rule
    from tda_sim.definitions.spelled_out import spelled_out
    from tda_sim.measures.sweeps import Axis
    from tda_sim.measures.sweeps import Sweep as Points
    from tda_sim.studies.sweep_values import written_values

    if not 1 <= len(texts) <= MOST_PARAMETERS:
        hint = f"name one or two, such as rules.rounds=2..5; {MOST_PARAMETERS} make a map"
        raise UserError.of(f"{len(texts)} parameters are too {'many' if texts else 'few'}", hint=hint)
    played, values = spelled_out(deck, [*under] or None)
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
    _check_rules(deck, under, len(played.cards), rules)
    sweep_axes = [Axis(each.name, each.title, values, each.printed, each.phrase) for each, values in axes.items()]
    return rules, Points(tuple(sweep_axes), points)


def _same(point: "Sequence[Value]", printed: "Sequence[Value]") -> bool:
    return all(type(a) is type(b) and a == b for a, b in zip(point, printed, strict=True))


def _check_points(axes: "Mapping[Parameter, Sequence[Value]]") -> None:
    points = prod(map(len, axes.values()))
    if points > MOST_POINTS:
        counts = " × ".join(str(len(values)) for values in axes.values())
        raise UserError.of(
            f"{f'{counts} = ' if len(axes) > 1 else ''}{points} points are too many",
            hint=f"at most {MOST_POINTS}: take larger steps, such as 20..60:5",
        )


def _check_rules(deck: str, under: Sequence[Any], cards: int, rules: Sequence[Data]) -> None:
    """Raise UserError with all values that the rules refuse, each reason once."""
    from tda_sim.definitions import load_game
    from tda_sim.definitions.sources import from_python

    refused: dict[str, list[str]] = {}
    for rule in rules:
        try:
            if len(load_game(deck, from_python([*under, rule])).cards) != cards:
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
    from tda_sim.measures.metrics import METRICS, SKILL_METRICS

    targets = (*METRICS, *SKILL_METRICS)
    name, equals, amount = (part.strip() for part in text.partition("="))
    try:
        value = float(amount)
    except ValueError:
        value = float("nan")
    if not equals or not isfinite(value):
        raise UserError.of(f"target: {brief(text) or 'nothing'} is not a metric with a number", hint="write minutes=45")
    if name not in targets:
        raise UserError.of(f"target: there is no metric {brief(name)}", hint=suggest(name, targets))
    return name, value
