"""The file of what is proved, docs/validity.jsonl, and its table in docs/statistics.md."""

import json
from collections.abc import Iterable
from pathlib import Path

from proof import ALL, Proof, Share
from registry import POINTS, PROMISES, promise_of

from tda_sim.bench.markdown import replace_section

DOCS = Path(__file__).parents[2] / "docs"
FILE, PAGE = DOCS / "validity.jsonl", DOCS / "statistics.md"
SECTION = "proofs"


def write_proofs(proofs: Iterable[Proof]) -> None:
    """Write a line for each estimator."""
    lines = [json.dumps(each.to_dict()) for each in proofs]
    FILE.write_text("".join(f"{line}\n" for line in sorted(lines)), encoding="utf-8")


def read_proofs() -> list[Proof]:
    """The lines, read."""
    text = FILE.read_text(encoding="utf-8") if FILE.exists() else ""
    return [Proof.from_dict(json.loads(line)) for line in text.splitlines()]


def write_page() -> None:
    """Write the table into the page."""
    replace_section(PAGE, SECTION, table(read_proofs()))


def table(proofs: Iterable[Proof]) -> str:
    """A line for each table of an answer in each world, in the order of the registry."""
    groups: dict[tuple[str, str, str], list[Proof]] = {}
    for each in proofs:
        groups.setdefault((*each.estimator[:2], each.world), []).append(each)
    order = [*PROMISES, *POINTS]
    known = sorted((key for key in groups if key[:2] in order), key=lambda key: (order.index(key[:2]), key[2]))
    rows = [HEAD, ["---"] * 3 + ["---:"] * 6 + ["---"], *(_row(key, groups[key]) for key in known)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in rows).rstrip()


HEAD = [
    "answer: table",
    "estimator",
    "world",
    "measures",
    "replications",
    "each, %",
    "all at once, %",
    "finds, %",
    "wrong, %",
    "",
]


def _row(key: tuple[str, str, str], group: list[Proof]) -> list[str]:
    answer, table_, world = key
    whole = [each for each in group if each.estimator.measure == ALL] or group
    odd = [f"{each.verdict}: {each.estimator.measure or 'all'}" for each in group if each.verdict != "holds"]
    group = [each for each in group if each.estimator.measure != ALL]
    words = POINTS.get((answer, table_), "")
    if not words:
        promises = (promise_of(each.estimator) for each in group)
        words = "; ".join(dict.fromkeys(promise.estimator for promise in promises if promise))
    return [
        f"{answer}: {table_}".rstrip(": "),
        words,
        world,
        str(len(group)),
        str(min(each.replications for each in group)),
        _share([each.each for each in group]),
        _share([each.together for each in group]),
        _finds(whole),
        _share([each.wrong for each in group]),
        "; ".join(odd) or _bias([each.bias for each in group]) or "holds",
    ]


def _share(found: list[Share | None]) -> str:
    """A share over several measures, and its range."""
    known = [each for each in found if each is not None]
    if not known:
        return ""
    whole = sum(each.value * each.n for each in known) / sum(each.n for each in known)
    ends = dict.fromkeys(f"{100 * value:.1f}" for value in (min(e.value for e in known), max(e.value for e in known)))
    return f"{100 * whole:.1f}" + (f" ({' to '.join(ends)})" if len(ends) > 1 else "")


def _finds(whole: list[Proof]) -> str:
    """How seldom intervals would have to hold for this to show."""
    known = [each.judged.finds for each in whole if each.judged is not None]
    return f"{100 * min(known):.1f}" if known else ""


def _bias(found: list[Share | None]) -> str:
    """By how much estimates without an interval are off on average: the most of several measures."""
    known = sorted((each for each in found if each is not None), key=lambda each: -abs(each.value))
    return f"right on average: off by {known[0].value:+.3f} ± {known[0].error:.3f}" if known else ""
