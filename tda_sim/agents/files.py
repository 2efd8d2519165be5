"""Strategy files: finding them by name or path, and checking them without running them.

A strategy is one Python file with a docstring whose first sentence says how it plays, and one function:
``choose(cards, table, me, question)``, which returns the index of an option, ``score(cards, table, me, question,
option)``, which says how good an option is, or ``search(game, seat)``, which plays ahead (see `kit.searching`).
These are compiled. ``decide(cards, table, me, question)`` also returns the index of an option, and stays plain Python.
So does a class ``Player`` with a method of that name (see `agents.plain_form`).
"""

import ast
import contextlib
import functools
import hashlib
import importlib.util
import json
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tda_sim.agents import levels, modifiers, moved, parameters
from tda_sim.agents.games import CARDS, SORTS
from tda_sim.agents.modifiers import NO_MODIFIERS, Modifiers
from tda_sim.definitions import library
from tda_sim.engine.compiler import code, jit
from tda_sim.engine.layout import PARAMETERS
from tda_sim.errors import Problem, UserError, in_reading_order

PLAIN_PARAMETERS = PARAMETERS - 1  # of a strategy in plain Python: see `plain_form.TOKEN`

FORMS = {
    "choose": ("cards", "table", "me", "question"),
    "score": ("cards", "table", "me", "question", "option"),
    "search": ("game", "seat"),
    "decide": ("cards", "table", "me", "question"),
}
LEVEL = "level"  # the form of a population: see `levels`
USUAL_PLAYERS = 4
PLAYS_NO_GAME_AHEAD = ("search", "decide", LEVEL)  # forms with which other strategies cannot play ahead
PLAYER = "Player"  # a class whose method `decide` is a strategy
MINE = 2  # the position of the argument ``me``
# Names that a compiled strategy's file must not use: global random numbers, and the compiler.
CHANCE = re.compile(
    r"(import (.*, )?|from )(random|numpy\.random)\b.*|from numpy import (.*, )?random\b.*|(np|numpy)\.random"
)
COMPILER = re.compile(
    r"(import (.*, )?|from )(numba|llvmlite|tda_sim\.engine\.compiler)\b.*"
    r"|from tda_sim\.engine import (.*, )?compiler\b.*"
)
FAST_IS = "fast="  # the setting that names the fast strategy, for games played ahead
STRATEGIES = "tda_sim.strategies."
TRUSTED = {"tda_sim", "numpy", "math"}  # a file that imports anything else can change without a change of its own text


