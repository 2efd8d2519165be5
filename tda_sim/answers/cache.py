"""`tda cache`: where compiled code is kept, and how it goes to other machines."""

from pathlib import Path

from tda_sim.engine.compiler import cache, jit, packing
from tda_sim.errors import UserError
from tda_sim.rendering import model as doc
from tda_sim.store.files import write_document
from tda_sim.wording.words import Sentence, agree, counted

TRUST = "It runs like a program. Import such a file only from people whose programs you would run."


def kept() -> doc.Document:
    """Return where compiled code is kept, how much there is, and which machines it fits."""
    folder = _folder()
    sizes = {path.name: path.stat().st_size for path in sorted(folder.glob(f"*{cache.SUFFIX}"))}
    rows = [[name.rpartition("-")[0], f"{size / 1e6:.1f}"] for name, size in sizes.items()]
    made_for = jit.made_for()
    sections = [
        doc.Section("", [doc.texts("", ["compiled", ">MB"], rows)]),
        doc.Section("Made for", [doc.texts("", ["", ""], [list(each) for each in made_for.items()])]),
    ]
    data = {"folder": str(folder), "files": sizes, "made_for": made_for}
    return doc.Document("Compiled code", sections=sections, kept=f"It is kept in {folder}", data=data)


def exported(file: Path) -> doc.Document:
    """Pack the compiled code into a file, and return its size."""
    content = packing.pack(_folder(), jit.made_for())
    write_document(file, content)
    words = [f"{len(content) / 1e6:.1f} MB, for machines of the same kind: tda cache --import {file.name}", TRUST]
    data = {"file": str(file), "bytes": len(content), "made_for": jit.made_for()}
    return doc.Document(f"Wrote {file}", sections=[doc.Section("", [doc.Words(words)])], data=data)


def imported(file: Path) -> doc.Document:
    """Unpack a file into the folder of compiled code, and return the number of files."""
    folder = _folder()
    files = packing.unpack(file, folder, jit.made_for())
    data = {"file": str(file), "files": files, "folder": str(folder)}
    subject = f"{counted(files, 'file')} of {file}"
    words = doc.Words([str(Sentence(subject, [f"{agree(files, 'is', 'are')} in {folder} now"]))])
    return doc.Document("Compiled code", sections=[doc.Section("", [words])], data=data)


def _folder() -> Path:
    if not jit.COMPILED:
        raise UserError.of("nothing is compiled here", hint="unset NUMBA_DISABLE_JIT")
    folder = jit.cache_folder()
    if folder is None:
        raise UserError.of(
            "compiled code is not kept here", hint=f"{cache.VARIABLE} may name a folder that only you can write to"
        )
    return folder
