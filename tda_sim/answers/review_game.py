"""`tda review` of one game: its events, and what the options of each decision were worth."""

from collections.abc import Iterator, Sequence
from typing import Any

from tda_sim.answers.titles import deck_title, strategy_title
from tda_sim.engine.layout import NONE
from tda_sim.engine.terms import Question
from tda_sim.one_game.story import Chapter, chapters
from tda_sim.one_game.words import Words
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Block, Column, Section
from tda_sim.review.game import MARKS, GameReview, Judged, Sum
from tda_sim.review.worth import Mean
from tda_sim.wording.numbers import Estimate, places
from tda_sim.wording.words import capital

POINTS, GOLD = places(1), places(1)
RATING = places(2)
MOST = 12  # marked decisions that are shown at once
GAMBITS = "gambits"  # the key of what is folded


def game_reviewed(review: GameReview, record: dict[str, Any], person: int | None = None) -> doc.Document:
    """Return a game with its decisions judged; ``record``: what `replay_record` returns.

    ``person``: the seat of the person who played it, if there was one.
    """
    return _Answer(review, record, person).document()


class _Answer:
    def __init__(self, review: GameReview, record: dict[str, Any], person: int | None) -> None:
        self.review, self.record, self.person = review, record, person
        self.words = Words(review.work.tables)
        self.marked = sorted((it for it in review.judged if it.mark), key=lambda it: -it.lost.value)

    def document(self) -> doc.Document:
        review, config = self.review, self.review.work.config
        gambits = [self.gambit(it) for it in chapters(self.record, self.words, review.names)]
        return doc.Document(
            f"Game {review.game} of {deck_title(config.deck)}, {config.players} players, seed {config.seed}: decisions",
            list(self.headline()),
            [
                Section("", [self.bars()]),
                Section("How well each player played", [self.players()]),
                Section("The costliest decisions", [self.costliest()]),
                Section("By question", [_sums("question", review.kinds)]),
                Section("By phase of the gambit", [_sums("phase", review.phases)]),
                *gambits,
            ],
            about=f"{len(review.judged):,} decisions, each option tried on {review.deals:,} deals of the hidden cards; "
            "95 % intervals",
            methods=[Section("How losses are measured", [doc.Words([method(strategy_title(review.judge))])])],
            data=self.data(),
        )

    def headline(self) -> Iterator[str]:
        yield self.end()
        players = sorted((it for it in self.review.players if it.decisions), key=lambda it: it.lost.value)
        if self.person is not None and self.person in self.review.seats:
            you = self.review.players[self.review.seats.index(self.person)]
            yield f"You lost at least {_spread(you.lost)} points of win rate per decision, with {_counted(you.marks)}."
        elif len(players) > 1:
            best, worst = players[0], players[-1]
            yield (
                f"{capital(best.name)} lost least per decision, {_spread(best.lost)} points of win rate; "
                f"{worst.name} lost most, {_spread(worst.lost)}."
            )
        if self.marked:
            it = self.marked[0]
            yield (
                f"The costliest decision was in {_when(it)}: {self.name(it)} chose {self.option(it, it.it.taken)}, and "
                f"{self.option(it, it.best)} was worth {POINTS(it.lost.value)} points more."
            )
        else:
            yield "No decision clearly lost a point or more."

    def end(self) -> str:
        result = self.record["result"]
        if result is None:
            return "The game was left before its end."
        winners = " and ".join(self.review.names[seat] for seat in result["winners"]) or "nobody"
        word = "gambit" if result["gambits"] == 1 else "gambits"
        share = "shared the win" if len(result["winners"]) > 1 else "won"
        return f"{capital(winners)} {share} after {result['gambits']} {word}."

    # --- tables -------------------------------------------------------------------------------------------

    def bars(self) -> doc.Bars:
        players = [it for it in self.review.players if it.decisions]
        bars = [doc.Bar.of(it.name, _estimate(it.lost)) for it in players]
        return doc.Bars("Points of win rate lost per decision, at least (95 % intervals)", bars, show=RATING)

    def players(self) -> doc.Table:
        return _sums("player", self.review.players)

    def costliest(self) -> doc.Table:
        more = len(self.marked) - MOST
        limits = ", ".join(f"{name}: {least:g} or more" for name, least in reversed(MARKS.items()))
        return doc.table(
            "",
            self.marked,
            [
                doc.text("when", lambda it: _when(it, short=True), "The gambit and the round."),
                doc.text("who", self.name),
                doc.text("question", self.question),
                doc.text("answer", lambda it: self.option(it, it.it.taken)),
                doc.text("better", lambda it: self.option(it, it.best), "The option that proved best."),
                _mean("lost, points", lambda it: it.lost, "What the answer lost, in points of win rate.", places(1)),
                doc.text("mark", lambda it: it.mark),
            ],
            note=f"Marks, by points lost beyond the error: {limits}.",
            more=f"{more:,} more: --full shows all." if more > 0 else "",
            detail=lambda it: it in self.marked[MOST:],
        )

    def gambit(self, it: Chapter) -> Section:
        judged = {each.it.decision: each for each in self.review.judged}
        here = [judged[k] for k in it.parts if isinstance(k, int) and k in judged]
        blocks: list[Block] = []
        for part in it.parts:
            if isinstance(part, int):
                blocks += [self.decision(judged[part])] if part in judged else []
            else:
                blocks.append(doc.Words(part, listed=True))
        counts = {mark: sum(each.mark == mark for each in here) for mark in MARKS}
        title = f"{it.title}: {_counted(counts)}" if any(counts.values()) else it.title
        return Section(title, blocks, folded=True, key=GAMBITS)

    def decision(self, it: Judged) -> doc.Table:
        mark = f": {it.mark}, loses {POINTS(it.lost.value)} ±{POINTS(it.lost.half)} points" if it.mark else ""
        return doc.table(
            f"{capital(self.name(it))}, {self.question(it)}{mark}",
            range(len(it.it.options)),
            [
                doc.text("option", lambda k: self.option(it, k) + _note(it, k)),
                _mean("win, %", lambda k: it.worth[k], "", POINTS),
                _mean("behind", lambda k: it.behind[k], "", POINTS),
                _mean("gold", lambda k: it.gold[k], "", GOLD),
            ],
        )

    # --- words --------------------------------------------------------------------------------------------

    def name(self, it: Judged) -> str:
        return self.review.names[it.it.seat]

    def question(self, it: Judged) -> str:
        text = it.it.kind.name.lower().replace("_", " ")
        return f"{text} ({self.words.title(it.it.card)})" if it.it.card != NONE else text

    def option(self, it: Judged, index: int) -> str:
        return self.words.in_full(it.it.kind, it.it.options[index], self.review.names)

    # --- data ---------------------------------------------------------------------------------------------

    def data(self) -> dict[str, Any]:
        """Return everything in JSON's types; win rates are in percent."""
        review, config = self.review, self.review.work.config
        names = ("deck", "rules", "players", "seed", "engine")
        return {
            **{name: getattr(config, name) for name in names},
            "game": review.game,
            "strategies": config.seated(review.game),
            "names": list(review.names),
            "person": self.person,
            "judge": review.judge,
            "deals": review.deals,
            "marks": MARKS,
            "seats": list(review.seats),
            "result": self.record["result"],
            "by_player": [_sum_in_json(it) for it in review.players],
            **{name: [_sum_in_json(it) for it in getattr(review, name)] for name in ("kinds", "phases")},
            "decisions": [self.in_json(it) for it in review.judged],
        }

    def in_json(self, it: Judged) -> dict[str, Any]:
        kind: Question = it.it.kind
        return {
            **{name: getattr(it.it, name) for name in ("decision", "gambit", "round", "seat")},
            "question": kind.name.lower(),
            "card": None if it.it.card == NONE else self.words.names["card"][it.it.card],
            "options": [
                {
                    "option": self.words.option(kind, value),
                    "win": _in_json(it.worth[k]),
                    "less_than_best": _in_json(it.behind[k]),
                    "gold": _in_json(it.gold[k]),
                }
                for k, value in enumerate(it.it.options)
            ],
            **{name: self.words.option(kind, it.it.options[k]) for name, k in _answers(it).items()},
            "lost": _in_json(it.lost),
            "lost_gold": _in_json(it.lost_gold),
            "mark": it.mark or None,
        }


