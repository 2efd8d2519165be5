"""Lists of effects as models, made from the engine's lists of effects.

Every word of YAML has a model, whose fields are the parameters of its effect (or also the lists of a structure). It
reads an entry in all its forms, says what is wrong with one, and gives its part of the JSON Schemas. So an effect that
the engine gets is a word of YAML with all of that.
"""

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import (
    BeforeValidator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    WithJsonSchema,
    create_model,
    model_validator,
)
from pydantic_core import CoreSchema, ErrorDetails, InitErrorDetails, PydanticCustomError, core_schema

from tda_sim.definitions.models import AWord, Model, mistake, words
from tda_sim.definitions.powers import STRUCTURES, Word, default_word, describe_kind, public_effects, word_for
from tda_sim.definitions.validate import Reading
from tda_sim.definitions.wording import in_words
from tda_sim.engine.registry import ABILITY_EFFECTS, ANTE_EFFECTS, CHANGES, CONDITIONS, Effect, Parameter
from tda_sim.engine.terms import CHANGING, When
from tda_sim.engine.vocabulary import AMeasure, Choice, Kind, Number, Per
from tda_sim.errors import Hint, brief, suggest

ALWAYS = "always"
ALWAYS_MEANING = "whether it is carried out even after the stakes have run empty"
MAX_NESTING = 8


# --- an entry of a list -----------------------------------------------------------------------------------


class Step(Model):
    """An effect with its arguments, or a structure with its lists."""

    word: ClassVar[Word]

    @property
    def effect(self) -> str:
        """The name of the effect in the engine."""
        return self.word.effect.name

    @property
    def is_always(self) -> bool:
        """Whether it is carried out even after the stakes have run empty."""
        return bool(getattr(self, ALWAYS, False))

    @property
    def arguments(self) -> tuple[int | str, ...]:
        """Its arguments; a group's name stands for its number, which depends on the deck."""
        return tuple(getattr(self, parameter.name) for parameter in self.word.parameters)

    @property
    def lists(self) -> "tuple[Power, ...]":
        """The lists of a structure; none for an effect."""
        return tuple(getattr(self, name) for name in self.word.lists)

    @model_validator(mode="wrap")
    @classmethod
    def _read(cls, written: Any, validate: ModelWrapValidatorHandler["Step"], info: ValidationInfo) -> "Step":
        reading = Reading.of(info)
        given = cls._by_name(written)
        if cls.word.repeats and reading.repeating:
            raise mistake(f"{cls.word.name} cannot be inside another one", "write one after the other")
        try:
            if not cls.word.lists:
                return validate(given)
            with reading.inside(cls.word.repeats):
                return validate(given)
        except ValidationError as error:
            details = sorted(error.errors(include_url=False), key=lambda detail: detail["type"] != "extra_forbidden")
            raise ValidationError.from_exception_data(
                cls.__name__, [cls._in_words(detail, reading) for detail in details]
            ) from None

    @classmethod
    def _by_name(cls, written: Any) -> dict[str, Any]:
        """Return the parameters by name, whatever the form of the entry."""
        name = _name_of(written)
        argument = written[name] if isinstance(written, dict) else None if cls.word.lists else {}
        if isinstance(argument, dict):
            return argument
        if cls.word.lists:
            raise mistake(f"{name} needs lists of effects", cls.word.shape)
        if argument is None:
            raise mistake(f"{name}: a value is missing", f"write {name} without a colon for none")
        if not cls.word.parameters:
            raise mistake(f"{name} takes no value", f"write - {name}")
        return {cls.word.parameters[0].name: argument}

    @classmethod
    def _in_words(cls, detail: ErrorDetails, reading: Reading) -> InitErrorDetails:
        """Return what is wrong with a parameter or a list, in words."""
        kind, name, (place, *_), value = detail["type"], cls.word.name, detail["loc"], detail["input"]
        if kind == "mistake":
            told = PydanticCustomError("mistake", "{message}", detail["ctx"])
        elif kind == "extra_forbidden":
            told = mistake(f"{name} has no parameter {place}", suggest(place, cls.model_fields))
        elif place in cls.word.lists:
            told = mistake(f"{name} needs the list {place}", cls.word.shape)
        else:
            parameter = next(each for each in cls.word.parameters if each.name == place)
            told = (
                mistake(f"{name} needs the parameter {place}", describe_kind(parameter.kind))
                if kind == "missing"
                else mistake(f"{name}: {place} cannot be {brief(value)}", _right(parameter.kind, value, reading))
            )
        return InitErrorDetails(type=told, loc=detail["loc"], input=value)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        reference = handler(schema)
        entry = handler.resolve_ref_schema(reference)
        name, first = cls.word.name, cls.word.parameters[:1]
        for parameter in cls.word.parameters:
            if parameter.default is not None:
                entry["properties"][parameter.name]["default"] = default_word(parameter)
        by_name = {key: value for key, value in entry.items() if key != "title"}
        short = [entry["properties"][p.name] for p in first if not cls.word.lists and set(cls.word.needed) <= {p.name}]
        forms = {"anyOf": [by_name, *short], "description": cls.word.meaning}
        entry.clear()
        entry |= {"type": "object", "properties": {name: forms}, "minProperties": 1, "additionalProperties": False}
        return reference


