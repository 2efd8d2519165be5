"""The values of a sweep, written as a range with a step, or as a list."""

import re
from decimal import Decimal

from tda_sim.definitions.parameters import Value, written
from tda_sim.definitions.sources import plain_value
from tda_sim.errors import UserError, brief

NUMBER = r"-?\d{1,9}(?:\.\d{1,9})?"
RANGE = re.compile(rf"({NUMBER})\.\.({NUMBER})(?::({NUMBER}))?", re.ASCII)
MOST = 1_000  # values of a range; the number of points has a lower limit of its own
FORMS = "write 20..60:5, or a list such as 20,30,45"


def written_values(name: str, text: str) -> tuple[Value, ...]:
    """Return the values of the parameter ``name`` in a text.

    ``a..b:step`` stands for a, a + step, and so on up to b; the default step is 1. ``1,2,3`` is a list, which may also
    hold words, true, false and null.

    >>> written_values("rules.rounds", "2..5"), written_values("rules.debt", "running,hole")
    ((2, 3, 4, 5), ('running', 'hole'))

    Raises UserError for a text in another form, and for fewer than two values.
    """
    text = text.strip()
    values = _range(name, text) if ".." in text else _listed(name, text)
    if len(values) < 2:
        hint = f"{FORMS}; to compare a single value with the printed game, use tda house-rule"
        raise UserError.of(f"{name}: a single value, {brief(text)}, makes no curve", hint=hint)
    return values


def _range(name: str, text: str) -> tuple[Value, ...]:
    match = RANGE.fullmatch(text.replace(" ", ""))
    if match is None:
        raise UserError.of(f"{name}: {brief(text)} is not a range", hint=FORMS)
    low, high = Decimal(match[1]), Decimal(match[2])
    step = Decimal(match[3] or 1)
    if low > high:
        raise UserError.of(f"{name}: {brief(text)} runs backwards", hint=f"write {high}..{low}")
    if step <= 0:
        raise UserError.of(f"{name}: a step must be above 0, not {step}", hint=FORMS)
    count = int((high - low) / step) + 1
    if count > MOST:
        raise UserError.of(f"{name}: {brief(text)} has {count:,} values", hint="take larger steps: 20..60:5")
    return tuple(_number(low + k * step) for k in range(count))


def _number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def _listed(name: str, text: str) -> tuple[Value, ...]:
    values: list[Value] = []
    for item in (part.strip() for part in text.split(",")):
        value, advice = plain_value(item)
        if advice is not None or not item:
            hint = FORMS if advice is None else advice
            raise UserError.of(f"{name}: {brief(item) or 'an empty place'} cannot be a value of a list", hint=hint)
        if written(value) in map(written, values):
            raise UserError.of(f"{name}: {brief(item)} is listed twice", hint="write each value once")
        values.append(value)
    is_numeric = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
    return tuple(sorted(values)) if is_numeric else tuple(values)  # type: ignore[type-var]
