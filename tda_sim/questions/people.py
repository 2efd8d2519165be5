"""How do people play? Recorded games, played again: length, stakes and losses, beside levels; clock and noise."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tda_sim.bounds import Bounds
from tda_sim.errors import UserError
from tda_sim.questions.question import Question
from tda_sim.questions.settings import Clock, Progress, Seed, Setting, Workers, or_none

if TYPE_CHECKING:
    from tda_sim.questions.answer import Answer
    from tda_sim.rendering.model import Document, Section
    from tda_sim.review.people import People as Played
    from tda_sim.review.people import SeatOfGame
    from tda_sim.stats.intervals import Estimate as Ends
    from tda_sim.wording.numbers import Estimate

PEOPLE, EVERYBODY = "people", "everybody"
MEASURE, NOISE, LEVEL_NOISE, SECONDS = "measure", "noise", "level noise", "seconds"  # kinds of estimates
LIKE = ("play", "ante", "boldness")  # what makes a strategy play as somebody does
SEVERAL = 3  # as many people have a mean
TITLES = {  # and unit
    "gambits": ("gambits a game", "gambits"),
    "plays": ("cards played a game", "cards"),
    "minutes": ("minutes a game, by the clock", "minutes"),
    "thinking": ("minutes a game of own decisions, as timed", "minutes"),
    "stakes": ("stakes of a gambit", "gold"),
    "flights": ("special flights in ten gambits", "flights"),
    "antes": ("strength of an ante", "strength"),
    "lost": ("loss of a decision", "points"),
    "wins": ("games won", "%"),
    "play": ("noise of decisions", "gold"),
    "ante": ("noise of the ante", "gold"),
    "boldness": ("boldness", "gold"),
    "lapses": ("lapses", "%"),
}

HEADS = {  # of the columns for games, and decimals
    "gambits": ("gambits", 1),
    "plays": ("cards", 0),
    "minutes": ("minutes", 0),
    "stakes": ("stakes", 1),
    "flights": ("flights", 1),
    "antes": ("antes", 1),
    "lost": ("loss", 2),
    "wins": ("won, %", 0),
}
NOISES = {"play": ("play", 2), "ante": ("ante", 2), "boldness": ("boldness", 2), "lapses": ("lapses, %", 1)}
TIMES = {"ante": ("ante", 1), "play": ("play", 1), "power": ("power", 1)}

Rows = list[dict[str, Any]]
Found = Mapping[tuple[str, str], "Estimate"]  # by who plays and measure


@dataclass(frozen=True, kw_only=True)
class People(Question):
    """Show how people play, from games that were recorded.

    It reads the files of `tda play --record` and of the laboratory, and sets levels of play in their place.

    The rows of ``summary()`` are estimates with 95 % intervals: measures of games, of ``people`` and of each level in
    their place; seconds of each kind of decision; and the noise, boldness and lapses with which a strategy would play
    as each person does, and ``everybody`` on average (`tda_sim.stats.quantal_response`).
    """

    command: ClassVar = "people"
    example: ClassVar = "tda people my-games"
    lacks: ClassVar = ("cluster", "patience", "out", "smallest")

    folder: Annotated[Path, Setting("The folder with the files.", argument="FOLDER", given="str | Path", read=Path)]
    base: Annotated[
        str, Setting("The strategy that says what options are worth, to which noise is fitted.", completes="strategies")
    ] = "master"
    games: Annotated[int, Setting("Games of each level in the place of the people.", "games")] = 200
    decisions: Annotated[
        int, Setting("Decisions of the people, and of each level, to weigh by playing ahead.", Bounds(0, 1_000_000))
    ] = 200
    clock: Clock = None
    write_clock: Annotated[
        Path | None,
        Setting(
            "Write the fitted clock into this file, for --clock.",
            option="write-clock",
            metavar="FILE",
            given="str | Path | None",
            read=or_none(Path),
        ),
    ] = None
    seed: Seed = 1
    workers: Workers = None
    progress: Progress = None

    def answer(self) -> "Answer":
        """Play all games again, and games of the levels, and return what they show."""
        import polars as pl

        from tda_sim.agents.levels import levels
        from tda_sim.definitions.clocks import USUAL, load_clock
        from tda_sim.one_game.driver import say_compiling
        from tda_sim.questions.answer import Answer
        from tda_sim.review.pace import clock_file, fitted_clock
        from tda_sim.review.people import in_their_place, read_people, timed, weighed
        from tda_sim.runs.threads import aside
        from tda_sim.store.files import write_document

        self.check()
        say_compiling()
        usual = load_clock(self.clock or USUAL)
        people = aside(read_people, self.folder, self.base, self.progress)
        if self.write_clock is not None and not any(map(any, (game.times.values() for game in people.games))):
            raise UserError.of("no decision was timed, so there is no clock to write", hint="tda play --record --times")
        clock = fitted_clock(people.games, usual)
        seen: dict[str, Sequence[SeatOfGame]] = {PEOPLE: people.games}
        for level in levels():
            seen[level] = aside(in_their_place, people, level, self.games, self.seed, self.workers)
        seen = {
            who: timed(aside(weighed, games, self.decisions, self.seed, self.workers), clock)
            for who, games in seen.items()
            if games
        }
        rows = [*_measures(seen), *_seconds(people.games), *_noise(people), *_level_noise(people)]
        if self.write_clock is not None:
            write_document(self.write_clock, clock_file(clock, people.games))
        table = pl.DataFrame(rows, infer_schema_length=None)
        return Answer(self.document(people, rows, clock), lambda: table, {"estimates": table}, None, self.folder)

    def document(self, people: "Played", rows: Rows, clock: Mapping[str, Mapping[str, float]]) -> "Document":
        """Return the answer: how games go, how noisy people are, and how long they think."""
        from tda_sim.rendering import model as doc
        from tda_sim.wording.words import counted

        games, finished = people.games, sum(bool(game.counts) for game in people.games)
        left = f", {finished} of them to the end" if finished < len(games) else ""
        people_there = "person" if len(people.names) == 1 else "people"
        breaks = sum(game.breaks for game in games)
        found = {kind: _found(rows, kind) for kind in (MEASURE, NOISE, LEVEL_NOISE, SECONDS)}
        sections = [
            _table(
                "Games",
                found[MEASURE],
                HEADS,
                "Levels sit in the people's seats, against the same opponents. A loss is in points of win rate.",
                levels=True,
            ),
            _table(
                "Noise",
                found[NOISE],
                NOISES,
                f"Modifiers of {self.base}. No interval: too few decisions, or nothing that it values decides them.",
            ),
            _table(
                "Noise of the levels",
                found[LEVEL_NOISE],
                NOISES,
                f"Of their players who play as {self.base}, on average.",
                levels=True,
            ),
            _table(
                "Seconds to decide",
                found[SECONDS],
                TIMES,
                f"Without {counted(breaks, 'break')} of more than five minutes." if breaks else "",
            ),
        ]
        about = (
            f"{counted(len(people.tables), 'table')}; with each level {self.games:,} games; "
            f"{self.decisions:,} decisions weighed; seed {self.seed}"
        )
        kept = f"The games: {self.folder}."
        if self.write_clock is not None:
            kept += f" The clock: {self.write_clock}."
        return doc.Document(
            f"{counted(len(games), 'game')} of {len(people.names)} {people_there}{left}",
            [*_played(found[MEASURE]), _like(found[NOISE], self.base), _thinking(found[SECONDS])],
            sections,
            about=about,
            methods=[doc.Section("How this was found", [doc.Words(_how(people, self.base))])],
            kept=kept,
            data={
                "base": self.base,
                "games": len(games),
                "people": people.names,
                "clock": clock,
                "breaks": breaks,
                "estimates": rows,
            },
        )


# --- estimates --------------------------------------------------------------------------------------------


def _row(kind: str, who: str, measure: str, found: "Ends", scale: float = 1.0) -> dict[str, Any]:
    title, unit = (f"time to decide: {measure}", "seconds") if kind == SECONDS else TITLES[measure]
    ends = {name: scale * value for name, value in asdict(found).items() if name in ("estimate", "low", "high")}
    known = {name: value if isfinite(value) else None for name, value in ends.items()}
    return {"kind": kind, "who": who, "measure": measure, "title": title, "unit": unit, **known, "n": found.n}


def _measures(seen: "Mapping[str, Sequence[SeatOfGame]]") -> Iterator[dict[str, Any]]:
    from tda_sim.review.people import measured

    for who, games in seen.items():
        for measure in (*HEADS, "thinking"):
            if (found := measured(games, measure)).n:
                yield _row(MEASURE, who, measure, found)


def _seconds(games: "Sequence[SeatOfGame]") -> Iterator[dict[str, Any]]:
    from tda_sim.review.people import KINDS, POWER, seconds

    for kind in (*KINDS.values(), POWER):
        if (found := seconds(games, kind)).n:
            yield _row(SECONDS, EVERYBODY, kind, found)


def _noise(people: "Played") -> Iterator[dict[str, Any]]:
    """Yield the noise of each person, and the mean over people: of the logarithm for sizes."""
    from tda_sim.stats.quantal_response import Choices, fit, pooled

    fits: dict[str, dict[str, Ends]] = {}
    for who in people.names:
        choices = [game.choices for game in people.games if game.who == who and game.choices is not None]
        fits[who] = fit(Choices.together(choices))
    if len(fits) >= SEVERAL:
        for measure in LIKE:
            yield _row(
                NOISE, EVERYBODY, measure, pooled([each[measure] for each in fits.values()], measure != "boldness")
            )
    for who, fitted in fits.items():
        for measure, each in fitted.items():
            yield _row(NOISE, who, measure, each, 100 if measure == "lapses" else 1)


def _level_noise(people: "Played") -> Iterator[dict[str, Any]]:
    """Yield the noise with which each level plays as the strategy, at the first table: the mean of its players."""
    from tda_sim.agents import find
    from tda_sim.agents.levels import levels
    from tda_sim.stats.intervals import Estimate

    config = people.games[0].work.config
    for level in levels():
        members = find(level).at(config.deck, config.rules, config.players).members
        ours = [(it.strategy.modifiers, it.weight) for it in members if it.strategy.name.split(":")[0] == people.base]
        for measure in (*LIKE, "lapses"):
            top = sum(weight * getattr(modifiers, measure) for modifiers, weight in ours)
            if ours:
                mean = top / sum(weight for _, weight in ours)
                found = Estimate(mean, float("nan"), float("nan"), len(ours))
                yield _row(LEVEL_NOISE, level, measure, found, 100 if measure == "lapses" else 1)


# --- the answer -------------------------------------------------------------------------------------------


def _found(rows: Iterable[Mapping[str, Any]], kind: str) -> Found:
    from tda_sim.wording.numbers import Estimate

    return {(row["who"], row["measure"]): Estimate.of(row) for row in rows if row["kind"] == kind}


def _played(found: Found) -> Iterator[str]:
    """Yield how long games last, and what lies in the stakes, beside the levels."""
    from tda_sim.wording.numbers import places, span, with_interval

    one = places(1)
    if (PEOPLE, "gambits") not in found:
        yield "No game was played to its end, so there is no length."
        return
    gambits, cards, stakes = (with_interval(found[PEOPLE, name], one) for name in ("gambits", "plays", "stakes"))
    yield f"Their games last {gambits} gambits and {cards} cards, with {stakes} gold in the stakes of a gambit."
    others = sorted({who for who, _ in found} - {PEOPLE})
    if others:
        gambits, stakes = (span((found[who, name].value for who in others), one) for name in ("gambits", "stakes"))
        yield f"With the levels of play in their place, games last {gambits} gambits, at stakes of {stakes} gold."


def _like(found: Found, base: str) -> str:
    """Return with which modifiers the strategy plays so: on average, or from one person to the other."""
    from tda_sim.answers.titles import strategy_title
    from tda_sim.wording.numbers import places, span, with_interval

    who = [name for name, measure in found if measure == "play"]
    who = [EVERYBODY] if EVERYBODY in who else who
    sizes = [[found[name, measure] for name in who] for measure in LIKE]
    if not all(it.has_interval for each in sizes for it in each):
        return (
            f"Decisions do not show how noisy their play is: too few, or by nothing that {strategy_title(base)} values."
        )
    show = places(2)
    play, ante, boldness = (
        with_interval(each[0], show) if len(each) == 1 else span((it.value for it in each), show) for each in sizes
    )
    noise = f"noise of {play} gold, of {ante} in the ante, and a boldness of {boldness}"
    settings = ":".join(f"{measure}={show(each[0].value)}" for measure, each in zip(LIKE, sizes, strict=True))
    return f"{strategy_title(base)} plays so with {noise}{f': {base}:{settings}' if len(who) == 1 else ''}."


def _thinking(found: Found) -> str:
    """Return how long decisions take."""
    from tda_sim.wording.numbers import places, with_interval
    from tda_sim.wording.words import listed

    if not found:
        return "Nobody had decisions timed, so minutes are by the usual clock."
    named = {"ante": "an ante", "play": "a card", "power": "a decision of a power"}
    times = listed([f"{with_interval(it, places(1))} for {named[kind]}" for (_, kind), it in found.items()])
    return f"Seconds to decide: {times}."


def _table(
    title: str, found: Found, heads: Mapping[str, tuple[str, int]], note: str, levels: bool = False
) -> "Section":
    """Return estimates in a row for each of those who play, a column for each measure: its head and its decimals."""
    from tda_sim.answers.titles import strategy_title
    from tda_sim.rendering import model as doc
    from tda_sim.wording.numbers import places

    def column(name: str, head: str, decimals: int) -> doc.Column:
        meaning = "of a decision" if heads is TIMES else ", in ".join(TITLES[name])
        return doc.Column(
            head, lambda who: doc.number(found.get((who, name)), places(decimals)), meaning, interval=doc.ENDS
        )

    who = doc.text("who", lambda name: strategy_title(name) if levels and name != PEOPLE else name)
    columns = [who, *(column(name, *head) for name, head in heads.items())]
    return doc.Section(title, [doc.table("", list(dict.fromkeys(who for who, _ in found)), columns, note)])


def _how(people: "Played", base: str) -> list[str]:
    from tda_sim.review.people import PEOPLE as MANY

    blocks = "people" if len(people.names) >= MANY else "games"
    return [
        f"Measures and seconds have intervals over {blocks}.",
        f"Each decision is compared with the worths that {base} gives to its options: a logit quantal response with"
        " Gumbel noise, boldness and lapses, fitted for each person by maximum likelihood, with profile intervals."
        " The mean over people has Student's interval, since people differ.",
        "Decisions that the strategy does not take by worth count for nothing. Where a person and the strategy see"
        " things differently, that shows as noise.",
    ]