def _right(kind: Kind, value: object, reading: Reading) -> Hint:
    if isinstance(kind, Choice):
        return suggest(value, words(kind.words))
    if isinstance(kind, Number) or reading.groups is None:
        return describe_kind(kind)
    return suggest(value, [*(words(Per) if isinstance(kind, AMeasure) else ()), *reading.groups])


def _model(prefix: str, word: Word, further: Mapping[str, Any]) -> type[Step]:
    """Return the model of a word, with ``further`` fields."""
    fields: dict[str, Any] = {each.name: (_type(each.kind), _field(each)) for each in word.parameters}
    fields |= {name: ("Power", Power() if name in word.optional else ...) for name in word.lists}
    made = create_model(f"{prefix}_{word.name}", __base__=Step, __module__=__name__, **fields, **further)
    made.word = word
    return made


def _field(parameter: Parameter) -> Any:
    about = f"{parameter.kind.meaning}: {describe_kind(parameter.kind)}"
    return Field(... if parameter.default is None else parameter.default, description=about)


def _type(kind: Kind) -> Any:
    if isinstance(kind, Number):
        return Annotated[int, Field(ge=kind.low, le=kind.high)]
    if isinstance(kind, Choice):
        return Annotated[kind.words, AWord(kind.words)]

    def read(value: object, info: ValidationInfo) -> int | str:
        if isinstance(kind, AMeasure) and value in words(Per):
            return Per[str(value).upper()]
        groups = Reading.of(info).groups
        if isinstance(value, str) and (groups is None or value in groups):
            return value
        raise PydanticCustomError("group", "there is no such group")

    return Annotated[Any, BeforeValidator(read), WithJsonSchema({"type": "string"})]


def _may_be_always(value: object, info: ValidationInfo) -> object:
    if not isinstance(value, bool):
        raise mistake("always must be true or false")
    if value and Reading.of(info).depth > 0:
        raise mistake("always cannot stand inside a structure", "put the effect after it")
    return value


# --- lists ------------------------------------------------------------------------------------------------


class Steps(tuple[Step, ...]):
    """A list of effects that is read with ``models`` of its words; ``written`` is what YAML has."""

    written: Any = ()
    noun: ClassVar[str] = "effect"
    whole: ClassVar[str] = "effects"
    example: ClassVar[str] = "{draw: 2}"
    meaning: ClassVar[str]
    models: ClassVar[dict[str, type[Step]]]

    @property
    def words(self) -> str:
        """The effects as YAML names them, in one line."""
        return in_words([*self.written])

    @classmethod
    def right(cls, name: str, reading: Reading) -> Hint:
        """Return what would be right in the place of an unknown word."""
        return suggest(name, cls.fitting(reading))

    @classmethod
    def fitting(cls, reading: Reading) -> Iterable[str]:
        """Return the words that fit there."""
        return cls.models

    @classmethod
    def read(cls, written: Any, groups: Iterable[str]) -> "Steps | None":
        """Return a list of effects as plain data; None if there is a mistake in it."""
        try:
            return _adapter(cls).validate_python(written, context=Reading(groups))
        except ValidationError:
            return None

    @classmethod
    def _list(cls, written: Any, validate: Callable[[Any], tuple[Step, ...]], info: ValidationInfo) -> "Steps":
        if Reading.of(info).depth > MAX_NESTING:
            raise mistake("effects are nested too deeply", f"at most {MAX_NESTING} levels")
        if not isinstance(written, list):
            hint = f"write [{cls.example}], or one {cls.noun} a line after -"
            raise mistake(f"{cls.whole} must be a list of {cls.noun}s", hint)
        steps = cls(validate(tuple(written)))
        steps.written = written
        return steps

    @classmethod
    def _entry(cls, written: Any, info: ValidationInfo) -> Any:
        if not isinstance(written, str) and (not isinstance(written, dict) or len(written) != 1):
            hint = "begin every effect with its own -" if written and isinstance(written, dict) else None
            hint = hint or "write name, name: number or name: {...}"
            raise mistake(f"an entry of {cls.whole} must be one {cls.noun}", hint)
        if (name := _name_of(written)) not in cls.fitting(Reading.of(info)):
            raise mistake(f"there is no {cls.noun} called {name}", cls.right(name, Reading.of(info)))
        return written

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        models = {name: handler.generate_schema(model) for name, model in cls.models.items()}
        known = core_schema.tagged_union_schema(models, discriminator=_name_of)
        entry = core_schema.with_info_before_validator_function(cls._entry, known)
        entries = core_schema.tuple_schema([entry], variadic_item_index=0)
        return core_schema.with_info_wrap_validator_function(cls._list, entries, ref=cls.__name__)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        made = handler(schema)
        bare = [name for name, model in cls.models.items() if not model.word.lists and not model.word.needed]
        made["items"] = {"anyOf": [{"type": "string", "enum": bare}, *made["items"]["oneOf"]]}
        return made | {"description": cls.meaning}


