"""The addresses of compiled rules, for profilers: Linux `perf` reads /tmp/perf-PID.map for code without a file.

If the environment variable TDA_PERF_MAP names the folder of that file, loading compiled code writes it.
"""

import os
import re
import struct
from collections.abc import Iterator
from pathlib import Path

from tda_sim.errors import UserError

VARIABLE = "TDA_PERF_MAP"
_FUNCTION = 2  # the type of a symbol of an ELF file


def note(code: bytes, name: str, address: int) -> None:
    """Add the functions of an ELF object to the map, those near the one of a name, which lies at an address.

    Those that are seldom called lie in another section, which can be anywhere. Raises UserError if the folder is
    missing or cannot be written.
    """
    symbols = list(functions(code))
    for its_section, place, _ in [where for symbol, *where in symbols if symbol == name]:
        near = [(symbol, at, size) for symbol, section, at, size in symbols if section == its_section]
        lines = [f"{address - place + at:x} {size:x} {legible(symbol)}\n" for symbol, at, size in near]
        _add(Path(os.environ[VARIABLE]), lines)


def _add(folder: Path, lines: list[str]) -> None:
    try:
        with (folder / f"perf-{os.getpid()}.map").open("a") as file:
            file.writelines(lines)
    except OSError as error:
        reason = error.strerror or str(error)
        hint = f"{VARIABLE} names it: it must be a folder that you can write to"
        raise UserError.of(f"no map of compiled code can be written: {reason}", file=str(folder), hint=hint) from error


def functions(code: bytes) -> Iterator[tuple[str, int, int, int]]:
    """Yield name, section, place there and size of each function of an ELF object; nothing for other files."""
    if code[:5] != b"\x7fELF\x02":
        return
    start, entry_size, n = struct.unpack_from("<Q10xHH", code, 0x28)
    sections = [struct.unpack_from("<IIQQQQIIQQ", code, start + k * entry_size) for k in range(n)]
    for _, kind, _, _, place, size, names, *_ in sections:
        if kind == _FUNCTION:  # the number of symbol tables, too
            strings = sections[names][4]
            for at in range(place, place + size, 24):
                name, info, _, section, value, length = struct.unpack_from("<IBBHQQ", code, at)
                if info & 15 == _FUNCTION:
                    yield code[strings + name : code.index(b"\0", strings + name)].decode(), section, value, length


def legible(symbol: str) -> str:
    """Return a function's name in the source: module and name."""
    match = re.match(r"_ZN(.*?)B\d+v", symbol)
    if not match:
        return symbol
    rest, parts = match[1], []
    while size := re.match(r"\d+", rest):
        end = len(size[0]) + int(size[0])
        parts.append(rest[len(size[0]) : end])
        rest = rest[end:]
    return ".".join(part for part in parts if part not in ("tda_sim", "engine")) or symbol