def method(judge: str) -> str:
    """Return how options are weighed, in words; ``judge``: the title of the strategy that plays on."""
    return (
        f"Each option is tried on the same deals of all cards that its player cannot see, with {judge} in all "
        "seats from there to the end of the game. Where the game goes on after the gambit, the share of the win "
        "that goes with the gold and cards gained so far counts. An answer's loss is measured on other deals than "
        "those that choose the best option, so luck does not count. Deals that choose another one only make it "
        "smaller: losses are lower bounds, and against stronger play an answer may lose more. A mark is wrong in at "
        "most one of 40 cases. Win is the win rate in percent, behind is how far it lies below that of the best "
        "option, and gold is the gain above the others' mean by the end of the gambit, with the worth of the cards "
        "kept."
    )


def _answers(it: Judged) -> dict[str, int]:
    return {"answer": it.it.taken, "best": it.best, "judge": it.it.judge}


def _note(it: Judged, k: int) -> str:
    notes = [word for word, index in (("answer", it.it.taken), ("best", it.best)) if index == k]
    return f" ({', '.join(notes)})" if notes else ""


def _sums(heading: str, sums: Sequence[Sum]) -> doc.Table:
    def count(name: str) -> Column:
        return Column(f"{name}s" if name != "doubtful" else name, lambda it: it.marks[name])

    columns = [
        doc.text(heading, lambda it: it.name),
        Column("decisions", lambda it: it.decisions),
        _mean("loss, points", lambda it: it.lost, "Mean loss of a decision, in points of win rate.", RATING),
        _mean("loss, gold", lambda it: it.gold, "Mean loss of a decision, in gold above the others' mean.", RATING),
        *map(count, MARKS),
    ]
    return doc.table("", [it for it in sums if it.decisions], columns)


