"""Compiled code in one file, packed on one machine and unpacked on others of the same kind.

Machine code fits the versions and the processor for which it was compiled. So the file names these, and a machine with
others rejects it. Unpacked code will run, so unpack only files from people whose programs you would run.
"""

import hashlib
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from tda_sim.engine.compiler import cache
from tda_sim.errors import Problem, UserError
from tda_sim.store.files import read_given

FORMAT = 1
ABOUT = "about.json"
OLDEST = (1980, 1, 1, 0, 0, 0)
_NAME = re.compile(rf"[-.\w]+{re.escape(cache.SUFFIX)}|strategies/\w+\.py")  # the only names of files in a pack
_DAMAGE = (  # the errors of reading a damaged file
    *(zipfile.BadZipFile, zlib.error, struct.error, RuntimeError, ValueError, ArithmeticError),
    *(KeyError, TypeError, AttributeError, EOFError),
)
_WAYS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # in which a pack may be packed
PACKED, UNPACKED, DESCRIBED = 64 * 10**6, 512 * 10**6, 4 * 10**6  # bytes at most: of a pack, its files, and `ABOUT`
_HINT = "`tda cache --export FILE` makes such files"


def pack(folder: Path, made_for: Mapping[str, str]) -> bytes:
    """Return a folder of compiled code as one file. ``made_for``: versions and processor, by name.

    Raises UserError if nothing is compiled yet, or more than `unpack` takes.
    """
    files = {name: path.read_bytes() for name, path in _kept(folder).items()}
    if not any(name.endswith(cache.SUFFIX) for name in files):
        hint = "`tda simulate original --games 1000` compiles the rules and a strategy"
        raise UserError.of("nothing is compiled here yet", file=str(folder), hint=hint)
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    about = {"format": FORMAT, "made_for": dict(made_for), "files": digests}
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {ABOUT: json.dumps(about, indent=2).encode(), **files}.items():
            entry = zipfile.ZipInfo(name, OLDEST)  # always the same time, so that the same files make the same pack
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    if sum(map(len, files.values())) > UNPACKED or packed.tell() > PACKED:
        hint = "remove this folder: what you use is compiled again"
        raise UserError.of("too much is compiled here for a pack", file=str(folder), hint=hint)
    return packed.getvalue()


def unpack(file: Path, folder: Path, here: Mapping[str, str]) -> int:
    """Unpack code into the cache folder, and return the number of files.

    Raises UserError, and writes nothing, if the file is not a pack, is damaged, or was made for other versions or
    another processor than those ``here``.
    """
    files = read(file, here)
    for name, content in files.items():
        if not cache.write(folder / name, content):
            raise UserError.of("cannot write here", file=str(folder))
    return len(files)


def _kept(folder: Path) -> dict[str, Path]:
    """Return the files of a folder, by their names in the pack."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    names = {path.relative_to(folder).as_posix(): path for path in paths}
    return {name: path for name, path in names.items() if _NAME.fullmatch(name)}


def read(file: Path, here: Mapping[str, str]) -> dict[str, bytes]:
    """Return the files in a pack, by name. Raises UserError if it is damaged, or made for others than ``here``."""
    packed = BytesIO(read_given(file, PACKED, hint=_HINT))
    try:
        with zipfile.ZipFile(packed) as archive:
            about = json.loads(_content(archive, ABOUT, DESCRIBED))
            _check_fits(file, about, here)
            digests = {**about["files"]}
            if sum(archive.getinfo(name).file_size for name in digests) > UNPACKED:
                raise UserError.of(f"this unpacks to more than {UNPACKED // 10**6} MB", file=str(file), hint=_HINT)
            files = {str(name): _content(archive, name, UNPACKED) for name in digests}
        if any(hashlib.sha256(content).hexdigest() != digests[name] for name, content in files.items()):
            raise ValueError("a digest differs")
    except _DAMAGE as error:
        raise UserError.of("this holds no compiled code, or it is damaged", file=str(file), hint=_HINT) from error
    return files


def _content(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    entry = archive.getinfo(name)
    known = name == ABOUT or _NAME.fullmatch(name)
    if not known or entry.compress_type not in _WAYS or entry.file_size > most:
        raise ValueError(name)
    with archive.open(entry) as packed:
        return packed.read(entry.file_size + 1)  # without a number, more is unpacked where the size is a lie


def _check_fits(file: Path, about: Any, here: Mapping[str, str]) -> None:
    if about["format"] != FORMAT:
        raise UserError.of(f"this is packed in form {about['format']}, and {FORMAT} is read here", file=str(file))
    made_for = about["made_for"]
    others = [name for name, value in here.items() if made_for[name] != value]
    if others:
        hint = "pack it again on a machine of the same kind, or let this one compile"
        text = "made for another {}: {}, and here it is {}"
        raise UserError(
            [Problem(text.format(name, made_for[name], here[name]), str(file), hint=hint) for name in others]
        )
