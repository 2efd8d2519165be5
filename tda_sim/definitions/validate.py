"""Checks nodes against a model, and reports each mistake in words, with file and line."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError, ValidationInfo
from pydantic_core import ErrorDetails

from tda_sim.bounds import written
from tda_sim.definitions.models import NAME, words
from tda_sim.definitions.sources import Node
from tda_sim.engine.terms import Group
from tda_sim.errors import Alternative, Hint, Problem, brief, suggest
from tda_sim.wording.numbers import SHARE
from tda_sim.wording.words import listed

M = TypeVar("M", bound=BaseModel)

TYPES = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "string_type": "text",
    "list_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
}
LIMITS = {
    "greater_than_equal": "must be at least {ge}, not {value}",
    "less_than_equal": "must be at most {le}, not {value}",
    "too_short": "must have at least {min_length} {entries}",
    "too_long": "must have at most {max_length} entries",
    "string_too_long": "must have at most {max_length} characters",
}
PATTERNS = {
    SHARE: ("is neither a number nor a share such as 5%", None),
    NAME: ("is not a valid name", "names are lower-case letters and digits, joined by hyphens: dragon-turtle"),
}
NAMED = "a name"  # the tag of a text that is a name; no key of a file is called that
FORMS = {"word": "all", NAMED: NAMED, "list": "a list", "mapping": "a mapping", "number": "a number"}
OTHERS = {"reserved": ("has a meaning of its own in powers or scripts", "choose another name")}


class Reading:
    """What a list of effects must know of where it stands.

    Attributes:
        groups: the groups that it may name; None if they are not all known, which allows any.
        depth: how many structures it is in.
        repeating: whether one of these is carried out repeatedly.
        moment: that of the ability that has it, as YAML has it.
    """

    def __init__(self, groups: Iterable[str] | None = None) -> None:
        self.groups = None if groups is None else dict.fromkeys([*words(Group), *groups])
        self.depth = 0
        self.repeating = False
        self.moment: object = None

    @staticmethod
    def of(info: ValidationInfo) -> "Reading":
        """Return what `check` has given to a validator."""
        assert isinstance(info.context, Reading)
        return info.context

    @contextmanager
    def inside(self, repeats: bool) -> Iterator[None]:
        """While what is in a structure is read."""
        before = self.depth, self.repeating
        self.depth, self.repeating = self.depth + 1, self.repeating or repeats
        try:
            yield
        finally:
            self.depth, self.repeating = before


def check(model: type[M], node: Node, problems: list[Problem], groups: Iterable[str] | None = None) -> M | None:
    """Return the checked model; None, with all mistakes added to ``problems``, if there are any.

    ``groups`` are the colours and tags that effects may name; None if they are not all known, which allows any.
    """
    try:
        return model.model_validate(node.plain(), context=Reading(groups))
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            problem = _problem(model, node, detail)
            if problem is not None:
                problems.append(problem)
        return None


def _problem(model: type[BaseModel], node: Node, detail: ErrorDetails) -> Problem | None:
    kind, path = detail["type"], detail["loc"]
    here = node.trail(path)[-1]
    if here.dubious and here is not node:
        return None
    if kind == "missing":
        return None if node.dubious else _missing(model, node, path)
    if kind.startswith("union_tag") and (key := detail["ctx"]["discriminator"].strip("'")).isidentifier():
        return _other_kind(node, (*path, key), _tags(_kinds_at(model, path)))
    if kind == "extra_forbidden":
        right = _nested(model, path, here) or _elsewhere(model, path) or _deeper(model, path)
        unknown = f"{_dotted(_without_last_forms(node, path))} is unknown"
        return here.problem(unknown, right or suggest(path[-1], _keys(model, path[:-1])))
    if path and path[-1] == "[key]":
        return _bad_key(node, detail)
    subject = _dotted(_without_forms(node, path))
    if kind == "mistake":
        return here.problem(detail["ctx"]["message"], detail["ctx"]["hint"])
    if kind == "rule":
        return _contradiction(here, subject, detail["ctx"])
    message, hint = _complaint(detail, here.value)
    return here.problem(f"{subject} {message}".strip(), hint or _in_a_mapping(_model_at(model, path), path, here))


def _other_kind(node: Node, path: tuple[int | str, ...], known: list[str]) -> Problem:
    """Return the problem with the key that says which of several kinds of mapping this is."""
    *_, above, here = node.trail(path)
    if path[-1] not in above.entries and path[-1] not in here.entries:
        return here.problem(f"{_dotted(path)} is missing", f"known: {', '.join(known)}")
    return here.problem(f"{_dotted(path)} cannot be {brief(here.value)}", suggest(here.value, known))


def _elsewhere(model: type[BaseModel], path: tuple[int | str, ...]) -> str | None:
    """Return with which other kinds of mapping an unknown key goes, if there are several kinds."""
    known = _kinds_at(model, path[:-2])
    if len(path) < 2 or path[-2] not in _tags(known):
        return None
    others = _tags([kind for kind in known if path[-1] in _keys_of(kind)])
    return f"it goes with {listed(others)}, not with {path[-2]}" if others else None


def _deeper(model: type[BaseModel], path: tuple[int | str, ...]) -> str | None:
    """Return under which other key of its mapping an unknown key belongs, such as ``cards`` under ``changes``."""
    *above, own = path
    keys = {key: _kinds_at(model, (*above, key)) for key in _keys(model, path[:-1])}
    homes = [key for key, kinds in keys.items() if any(_is_model(kind) and own in _keys_of(kind) for kind in kinds)]
    return f"it belongs under {listed(homes, ' or ')}" if homes else None


def _tags(kinds: list[Any]) -> list[str]:
    """Return the words that tell several kinds of mapping apart."""
    fields = [field for kind in kinds if _is_model(kind) for field in kind.model_fields.values()]
    words = [get_args(field.annotation) for field in fields if get_origin(field.annotation) is Literal]
    return [word[0] for word in words if len(word) == 1]


def _in_a_mapping(model: type[BaseModel] | None, path: tuple[int | str, ...], here: Node) -> str | None:
    """Return how to write a value where a mapping is expected: under the first key that takes it."""
    if model is None or not path or here.entries or here.items or here.value is None:
        return None
    for key in _keys_of(model):
        try:
            model.model_validate({key: here.value}, context=Reading())
        except ValidationError:
            continue
        return f"write {path[-1]}: {{{key}: {brief(here.value)}}}"
    return None


def _nested(model: type[BaseModel], path: tuple[int | str, ...], here: Node) -> str | None:
    """Return how to write a dotted key, such as ``starting_gold.each``."""
    first, *below = str(path[-1]).split(".")
    parent = _model_at(model, (*path[:-1], first, *below[:-1])) if below else None
    if parent is None or below[-1] not in _keys_of(parent):
        return None
    return f"write {first}: {''.join(f'{{{key}: ' for key in below)}{brief(here.value)}{'}' * len(below)}"


def _contradiction(here: Node, subject: str, context: dict[str, Any]) -> Problem:
    """Return the problem with contradicting fields, at the one that is in the file itself."""
    fields = [here.entries[name] for name in context["fields"] if name in here.entries]
    own = [field for field in fields if field.file == here.file]
    place = [*own, *fields, here][0]
    return place.problem(f"{subject}: {context['message']}" if subject else str(context["message"]))


def _missing(model: type[BaseModel], node: Node, path: tuple[int | str, ...]) -> Problem:
    meaning, path = _field_description(model, path), _without_last_forms(node, path)
    trail = node.trail(path)
    hint: Hint | None = meaning
    if meaning is not None and len(trail) > 1 and len(path) > 1:
        hint = Alternative(meaning, suggest(path[-2], trail[-2].entries))
    return trail[-1].problem(f"{_dotted(path)} is missing", hint)


def _bad_key(node: Node, detail: ErrorDetails) -> Problem:
    path = detail["loc"][:-1]
    message, hint = _complaint(detail, path[-1])
    return node.trail(path)[-1].problem(f"the name {path[-1]} {message}", hint)


def _complaint(detail: ErrorDetails, value: Any) -> tuple[str, Hint | None]:
    kind, context = detail["type"], detail.get("ctx", {})
    if kind in TYPES:
        return f"must be {TYPES[kind]}, not {'the text ' if isinstance(value, str) else ''}{brief(value)}", None
    if kind in LIMITS:
        limits = {name: written(limit) for name, limit in context.items() if isinstance(limit, int | float)}
        entries = "entry" if limits.get("min_length") == "1" else "entries"
        return LIMITS[kind].format(value=brief(value), entries=entries, **limits), None
    if kind in ("word", "literal_error"):
        known = context.get("words") or re.findall(r"'(\w+)'", context["expected"])
        return f"cannot be {brief(value)}", suggest(value, known)
    if kind == "union_tag_invalid":
        forms = [FORMS[tag] for tag in FORMS if f"'{tag}'" in context["expected_tags"]]
        return f"must be {', '.join(forms[:-1])} or {forms[-1]}, not {brief(value)}", None
    if kind == "string_pattern_mismatch":
        return PATTERNS.get(context["pattern"], ("must be a single line", None))
    return OTHERS.get(kind, (detail["msg"], None))


def _dotted(path: tuple[int | str, ...]) -> str:
    return ".".join(str(step + 1) if isinstance(step, int) else step for step in path)


def _without_forms(node: Node, path: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """Return a path without steps for forms of a value, which are not in the file."""
    steps: list[int | str] = []
    for step in path:
        longer = [*steps, step]
        if len(node.trail(longer)) == len(longer) + 1:
            steps = longer
    return tuple(steps)


def _without_last_forms(node: Node, path: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """Return a path without its last steps that name a form; its very last step is not in the file."""
    return (*_without_forms(node, path[:-1]), path[-1])


def _model_at(model: type[BaseModel], path: tuple[int | str, ...]) -> type[BaseModel] | None:
    """Return the model that describes the mapping at ``path``."""
    return next((kind for kind in _kinds_at(model, path) if _is_model(kind)), None)


def _kinds_at(model: type[BaseModel], path: tuple[int | str, ...]) -> list[Any]:
    """Return the types that may stand at ``path``; steps that name a form of a value are passed over."""
    here: list[Any] = [model]
    for step in path:
        below = [kind for outer in here for kind in _below(outer, step)]
        here = below or ([] if _is_place(step) else here)
    return here


def _below(kind: Any, step: int | str) -> list[Any]:
    """Return the types at a step into a value of some type."""
    if step in _tags([kind]):
        return [kind]  # one of several
    if _is_model(kind):
        field = next((f for name, f in kind.model_fields.items() if step in (name, f.alias)), None)
        return [] if field is None else _alternatives(field.annotation)
    if get_origin(kind) in (dict, list) and _is_place(step):
        return _alternatives(get_args(kind)[-1])
    return []


def _is_place(step: int | str) -> bool:
    return step not in FORMS


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _alternatives(annotation: Any) -> list[Any]:
    """Return the types that an annotation allows."""
    if get_origin(annotation) is Annotated:
        return _alternatives(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return [kind for choice in get_args(annotation) for kind in _alternatives(choice)]
    return [annotation]


def _keys(model: type[BaseModel], path: tuple[int | str, ...]) -> list[str]:
    parent = _model_at(model, path)
    return [] if parent is None else _keys_of(parent)


def _keys_of(model: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]


def _field_description(model: type[BaseModel], path: tuple[int | str, ...]) -> str | None:
    parent = _model_at(model, path[:-1])
    field = None if parent is None else parent.model_fields.get(str(path[-1]))
    return None if field is None else field.description
