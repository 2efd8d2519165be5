"""The engine's speed on this machine, measured side by side in one run."""

from tda_sim.bench.command import bench_command, compare_command, count_command
from tda_sim.bench.show import compared, counted, measured

__all__ = ["bench_command", "compare_command", "compared", "count_command", "counted", "measured"]
