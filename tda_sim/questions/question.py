"""A question: its settings, and the steps from them to an answer. `ask` takes these steps.

A question is a class. Its fields are its settings (`settings`), and its methods its steps: a plan, what the games
show, and the answer. The list of all questions is `contents.QUESTIONS`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from inspect import cleandoc
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, ClassVar, Self

from tda_sim.bounds import check_bounds
from tda_sim.errors import UserError
from tda_sim.questions.settings import (
    By,
    Clock,
    Cluster,
    Out,
    Patience,
    Progress,
    Smallest,
    Stakes,
    Workers,
    settings_of,
    signature_of,
)
from tda_sim.runs.watch import PATIENCE, Scheduler

if TYPE_CHECKING:
    import polars as pl

    from tda_sim.questions.answer import Answer
    from tda_sim.rendering.model import Document
    from tda_sim.studies import StudyPlan, StudyResults

EARLY = {"slow_games": 12_000, "stages": {"first": 10_000, "slow_first": 3_000}}  # of studies whose tables stop early
MOST_EARLY = 4  # rules or decks beside the first: with more of them, no table has a verdict on all
HOW_PLAYED = ("workers", "patience")  # checked where games are played
RAISES = """
Raises:
    UserError: for whatever the caller can mend.
    InterruptedRunError: (a KeyboardInterrupt) when stopped. What is finished is kept, and the same call goes on."""


@dataclass(frozen=True)
class Found:
    """What the games of a question show: all tables, and what else its answer needs."""

    study: "StudyResults"
    tables: "dict[str, pl.DataFrame]"
    more: Any = None


@dataclass(frozen=True, kw_only=True)
class Command(ABC):
    """What a command does, with how its games are played, and what it prints.

    Attributes:
        command: what asks for it on a command line.
        example: such a command line.
        thing: what lies in its folder.
        lacks: settings of all commands that it has no use for.
        views: what it can show beside the first screen, by option.
        drawn: the words with which the help of a picture begins; empty if there is none.
        whole_tables: whether CSV files hold the tables of the data, in place of those of the document.
    """

    command: ClassVar[str] = ""
    example: ClassVar[str] = ""
    thing: ClassVar[str] = "study"
    lacks: ClassVar[Collection[str]] = ()
    views: ClassVar[Mapping[str, str]] = {}
    drawn: ClassVar[str] = ""
    whole_tables: ClassVar[bool] = False

    workers: Workers = None
    cluster: Cluster = None
    patience: Patience = PATIENCE
    out: Out = None
    progress: Progress = None

    @classmethod
    def read(cls, **settings: Any) -> Self:
        """Return it with settings as they are written."""
        how = {each.name: each.setting.read for each in settings_of(cls)}
        return cls(**{name: read(value) if (read := how[name]) else value for name, value in settings.items()})

    @classmethod
    def help(cls) -> str:
        """Return what the command says of it: the first two paragraphs of its description."""
        return "\n\n".join(cleandoc(cls.__doc__ or "").split("\n\n")[:2])

    @abstractmethod
    def told(self) -> "Document":
        """Do it, and return what the command prints."""

    def view(self, wanted: Collection[str]) -> dict[str, Any]:
        """Return how the answer is shown in a terminal, with what is ``wanted`` of its views, see `terminal.show`."""
        return {"full": "everything" in wanted} if "everything" in self.views else {}

    def check(self) -> None:
        """Raise UserError with all numbers that are out of bounds."""
        values = {each: getattr(self, each.name) for each in settings_of(type(self)) if each.name not in HOW_PLAYED}
        check_bounds(
            (each.name, number, each.setting.limits)
            for each, value in values.items()
            if each.setting.limits is not None
            for number in (value if isinstance(value, tuple | list) else [value])
        )

    @property
    def where(self) -> Scheduler | None:
        """The scheduler of the cluster that plays, if there is one."""
        return Scheduler(self.cluster, self.patience) if isinstance(self.cluster, str) else self.cluster


@dataclass(frozen=True, kw_only=True)
class Question(Command):
    """A question, with how its games are played, and its `answer`. Its function is called as its command.

    Attributes:
        kind: of the part of a report that asks it; none if empty.
        about: what such a part is about, in a few words.
        parts: the settings that such a part has beside those of all parts.
        part_games: games of each table in such a part, if other than usual.
        facets: what its answer can be laid side by side by, see `facets`; ``undivided``: why not by others.
        counted: how many games there are, in words.
    """

    kind: ClassVar[str] = ""
    about: ClassVar[str] = ""
    parts: ClassVar[Collection[str]] = ()
    part_games: ClassVar[int | None] = None
    facets: ClassVar[Collection[str]] = ("players", "strategy", "phase", "card")
    undivided: ClassVar[str] = ""
    counted: ClassVar[str] = "{:,} games of each table"

    if TYPE_CHECKING:  # all questions have them, each at its place among its own
        deck: Any
        players: Any
        search: bool
        games: Any
        strategies: Any
        seed: int

    @classmethod
    def of(cls, *given: Any, **settings: Any) -> Self:
        """Return the question with settings as a caller from Python gives them."""
        bound = signature_of(cls).bind(*given, **settings)
        bound.apply_defaults()  # an argument that takes several values may get none
        return cls.read(**bound.arguments)

    @classmethod
    def of_part(cls, **said: Any) -> Self:
        """Return the question that a part of a report asks; ``said``: what the report says of its settings."""
        return cls.read(**{"games": cls.part_games, **said} if cls.part_games else said)

    @classmethod
    def reference(cls) -> str:
        """Return the description of its function, with all settings."""
        lines = [
            fill(f"{each.name}: {each.setting.text}", 112, initial_indent=" " * 4, subsequent_indent=" " * 8)
            for each in settings_of(cls)
        ]
        return "\n".join([cleandoc(cls.__doc__ or ""), "", "Args:", *lines, RAISES])

    def asked(self) -> "Question":
        """Return the question that this one is in the end, after what is settled by the deck."""
        return self

    def plan(self) -> Any:
        """Return what is played, checked, if that is settled beforehand. Raises UserError for mistakes."""
        return None

    @abstractmethod
    def answer(self) -> "Answer":
        """Play what is missing, and return the answer."""

    def told(self) -> "Document":
        """Return the answer's document."""
        return ask(self).document

    @property
    def under(self) -> list[Any]:
        """The house rules that all of it is played under."""
        return as_list(getattr(self, "rules", None))

    @property
    def names(self) -> list[str]:
        """The strategies, each once: those that are named, or the usual ones."""
        from tda_sim.studies.usual import names_of

        return names_of(self.by_default if self.strategies is None else self.strategies)

    @property
    def by_default(self) -> Sequence[str] | None:
        """The strategies that play if none are named; None stands for the usual ones."""
        return None


