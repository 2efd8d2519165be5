"""YAML with line marks: every value knows the file and the line it was written in.

Only the part of YAML that is unambiguous is accepted. Words and numbers that YAML 1.1 reads in a surprising way
(``no``, ``012``, ``1:30``, dates) are mistakes, and the message says what to write.
"""

import contextlib
import functools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

import yaml

from tda_sim.characters import UNSEEN, escaped, visible
from tda_sim.definitions.library import shown
from tda_sim.errors import Hint, Problem, UserError
from tda_sim.store.files import read_given
from tda_sim.store.outputs import check_unannounced

MAX_BYTES = 200_000  # twenty times the largest file that comes with the package
MAX_DEPTH = 40
MAX_NODES = 10_000  # counted with aliases expanded, so that a few of them cannot stand for billions
MAX_DIGITS = 18  # longer ones fit no number of the engine
MAX_DECIMALS = 30  # digits of a number with a point, so that it is finite and not almost 0

Scalar = str | int | float | bool | None


@dataclass(frozen=True, eq=False)
class Node:
    """A value and its place. ``file`` is None for values from Python."""

    value: "dict[str, Node] | list[Node] | Scalar"
    file: str | None = None
    line: int | None = None
    dubious: bool = False  # a problem is reported already; do not report what follows from it
    size: int = 1  # nodes in it
    under: "Node | None" = None  # the value below it, if that remains a separate step

    @property
    def entries(self) -> "dict[str, Node]":
        """The entries of a mapping; nothing for any other value."""
        return self.value if isinstance(self.value, dict) else {}

    @property
    def items(self) -> "list[Node]":
        """The items of a list; nothing for any other value."""
        return self.value if isinstance(self.value, list) else []

    @property
    def steps(self) -> "list[Node]":
        """The value and those below it, in the order in which they apply."""
        return [*(self.under.steps if self.under else []), self]

    def plain(self) -> Any:
        """Return the value without marks."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    def trail(self, path: Iterable[str | int]) -> "list[Node]":
        """Return the nodes along ``path``, without steps that lead nowhere."""
        nodes = [self]
        for step in path:
            here = nodes[-1].value
            if isinstance(here, dict) and step in here:
                nodes.append(here[str(step)])
            elif isinstance(here, list) and isinstance(step, int) and step < len(here):
                nodes.append(here[step])
        return nodes

    def problem(self, message: str, hint: Hint | None = None) -> Problem:
        """Return a problem that points here."""
        return Problem(message, self.file, self.line, hint)


def from_python(value: Any) -> Node:
    """Return plain data as nodes without places. Raises UserError for data larger than a file may be."""
    return _nodes(value, count(1), 0)


def _nodes(value: Any, numbers: Iterator[int], depth: int) -> Node:
    if isinstance(value, Node):
        return value
    if next(numbers) > MAX_NODES:
        raise UserError.of("the mapping is too large", hint=f"at most {MAX_NODES:,} values")
    if depth > MAX_DEPTH:
        raise UserError.of("nested too deeply", hint=f"at most {MAX_DEPTH} levels")
    if isinstance(value, dict):
        return Node({str(key): _nodes(entry, numbers, depth + 1) for key, entry in value.items()})
    if isinstance(value, list | tuple):
        return Node([_nodes(item, numbers, depth + 1) for item in value])
    return Node(value)


files_read: set[Path] = set()  # in this process


def read(path: Path, problems: list[Problem]) -> Node | None:
    """Return a YAML file that holds a mapping, or None; all mistakes go to ``problems``."""
    documents = _read(path, several=False)
    problems.extend(problem for document in documents for problem in document.problems)
    return documents[-1].node


def read_several(path: Path) -> "tuple[Document, ...]":
    """Return the documents of a YAML file, which lines ``---`` divide; each holds a mapping, or has problems."""
    return _read(path, several=True)


@dataclass(frozen=True)
class Document:
    """A document of a file, or None where it cannot be read, and the problems with it."""

    node: Node | None
    problems: tuple[Problem, ...]


def _read(path: Path, several: bool) -> tuple[Document, ...]:
    files_read.add(path)
    file = shown(path)
    try:
        return _documents(_text(path, file), file, several)
    except UserError as error:
        return (Document(None, tuple(error.problems)),)


@functools.lru_cache(maxsize=256)  # studies and titles refer to the same files repeatedly
def _documents(text: str, file: str, several: bool) -> tuple[Document, ...]:
    """Return the documents in a text; a mistake in the form of YAML ends it."""
    if yaml.__with_libyaml__ and "\t" not in text:  # it takes tabs in places where they are mistakes
        with contextlib.suppress(yaml.YAMLError):  # it is quick; the other parser has the words for what is wrong
            return tuple(_Builder(yaml.CSafeLoader(text), file).documents(several))
    return tuple(_told(_Builder(yaml.SafeLoader(text), file), several))


def _told(builder: "_Builder", several: bool) -> Iterator[Document]:
    """Yield documents up to a mistake in the form of YAML, and that mistake."""
    try:
        yield from builder.documents(several)
    except UserError as error:
        yield Document(None, (*builder.problems, *error.problems))
    except yaml.MarkedYAMLError as error:
        yield Document(None, (*builder.problems, _syntax_problem(error, builder.file)))


def read_or_raise(path: Path) -> Node:
    """Return a YAML file that holds a mapping. Raises one UserError with all its mistakes."""
    problems: list[Problem] = []
    node = read(path, problems)
    if problems or node is None:
        raise UserError(problems)
    return node


def _text(path: Path, file: str) -> str:
    check_unannounced(path)
    data = read_given(path, MAX_BYTES, file)
    if b"\0" in data:
        raise UserError.of("this is a binary file", file, hint="write a text file in UTF-8")
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UserError.of("the text is not UTF-8", file, line, "save the file in UTF-8") from error
    match = UNSEEN.search(text)
    if match:
        raise UserError([_unseen(match[0], file, text.count("\n", 0, match.start()) + 1)])
    return text


def _unseen(character: str, file: str, line: int) -> Problem:
    return Problem(f"the character {escaped(character)} is not allowed in a file: it is invisible", file, line)


def _syntax_problem(error: yaml.MarkedYAMLError, file: str) -> Problem:
    mark = error.problem_mark or error.context_mark
    line = None if mark is None else mark.line + 1
    text = error.problem or "this is not YAML"
    if "\\t" in text:
        return Problem("tabs are not allowed here", file, line, "indent with spaces")
    if text.startswith("mapping values are not allowed"):
        return Problem(
            "not valid YAML: a colon where no key can end", file, line, 'put text with a colon in quotes: "…"'
        )
    context = f" {error.context}" if error.context else ""
    return Problem(f"not valid YAML:{context}: {text}" if context else f"not valid YAML: {text}", file, line)


class _Builder:
    """Builds nodes from YAML's events. Nothing is recursive without a bound."""

    def __init__(self, loader: Any, file: str) -> None:
        self.loader = loader
        self.events = self.events_in_order()
        self.file = file
        self._start()

    def _start(self) -> None:
        self.problems: list[Problem] = []
        self.anchors: dict[str, Node] = {}
        self.nodes = 0  # so far, with aliases expanded

    def events_in_order(self) -> Iterator[yaml.Event]:
        """Yield PyYAML's events, as they are needed."""
        try:
            while self.loader.check_event():
                yield self.loader.get_event()
        except (OverflowError, ValueError) as error:  # an invalid character code, or version
            raise UserError.of("not valid YAML: no such number", self.file, self.loader.line + 1) from error

    def documents(self, several: bool) -> Iterator[Document]:
        """Yield the documents, as far as there may be several."""
        next(self.events)
        start = next(self.events)
        if isinstance(start, yaml.StreamEndEvent):
            yield self.refused(UserError.of("the file is empty", self.file))
        while not isinstance(start, yaml.StreamEndEvent):
            self._start()
            try:
                root = self.node(next(self.events), 0)
            except UserError as error:
                yield self.refused(error)
                if not several:
                    return
                self.skip()
            else:
                next(self.events)
                yield self.document(root)
            self._start()
            start = next(self.events, yaml.StreamEndEvent())  # there are no more after an impossible number
            if not (several or isinstance(start, yaml.StreamEndEvent)):
                yield self.refused(self.error(start, "only one document is allowed in a file", "remove the line ---"))
                return

    def skip(self) -> None:
        """Go to the end of the document."""
        for event in self.events:
            if isinstance(event, yaml.DocumentEndEvent):
                return

    def refused(self, error: UserError) -> Document:
        return Document(None, (*self.problems, *error.problems))

    def document(self, root: Node) -> Document:
        if isinstance(root.value, dict):
            return Document(root, tuple(self.problems))
        empty = root.value is None
        return self.refused(
            UserError.of(
                "the file is empty" if empty else "the file does not hold keys with values",
                self.file,
                None if empty else root.line,
                None if empty else "write `key: value`, one per line",
            )
        )

    def error(self, event: yaml.Event, message: str, hint: Hint | None = None) -> UserError:
        return UserError.of(message, self.file, self.line(event), hint)

    def line(self, event: yaml.Event) -> int:
        mark = event.start_mark
        return 1 if mark is None else int(mark.line) + 1

    def node(self, event: yaml.Event, depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise self.error(event, "nested too deeply", f"at most {MAX_DEPTH} levels")
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self.anchors:
                raise self.error(event, f"the alias *{event.anchor} refers to nothing complete above it")
            self.count(event, self.anchors[event.anchor].size)
            return self.anchors[event.anchor]
        self.count(event, 1)
        tag, anchor = getattr(event, "tag", None), getattr(event, "anchor", None)
        if tag is not None and tag != "!":
            raise self.error(event, f"the tag {tag} is not allowed", "write the value without a tag")
        node = self.content(event, depth)
        if anchor:
            self.anchors[anchor] = node
        return node

    def count(self, event: yaml.Event, nodes: int) -> None:
        """Count nodes before they are processed."""
        self.nodes += nodes
        if self.nodes > MAX_NODES:
            raise self.error(
                event, "the file has too many values", f"at most {MAX_NODES:,} values, with aliases expanded"
            )

    def content(self, event: yaml.Event, depth: int) -> Node:
        if isinstance(event, yaml.MappingStartEvent):
            return self.mapping(event, depth)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(event, depth)
        assert isinstance(event, yaml.ScalarEvent)
        return self.scalar(event)

    def sequence(self, start: yaml.Event, depth: int) -> Node:
        items = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self.node(event, depth + 1))
        return Node(items, self.file, self.line(start), size=1 + sum(node.size for node in items))

    def mapping(self, start: yaml.Event, depth: int) -> Node:
        entries: dict[str, Node] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self.key(event)
            node = replace(self.node(next(self.events), depth + 1), line=self.line(event))
            if key in entries:
                message = f"{key} is repeated"
                self.problems.append(Problem(message, self.file, node.line, f"first on line {entries[key].line}"))
            else:
                entries[key] = node
        return Node(entries, self.file, self.line(start), size=1 + sum(node.size for node in entries.values()))

    def key(self, event: yaml.Event) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            raise self.error(event, "a key must be a word")
        text = str(event.value)
        if text == "<<" and not event.style:
            raise self.error(event, "merge keys are not allowed", "extend a whole file with base:")
        node = self.scalar(event)
        return text if isinstance(node.value, str | int) else str(event.value)

    def scalar(self, event: yaml.ScalarEvent) -> Node:
        if (match := UNSEEN.search(event.value)) is not None:  # written as an escape
            self.problems.append(_unseen(match[0], self.file, self.line(event)))
            return Node(visible(event.value), self.file, self.line(event), dubious=True)
        if event.style:
            return Node(event.value, self.file, self.line(event))
        value, advice = plain_value(event.value)
        if advice is None:
            return Node(value, self.file, self.line(event))
        problem = Problem(
            f"{event.value} means different things to different YAML readers", self.file, self.line(event), advice
        )
        self.problems.append(problem)
        return Node(value, self.file, self.line(event), dubious=True)