@dataclass(frozen=True)
class Strategy:
    """A strategy file that has passed the checks, with its parameters."""

    name: str  # its name or path, with settings
    path: Path
    text: str  # one sentence: how it plays
    code: str  # digest of the file, and of the kit
    form: str  # "choose", "score", "search" or "decide", or `LEVEL`
    line: int  # where that function begins
    source: str
    self_contained: bool  # whether only its text decides what it does, so that its compiled form can be kept
    usual: parameters.Values = field(default_factory=dict)  # the parameters that it declares
    given: parameters.Values = field(default_factory=dict)  # the values that replace them
    bounds: parameters.Bounds = field(default_factory=dict)  # of its parameters
    named: dict[str, str] = field(default_factory=dict)  # settings to which it gives names
    members: "tuple[Member, ...]" = ()  # of a level at a deck: who may play
    stakes: str = ""  # of a level: which of its players, see `levels.players_of`
    fast: "Strategy | None" = None  # the fast strategy, which plays in games played ahead
    modifiers: Modifiers = NO_MODIFIERS  # mistakes and habits that the user adds
    at_run_time: bool = False  # whether it looks up its parameters as it plays, so that it is compiled only once
    thing: Any = None  # a Python function, class or object in place of a file
    game: str = CARDS  # the game that it plays: see `agents.games`

    @property
    def digest(self) -> str:
        """Digest of all that its answers depend on: its file, and its parameters."""
        if self.members:
            people = "".join(f"{member.strategy.digest} {member.weight}\n" for member in self.members)
            return hashlib.sha256((self.code + people).encode()).hexdigest()
        if not self.usual and self.fast is None and not self.modifiers:
            return self.code
        fast = "" if self.fast is None else self.fast.digest
        modified = repr(self.modifiers) if self.modifiers else ""
        return hashlib.sha256((self.code + json.dumps(self.values) + fast + modified).encode()).hexdigest()

    @property
    def is_shipped(self) -> bool:
        """Whether it came with the package, and its fast strategy too."""
        if self.form == LEVEL:
            return all(member.strategy.is_shipped for member in self.members)
        here = self.thing is None and library.is_shipped(SORTS[self.game].kind, self.path)
        return here and (self.fast is None or self.fast.is_shipped)

    @property
    def plays_ahead(self) -> bool:
        """Whether it tries its options in games played ahead, which takes hundreds of times as long."""
        return self.form == "search"

    @property
    def players(self) -> "tuple[Strategy, ...]":
        """The strategies that may answer for it: the members of a level, or itself."""
        return tuple(member.strategy for member in self.members) or (self,)

    @property
    def values(self) -> parameters.Values:
        """Its parameters by name, in their order."""
        return {**self.usual, **self.given}

    @property
    def compiled_source(self) -> str:
        """Its file, with its parameters written into it if the file uses their values."""
        if self.thing is not None:  # compiled already, and perhaps a part of a file
            return self.source
        return parameters.written_in(self.source, tuple(self.values.items()), self.at_run_time)

    def parameter_row(self) -> NDArray[np.float64]:
        """Its parameters as it finds them in ``me.parameter``, shape (PARAMETERS,)."""
        row = np.zeros(PARAMETERS)
        row[: len(self.values)] = list(self.values.values())
        return row

    def at(self, deck: str, rules: str, players: int = USUAL_PLAYERS) -> "Strategy":
        """Return the strategy for a deck: with its parameters for that edition, and the user's settings over them.

        A level has its members then, for this deck and number of players.
        """
        if self.members:  # given, or found for the same deck
            return self
        if self.form == LEVEL:
            name = self.name.partition(":")[0]
            people = levels.players_of(name, deck, rules, players, self.stakes)
            return replace(self, members=tuple(Member(find(who).at(deck, rules), weight) for who, weight in people))
        fast = None if self.fast is None else self.fast.at(deck, rules)
        files = parameters.editions(self.path)
        edition = parameters.edition_of(deck, rules, files)
        there = {} if edition is None else parameters.read(files[edition], self.usual, self.bounds)
        parameters.check_bounds({**self.usual, **there, **self.given}, self.bounds, self.name)
        return replace(self, given={**there, **self.given}, fast=fast)


class Member(NamedTuple):
    """A player of a level, who is drawn with a probability proportional to the weight."""

    strategy: Strategy
    weight: float


def available(game: str = CARDS) -> list[Strategy]:
    """Return every named strategy of a game, in alphabetical order. Raises UserError if one has mistakes."""
    strategies, problems = [], []
    for path in library.available(SORTS[game].kind).values():
        try:
            strategies.append(read(path, game))
        except UserError as error:
            problems += error.problems
    if problems:
        raise UserError(problems)
    return strategies