@dataclass(frozen=True, kw_only=True)
class Studied(Question):
    """A question whose games are a study: the steps from its plan to its answer."""

    by: By = None

    @abstractmethod
    def plan(self) -> "StudyPlan":
        """Return its checked study. Raises UserError for what the caller can mend."""

    @abstractmethod
    def estimate(self, plan: "StudyPlan", study: "StudyResults") -> Found:
        """Return what the games show."""

    def further(self, found: Found) -> "StudyPlan | None":
        """Return the study that a first look makes worth playing, if there is one."""
        return None

    def joined(self, found: Found, further: "StudyResults") -> Found:
        """Return what the games show together with those of the further study."""
        return found

    @abstractmethod
    def document(self, found: Found) -> "Document":
        """Return the answer, as the command prints it."""

    def part(self, found: Found) -> "Document":
        """Return the answer as a part of a report: with how it was made."""
        from tda_sim.answers.methods import study_methods

        return replace(self.document(found), methods=study_methods(found.study, self.names, self.seed))

    @abstractmethod
    def summary(self, found: Found) -> "pl.DataFrame":
        """Return the main table of the answer."""

    @property
    def cell_games(self) -> int:
        """Games at each table."""
        return int(self.games)

    def folder(self, plan: "StudyPlan") -> Path:
        """Return the folder of its games if the caller names none."""
        from tda_sim.studies import usual_folder

        return usual_folder(plan)

    def play(self, plan: "StudyPlan", folder: Path) -> "StudyResults":
        """Play what is missing of a study."""
        from tda_sim.studies import run_study

        return run_study(plan, folder, self.workers, self.progress, self.where)

    def found(self, plan: "StudyPlan") -> Found:
        """Play what is missing and return what all games show."""
        folder = self.out or self.folder(plan)
        found = self.estimate(plan, self.play(plan, folder))
        if (further := self.further(found)) is not None:
            return self.joined(found, self.play(further, folder / f"forced-{further.digest[:8]}"))
        return found

    def answer(self) -> "Answer":
        """Take all steps; see `ask`."""
        from tda_sim.questions.answer import Answer

        found = self.found(self.plan())
        return Answer(self.document(found), partial(self.summary, found), found.tables, found.study, found.study.path)


