"""The reference page of the Python functions, from the settings of the questions, signatures and docstrings."""

import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from inspect import Parameter, Signature, cleandoc
from textwrap import dedent, fill
from typing import Any

from function_stubs import plain_name, type_of
from markdown_tables import table

import tda_sim
from tda_sim.definitions.decks import Reference, Rules
from tda_sim.questions.answer import Answer
from tda_sim.questions.contents import QUESTIONS
from tda_sim.questions.design_tasks import Task, task
from tda_sim.questions.question import Question
from tda_sim.questions.settings import settings_of
from tda_sim.questions.simulation import Simulation
from tda_sim.questions.studies import StudyAnswer
from tda_sim.runs.results import Results
from tda_sim.wording.words import capital

# Signatures stay as compact as they are made: the comment keeps ruff from giving each argument a line.
HEAD = """# Python functions

Generated from the package; `help(tda_sim.compare)` shows the same. [In Python](../python.md) is an introduction with
examples. Arguments before a `*` may be given by their place, those after it by name only. Decks, rules and strategies
are names, or paths of files. A `Reference` to a deck may also be a mapping in the form of a deck's file, and so may
each of the `Rules`. Functions that play raise [`UserError`](#usererror) for what the caller can mend, and
[`InterruptedRunError`](#interruptedrunerror) when they are stopped: what is finished is kept, and the same call goes
on.

<!-- fmt: off -->

"""
ALSO_ASK: dict[str, type | None] = {  # functions that are no questions of their own; what each returns, if a class here
    "simulate": Results,
    "study": StudyAnswer,
    "load_results": Results,
    "load_example": Results,
    "design.task": Task,
    "columns_markdown": None,
}
CLASSES = (Answer, StudyAnswer, Results, Task, tda_sim.UserError, tda_sim.InterruptedRunError)
ALIASES = {"Rules": Rules, "Reference": Reference}  # types that have a name, the longer ones first
SIGNATURE_WIDTH = 100
SECTION = re.compile(r"^(Args|Attributes|Raises):\n((?:[ ]+.*\n?|\n)+)", re.M)
ENTRY = re.compile(r"^(\w+): ((?:.*)(?:\n[ ]+.*)*)", re.M)
SENTENCE = re.compile(r"(?<=[.?!]) ")


def functions() -> str:
    """Return every function with its signature, its description and its arguments, and what functions return."""
    asked = {plain_name(question): question for question in QUESTIONS}
    answers = [(_link(name), _first(_text(question.__doc__))) for name, question in asked.items()]
    answers += [(_link(name), _first(_text(_function(name).__doc__))) for name in ALSO_ASK]
    classes = [(_link(each.__name__), _first(_text(each.__doc__))) for each in CLASSES]
    contents = [*table(("function", "what it answers"), answers), ""]
    contents += [*table(("class", "what it is"), classes), ""]
    sections = [*(_question(name, question) for name, question in asked.items())]
    sections += [_plain(name, returned) for name, returned in ALSO_ASK.items()]
    sections += map(_class, CLASSES)
    return HEAD + "\n".join([*contents, *(line for section in sections for line in section)]).rstrip() + "\n"


def _function(name: str) -> Callable[..., Any]:
    """Return a function by its name; the one of tasks belongs to another."""
    found: Callable[..., Any] = task if name == "design.task" else getattr(tda_sim, name)
    return found


def _link(name: str) -> str:
    return f"[`{name}`](#{name.replace('.', '').lower()})"


# --- sections ---------------------------------------------------------------------------------------------


def _question(name: str, question: type[Question]) -> Iterator[str]:
    """Yield the section of a question's function: its arguments are the settings."""
    asks = getattr(tda_sim, name)
    parameters = inspect.signature(asks).parameters
    yield from _begun(name, inspect.signature(asks), "Answer")
    yield from [_text(question.__doc__), ""]
    yield from [f"On a command line: [`tda {question.command}`](commands.md#tda-{question.command}).", ""]
    rows = [
        (f"`{each.name}`", f"`{type_of(each)}`", _default(parameters[each.name]), each.setting.text)
        for each in settings_of(question)
    ]
    yield from [*_arguments(rows), ""]


def _plain(name: str, returned: type | None) -> Iterator[str]:
    """Yield the section of any other function: its arguments are described in its docstring."""
    function = _function(name)
    signature = inspect.signature(function)
    yield from _begun(name, signature, "str" if returned is None else returned.__name__)
    yield from [_text(function.__doc__), ""]
    meanings = _entries(function.__doc__, "Args")
    rows = [
        (f"`{each.name}`", f"`{_annotation(each)}`", _default(each), capital(meanings[each.name]))
        for each in signature.parameters.values()
    ]
    if rows:
        yield from [*_arguments(rows), ""]


