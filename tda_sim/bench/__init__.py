"""How fast the engine is, on this machine, side by side in one run."""

from tda_sim.bench.command import bench_command
from tda_sim.bench.show import measured

__all__ = ["bench_command", "measured"]
