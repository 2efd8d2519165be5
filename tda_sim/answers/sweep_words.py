"""What a sweep shows, in sentences, and how sure that is."""

from collections.abc import Iterator, Sequence
from math import ceil, floor

from tda_sim.answers.contrasts import CLEAR, Entry
from tda_sim.answers.headlines import LENGTH as FIRST
from tda_sim.answers.headlines import same_and_open, with_unit
from tda_sim.answers.speech import aside, with_whom
from tda_sim.answers.sweep_known import Course, Swept, value_text
from tda_sim.measures.metrics import LENGTH, STRUCTURE
from tda_sim.measures.sweeps import Axis
from tda_sim.wording.numbers import Estimate, percent, places, signed, span
from tda_sim.wording.words import capital, listed

MOST_NAMED = 3  # measures in a sentence
LONG = 15  # of an axis: from end to end
LASTING = "games are"  # the subject of measures that say how long games are
STEPS = "▁▂▃▄▅▆▇█"


def headline(known: Swept) -> Iterator[str]:
    """Yield what a sweep shows: where it meets its targets, what changes most, and what does not."""
    courses = known.courses
    for name, target in known.targets:
        if name in courses:
            yield _target(known, courses[name], target)
    if not any(change.estimate.value for each in courses.values() for change in each.changes.values()):
        yield "Not one game differs: these values never matter in play, or these strategies take no notice of them."
        return
    if FIRST.name in courses:
        yield _along(known, courses[FIRST.name])
    others = [each for each in courses.values() if each.metric.group not in (LENGTH, STRUCTURE)]
    moved = sorted((each for each in others if each.verdict in (*CLEAR, "both")), key=lambda it: -it.weight)
    if moved:
        yield _moved(known, moved[:MOST_NAMED])
    yield from _still(others)


# --- targets ----------------------------------------------------------------------------------------------


def _target(known: Swept, course: Course, target: float) -> str:
    """Say where a measure has the value that it is to have."""
    axis, goal = known.sweep.axes[0], with_unit(course.words, f"{target:,.10g}", is_again=True)
    near = known.crossings(course.metric.name, target)
    places = [
        f"{_place_with_ends(axis, each)}{_beside(known, each)}" for each in near if each.estimate.value is not None
    ]
    main = with_whom([known.played.main])
    if not places:
        return f"{capital(main)}, {_never(known, course, target, goal, bool(near))}"
    more = f", and {len(places) - MOST_NAMED} more" if len(places) > MOST_NAMED else ""
    where = f"{_reach(course, goal)} {main} {listed(places[:MOST_NAMED])}{more}"
    return f"{where}{_for_others(known, axis, course.metric.name, target)}."


def _for_others(known: Swept, axis: Axis, name: str, target: float) -> str:
    """Return where a measure crosses its target where others play: "; at 37 with Lookahead and at 39 with Master"."""
    if not known.played.able or len(known.sweep.axes) > 1:
        return ""
    places = {}
    for table in known.played.able:
        there = [each.estimate for each in known.crossings(name, target, table) if each.estimate.value is not None]
        places[table] = crossing_place(axis, there[0]) if there else "no place"
    by_place = {
        place: [table for table, each in places.items() if each == place] for place in dict.fromkeys(places.values())
    }
    told = [
        f"{'' if place[:2] in ('be', 'no') else 'at '}{place} {with_whom(tables)}" for place, tables in by_place.items()
    ]
    return f"; {listed(told)}"


def _beside(known: Swept, crossing: Entry) -> str:
    """Return the value on the second axis, if there is one."""
    return f" with {known.sweep.axes[1].phrase.format(crossing.subject)}" if crossing.subject else ""


def _reach(course: Course, goal: str) -> str:
    if course.words.subject == LASTING:
        return f"Games last {goal}"
    return f"{capital(course.words.name)} {_agreed(course, 'reach', 'reaches')} {goal}"


def _agreed(course: Course, many: str, one: str) -> str:
    return many if course.words.plural else one


