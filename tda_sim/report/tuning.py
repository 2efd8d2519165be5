"""What a tuning has come to, in the terminal."""

from rich.table import Table

from tda_sim.terminal import Terminal
from tda_sim.tuning import Tuned
from tda_sim.tuning.folder import WEIGHTS
from tda_sim.tuning.record import percent, points


def render_tuned(found: Tuned, console: Terminal) -> None:
    """Print what was won, and the parameters that have changed."""
    plan = found.plan
    console.print(f"{plan.config.strategy} for {plan.config.deck}, {plan.config.players} players: {found.chosen}")
    console.print(_tables(found))
    console.print(_changes(found))
    console.print(found.verdict())
    if found.out is not None:
        console.print(f"The weights are in {found.out / WEIGHTS}", soft_wrap=True)


def _tables(found: Tuned) -> Table:
    title = f"Share of wins in {found.plan.held_out:,} held-out games, with 95 % intervals"
    table = Table(title=title, title_justify="left")
    for name in ("seats", "fair", "before", "found", "gain", "gain on the field"):
        table.add_column(name, justify="right")
    for k, layout in enumerate(found.plan.layouts):
        table.add_row(
            f"{layout.candidates} of {found.plan.config.players}",
            f"{100 * layout.candidates / found.plan.config.players:.1f} %",
            percent(found.start.share(k)),
            percent(found.found.share(k)),
            points(found.found.gain_on(found.start, k)),
            points(found.found.gain_on_field(k)),
        )
    return table


def _changes(found: Tuned) -> Table:
    table = Table(title="Parameters", title_justify="left")
    for name in ("parameter", "before", "found"):
        table.add_column(name, justify="left" if name == "parameter" else "right")
    for name, before in zip(found.plan.config.parameters, found.plan.start, strict=True):
        table.add_row(name, f"{before:.4g}", f"{found.weights[name]:.4g}")
    return table
