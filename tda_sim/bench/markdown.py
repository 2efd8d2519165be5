"""Sections of a Markdown file that scripts write."""

import re
from pathlib import Path

from tda_sim.errors import UserError
from tda_sim.store.files import write_document


def replace_section(file: Path, name: str, body: str | None) -> None:
    """Write ``body`` between ``<!-- name -->`` and ``<!-- /name -->``; None only checks that the marks are there."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError.of(f"cannot read this: {error.strerror}", file=str(file)) from error
    section = re.compile(rf"(<!-- {re.escape(name)} -->\n).*?(<!-- /{re.escape(name)} -->)", re.S)
    if not section.search(text):
        hint = f"a line <!-- {name} --> and a line <!-- /{name} -->"
        raise UserError.of(f"there is no section {name} to write into", file=str(file), hint=hint)
    if body is not None:
        write_document(file, section.sub(lambda match: f"{match[1]}{body}\n{match[2]}", text))