def _never(known: Swept, course: Course, target: float, goal: str, near: bool) -> str:
    """Say that a measure stays on one side of its target, or that this is not known."""
    numbers = {point: value for point in course.levels if (value := course.value(point)) is not None}
    closest = min(numbers, key=lambda point: abs(numbers[point] - target))
    at = f"{course.words_at(closest)} with {known.place(closest)}"
    name = "games" if course.words.subject == LASTING else course.words.name
    if near:
        reach = _agreed(course, "reach", "reaches")
        return f"it is open until more games are played whether {name} {reach} {goal}; the nearest is {at}."
    above = all(value >= target for value in numbers.values())
    stay = _agreed(course, "stay", "stays")
    return f"{name} {stay} {'above' if above else 'below'} {goal}; the nearest is {at}."


def _place_with_ends(axis: Axis, crossed: Entry) -> str:
    place = crossing_place(axis, crossed.estimate)
    return (
        f"{'' if place.startswith('between') else 'at '}{place} (95 % interval {crossing_ends(axis, crossed.estimate)})"
    )


def crossing_place(axis: Axis, estimate: Estimate) -> str:
    """Return where a curve crosses: "37 gold each", or "between 3 and 4 rounds" where nothing lies between."""
    value = estimate.value or 0.0
    low, high = floor(value), ceil(value)
    if low != high and low in axis.values and high in axis.values:
        if axis.phrase.startswith("{}"):
            return f"between {low:,} and {value_text(axis, high)}"
        return f"between {value_text(axis, low)} and {high:,}"
    return value_text(axis, round(value, _digits(axis)) if _digits(axis) else round(value))


def crossing_ends(axis: Axis, estimate: Estimate) -> str:
    """Return the interval of a crossing: "35 to 39"; where it leaves the sweep, "35 or more"."""
    show = places(_digits(axis))
    if estimate.low is None and estimate.high is None:
        return "anywhere from end to end"
    if estimate.low is None:
        return f"{show(estimate.high)} or less"
    return (
        f"{show(estimate.low)} or more" if estimate.high is None else f"{show(estimate.low)} to {show(estimate.high)}"
    )


def _digits(axis: Axis) -> int:
    """Return how many decimals a place on an axis is worth: none on a long one of whole numbers."""
    numbers = [value for value in axis.values if isinstance(value, int | float)]
    is_whole = all(isinstance(value, int) for value in numbers)
    return 0 if is_whole and max(numbers) - min(numbers) >= LONG else 1


# --- changes ----------------------------------------------------------------------------------------------


def _along(known: Swept, course: Course) -> str:
    """Say how the length of games changes along the sweep."""
    if known.is_curve:
        points = [point for point in known.order if point in course.levels]
        return f"From {_span(known, points[0], points[-1])}, {_length(known, course, points[-1])}."
    low, high = (chosen(course.levels, key=lambda it: course.value(it) or 0.0) for chosen in (min, max))
    printed = f", and {course.words_at('')} {known.as_it_is}" if "" not in (low, high) else ""
    ends = [f"{course.words_at(low)} ({_where(known, low)})", f"{course.words_at(high)} ({_where(known, high)})"]
    return f"Games last from {ends[0]} to {ends[1]}{printed}."


def _length(known: Swept, course: Course, last: str) -> str:
    """Say how the length changes from the first point of a curve to the last one, and what it is as printed."""
    change = course.changes.get(last)
    if change is None or not change.is_clear:
        return _unmoved(known, course) + _as_printed(known, course)
    verb = "grow" if change.verdict == "more" else "shrink"
    means = f"from {course.show(change.before.value)} to {course.words_at(last)}"
    show, ends = signed(course.show), change.estimate
    interval = f"{show(ends.value)}, 95 % interval {show(ends.low)} to {show(ends.high)}"
    return f"games {verb} {means} ({interval}){aside(change)}{_as_printed(known, course)}"


def _as_printed(known: Swept, course: Course) -> str:
    if "" not in course.levels or known.sweep.reference == "" or not known.sweep.has_printed:
        return ""
    return f"; {known.game_as_it_is}, with {known.place('')}, lasts {course.words_at('')}"