def find(name: str | Path, game: str = CARDS) -> Strategy:
    """Return the strategy of a name, or in a file, perhaps with settings: ``lookahead:playouts=128:fast=thrifty``.

    Raises UserError if there is none, or it has mistakes, or no such parameter.
    """
    bare, colon, text = str(name).partition(":")
    if game == CARDS and bare in levels.levels() and bare not in library.available(SORTS[game].kind):
        return _level(bare, text)
    also = levels.levels() if game == CARDS else ()
    if not colon or _is_file(name):
        return read(library.find(SORTS[game].kind, name, also=also), game)
    strategy = read(library.find(SORTS[game].kind, bare, also=also), game)
    settings = parameters.spelled_out(text, strategy.named)
    modified = modifiers.read([setting for setting in settings if modifiers.is_modifier(setting)], strategy.name)
    if (message := modifiers.unfit(modified, strategy.form, strategy.source, game)) is not None:
        raise UserError.of(f"{name}: {message}")
    settings = [setting for setting in settings if not modifiers.is_modifier(setting)]
    numbers = [setting for setting in settings if not setting.startswith(FAST_IS)]
    values = parameters.settings(numbers, strategy.usual, strategy.name, strategy.bounds, strategy.named)
    parameters.check_bounds({**strategy.usual, **values}, strategy.bounds, strategy.name)
    fast = strategy.fast
    for setting in settings:
        if setting.startswith(FAST_IS):
            fast = _other_fast(strategy, setting.removeprefix(FAST_IS))
    late = bool(values) and parameters.are_only_valued(strategy.source)
    name = f"{strategy.name}:{text}"
    return replace(strategy, name=name, given=values, fast=fast, at_run_time=late, modifiers=modified)


def check_single(strategy: Strategy, what: str) -> None:
    """Raise UserError for a level, which stands for several players. ``what``: needs one of them."""
    if strategy.form == LEVEL:
        who = levels.levels()[strategy.name.partition(":")[0]].players[0].strategy
        raise UserError.of(f"{strategy.name} is a level of play; {what} needs a single strategy", hint=f"such as {who}")


def _level(name: str, text: str) -> Strategy:
    """Return a level. ``text``: its setting, if there is one."""
    if text and not text.startswith(levels.STAKES_ARE):
        raise UserError.of(f"{name} is a level of play, not a strategy with settings", hint=f"{name}:stakes=30..36")
    stakes = text.removeprefix(levels.STAKES_ARE)
    if text:
        levels.read_stakes(stakes)
    code = levels.code_of(name)
    return Strategy(
        name=f"{name}:{text}" if text else name,
        path=levels.shipped_file(levels.FILE),
        text=levels.levels()[name].text,
        code=hashlib.sha256(code.encode()).hexdigest(),
        form=LEVEL,
        line=1,
        source=code,
        self_contained=True,
        stakes=stakes,
    )


def _other_fast(strategy: Strategy, name: str) -> Strategy:
    """Return the fast strategy that the settings name, in place of the file's."""
    if strategy.fast is None:
        raise UserError.of(f"{strategy.name} does not play ahead, so nobody else plays in its place")
    fast = read(library.find("strategy", name))
    if fast.form in PLAYS_NO_GAME_AHEAD:
        raise UserError.of(f"games played ahead need a strategy that chooses or scores, not {name}")
    return fast


def _is_file(name: str | Path) -> bool:
    try:
        return Path(name).is_file()
    except OSError:  # with many settings a name is longer than a file's may be
        return False


def read(path: Path, game: str = CARDS) -> Strategy:
    """Read and check the file of a strategy of a game."""
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise UserError.of(f"this strategy cannot be read: {error}", str(path)) from error
    strategy, fast = _checked(path, source, game)
    return replace(strategy, fast=_fast(fast, path)) if strategy.form == "search" else strategy


def of_text(path: Path, source: str) -> Strategy:
    """Check the text of a strategy that chooses or scores, as if it were in a file. Nothing is read."""
    return _checked(path, source, CARDS)[0]


def read_inner(module: ModuleType, *packages: ModuleType) -> Strategy:
    """Read a strategy that is a module of this library and calls its own package and others.

    Compiled code is kept by a strategy's text, so the text ends with digests of these packages.
    """
    path = Path(str(module.__file__))
    folders = [path.parent, *(Path(str(package.__file__)).parent for package in packages)]
    strategy = read(path)
    lines = [strategy.source, *(f"# {jit.digest(folder)}" for folder in folders), ""]
    return replace(strategy, source="\n".join(lines))