def _mean(title: str, of: Any, meaning: str, show: Any) -> Column:
    return Column(title, lambda row: doc.number(_estimate(of(row)), show), meaning)


def _when(it: Judged, short: bool = False) -> str:
    if short:
        return f"{it.it.gambit}.{it.it.round}" if it.it.round else f"{it.it.gambit}, ante"
    return f"gambit {it.it.gambit}, round {it.it.round}" if it.it.round else f"the ante of gambit {it.it.gambit}"


def _spread(mean: Mean) -> str:
    return f"{RATING(mean.value)} ±{RATING(mean.half)}"


def _counted(marks: dict[str, int]) -> str:
    words = {"blunder": ("blunder", "blunders"), "mistake": ("mistake", "mistakes")}
    words["doubtful"] = ("doubtful answer", "doubtful answers")
    counts = [f"{n} {words[name][n != 1]}" for name, n in marks.items() if n]
    return ", ".join(counts) or "no mistakes"


def _sum_in_json(it: Sum) -> dict[str, Any]:
    losses = {"lost": _in_json(it.lost), "lost_gold": _in_json(it.gold)}
    return {"subject": it.name, "decisions": it.decisions, **losses, "marks": it.marks}


def _estimate(mean: Mean) -> Estimate:
    return Estimate(mean.value, mean.value - mean.half, mean.value + mean.half)


def _in_json(mean: Mean) -> dict[str, float | None]:
    number = _estimate(mean)
    return {"estimate": number.value, "low": number.low, "high": number.high}
