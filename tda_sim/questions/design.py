"""Which deck or rule meets my goals? A search over what may change, and fresh games of what it proposes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tda_sim.bounds import minutes_of, read_budget
from tda_sim.questions.question import Found, Measured
from tda_sim.questions.settings import AT_TABLES, Seed, Setting

if TYPE_CHECKING:
    import polars as pl

    from tda_sim.measures.goals import Goal
    from tda_sim.questions.design_files import Spec
    from tda_sim.rendering.model import Document
    from tda_sim.studies import StudyPlan, StudyResults
    from tda_sim.tuning.designs.run import Searched
    from tda_sim.tuning.designs.space import Point

WITHOUT = "-without-"  # in the name of a design without one of its changes
FRESH = 1 << 62  # flips a bit of the seed: games that no search has seen
PRINTED = "printed"  # the name of the game without changes
Goals = Mapping[int, "Sequence[Goal]"]  # by number of players


@dataclass(frozen=True)
class Proposal:
    """A design: its name, the point that it is, and what each of its changes is called."""

    name: str
    point: "Point"
    changes: Mapping[int, str]


@dataclass(frozen=True)
class Proposed:
    """What a search proposes: the designs, the best first, and the search itself."""

    goals: Goals
    designs: tuple[Proposal, ...] = ()
    searched: "Searched | None" = None


@dataclass(frozen=True, kw_only=True)
class Design(Measured):
    """Find rules or cards that meet goals, such as 45 minutes.

    A file says what may change and what is wanted: see analyses/designs/twenty-minutes.yaml. What it
    proposes is played on fresh games, at tables that the search did not use, and without each of its changes.

    The rows of ``summary()`` are the goals of each design at each table: the number on fresh games with its 95 %
    interval, what the search ``believed``, and whether the goal holds.

    >>> import tda_sim
    >>> from tempfile import mkdtemp
    >>> answer = tda_sim.design("twenty-minutes", games=200, budget=5_000, strategies="balanced", out=mkdtemp())
    >>> answer.summary().filter(design="printed")["goal"].to_list()
    ['minutes', 'comebacks']
    """

    command: ClassVar = "design"
    example: ClassVar = "tda design twenty-minutes"
    kind: ClassVar = "design"
    about: ClassVar = "rules or cards that meet goals"
    parts: ClassVar = ("spec", "budget")
    lacks: ClassVar = ("smallest",)
    drawn: ClassVar = "Draw the map, if the file asks for one"
    slow_games: ClassVar = 400
    recorded: ClassVar = 0
    thing: ClassVar = "search"

    spec: Annotated[
        str,
        Setting(
            "A file of goals: its name, or its path.",
            argument="SPEC",
            completes="designs",
            given="str | Path",
            read=str,
        ),
    ]
    games: Annotated[int, Setting("Games of each design at each table, after the search.", "games")] = 20_000
    budget: Annotated[
        int | str | None,
        Setting(
            'Games of the search, or minutes such as "5 minutes", if other than the file says.',
            typed=str | None,
            given="int | str | None",
            read=read_budget,
        ),
    ] = None
    strategies: Annotated[
        Sequence[str] | str | None,
        Setting(
            f"{AT_TABLES}who plays in the search, and the other levels of play and master.",
            completes="strategies",
            typed=str | None,
        ),
    ] = None
    seed: Seed = 1

    @cached_property
    def file(self) -> "Spec":
        """The file, checked. Raises UserError with all its mistakes."""
        from tda_sim.questions.design_files import read_spec

        return read_spec(self.spec)

    @property
    def played(self) -> Sequence[str]:
        """The deck, by name or path."""
        return [self.file.deck]

    @property
    def name(self) -> str:
        """The name of its study."""
        return f"{self.command}-{self.file.name}"

    @property
    def by_default(self) -> Sequence[str]:
        """Who plays in the search, the levels and the strongest, if no strategies are named."""
        from tda_sim.studies.usual import HEADLINE, OTHERS

        return tuple(dict.fromkeys((*self.file.alike, HEADLINE, *OTHERS)))

    # --- who plays ---

    def tables(self) -> list[Any]:
        """Return who sits at the tables where all play alike; of unlike players see `Spec.meeting`."""
        return self.names

    def studies(self, seed: int, variants: Sequence[Any] = ()) -> "StudyPlan":
        """Return the study of the printed game and ``variants``, at all tables, for all numbers of players."""
        from tda_sim.studies.plan import works_of

        plans = [self.planned(self._study(players, seed, variants)) for players in self.file.players]
        cells = tuple(cell for plan in plans for cell in plan.cells)
        return replace(plans[0], cells=cells, works=works_of(cells))

    def _study(self, players: int, seed: int, variants: Sequence[Any]) -> dict[str, Any]:
        alike = [each for each in self.file.alike[1:] if each not in self.names]  # with goals of their own
        return {
            "title": self.file.title,
            "decks": [self.under_rules(self.file.deck, list(self.file.rules))],
            "variants": [*variants],
            "players": players,
            "tables": [*self.seated, *alike, *self.file.meeting(players)],
            "games": self.games,
            "slow_games": self.slow_games,
            "seed": seed,
        }

    # --- plan ---

    def study(self) -> dict[str, Any]:
        """Return the study of the printed game for the first number of players; see `studies`."""
        return self._study(self.file.players[0], self.seed, ())

    def plan(self) -> "StudyPlan":
        """Return the study of the printed game, whose numbers goals may name. Raises UserError for mistakes."""
        self.check()
        return self.studies(self.seed)

    def estimate(self, plan: "StudyPlan", study: "StudyResults") -> Found:
        """Return the goals, with ranges: what is wanted as printed is known now."""
        from tda_sim.measures.goals import levels_of

        goals: dict[int, list[Goal]] = {}
        for players in self.file.players:
            cells = study.cells.filter(players=players).to_dicts()
            numbers = levels_of(study, cells, self.file.goals, cells[0]["table"])
            goals[players] = [
                goal.settled(number.estimate)
                for goal, number in zip(self.file.goals, numbers, strict=True)
                if number is not None
            ]
        return Found(study, {}, Proposed(goals))

    # --- search, and fresh games ---

    def found(self, plan: "StudyPlan") -> Found:
        """Play the printed game, search, and play what is proposed on fresh games."""
        folder = self.out or self.folder(plan)
        found = self.estimate(plan, self.play(plan, folder))
        found = replace(found, more=self.proposed(found.more, plan, folder))
        further = self.further(found)
        assert further is not None
        return self.joined(found, self.play(further, folder / f"confirmed-{further.digest[:8]}"))

    def proposed(self, before: Proposed, plan: "StudyPlan", folder: Path) -> Proposed:
        """Search, and return the designs: the finalists that change something else than better ones.

        ``plan``: of the printed game, whose decks, players and engine are those of the search.
        """
        from tda_sim.definitions.clocks import USUAL, load_clock
        from tda_sim.measures.clock import Clock
        from tda_sim.store.checksums import digest_of
        from tda_sim.studies.usual import clock_of
        from tda_sim.tuning.designs.run import games_in, run_search

        goals = before.goals
        ranges = {str(players): [[goal.low, goal.high] for goal in each] for players, each in goals.items()}
        clock: Clock = load_clock(clock_of(self.played, self.clock) or USUAL)
        tables = {players: self.file.tables(players, self.seated[0]) for players in self.file.players}
        about = self.file.space, goals, tables, self.names[0]
        budget = self.file.file.budget if self.budget is None else self.budget
        if (minutes := minutes_of(budget)) is not None:
            told = folder / f"budget-{minutes:g}-minutes.json"
            budget = games_in(minutes, *about, clock=clock, told=told, workers=self.workers, progress=self.progress)
        asked = {**self.file.asked, "seed": self.seed, "budget": budget, "ranges": ranges, "games": plan.digest}
        searched = run_search(
            *about,
            seed=self.seed,
            games=int(budget),
            clock=clock,
            asked=asked,
            axes=self.file.axes,
            out=folder / f"search-{digest_of(asked)[:8]}",
            workers=self.workers,
            progress=self.progress,
        )
        return Proposed(goals, tuple(self._designs(searched)), searched)

    def _designs(self, searched: "Searched") -> "Iterator[Proposal]":
        """Yield the best finalists that differ in more than values."""
        space, chosen = self.file.space, list[Any]()
        for point in searched.points:
            apart = all(space.distance(point, other) >= searched.apart for other in chosen)
            if apart and len(chosen) < self.file.file.designs:
                chosen.append(point)
                yield Proposal(f"design-{len(chosen)}", point, space.named(point))

    def further(self, found: Found) -> "StudyPlan":
        """Return fresh games of the designs, and of each without each of its changes, on the same shuffles.

        The latter are not played at tables that only show for whom else the designs hold.
        """
        from tda_sim.measures.study import SAME
        from tda_sim.studies.plan import works_of

        space = self.file.space
        rules = [space.rule(point, name) for name, point in self._variants(found.more)]
        plan = self.studies(self.seed ^ FRESH, rules)
        used = {plan.cells[0].table.name, *self.file.alike}
        cells = tuple(
            cell
            for cell in plan.cells
            if WITHOUT not in cell.setting.variant or cell.table.kind != SAME or cell.table.name in used
        )
        return replace(plan, cells=cells, works=works_of(cells))

    def _variants(self, proposed: Proposed) -> "Iterator[tuple[str, Point]]":
        """Yield the titles and points of the designs and their reversals."""
        space = self.file.space
        for design in proposed.designs:
            if design.changes:
                yield design.name, design.point
        for design in proposed.designs:
            for k in space.changes(design.point) if len(design.changes) > 1 else ():
                back = (*design.point[:k], space.printed[k], *design.point[k + 1 :])
                if space.is_taken(back):
                    yield f"{design.name}{WITHOUT}{k}", back

    def joined(self, found: Found, further: "StudyResults") -> Found:
        """Return what was played of each design, beside what the search believed; and write the designs."""
        from tda_sim.definitions.library import name_of
        from tda_sim.measures.goals import checked

        proposed: Proposed = found.more
        space = self.file.space
        names = {
            title: "+".join([*map(name_of, space.rule(point, title)[:-1]), title])
            for title, point in self._variants(proposed)
        }
        designs = {"": PRINTED} | {names[each.name]: each.name for each in proposed.designs if each.changes}
        back = {
            names[f"{each.name}{WITHOUT}{k}"]: (each.name, space.factors[k].name)
            for each in proposed.designs
            for k in each.changes
            if f"{each.name}{WITHOUT}{k}" in names
        }
        cards = {names[title]: space.names(point) for title, point in self._variants(proposed)}
        return Found(further, {"estimates": checked(further, designs, back, proposed.goals, cards)}, proposed)

    # --- the answer ---

    def document(self, found: Found) -> "Document":
        """Return the designs: what they change, and whether they meet the goals."""
        from tda_sim.answers.design import designed
        from tda_sim.answers.design_known import Designed, Mapped
        from tda_sim.answers.design_known import Found as Shown
        from tda_sim.wording.words import listed

        file, proposed = self.file, found.more
        searched = proposed.searched
        names = [factor.name for factor in file.space.factors]
        designs = [
            Designed(
                each.name,
                {names[k] if k >= 0 else "parts": text for k, text in each.changes.items()},
                self._believed(proposed, each),
                self._commands(found, each),
            )
            for each in proposed.designs
        ]
        way, before = [goal.name for goal in searched.way], "drawn by chance" if file.space.lots else "as printed"
        mapped = [
            Mapped([*file.space.named(point).values()], known.numbers[0].tolist(), known.errors[0].tolist())
            for point, known in searched.map.items()
        ]
        it = Shown(found.tables["estimates"], proposed.goals, designs, way, before, mapped, file.axes)
        players = listed([str(count) for count in file.players])
        about = (
            f"{players} players; a search of {searched.games:,} games among {file.space.size:,} possible games;"
            f" {self.games:,} fresh games of each design at each table; seed {self.seed}"
        )
        return designed(it, file.deck, file.title, file.file.text, about, f"The games: {found.study.path}")

    @staticmethod
    def _believed(proposed: Proposed, design: Proposal) -> dict[tuple[int, str], float]:
        assert proposed.searched is not None
        numbers = proposed.searched.known[design.point].numbers
        return {
            (players, goal.name): float(number)
            for (players, goals), of_players in zip(proposed.goals.items(), numbers, strict=True)
            for goal, number in zip(goals, of_players, strict=True)
        }

    def _commands(self, found: Found, design: Proposal) -> list[str]:
        """Write the house rule of a design beside its games, and return the commands that play it."""
        import yaml

        from tda_sim.store.files import write_document

        if not design.changes:
            return []
        *named, rule = self.file.space.rule(design.point, f"{self.file.title}: {design.name.replace('-', ' ')}")
        path = found.study.path.parent / f"{design.name}.yaml"
        write_document(path, yaml.safe_dump(rule, sort_keys=False, allow_unicode=True))
        rules = [*map(str, self.file.rules), *named, str(path)]
        together = " --together" if len(rules) > 1 else ""
        return [
            f"tda house-rule {self.file.deck} {' '.join(rules)}{together}",
            f"tda lab {self.file.deck} {' '.join(f'--rules {each}' for each in rules)}",
            *self._links(design, named),
        ]

    def _links(self, design: Proposal, named: Sequence[str]) -> "Iterator[str]":
        """Yield the address of the laboratory's page at which a design is played, if an address can say all of it."""
        space = self.file.space
        changed = [(space.factors[k], design.point[k]) for k in space.changes(design.point)]
        if self.file.rules or space.lots or any(factor.powers for factor, _ in changed):
            return
        values = {factor.name: factor.values[place] for factor, place in changed if factor.parameter is not None}
        pairs: dict[str, Any] = {"deck": self.file.deck, "players": self.file.players[0], "strategies": self.names[0]}
        pairs |= {"house-rules": ",".join(named)} if named else {}
        yield f"lab.html#{'&'.join(f'{key}={value}' for key, value in (pairs | values).items())}"

    def summary(self, found: Found) -> "pl.DataFrame":
        """Return a row per design, goal and table."""
        import polars as pl

        from tda_sim.measures.goals import GOALS

        believed = [
            (each.name, players, goal, number)
            for each in found.more.designs
            for (players, goal), number in self._believed(found.more, each).items()
        ]
        listed = pl.DataFrame(believed, ["design", "players", "goal", "believed"], orient="row")
        rows = found.tables["estimates"].filter(group=GOALS).rename({"subject": "design", "measure": "goal"})
        rows = rows.join(listed, on=["design", "players", "goal"], how="left", maintain_order="left")
        numbers = ("believed", "estimate", "low", "high", "n", "verdict")
        return rows.select("design", "players", "table", "goal", "unit", *numbers)