@functools.lru_cache(maxsize=256)  # because each seat, and each cell of a study, names its strategy
def _checked(path: Path, source: str, game: str) -> tuple[Strategy, ast.Assign | None]:
    """Return a strategy by the content of its file, and the line that names its fast strategy."""
    try:
        tree = ast.parse(source, filename=str(path))
    except ValueError as error:
        raise UserError.of(f"this strategy cannot be read: {error}", str(path)) from error
    except SyntaxError as error:
        raise UserError.of(f"this is not Python: {error.msg}", str(path), error.lineno) from error
    function = _function(tree, path)
    _drop_self(tree, function)
    usual, source = parameters.declared(tree, path), _with_imported(tree, source)
    problems = [*_check_docstring(tree, path), *_check_signature(function, path), *moved.check_imports(tree, path)]
    if function.name != "decide":  # which may import anything, and receives copies
        problems += [*_check_writes(function, path), *_check_sources(tree, path)]
    if function.name == "search" and game != CARDS:
        problems.append(Problem(f"strategies of {SORTS[game].title} play no games ahead", str(path), function.lineno))
    problems += modifiers.reserved(list(usual), str(path))
    if function.name == "decide" and len(usual) > PLAIN_PARAMETERS:
        problems.append(Problem(f"a strategy in plain Python has at most {PLAIN_PARAMETERS} parameters", str(path)))
    if problems:
        raise UserError(in_reading_order(problems))
    strategy = Strategy(
        name=path.stem,
        path=path,
        text=first_sentence(ast.get_docstring(tree) or ""),
        code=hashlib.sha256(source.encode() + written_with(game)).hexdigest(),
        form=function.name,
        line=function.lineno,
        source=source,
        self_contained=_imports(tree) <= TRUSTED,
        usual=usual,
        bounds=parameters.bounds(tree, path, usual),
        named=parameters.named_settings(tree, path),
        game=game,
    )
    lines = [node for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "FAST"]
    return strategy, lines[0] if lines else None


@functools.cache
def written_with(game: str = CARDS) -> bytes:
    """Digest of all that strategies of a game are written with and compiled by, apart from the engine."""
    package = Path(__file__).parents[1]
    patterns = (*SORTS[game].modules, "agents/*.py")
    return code.digest((path for pattern in patterns for path in package.glob(pattern)), package)


def _fast(assignment: ast.Assign | None, path: Path) -> Strategy:
    """Return the fast strategy, which the file names as ``FAST = "name"``."""
    if assignment is None or not isinstance(assignment.value, ast.Constant):
        message = "a strategy that searches says who plays in the games that it plays ahead"
        raise UserError.of(message, str(path), hint='FAST = "balanced"')
    strategy = find(str(assignment.value.value))
    if strategy.form in PLAYS_NO_GAME_AHEAD:
        raise UserError.of("games played ahead need a strategy that chooses or scores", str(path), assignment.lineno)
    return strategy


def _with_imported(tree: ast.Module, source: str) -> str:
    """Return a file's text with a digest of every strategy that it imports, since its answers depend on these too."""
    names = sorted(name for name in _modules(tree) if name.startswith(STRATEGIES))
    specs = []
    for name in names:
        with contextlib.suppress(ImportError):  # a name in a module, or a mistake, which is reported as it is run
            specs.append(importlib.util.find_spec(name))
    paths = (Path(spec.origin) for spec in specs if spec is not None and spec.origin)
    digests = [f"# {hashlib.sha256(path.read_bytes()).hexdigest()}" for path in paths]
    return "\n".join([source, *digests, ""]) if digests else source


