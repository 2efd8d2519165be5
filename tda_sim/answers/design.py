"""`tda design`: the designs, whether they meet their goals on fresh games, and what each of their changes is for."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from tda_sim.answers.design_known import PRINTED, Designed, Found, Row, called, shown
from tda_sim.answers.design_map import map_data, map_picture, map_table
from tda_sim.answers.players import every_seat
from tda_sim.answers.speech import with_whom
from tda_sim.answers.titles import strategy_title
from tda_sim.measures.goals import GOALS, LEAST, MOST, REVERSALS, Goal
from tda_sim.measures.robustness import HOLDS, NOT, UNCLEAR
from tda_sim.measures.table import plain_rows
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Section
from tda_sim.stats.intervals import LEVEL, student_quantile
from tda_sim.studies.in_memory import BLOCKS
from tda_sim.wording.numbers import Estimate
from tda_sim.wording.words import capital, counted, listed

MANY, WIDE = 6, 10  # things that a sentence lists at most, and columns of a table
VERDICTS = {HOLDS: "goals that hold", UNCLEAR: "open", NOT: "missed"}
SIGNS = {HOLDS: "yes", NOT: "no", UNCLEAR: "?"}
READING = (
    "Numbers of designs are from fresh games, which the search did not see; ±: 95 % intervals, each by itself. A goal"
    " holds where the whole interval lies in its range."
)


def designed(it: Found, deck: str, title: str, text: str, about: str, kept: str) -> doc.Document:
    """Return the designs as a document."""
    players = min(it.goals)
    main = it.rows(GOALS, subject=PRINTED, main=True)[0]["table"]
    return doc.Document(
        title,
        [*_headline(it), every_seat(main, [deck], players, as_printed=False)],
        [
            Section("", [_glance(it)]),
            *(_section(it, design) for design in it.designs if design.changes),
            *([Section("What can be had of both", [map_table(it)])] if it.map else []),
        ],
        picture=partial(map_picture, it, title) if it.map else None,
        about=about,
        text=text,
        matters=READING,
        kept=kept,
        data={
            "goals": {
                str(count): [{"goal": goal.name, "wish": goal.wish, **_ends(goal)} for goal in goals]
                for count, goals in it.goals.items()
            },
            "designs": [_data(design) for design in it.designs],
            "in_the_way": [*it.way],
            "map": map_data(it),
            "estimates": plain_rows(it.every),
        },
    )


def _data(design: Designed) -> dict[str, Any]:
    believed = [{"players": count, "goal": goal, "number": number} for (count, goal), number in design.believed.items()]
    return {"design": design.name, "changes": dict(design.changes), "believed": believed}


def _ends(goal: Goal) -> dict[str, float | None]:
    known = {"least": goal.low, "most": goal.high}
    return {name: value if abs(value) < float("inf") else None for name, value in known.items()}


# --- sentences --------------------------------------------------------------------------------------------


def _headline(it: Found) -> Iterator[str]:
    """Yield what the first design is, whether it meets all goals, what it believed, and for whom else it holds."""
    first = it.designs[0]
    name = first.name if first.changes else PRINTED
    missed = it.misses(name)
    failed = [row for row in missed if row["verdict"] == NOT]
    if len(first.changes) > MANY:
        yield f"{first.title} makes {len(first.changes)} changes, which stand below."
    elif first.changes:
        yield f"{first.title}: {listed([*first.changes.values()])}."
    if failed:
        numbers = _numbers(it, failed)
        nearer = "nothing nearer was found" if first.changes else "nothing nearer than the printed game was found"
        yield f"No design meets all goals, and {nearer}: {numbers}."
        if it.way:
            yield f"In the way: {listed(it.way)}. Without any one of these, all others can be met."
    elif missed:
        yield f"Whether it meets all goals is open: {_numbers(it, missed)}."
    else:
        yield f"{'On fresh games' if first.changes else 'No change is needed: on fresh games'}, {_met(it, name)}."
    yield from _spare(it, first)
    yield from _elsewhere(it, first)
    further = [design for design in it.designs[1:] if design.changes]
    good = [design for design in further if not it.misses(design.name)]
    if further:
        yield f"{capital(counted(len(further), 'further design'))} below; certainly meeting all goals: {len(good)}."


def _met(it: Found, name: str) -> str:
    rows = it.rows(GOALS, subject=name, main=True)
    whole = [row for row in rows if it.goal(row).is_whole]
    numbers = _numbers(it, rows)
    goals = {1: "its goal", 2: "both goals"}.get(len(whole), f"all {len(whole)} goals")
    return f"it meets {goals}: {numbers}"


def _numbers(it: Found, rows: Sequence[Row]) -> str:
    """Return goals with their numbers; of many, those farthest from the middle of their range, and how many others."""
    others = len(rows) - MANY
    if others > 1:
        rows = sorted(rows, key=lambda row: -float(it.goal(row).miss(row["estimate"], comfort=1.0)))[:MANY]
    return listed([*(_number(it, row) for row in rows), *([counted(others, "other")] if others > 1 else [])])


def _number(it: Found, row: Row) -> str:
    """Return a goal with its number and what is wanted: "minutes 44.2 (wanted 45 +- 5)"."""
    goal = it.goal(row)
    number = shown(goal)(row["estimate"])
    wanted = _wanted(goal) if "printed" in goal.wish else goal.wish.replace("+-", "±")
    return f"{called(goal)} {number}{it.among(row)} ({f'wanted {wanted}' if goal.is_whole else goal.wish})"


def _spare(it: Found, design: Designed) -> Iterator[str]:
    """Yield which changes can be taken back: without each of them, all goals still hold."""
    if len(design.changes) < 2:
        return
    rows = it.rows(REVERSALS, subject=design.name)
    by_change = {name: [row for row in rows if row["reference"] == name] for name in design.changes}
    spare = [
        design.changes[name]
        for name, each in by_change.items()
        if each and all(row["verdict"] == HOLDS for row in each if it.goal(row).is_whole)
    ]
    if spare:
        yield f"Not needed for the goals, one at a time: {listed(spare)}."


def _elsewhere(it: Found, design: Designed) -> Iterator[str]:
    """Yield for whom else a design meets all goals, among players whom the search did not use."""
    others = [row for row in it.rows(GOALS, subject=design.name, main=False) if it.goal(row).is_whole]
    by_table: dict[str, set[str]] = {}
    for row in others:
        by_table.setdefault(row["table"], set()).add(row["verdict"])
    holds = [table for table, verdicts in by_table.items() if verdicts == {HOLDS}]
    fails = [table for table, verdicts in by_table.items() if NOT in verdicts]
    open_ = [table for table in by_table if table not in (*holds, *fails)]
    if holds:
        yield f"All goals that can be tried there also hold {with_whom(holds)}."
    if open_:
        yield f"Whether they all do is open {with_whom(open_)}."
    if fails:
        named = _numbers(it, [row for row in others if row["table"] == fails[0] and row["verdict"] == NOT])
        yield f"Not all hold {with_whom(fails)}: {strategy_title(fails[0])}, {named}."


# --- tables -----------------------------------------------------------------------------------------------


def _glance(it: Found) -> doc.Table:
    """Return all designs beside the printed game: a line for each goal."""
    rows = it.rows(GOALS, subject=PRINTED, main=True)

    def column(name: str, title: str) -> doc.Column:
        there = {(row["players"], row["measure"]): row for row in it.rows(GOALS, subject=name, main=True)}
        return doc.Column(title, lambda row: _cell(it, there.get((row["players"], row["measure"]))))

    columns = [
        *_wishes(it),
        column(PRINTED, it.before),
        *(column(design.name, design.title) for design in it.designs if design.changes),
    ]
    return doc.table("", rows, columns)


def _wishes(it: Found) -> Iterator[doc.Column]:
    """Yield the first columns of tables with a line for each goal."""
    yield doc.text("goal", lambda row: capital(called(it.goal(row))))
    if it.several:
        yield doc.Column("players", lambda row: row["players"])
    yield doc.text("wanted", lambda row: _wanted(it.goal(row)))


def _wanted(goal: Goal) -> str:
    if goal.want in (LEAST, MOST):
        return goal.want
    show = shown(goal)
    if goal.low == float("-inf"):
        return f"at most {show(goal.high)}"
    return f"at least {show(goal.low)}" if goal.high == float("inf") else f"{show(goal.low)} to {show(goal.high)}"


def _cell(it: Found, row: Row | None, with_sign: bool = False) -> doc.Cell:
    if row is None:
        return doc.Cell()
    goal = it.goal(row)
    remark = {HOLDS: " ✓", NOT: " ✗", UNCLEAR: " ?"}[row["verdict"]] if goal.is_whole else ""
    return doc.number(Estimate.of(row, ""), shown(goal), with_sign, remark=remark)


def _section(it: Found, design: Designed) -> Section:
    """Return a design: what it changes, what was believed, what each change is for, and who else plays."""
    is_long, changes = len(it.goals) * len(it.first_goals) > WIDE, [*design.changes.values()]
    words = doc.Words(map(capital, changes), listed=True) if len(changes) > MANY else f"{capital(listed(changes))}."
    blocks: list[doc.Block] = [doc.Words([words]) if isinstance(words, str) else words, _believed(it, design)]
    if len(design.changes) > 1:
        blocks.append(_many_reversals(it, design) if is_long else _reversals(it, design))
    if len(it.every.filter(group=GOALS)["table"].unique()) > 1:
        blocks.append(_many_tables(it, design) if is_long else _tables(it, design))
    return Section(design.title, [*blocks, doc.Verbatim("\n".join(design.commands))])


def _believed(it: Found, design: Designed) -> doc.Table:
    """Return what the search believed of the goals, and what fresh games say."""
    rows = it.rows(GOALS, subject=design.name, main=True)

    def believed(row: Row) -> str:
        number = design.believed.get((row["players"], row["measure"]))
        return "-" if number is None else shown(it.goal(row))(number)

    columns = [
        *_wishes(it),
        doc.Column("believed", believed, "what the search believed"),
        doc.Column("played", lambda row: _cell(it, row), "on fresh games"),
        doc.text("holds", lambda row: SIGNS[row["verdict"]] if it.goal(row).is_whole else "-"),
    ]
    return doc.table("Believed and played", rows, columns)


def _reversals(it: Found, design: Designed) -> doc.Table:
    """Return what becomes of the goals without each change."""
    rows = it.rows(REVERSALS, subject=design.name)
    known = {row["reference"] for row in rows}
    first = doc.text("without", lambda change: capital(design.changes[change]))
    columns = [first, *_by_goal(it, rows, "reference", with_sign=True)]
    note = "What taking back a change adds, on the same shuffles; ✓ and ✗: whether the goal holds without it."
    return doc.table("Each change taken back", [name for name in design.changes if name in known], columns, note)


def _many_reversals(it: Found, design: Designed) -> doc.Table:
    """Return what certainly becomes of many goals without each change: with joint intervals, of all at once."""
    rows = it.rows(REVERSALS, subject=design.name)
    quantile = student_quantile(1 - (1 - LEVEL) / max(1, len(rows)), BLOCKS - 1)
    known = {row["reference"] for row in rows}

    def moved(change: str) -> str:
        there = [row for row in rows if row["reference"] == change and abs(row["estimate"]) > quantile * row["error"]]
        there.sort(key=lambda row: -abs(row["estimate"]) / it.goal(row).scale)
        return listed([f"{called(it.goal(row))}{it.among(row)} {_signed(it, row)}" for row in there])

    columns = [
        doc.text("without", lambda change: capital(design.changes[change])),
        doc.text("what that adds", moved),
    ]
    note = (
        "On the same shuffles; named is what certainly moves, with 95 % confidence for all changes and goals at once."
    )
    return doc.table("Each change taken back", [name for name in design.changes if name in known], columns, note)


def _signed(it: Found, row: Row) -> str:
    number = shown(it.goal(row))(row["estimate"])
    return number if row["estimate"] < 0 else f"+{number}"


def _many_tables(it: Found, design: Designed) -> doc.Table:
    """Return of many goals how many hold with other players, and which do not."""
    rows = [row for row in it.rows(GOALS, subject=design.name) if not it.goal(row).table and it.goal(row).is_whole]

    def of(verdict: str, table: str) -> list[Row]:
        return [row for row in rows if row["table"] == table and row["verdict"] == verdict]

    def column(verdict: str) -> doc.Column:
        return doc.Column(VERDICTS[verdict], lambda table: len(of(verdict, table)))

    columns = [
        doc.text("who plays", strategy_title),
        *map(column, VERDICTS),
        doc.text("which", lambda table: _numbers(it, of(NOT, table))),
    ]
    note = "The search used the first of them only. Open: these games are too few to tell."
    return doc.table("With other players", list(dict.fromkeys(row["table"] for row in rows)), columns, note)


def _tables(it: Found, design: Designed) -> doc.Table:
    """Return the numbers of a design with other players: those with goals of their own stand beside the others."""
    rows = [row for row in it.rows(GOALS, subject=design.name) if not it.goal(row).table]
    columns = [doc.text("who plays", strategy_title), *_by_goal(it, rows, "table")]
    tables = list(dict.fromkeys(row["table"] for row in rows))
    return doc.table("With other players", tables, columns, "The search used the first of them only.")


def _by_goal(it: Found, rows: Sequence[Row], of: str, with_sign: bool = False) -> Iterator[doc.Column]:
    """Yield a column for each goal and number of players; its lines are what stands in the column ``of`` of rows."""
    there = {(row[of], row["players"], row["measure"]): row for row in rows}

    def column(first: Row) -> doc.Column:
        goal, key = it.goal(first), (first["players"], first["measure"])
        title = f"{goal.title}{f', {key[0]} players' if it.several else ''}"
        return doc.Column(title, lambda name: _cell(it, there.get((name, *key)), with_sign), goal.unit)

    return map(column, {(row["players"], row["measure"]): row for row in rows}.values())