@dataclass(frozen=True, kw_only=True)
class Tabled(Studied):
    """A question whose study is described here: decks at the same tables.

    Attributes:
        slow_games: games where somebody plays ahead.
    """

    slow_games: ClassVar[int] = 3_000

    stakes: Stakes = None

    @property
    def played(self) -> Sequence[str]:
        """The decks, by name or path."""
        return [self.deck]

    @property
    def name(self) -> str:
        """The name of its study, and of its folder."""
        from tda_sim.definitions.library import name_of

        return f"{self.command}-{name_of(self.deck)}"

    def tables(self) -> list[Any]:
        """Return who sits at the tables: all play one strategy."""
        from tda_sim.studies.usual import alone

        return alone(self.names, self.search)

    @property
    def names(self) -> list[str]:
        """The strategies, each once; levels with the players who play for the stakes that are named."""
        from tda_sim.agents.levels import at_stakes

        return [at_stakes(name, self.stakes) for name in super().names]

    @property
    def seated(self) -> list[Any]:
        """Who sits at the tables, as in `names`. Raises UserError where stakes are named, and no level plays."""
        from tda_sim.agents.levels import at_stakes, is_level

        tables = [[table] if isinstance(table, str) else [*table] for table in self.tables()]
        if self.stakes is not None and not any(is_level(name) for table in tables for name in table):
            hint = "--strategies regular,master has one"
            raise UserError.of("--stakes picks players of levels, and no level plays", hint=hint)
        named = [[at_stakes(name, self.stakes) for name in table] for table in tables]
        return [names[0] if len(names) == 1 else names for names in named]

    @staticmethod
    def under_rules(deck: Any, rules: Any) -> Any:
        """Return a deck of a study, perhaps under house rules."""
        return {"deck": deck, "rules": as_list(rules)} if rules else deck

    @abstractmethod
    def study(self) -> dict[str, Any]:
        """Return its study, in the form of a study's file. Raises UserError for what the caller can mend."""

    def at_tables(self, title: str, **more: Any) -> dict[str, Any]:
        """Return the study of the decks at the tables, with ``more`` of its keys, or others than usual."""
        return {
            "title": title,
            "decks": [*self.played],
            "players": self.players,
            "tables": self.seated,
            "games": self.cell_games,
            "slow_games": self.slow_games,
            "seed": self.seed,
            **more,
        }

    def plan(self) -> "StudyPlan":
        """Return its checked study. Raises UserError for what the caller can mend."""
        self.check()
        return self.planned(self.study())

    def planned(self, study: dict[str, Any], *measures: Any) -> "StudyPlan":
        """Return the plan of a study under its name; for ``measures``, see `plan_study`."""
        from tda_sim.studies import plan_study

        return replace(plan_study(study, None, *measures), name=self.name)


@dataclass(frozen=True, kw_only=True)
class Measured(Tabled):
    """A question whose answer measures games in minutes, and whether differences matter.

    Attributes:
        recorded: games of each cell that have a row per gambit, at most.
    """

    recorded: ClassVar[int] = 20_000

    workers: Workers = None
    cluster: Cluster = None
    patience: Patience = PATIENCE
    out: Out = None
    clock: Clock = None
    smallest: Smallest = None

    def tables(self) -> list[Any]:
        """Return who sits at the tables: the strategies of the question, or the usual ones; see `usual.tables`."""
        from tda_sim.definitions.games import all_play_dice
        from tda_sim.studies.usual import tables, usual_at

        seated = usual_at(self.played, self.strategies, self.search)
        return tables(seated, self.players, self.search and not all_play_dice(self.played))

    def at_tables(self, title: str, **more: Any) -> dict[str, Any]:
        """Return the study of the decks at the tables, with a question and some records of gambits."""
        from tda_sim.measures.metrics import PRIMARY

        record = {"gambits": min(self.recorded, self.games)}
        return super().at_tables(title, question={"metric": PRIMARY}, record=record, **more)

    @staticmethod
    def stopping_early(comparisons: int) -> dict[str, Any]:
        """Return the keys of a study whose tables stop early (see `studies.stages`), with more games at slow ones.

        None where much is compared: hardly any table ever has a verdict on all of it.
        """
        return dict(EARLY) if comparisons <= MOST_EARLY else {}

    def planned(self, study: dict[str, Any], *measures: Any) -> "StudyPlan":
        """Return the plan of a study, with the clock and the margins."""
        from tda_sim.studies.usual import clock_of

        return super().planned(study, clock_of(self.played, self.clock), self.smallest)


@dataclass(frozen=True, kw_only=True)
class Graded(Measured):
    """A measured question that levels of play answer, too, and a table of better and worse players, for skill."""

    @property
    def by_default(self) -> Sequence[str]:
        """The strategies that play if none are named."""
        from tda_sim.studies.usual import HEADLINE, OTHERS

        return (HEADLINE, *OTHERS)

    def tables(self) -> list[Any]:
        """Return who plays: one strategy each; if none are named also better and worse players."""
        from tda_sim.studies.usual import graded

        return [*self.names, *([graded(self.players)] if self.strategies is None else [])]


def as_list(rules: Any) -> list[Any]:
    """Return house rules that are given as one or as several, or none."""
    return [*rules] if isinstance(rules, list | tuple) else [rules] if rules else []


def ask(question: Question) -> "Answer":
    """Play what is missing, and return the answer: plan, play, estimate, perhaps play further, document.

    Raises UserError for what the caller can mend, and InterruptedRunError (a KeyboardInterrupt) when stopped.
    """
    if (by := getattr(question, "by", None)) is not None:
        from tda_sim.questions.facets import by_facets

        return by_facets(question, by, ask)
    return question.asked().answer()


def function(question: type[Question]) -> "Callable[..., Answer]":
    """Return the function that asks a question from Python."""

    def asks(*given: Any, **settings: Any) -> "Answer":
        return ask(question.of(*given, **settings))

    asks.__name__ = asks.__qualname__ = question.command.replace("-", "_")
    asks.__module__ = "tda_sim"
    asks.__doc__ = question.reference()
    asks.__signature__ = signature_of(question)  # type: ignore[attr-defined]
    return asks
