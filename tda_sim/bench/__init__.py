"""The engine's speed on this machine, measured side by side in one run."""

from tda_sim.bench.command import bench_command, compare_command
from tda_sim.bench.show import compared, measured

__all__ = ["bench_command", "compare_command", "compared", "measured"]
