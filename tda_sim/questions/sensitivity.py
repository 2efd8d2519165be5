"""Which number of a deck or of its rules does what? Many of them vary at once, as chance will have it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tda_sim.errors import UserError
from tda_sim.questions.question import Found, Graded, as_list
from tda_sim.questions.settings import AT_TABLES, Deck, Players, Rules, Seed, Setting, names

if TYPE_CHECKING:
    import polars as pl

    from tda_sim.definitions.games import Played
    from tda_sim.definitions.parameters import Parameter, Value
    from tda_sim.measures.sensitivity import Design
    from tda_sim.rendering.model import Document
    from tda_sim.studies import StudyPlan, StudyResults

FEWEST, EACH, MOST = 60, 8, 480  # points: at least, for each number, and at most
STEP = 0.2  # of a printed value, and at least 1
TRIES = 200  # for a point that the rules accept
APART = 1 << 40  # between the seeds of points


@dataclass(frozen=True, kw_only=True)
class Sensitivity(Graded):
    """Show which numbers of a deck and its rules do most.

    All of them vary at once: the printed value, a step less or a step more. A step is a fifth, and at least 1.

    The rows of ``summary()`` are the numbers and what one step more of each does to each measure, the largest effect
    first. The intervals of a measure hold for all numbers at once.

    >>> import tda_sim
    >>> from tempfile import mkdtemp
    >>> numbers = ("rules.starting_gold.each", "rules.rounds")
    >>> answer = tda_sim.sensitivity("original", *numbers, games=50, strategies="random", out=mkdtemp())
    >>> answer.summary().select("name", "printed", "measure").row(0)
    ('rules.starting_gold.each', 50, 'plays')
    """

    command: ClassVar = "sensitivity"
    example: ClassVar = "tda sensitivity original -n 500"
    kind: ClassVar = "sensitivity"
    about: ClassVar = "which numbers of a deck do most"
    parts: ClassVar = ("deck", "rules", "parameters")
    part_games: ClassVar = 500
    drawn: ClassVar = "Draw what the numbers do to each measure"
    views: ClassVar = {"everything": "Show all numbers and all pairs."}
    slow_games: ClassVar = 100
    recorded: ClassVar = 0

    deck: Deck
    parameters: Annotated[
        tuple[str, ...],
        Setting(
            "The numbers that vary, by their keys in a house rule, such as rules.rounds; rules, dragons, or cards.thief"
            " stand for all below. By default all of the deck but the strengths of coloured dragons.",
            argument="[NAME]...",
            several=True,
            read=names,
        ),
    ] = ()
    games: Annotated[int, Setting("Games of each table, at each of some hundred points.", "games")] = 1_000
    players: Players = 4
    strategies: Annotated[
        Sequence[str] | str | None,
        Setting(f"{AT_TABLES}the levels of play and master.", completes="strategies", typed=str | None),
    ] = None
    rules: Rules = None
    seed: Seed = 1

    # --- plan ---

    @cached_property
    def numbers(self) -> "tuple[list[Parameter], dict[str, Any]]":
        """The numbers that vary, and the deck's values. Raises UserError for names that stand for none."""
        from tda_sim.definitions.parameters import find_parameter, numbers_of
        from tda_sim.definitions.spelled_out import spelled_out

        deck, tree = spelled_out(self.deck, as_list(self.rules) or None)
        every = numbers_of(deck, tree)
        found: list[Parameter] = []
        for name in self.parameters:
            below = [each for each in every if f"{each.name}.".startswith(f"{name.strip().rstrip('.')}.")]
            one = [] if below else [find_parameter(deck, tree, name.strip())]
            if one and (type(one[0].printed) is not int or one[0].printed < 1):
                message = f"{name} is {one[0].printed}, and only whole numbers above 0 can vary"
                raise UserError.of(message, hint=f"compare single values: tda sweep {self.deck} {name}=...")
            found += [each for each in (*below, *one) if each not in found]
        chosen = found or every
        if len(chosen) * EACH > MOST:
            message = f"{len(chosen)} numbers are too many for {MOST} points"
            raise UserError.of(message, hint=f"name at most {MOST // EACH}, or parts such as rules, dragons or cards")
        return chosen, tree

    @cached_property
    def values(self) -> "dict[Parameter, dict[int, Value]]":
        """The values of each number by step, as far as the rules take them; numbers that cannot vary are left out."""
        varying = {each: dict(self._values(each)) for each in self.numbers[0]}
        varying = {each: values for each, values in varying.items() if len(values) > 1}
        if len(varying) < 2:
            raise UserError.of("a single number has no others beside it", hint=f"vary it alone: tda sweep {self.deck}")
        return varying

    def _values(self, number: "Parameter") -> "Iterator[tuple[int, Value]]":
        printed = number.printed
        assert isinstance(printed, int), "numbers are whole"
        size = max(1, round(STEP * printed))
        for step in (0, -1, 1):
            value = printed + step * size
            if step == 0 or self._is_taken({number: value}):
                yield step, value

    def _loaded(self, values: "dict[Parameter, Value]") -> "Played":
        """Return the deck with these values. Raises UserError if its rules do not take them."""
        from tda_sim.definitions import load_game
        from tda_sim.definitions.parameters import house_rule
        from tda_sim.definitions.sources import from_python

        changed = {number: value for number, value in values.items() if value != number.printed}
        rule = house_rule(self.numbers[1], changed) | {"title": "numbers"}
        return load_game(self.deck, from_python([*as_list(self.rules), rule]))

    def _is_taken(self, values: "dict[Parameter, Value]") -> bool:
        try:
            self._loaded(values)
        except UserError:
            return False
        return True

    @cached_property
    def design(self) -> "Design":
        """The points: which number has which step. Raises UserError if the rules take hardly any of them."""
        import numpy as np

        from tda_sim.measures.sensitivity import Design, drawn

        generator = np.random.default_rng(self.seed)
        ways = {number.name: sorted(values) for number, values in self.values.items()}
        count = min(MOST, max(FEWEST, EACH * len(ways)))
        steps = drawn(ways, count, generator)
        for k in range(count):
            tries = 0
            while not self._is_taken(self._at(steps[k])):
                if (tries := tries + 1) > TRIES:
                    raise UserError.of("the rules take hardly any of these values together", hint="name other numbers")
                steps[k] = [generator.choice(each) for each in ways.values()]
        return Design(tuple(ways), tuple(f"point-{k + 1}" for k in range(count)), steps)

    def _at(self, steps: Any) -> "dict[Parameter, Value]":
        return {number: values[int(step)] for (number, values), step in zip(self.values.items(), steps, strict=True)}

    def study(self) -> dict[str, Any]:
        """Return the study of the printed game."""
        return self.at_tables(f"The numbers of {self.deck}", decks=[self.under_rules(self.deck, self.rules)])

    def plan(self) -> "StudyPlan":
        """Return the study of all points. Each has a seed of its own, so that all its luck is in its residual."""
        from tda_sim.studies.cells import MAX_CHUNK
        from tda_sim.studies.plan import works_of

        printed, cells = super().plan(), []
        for k, (name, steps) in enumerate(zip(self.design.points, self.design.steps, strict=True)):
            deck = self._loaded(self._at(steps))
            for cell in printed.cells:
                setting = replace(cell.setting, deck=deck, variant=name)
                cells.append(replace(cell, setting=setting, seed=self.seed ^ (k + 1) * APART))
        parts = min(self.games, MAX_CHUNK)  # errors come from the points, so none needs blocks of its own
        return replace(printed, cells=tuple(cells), works=works_of(cells), chunk=parts)

    # --- the answer ---

    def estimate(self, plan: "StudyPlan", study: "StudyResults") -> Found:
        """Return the table of estimates, and the list of numbers."""
        import polars as pl

        from tda_sim.measures.sensitivity import analyse

        rows = [
            (number.name, number.title, values.get(-1), number.printed, values.get(1))
            for number, values in self.values.items()
        ]
        listed = pl.DataFrame(rows, ["subject", "title", "less", "printed", "more"], orient="row")
        return Found(study, {**analyse(study, self.design), "list": listed})

    def document(self, found: Found) -> "Document":
        """Return which numbers do most, where effects bend, and pairs."""
        from tda_sim.answers.sensitivity import sensitivity
        from tda_sim.answers.titles import title_under

        points = f"{len(self.design.points)} points, {self.games:,} games of each at each table"
        about = f"{self.players} players; {points}; seed {self.seed}"
        title = f"The numbers of {title_under(self.deck, as_list(self.rules))}"
        rules = as_list(self.rules)
        played = {"deck": self.deck, **({"rules": rules} if rules else {}), "players": self.players}
        return sensitivity(found.tables, self.deck, title, about, f"The games: {found.study.path}", played)

    def summary(self, found: Found) -> "pl.DataFrame":
        """Return a row per number and measure at the main table."""
        import polars as pl

        from tda_sim.measures.composition import EFFECTS

        rows = found.tables["estimates"].filter("main", group=EFFECTS).drop("title")
        size = (pl.col("estimate").abs() / pl.col("margin")).max().over("subject")
        about = ("name", "title", "less", "printed", "more")
        return (
            rows.sort(size, descending=True, maintain_order=True)
            .join(found.tables["list"], on="subject", maintain_order="left")
            .rename({"subject": "name"})
            .select(*about, "measure", "unit", "estimate", "low", "high", "margin", "verdict")
        )
