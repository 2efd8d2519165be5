"""Compiled code in one file, packed on one machine and unpacked on others of the same kind.

Machine code fits the versions and the processor for which it was compiled. So the file names these, and a machine with
others rejects it. Unpacked code will run, so unpack only files from people whose programs you would run.
"""

import hashlib
import json
import re
import zipfile
import zlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from tda_sim.engine import cache
from tda_sim.errors import Problem, UserError

FORMAT = 1
ABOUT = "about.json"
_NAME = re.compile(rf"[-.\w]+{re.escape(cache.SUFFIX)}|strategies/\w+\.py")  # the only names of files in a pack
_DAMAGE = (  # the errors of reading a damaged file
    *(zipfile.BadZipFile, zlib.error, RuntimeError, ValueError),
    *(KeyError, TypeError, AttributeError, EOFError),
)
MOST = 2**30  # bytes of a file; a larger one is not ours


def pack(folder: Path, made_for: Mapping[str, str]) -> bytes:
    """Return a folder of compiled code as one file. ``made_for``: versions and processor, by name.

    Raises UserError if nothing is compiled yet.
    """
    files = {name: path.read_bytes() for name, path in _kept(folder).items()}
    if not any(name.endswith(cache.SUFFIX) for name in files):
        hint = "`tda simulate original --games 1000` compiles the rules and a strategy"
        raise UserError.of("nothing is compiled here yet", file=str(folder), hint=hint)
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    about = {"format": FORMAT, "made_for": dict(made_for), "files": digests}
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(ABOUT, json.dumps(about, indent=2))
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def unpack(file: Path, folder: Path, here: Mapping[str, str]) -> int:
    """Unpack code into the cache folder, and return the number of files.

    Raises UserError, and writes nothing, if the file is not a pack, is damaged, or was made for other versions or
    another processor than those ``here``.
    """
    files = _checked(file, here)
    for name, content in files.items():
        if not cache.write(folder / name, content):
            raise UserError.of("cannot write here", file=str(folder))
    return len(files)


def _kept(folder: Path) -> dict[str, Path]:
    """Return the files of a folder, by their names in the pack."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    names = {path.relative_to(folder).as_posix(): path for path in paths}
    return {name: path for name, path in names.items() if _NAME.fullmatch(name)}


def _checked(file: Path, here: Mapping[str, str]) -> dict[str, bytes]:
    """Return the files in a packed file, by name, if it is whole and fits."""
    try:
        with zipfile.ZipFile(file) as archive:
            about = json.loads(_content(archive, ABOUT))
            _check_fits(file, about, here)
            files = {str(name): _content(archive, name) for name in about["files"]}
    except OSError as error:
        raise UserError.of(f"this cannot be read: {error.strerror or error}", file=str(file)) from error
    except _DAMAGE as error:
        raise _no_pack(file) from error
    if any(hashlib.sha256(content).hexdigest() != about["files"][name] for name, content in files.items()):
        raise _no_pack(file)
    return files


def _content(archive: zipfile.ZipFile, name: str) -> bytes:
    if name != ABOUT and not _NAME.fullmatch(name):
        raise ValueError(name)
    if archive.getinfo(name).file_size > MOST:
        raise ValueError(name)
    return archive.read(name)


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


def _no_pack(file: Path) -> UserError:
    hint = "`tda cache --export FILE` makes such files"
    return UserError.of("this holds no compiled code, or it is damaged", file=str(file), hint=hint)