_SURPRISES: tuple[tuple[str, Scalar, str], ...] = (
    (r"(?i:y|yes|on|true)", True, "write true, or '{0}' in quotes if the word is meant"),
    (r"(?i:n|no|off|false)", False, "write false, or '{0}' in quotes if the word is meant"),
    (r"[-+]?0[0-9_]+", 0, "write {1} if a number is meant, or '{0}' in quotes"),
    (r"[-+]?0[xob][0-9a-fA-F_]+", 0, "write the number in decimal digits, or '{0}' in quotes"),
    (r"[-+]?[0-9][0-9_]*_[0-9_]*(\.[0-9_]*)?", 0, "write the number without underscores, or '{0}' in quotes"),
    (r"[-+]?[0-9]+(:[0-5]?[0-9])+(\.[0-9]*)?", "", "write '{0}' in quotes"),
    (r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt \t].*)?", "", "write '{0}' in quotes"),
    (r"(?i:[-+]?(\.inf|\.nan|[0-9]+(\.[0-9]*)?e[-+]?[0-9]+))", 0, "write the number in full"),
    (rf"[-+]?[0-9]{{{MAX_DIGITS + 1},}}", 0, "the number is too large"),
    (rf"[-+]?(?=[0-9.]{{{MAX_DECIMALS + 2},}}$)[0-9]*\.[0-9]*", 0, f"write at most {MAX_DECIMALS} digits"),
    (r"=", "=", "write '=' in quotes"),
)
_PERHAPS_NO_TEXT = re.compile(r"[-+.=0-9]|(?i:y|yes|on|true|n|no|off|false)$")  # anything else needs no closer look


def plain_value(text: str) -> tuple[Scalar, str | None]:
    """Return the meaning of an unquoted word and, if YAML reads it unexpectedly, what to write instead."""
    if text in ("true", "false"):
        return text == "true", None
    if text in ("", "~", "null", "Null", "NULL"):
        return None, None
    if not _PERHAPS_NO_TEXT.match(text):
        return text, None
    for pattern, value, advice in _SURPRISES:
        if re.fullmatch(pattern, text):
            return value, advice.format(text, text.lstrip("+-0_").replace("_", "") or "0")
    if re.fullmatch(r"[-+]?[0-9]+", text):
        return int(text), None
    if re.fullmatch(r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+)", text):
        return float(text), None
    return text, None
