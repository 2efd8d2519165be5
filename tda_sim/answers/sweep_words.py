"""What a sweep shows, in sentences, and how sure that is."""

from collections.abc import Iterator, Sequence
from math import ceil, floor

from tda_sim.answers.headlines import LENGTH as FIRST
from tda_sim.answers.headlines import same_and_open, with_unit
from tda_sim.answers.sweep_rows import Crossed, Measure, Swept, value_text
from tda_sim.documents.numbers import Estimate, percent, places, signed, span
from tda_sim.documents.words import capital, listed
from tda_sim.measures.difference import CHANGED
from tda_sim.measures.metrics import LENGTH, STRUCTURE
from tda_sim.measures.sweeps import Axis

MOST_NAMED = 3  # measures in a sentence
LONG = 15  # of an axis: from end to end
LASTING = "games are"  # the subject of measures that say how long games are
STEPS = "▁▂▃▄▅▆▇█"


def headline(known: Swept) -> Iterator[str]:
    """Yield what a sweep shows: where it meets its targets, what changes most, and what does not."""
    measures = known.measures()
    for metric, target in known.targets:
        yield from _target(known, next((each for each in measures if each.metric == metric), None), target)
    if not any(change.value for each in measures for change in each.changes.values()):
        yield "Not one game differs: these values never matter in play, or these strategies take no notice of them."
        return
    length = [each for each in measures if each.metric == FIRST.name]
    yield from (_along(known, each) for each in length)
    others = [each for each in measures if each.group not in (LENGTH, STRUCTURE)]
    moved = sorted((each for each in others if each.verdict in (*CHANGED, "both")), key=lambda it: -it.weight)
    if moved:
        yield _moved(known, moved[:MOST_NAMED])
    yield from _still(others)


# --- targets ----------------------------------------------------------------------------------------------


def _target(known: Swept, measure: Measure | None, target: float) -> Iterator[str]:
    """Yield where a measure has the value that it is to have."""
    if measure is None:
        return
    axis = known.sweep.axes[0]
    crossings = known.crossings(measure.metric, target)
    sure = [each for each in crossings if each.estimate.value is not None]
    goal = with_unit(measure.words, f"{target:,.10g}", is_again=True)
    if len(known.sweep.axes) == 2:
        second = known.sweep.axes[1]
        places = [f"{_place_with_ends(axis, each)} with {second.phrase.format(each.at)}" for each in sure]
        if places:
            yield f"{_reach(measure, goal)} {listed(places[:MOST_NAMED])}{_more(places)}."
            return
    elif sure:
        yield f"{_reach(measure, goal)} {listed([_place_with_ends(axis, each) for each in sure[:MOST_NAMED]])}."
        return
    yield _never(known, measure, target, goal, crossings)


def _more(places: Sequence[str]) -> str:
    return f", and {len(places) - MOST_NAMED} more" if len(places) > MOST_NAMED else ""


def _reach(measure: Measure, goal: str) -> str:
    if measure.words.subject == LASTING:
        return f"Games last {goal}"
    return f"{capital(measure.words.name)} {_agreed(measure, 'reach', 'reaches')} {goal}"


def _agreed(measure: Measure, many: str, one: str) -> str:
    return many if measure.words.plural else one


def _never(known: Swept, measure: Measure, target: float, goal: str, near: Sequence[Crossed]) -> str:
    """Say that a measure stays on one side of its target, or that this is not known."""
    numbers = {variant: each for variant, each in measure.points.items() if each.value is not None}
    above = all((each.value or 0.0) >= target for each in numbers.values())
    closest = min(numbers, key=lambda variant: abs((numbers[variant].value or 0.0) - target))
    at = f"{measure.words_at(closest)} with {known.place(closest)}"
    name = "games" if measure.words.subject == LASTING else measure.words.name
    if near:
        reach = _agreed(measure, "reach", "reaches")
        return f"Whether {name} {reach} {goal} is open until more games are played; the nearest is {at}."
    stay = _agreed(measure, "stay", "stays")
    return f"{capital(name)} {stay} {'above' if above else 'below'} {goal}; the nearest is {at}."


def _place_with_ends(axis: Axis, crossed: Crossed) -> str:
    place = crossing_place(axis, crossed.estimate)
    return (
        f"{'' if place.startswith('between') else 'at '}{place} (95 % interval {crossing_ends(axis, crossed.estimate)})"
    )


def crossing_place(axis: Axis, estimate: Estimate) -> str:
    """Return where a curve crosses: "37 gold each", or "between 3 and 4 rounds" where nothing lies between."""
    value = estimate.value or 0.0
    low, high = floor(value), ceil(value)
    if low != high and low in axis.values and high in axis.values:
        return f"between {low:,} and {value_text(axis, high)}"
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