def _function(tree: ast.Module, path: Path) -> ast.FunctionDef:
    """Return the one function, or method of a `PLAYER`, that makes the file a strategy."""
    methods = [node for player in _players(tree) for node in player.body]
    functions = [node for node in (*tree.body, *methods) if isinstance(node, ast.FunctionDef) and node.name in FORMS]
    if len(functions) == 1:
        return functions[0]
    right = " or ".join(f"{name}({', '.join(arguments)})" for name, arguments in FORMS.items())
    if not functions:
        raise UserError.of(f"a strategy defines a function {_listed('or')}", str(path), hint=right)
    message = f"a strategy defines one of {_listed('and')}, once; this is the second of {len(functions)}"
    raise UserError.of(message, str(path), functions[1].lineno)


def _listed(link: str) -> str:
    *first, last = FORMS
    return f"{', '.join(first)} {link} {last}"


def _players(tree: ast.Module) -> list[ast.ClassDef]:
    return [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == PLAYER]


def _drop_self(tree: ast.Module, function: ast.FunctionDef) -> None:
    """Remove a method's first argument, which is the player itself."""
    if any(function in player.body for player in _players(tree)):
        del function.args.args[:1]


def _check_docstring(tree: ast.Module, path: Path) -> list[Problem]:
    if ast.get_docstring(tree):
        return []
    return [Problem("a strategy begins with a docstring: one sentence that says how it plays", str(path), 1)]


def _check_signature(function: ast.FunctionDef, path: Path) -> list[Problem]:
    right = FORMS[function.name]
    arguments = function.args
    plain = not (arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults)
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    if plain and len(names) == len(right):
        return []
    message = f"{function.name} takes {len(right)} arguments, not ({ast.unparse(arguments)})"
    return [Problem(message, str(path), function.lineno, f"{function.name}({', '.join(right)})")]


def _check_writes(function: ast.FunctionDef, path: Path) -> list[Problem]:
    """Return all lines of a strategy's function that write to anything except ``me.memory``.

    Elsewhere such lines do not compile.
    """
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    handed = dict(zip(names, names, strict=True))
    mine = names[MINE] if len(names) > MINE else ""
    for node in ast.walk(function):  # other names for the same things
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and node.value.id in handed:
            handed |= {target.id: handed[node.value.id] for target in node.targets if isinstance(target, ast.Name)}
    problems = []
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            root, field = _written(node)
            if root in handed and not (handed[root] == mine and field == "memory"):
                message = f"a strategy may look at {root}, but not change it"
                problems.append(Problem(message, str(path), node.lineno, "me.memory is there for notes"))
    return problems


def _written(node: ast.expr) -> tuple[str, str]:
    """Return the name that a target such as ``me.memory[0]`` starts from, and its first field."""
    field = ""
    while isinstance(node, ast.Attribute | ast.Subscript):
        field = node.attr if isinstance(node, ast.Attribute) else field
        node = node.value
    return (node.id if isinstance(node, ast.Name) else ""), field


def _check_sources(tree: ast.Module, path: Path) -> list[Problem]:
    """Return uses of other random numbers than the strategy's own, and of the compiler, which only the kit may call."""
    problems = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Import | ast.ImportFrom | ast.Attribute):
            continue
        text = ast.unparse(node)
        if CHANCE.fullmatch(text):
            message = "games with random numbers from there cannot be repeated"
            problems.append(Problem(message, str(path), node.lineno, "below(me.stream, n)"))
        elif COMPILER.fullmatch(text):
            message = "a strategy's own functions are compiled by tda_sim, which checks every index"
            problems.append(Problem(message, str(path), node.lineno, "from tda_sim.kit import helper"))
    return problems


def _imports(tree: ast.Module) -> set[str]:
    """Return the top-level names of everything that the file imports."""
    return {name.partition(".")[0] or "." for name in _modules(tree)}


def _modules(tree: ast.Module) -> set[str]:
    """Return the names of all that the file imports, modules or not; those beside it begin with a dot."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            names |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return names


def first_sentence(docstring: str) -> str:
    """Return the sentence that says how a strategy plays."""
    text = " ".join(docstring.split("\n\n")[0].split())
    return text.split(". ")[0].rstrip(".") + "."