def _unmoved(known: Swept, course: Course) -> str:
    """Say of a length whose ends do not differ by what matters whether it changes between them."""
    if course.verdict in (*CLEAR, "both") and course.farthest:
        far = course.farthest.rule
        return f"games are about as long at both ends, but last {course.words_at(far)} at {known.place(far)}"
    means = f"{span(map(course.value, course.levels), course.show)} {course.metric.unit}"
    if course.verdict == "same":
        return f"games stay about as long ({means})"
    return f"games last {means}, and we cannot tell yet whether that matters"


def _span(known: Swept, first: str, last: str) -> str:
    """Return the two ends of an axis: "20 to 60 gold each"."""
    low, high = (f"{known.sweep.points[variant][0]:,}" for variant in (first, last))
    begins = known.sweep.axes[0].phrase.startswith("{}")
    return f"{low} to {known.place(last)}" if begins else f"{known.place(first)} to {high}"


def _where(known: Swept, variant: str) -> str:
    return known.place(variant) if variant else f"{known.place(variant)}, {known.as_it_is}"


def _moved(known: Swept, courses: Sequence[Course]) -> str:
    """Say how measures change along the sweep: "Stakes rise from 30 to 41 gold"."""
    last = known.order[-1] if known.is_curve else ""
    farthest = [_farthest(course, last) for course in courses]
    claims = [_moves(course, far) for course, far in zip(courses, farthest, strict=True)]
    asides = [aside(far) for far in farthest]
    alike = asides[0] if len({*asides}) == 1 else ""
    if not alike:
        claims = [f"{claim} ({each.strip(', ')})" for claim, each in zip(claims, asides, strict=True)]
    if len({far.rule for far in farthest}) == 1 and farthest[0].rule != last:
        return f"With {known.place(farthest[0].rule)}, {listed(claims)}{alike}."
    where = ["" if far.rule == last else f" ({known.place(far.rule)})" for far in farthest]
    return f"{capital(listed([f'{claim}{place}' for claim, place in zip(claims, where, strict=True)]))}{alike}."


def _farthest(course: Course, last: str) -> Entry:
    """Return the last point of a curve if the measure has changed there, or else the one that differs most."""
    at_last = course.changes.get(last)
    return at_last if at_last and at_last.is_clear else course.farthest  # type: ignore[return-value]


def _moves(course: Course, far: Entry) -> str:
    verb = "rise" if (far.estimate.value or 0.0) > 0 else "fall"
    before, after = course.show(far.before.value), course.words_at(far.rule)
    return f"{course.words.name} {_agreed(course, verb, f'{verb}s')} from {before} to {after}"


def _still(courses: Sequence[Course]) -> Iterator[str]:
    """Yield which measures do not change, and which cannot be judged yet, with the games that it would take."""
    unclear = [each for each in courses if each.verdict == "unclear"]
    same = [each.short for each in courses if each.verdict == "same"]
    needed = [each.games_needed or None for each in unclear]
    if text := same_and_open(same, [each.short for each in unclear], needed, " at each point"):
        yield text


def sparkline(course: Course, points: Sequence[str]) -> str:
    """Return the course of a measure as a line of small bars, from its lowest value to its highest."""
    known = [value for point in points if point in course.levels and (value := course.value(point)) is not None]
    if len(known) < 2:
        return ""
    low, width = min(known), max(known) - min(known)
    if course.verdict == "same" or width == 0:
        return STEPS[3] * len(known)
    return "".join(STEPS[round((value - low) / width * (len(STEPS) - 1))] for value in known)


def sureness(known: Swept) -> list[str]:
    """Return the sentences on method and error."""
    level = percent(known.played.level)
    lines = [
        f"Every interval holds by itself with {level} probability. A change counts where its whole interval lies beyond"
        f" the smallest difference that matters; of all such verdicts, {percent(1 - known.played.level)} at most are"
        " expected to be wrong (Benjamini and Hochberg 1995).",
        "All points are played on the same shuffles, so that differences between points have less noise than the points"
        " themselves.",
        "Nothing is smoothed: each point stands for its own games.",
        "The answer holds for these strategies, which adapt to the rules only as far as their code does.",
    ]
    if known.targets:
        lines.insert(
            2,
            "A crossing is read off the smooth curve through up to four neighbouring points. Its interval has all"
            f" places at which a test at {level} does not rule the target out (Fieller 1954); smaller steps around the"
            " crossing check the curve.",
        )
    return lines