def _along(known: Swept, measure: Measure) -> str:
    """Say how the length of games changes along the sweep."""
    sweep = known.sweep
    order = [variant for variant in sweep.order() if variant in measure.points]
    if len(sweep.axes) == 1 and sweep.runs:
        numbers = [variant for variant in order if sweep.has_printed or variant]
        return f"From {_span(known, numbers[0], numbers[-1])}, {_length(known, measure, numbers[-1])}."
    low, high = (chosen(order, key=lambda it: measure.points[it].value or 0.0) for chosen in (min, max))
    printed = f", and {measure.words_at('')} as printed" if "" not in (low, high) else ""
    ends = [f"{measure.words_at(low)} ({_where(known, low)})", f"{measure.words_at(high)} ({_where(known, high)})"]
    return f"Games last from {ends[0]} to {ends[1]}{printed}."


def _length(known: Swept, measure: Measure, last: str) -> str:
    """Say how the length changes from the first point of a curve to the last one, and what it is as printed."""
    change = measure.changes.get(last, Estimate())
    if change.verdict not in CHANGED:
        return _unmoved(known, measure) + _as_printed(known, measure)
    verb = "grow" if change.verdict == "more" else "shrink"
    means = f"from {measure.show(measure.points[known.sweep.reference].value)} to {measure.words_at(last)}"
    return f"games {verb} {means} ({_change(change, measure)}){_as_printed(known, measure)}"


def _as_printed(known: Swept, measure: Measure) -> str:
    if "" not in measure.points or known.sweep.reference == "" or not known.sweep.has_printed:
        return ""
    return f"; the printed game, with {known.place('')}, lasts {measure.words_at('')}"


def _unmoved(known: Swept, measure: Measure) -> str:
    """Say of a length whose ends do not differ by what matters whether it changes between them."""
    if measure.verdict in (*CHANGED, "both") and measure.farthest:
        far = measure.farthest[0]
        return f"games are about as long at both ends, but last {measure.words_at(far)} at {known.place(far)}"
    values = [each.value for each in measure.points.values() if each.value is not None]
    means = f"{span(values, measure.show)} {measure.unit}"
    if measure.verdict == "same":
        return f"games stay about as long ({means})"
    return f"games last {means}, and we cannot tell yet whether that is a change"


def _span(known: Swept, first: str, last: str) -> str:
    """Return the two ends of an axis: "20 to 60 gold each"."""
    low, high = (f"{known.sweep.points[variant][0]:,}" for variant in (first, last))
    begins = known.sweep.axes[0].phrase.startswith("{}")
    return f"{low} to {known.place(last)}" if begins else f"{known.place(first)} to {high}"


def _where(known: Swept, variant: str) -> str:
    return known.place(variant) if variant else f"{known.place(variant)}, as printed"


def _change(change: Estimate, measure: Measure) -> str:
    show = signed(measure.show)
    return f"{show(change.value)}, 95 % interval {show(change.low)} to {show(change.high)}"


def _moved(known: Swept, measures: Sequence[Measure]) -> str:
    """Say how measures change along the sweep: "Stakes rise from 30 to 41 gold"."""
    last = known.sweep.order()[-1] if len(known.sweep.axes) == 1 and known.sweep.runs else ""
    farthest = [_farthest(measure, last) for measure in measures]
    claims = [_moves(known, measure, far) for measure, far in zip(measures, farthest, strict=True)]
    if len({far for far, _ in farthest}) == 1 and farthest[0][0] != last:
        return f"With {known.place(farthest[0][0])}, {listed(claims)}."
    where = ["" if far == last else f" ({known.place(far)})" for far, _ in farthest]
    return f"{capital(listed([f'{claim}{place}' for claim, place in zip(claims, where, strict=True)]))}."


def _farthest(measure: Measure, last: str) -> tuple[str, Estimate]:
    """Return the last point of a curve if the measure has changed there, or else the one that differs most."""
    at_last = measure.changes.get(last, Estimate())
    return (last, at_last) if at_last.verdict in CHANGED or measure.farthest is None else measure.farthest


def _moves(known: Swept, measure: Measure, farthest: tuple[str, Estimate]) -> str:
    far, change = farthest
    verb = "rise" if (change.value or 0.0) > 0 else "fall"
    before = measure.show(measure.points[known.sweep.reference].value)
    return f"{measure.words.name} {_agreed(measure, verb, f'{verb}s')} from {before} to {measure.words_at(far)}"


def _still(measures: Sequence[Measure]) -> Iterator[str]:
    """Yield which measures do not change, and which cannot be judged yet, with the games that it would take."""
    unclear = [each for each in measures if each.verdict == "unclear"]
    same = [each.short for each in measures if each.verdict == "same"]
    needed = [each.games_needed for each in unclear]
    if text := same_and_open(same, [each.short for each in unclear], needed, " at each point"):
        yield text


def sparkline(measure: Measure, variants: Sequence[str]) -> str:
    """Return the course of a measure as a line of small bars, from its lowest value to its highest."""
    values = [measure.points[variant].value for variant in variants if variant in measure.points]
    known = [value for value in values if value is not None]
    if len(known) < 2:
        return ""
    low, width = min(known), max(known) - min(known)
    if measure.verdict == "same" or width == 0:
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
            "A crossing is read off straight lines between neighbouring points. Its interval has all places at which a"
            f" test at {level} does not rule the target out (Fieller 1954); smaller steps around the crossing check the"
            " straight lines.",
        )
    return lines
