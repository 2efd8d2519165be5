"""What every result can do with its document: print its first screen, show itself in a notebook, become a file."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tda_sim.errors import UserError, suggest
from tda_sim.rendering.model import Bars, Document, Figures, Section, Table, filled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_LINES = 30  # of the table on the first screen


class Shown(ABC):
    """A result that can be read: in a terminal, in a notebook, as a figure, and as a file."""

    @property
    @abstractmethod
    def document(self) -> Document:
        """The whole answer, as the command prints it."""

    @property
    def hints(self) -> str:
        """Where to look for more: the last line of the first screen."""
        drawn = [".plot()"] if self._figures or self.document.picture else []
        return f"More: {', '.join(['.summary()', '.tables', *drawn, '.to_html(PATH)'])}"

    @property
    def json(self) -> Any:
        """All numbers of the answer as plain Python data: the object that ``--json`` prints."""
        return self.document.data

    # --- looking at it ------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        from tda_sim.rendering.terminal import printed

        return printed(replace(first_screen(self.document, drawn=False), kept=self.hints))

    def _repr_html_(self) -> str:
        from tda_sim.rendering.fragment import fragment

        return fragment(replace(first_screen(self.document), kept=self.hints))

    # --- figures ------------------------------------------------------------------------------------------

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of all figures that `plot` draws."""
        return tuple(self._drawn())

    def plot(self, name: str | None = None) -> "Figure":
        """Return a figure by its name, or the one that sums up the answer if no name is given.

        The figure is a copy: change it and save it as you like. Raises UserError if there is no such figure.
        """
        if name is None and self.document.picture is not None:
            return deepcopy(self.document.picture())
        drawn = self._drawn()
        if not drawn:
            raise UserError.of("this answer has no figures", hint=".summary() has its numbers")
        if name is None:
            return deepcopy(next(iter(drawn.values())))
        if name not in drawn:
            raise UserError.of(f"there is no figure called {name}", hint=suggest(name, drawn))
        return deepcopy(drawn[name])

    @property
    def _figures(self) -> list[Figures]:
        return list(_figures(self.document.sections))

    def _drawn(self) -> "dict[str, Figure]":
        return {name: figure for block in self._figures for name, figure in block.draw().items()}

    # --- files --------------------------------------------------------------------------------------------

    def to_html(self, path: str | Path) -> Path:
        """Write the whole answer as a web page that opens offline, and return its path."""
        from tda_sim.rendering.html import html

        return _written(path, html(self.document))

    def to_markdown(self, path: str | Path) -> Path:
        """Write the whole answer as Markdown, and return the file's path."""
        from tda_sim.rendering.markdown import markdown

        return _written(path, markdown(self.document))

    def to_csv(self, folder: str | Path) -> list[Path]:
        """Write every table of the answer into a folder, a CSV file each, and return the files' paths."""
        from tda_sim.rendering.csv_files import write_tables

        return write_tables(self.document, Path(folder))


def first_screen(document: Document, drawn: bool = True) -> Document:
    """Return the answer in short: its title, its sentences, its bars or its figure, and its first table.

    ``drawn``: whether figures are drawn; if not, bars may take their place.
    """
    sections = filled(document.sections, lambda it: ()) if drawn else filled(document.sections)
    blocks = list(_blocks(sections))
    kinds = (Table,) if drawn and document.picture else (Bars, Table)
    screen = [section for kind in kinds for section in [one for one, block in blocks if isinstance(block, kind)][:1]]
    return replace(document, sections=screen, methods=[], parts=[], text="")


def _blocks(sections: Sequence[Section]) -> Iterator[tuple[Section, Bars | Table]]:
    """Yield all bars and tables that no fold hides, each alone under the heading that it has in the document."""
    for section in sections:
        if section.folded:
            continue
        for block in section.blocks:
            if isinstance(block, Bars):
                yield Section(section.title, [block]), block
            elif isinstance(block, Table) and block.lines:
                yield Section(section.title, [_short(block)]), block
        yield from _blocks(section.sections)


def _short(table: Table) -> Table:
    """Return the main lines of a table, and no more than fit a screen."""
    room, groups = MOST_LINES, {}
    for name, lines in table.groups.items():
        groups[name] = [line for line in lines if not line.detail][:room]
        room -= len(groups[name])
    left_out = len(table.lines) - sum(map(len, groups.values()))
    more = f"{left_out:,} more in .tables and .to_html(PATH)." if left_out else ""
    return replace(table, groups={name: lines for name, lines in groups.items() if lines}, note="", more=more)


def _figures(sections: Sequence[Section]) -> Iterator[Figures]:
    for section in sections:
        yield from (block for block in section.blocks if isinstance(block, Figures))
        yield from _figures(section.sections)


def _written(path: str | Path, text: str) -> Path:
    from tda_sim.store.files import write_document

    write_document(Path(path), text)
    return Path(path)
