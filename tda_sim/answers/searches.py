"""`tda tune` and `tda exploit`: the weights that win more, and the best response to a strategy."""

from tda_sim.documents import model as doc
from tda_sim.documents.model import Section
from tda_sim.documents.numbers import percent, points, share
from tda_sim.exploits import Exploit
from tda_sim.tuning import Tuned
from tda_sim.tuning.folder import WEIGHTS

POINTS = "percentage points"


def tuned(found: Tuned) -> doc.Document:
    """Return what a tuning has won, and the parameters that have changed."""
    plan, config = found.plan, found.plan.config
    shares = [
        (
            f"{layout.candidates} of {config.players}",
            percent(layout.candidates / config.players, 1),
            share(found.start.share(k), 2),
            share(found.found.share(k), 2),
            points(found.found.gain_on(found.start, k), "points", 2),
            points(found.found.gain_on_field(k), "points", 2),
        )
        for k, layout in enumerate(plan.layouts)
    ]
    changes = [
        (name, f"{before:.4g}", f"{found.weights[name]:.4g}")
        for name, before in zip(config.parameters, plan.start, strict=True)
    ]
    head = [">seats", ">fair", ">before", ">found", ">gain", ">gain on the field"]
    title = f"Share of wins in {plan.held_out:,} held-out games, with 95 % intervals"
    sections = [
        Section(title, [doc.texts("", head, shares)]),
        Section("Parameters", [doc.texts("", ["parameter", ">before", ">found"], changes)]),
    ]
    return doc.Document(
        f"{config.strategy} for {config.deck}, {config.players} players: {found.chosen}",
        [found.verdict()],
        sections,
        kept="" if found.out is None else f"The weights are in {found.out / WEIGHTS}",
        data=found.to_dict(),
    )


def exploited(found: Exploit) -> doc.Document:
    """Return what was tried against a strategy, and what the best of it wins."""
    gain = points(found.gain, POINTS)
    told = [
        f"In {found.share.n:,} games of its own, {found.best.name} wins {share(found.share)}.",
        f"{found.strategy} can be beaten by at least {gain}."
        if found.beaten
        else f"Nothing that was tried beats {found.strategy} for sure: {gain}.",
    ]
    rows = [(each.name, each.found_by, share(each.chosen_by), each.chosen_by.n) for each in found.responses]
    return doc.Document(
        f"One seat against {found.players - 1} {found.strategy}: {found.deck}",
        told,
        [Section("", [doc.texts("", ["tried", "found by", "share of the wins", ">games"], rows)])],
        about=f"A fair share of the wins is {percent(1 / found.players, 1)}; seed {found.seed}",
        kept="" if found.out is None else f"All of it is in {found.out}",
        data=found.to_dict(),
    )