@functools.cache
def _adapter(steps: type[Steps]) -> TypeAdapter[Steps]:
    return TypeAdapter(steps)


def _name_of(written: Any) -> str:
    return written if isinstance(written, str) else str(next(iter(written)))


class Power(Steps):
    """The effects of a card's power."""

    whole = "a power"
    example = "{steal: 2}"
    meaning = "Effects, one after another."

    @classmethod
    def right(cls, name: str, reading: Reading) -> Hint:
        """Return what would be right in the place of an unknown word."""
        return "it is an ante effect: move it under ante" if name in AntePower.models else super().right(name, reading)


class AntePower(Steps):
    """The effects of a card while it is in the ante."""

    noun = "ante effect"
    whole = "ante"
    example = "{leader_pays: 2}"
    meaning = "Ante effects, one after another."

    @classmethod
    def right(cls, name: str, reading: Reading) -> Hint:
        """Return what would be right in the place of an unknown word."""
        if name in Power.models:
            return f"{name} is for powers; ante effects are {', '.join(cls.models)}"
        return super().right(name, reading)


class AbilityEffects(Steps):
    """The effects of an ability, which fit its moment."""

    meaning = "Effects of abilities, in order."

    @classmethod
    def right(cls, name: str, reading: Reading) -> Hint:
        """Return what would be right in the place of an unknown word."""
        moments = cls.models[name].word.effect.moments if name in cls.models else ()
        if moments:
            return f"it is for the moments {', '.join(moment.name.lower() for moment in moments)}"
        return super().right(name, reading)

    @classmethod
    def fitting(cls, reading: Reading) -> Iterable[str]:
        """Return the words that fit there."""
        if reading.moment not in words(When):
            return cls.models
        when = When[str(reading.moment).upper()]
        return [name for name, model in cls.models.items() if cls.fits(model.word.effect, when)]

    @classmethod
    def fits(cls, effect: Effect, when: When) -> bool:
        """Whether an ability that has its moment then may have an effect."""
        return (when in CHANGING) == (effect.name in CHANGES) and (not effect.moments or when in effect.moments)


class Conditions(AbilityEffects):
    """The conditions of an ability, all of which must hold."""

    noun = "condition"
    whole = "condition"
    example = "{stakes_at_least: 2}"
    meaning = "Conditions, all of which must hold."

    @classmethod
    def fits(cls, effect: Effect, when: When) -> bool:
        """Whether an ability that has its moment then may have a condition."""
        return not effect.moments or when in effect.moments


def _models(prefix: str, effects: Mapping[str, Effect], further: Mapping[str, Any]) -> dict[str, type[Step]]:
    return {name: _model(prefix, word_for(effect), further) for name, effect in effects.items()}


_MAY_BE_ALWAYS = Annotated[bool, BeforeValidator(_may_be_always), Field(description=ALWAYS_MEANING)]
Power.models = _models("effect", public_effects(), {ALWAYS: (_MAY_BE_ALWAYS, False)})
Power.models |= {name: _model("structure", word, {}) for name, word in STRUCTURES.items()}
AntePower.models = _models("ante_effect", ANTE_EFFECTS, {})
AbilityEffects.models = _models("ability_effect", ABILITY_EFFECTS | CHANGES, {})
Conditions.models = _models("condition", CONDITIONS, {})
