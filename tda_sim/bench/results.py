"""What `tda bench` measures, as plain data; units are in the names."""

from dataclasses import dataclass

from tda_sim.bench.counters import Counts

PLAYERS = (2, 4, 6)
CASES = (  # of the engine's speed: a strategy in all seats, and their number
    *(("random", players) for players in PLAYERS),
    *(("balanced", players) for players in PLAYERS),
    ("weighted", 4),
    ("master", 4),
    ("lookahead", 4),
)


@dataclass(frozen=True)
class Speed:
    """The engine alone, on one core: medians over repetitions. Counts are None if there are no counters."""

    players: int
    strategy: str
    games_per_second: float
    decisions_per_second: float
    decisions_per_game: float
    counts_per_decision: Counts | None


@dataclass(frozen=True)
class Threads:
    """Whole runs of four `balanced` players on one thread and on two: medians, and the median of the ratios."""

    games: int
    one_decisions_per_second: float
    two_decisions_per_second: float
    ratio: float


@dataclass(frozen=True)
class Start:
    """The time from launch to the first result: with an empty cache of compiled rules, and with a full one."""

    cold_cpu_seconds: float
    cold_seconds: float
    warm_seconds: float


@dataclass(frozen=True)
class Memory:
    """The peak memory of a process that plays this many games."""

    games: int
    peak_mb: float


@dataclass(frozen=True)
class Writing:
    """The cost of writing a run's results to disk."""

    rows_per_second: float
    added_to_playing: float  # seconds of writing per second of playing


@dataclass(frozen=True)
class Yardstick:
    """Time per decision, compared with a small C program of the same shape; None without a C compiler."""

    ns_per_decision: float
    c_ns_per_decision: float | None
    ratio: float | None


@dataclass(frozen=True)
class Report:
    """All measurements, and the machine."""

    machine: str
    versions: str
    repetitions: int
    no_counters: str | None  # why instructions, cycles and missed branches are not counted
    speed: tuple[Speed, ...]
    threads: Threads
    start: Start
    memory: tuple[Memory, ...]
    writing: Writing
    yardstick: Yardstick
    others_busy: float | None  # processors that other programs kept busy meanwhile, on average, if that is known