def _begun(name: str, signature: Signature, returned: str) -> Iterator[str]:
    linked = _link(returned) if returned in [each.__name__ for each in CLASSES] else f"`{returned}`"
    yield from [f"## `{name}`", "", *_code(f"tda_sim.{name}", signature), "", f"Returns: {linked}.", ""]


def _class(each: type) -> Iterator[str]:
    """Yield the section of a class: its attributes, properties and methods."""
    yield from [f"## `{each.__name__}`", "", _text(each.__doc__), ""]
    rows = [(f"`{name}`", meaning) for name, meaning in _entries(each.__doc__, "Attributes").items()]
    known = dir(Answer) if each is StudyAnswer else ()
    members = [(name, member) for name, member in _members(each) if name not in known]
    rows += [(f"`{_called(name, member, each)}`", _text(member.__doc__)) for name, member in members]
    if rows:
        yield from [*table(("member", "meaning"), [(name, capital(_in_a_line(meaning))) for name, meaning in rows]), ""]
    if each is Results:
        shown = ", ".join(f"`{name}`" for name, _ in _members(Simulation) if name not in dir(Results))
        yield from [f"Results show themselves, as answers do: they also have {shown} of an [`Answer`](#answer).", ""]
    if each is StudyAnswer:
        yield from ["It also has all that an [`Answer`](#answer) has.", ""]


def _members(each: type) -> list[tuple[str, Any]]:
    """Return the properties and methods that anybody may use, by name; `__call__` is one."""
    every = [(name, inspect.getattr_static(each, name)) for name in dir(each)]
    return [
        (name, member)
        for name, member in every
        if (name[0] != "_" or name == "__call__")
        and (inspect.isfunction(member) or isinstance(member, property))
        and member.__doc__
    ]


def _called(name: str, member: Any, owner: type) -> str:
    """Return how a member is written: a property by its name, a method with its arguments."""
    if isinstance(member, property):
        return name
    parameters = [*inspect.signature(member).parameters.values()][1:]
    return f"{owner.__name__.lower() if name == '__call__' else name}({', '.join(map(_written, parameters))})"


# --- signatures -------------------------------------------------------------------------------------------


def _code(name: str, signature: Signature) -> list[str]:
    """Return a signature as a block of Python, without types, which the table of arguments has."""
    parameters = [*signature.parameters.values()]
    written = [f"*{each.name}" if each.kind is Parameter.VAR_POSITIONAL else _written(each) for each in parameters]
    by_place = sum(each.kind is not Parameter.KEYWORD_ONLY for each in parameters)
    if by_place < len(parameters) and all(each.kind is not Parameter.VAR_POSITIONAL for each in parameters):
        written.insert(by_place, "*")
    line = f"{name}({', '.join(written)})"
    if len(line) > SIGNATURE_WIDTH:
        inside = fill(", ".join(written), SIGNATURE_WIDTH, initial_indent="    ", subsequent_indent="    ")
        line = f"{name}(\n{inside}\n)"
    return ["```python", line, "```"]


def _written(parameter: Parameter) -> str:
    return parameter.name if parameter.default is Parameter.empty else f"{parameter.name}={_value(parameter.default)}"


def _default(parameter: Parameter) -> str:
    if parameter.kind is Parameter.VAR_POSITIONAL:
        return "any number"
    return "required" if parameter.default is Parameter.empty else f"`{_value(parameter.default)}`"


def _value(value: Any) -> str:
    return f"{value:_}" if type(value) is int else repr(value).replace("'", '"')


def _annotation(parameter: Parameter) -> str:
    """Return the type of a parameter, as it is written in its function."""
    written = inspect.formatannotation(parameter.annotation)
    for name, kind in ALIASES.items():
        written = written.replace(inspect.formatannotation(kind), name)
    return re.sub(r"\b(?:\w+\.)+(?=\w)", "", written)


def _arguments(rows: Sequence[tuple[str, ...]]) -> list[str]:
    return table(("argument", "type", "default", "meaning"), rows)


# --- docstrings -------------------------------------------------------------------------------------------


def _text(docstring: str | None) -> str:
    """Return a docstring as Markdown, without its lists of arguments; examples become blocks of code."""
    text = SECTION.sub("", cleandoc(docstring or "")).strip()
    paragraphs = text.split("\n\n")
    return "\n\n".join(f"```pycon\n{each}\n```" if each.startswith(">>> ") else each for each in paragraphs)


def _entries(docstring: str | None, wanted: str) -> dict[str, str]:
    """Return what a list of a docstring says, by name."""
    lists = {match[1]: dedent(match[2]) for match in SECTION.finditer(cleandoc(docstring or ""))}
    return {match[1]: _in_a_line(match[2]) for match in ENTRY.finditer(lists.get(wanted, ""))}


def _in_a_line(text: str) -> str:
    return " ".join(text.split())


def _first(text: str) -> str:
    """Return the first sentence of a text."""
    return SENTENCE.split(_in_a_line(text.split("\n\n")[0]))[0]
