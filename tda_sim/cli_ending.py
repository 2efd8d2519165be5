"""How a command ends: its exit code, and what is said about whatever went wrong. No traceback ever reaches a user.

====  ==========================================================================================================
code  meaning
====  ==========================================================================================================
0     all is well
1     what was checked does not hold: a scenario differs, a strategy fails
2     something the user can mend: a message says what is wrong, where, and what would be right
70    a mistake of ours (EX_SOFTWARE of the BSD sysexits); ``TDA_DEBUG=1`` shows the traceback
130   stopped by Ctrl-C, as shells count it (128 + SIGINT)
141   nobody reads on, as in ``| head`` (128 + SIGPIPE)
====  ==========================================================================================================
"""

import io
import os
import sys
import traceback
from collections.abc import Callable
from types import FrameType

import typer

from tda_sim.errors import Problem, UserError, shortened
from tda_sim.streams import echo, open_streams

OK, USER_ERROR, OUR_ERROR, INTERRUPTED, CLOSED_PIPE = 0, 2, 70, 130, 141
DEBUG = "TDA_DEBUG"

UsageError: type[Exception] = typer.BadParameter.__bases__[0]  # of typer's own click, or of the one installed


def run(app: typer.Typer, words: list[str]) -> int:
    """Run a command line and return its exit code; whatever happens, it says so in words."""
    open_streams()
    try:
        return _flushed(lambda: _called(app, words))
    except BrokenPipeError:
        _write_no_more()
        return CLOSED_PIPE


def _flushed(call: Callable[[], int]) -> int:
    """Return the exit code of a call, when all that it has printed is written."""
    code = _answered(call)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _write_no_more()
        return _complain(f"the output cannot be written: {error.strerror or error}")
    return code


def _called(app: typer.Typer, words: list[str]) -> int:
    command = typer.main.get_command(app)
    with command.make_context("tda", list(words)) as context:
        command.invoke(context)
    return OK


def _answered(call: Callable[[], int]) -> int:
    """Return the exit code of a call; say what stopped it."""
    try:
        return call()
    except typer.Exit as leave:
        return int(leave.exit_code)
    except UserError as error:
        return _complain(str(error))
    except UsageError as error:
        return _complain(_usage(error))
    except KeyboardInterrupt as stop:
        return _complain(str(stop) or "stopped", INTERRUPTED)
    except BrokenPipeError:
        raise
    except MemoryError:
        return _complain("there is not enough memory for this: ask for less, or for fewer --workers")
    except OSError as error:
        return _complain(_of_the_system(error))
    except Exception as error:
        return _complain(_unforeseen(error), OUR_ERROR)


def _complain(text: str, code: int = USER_ERROR) -> int:
    echo(text, err=True)
    return code


def _usage(error: Exception) -> str:
    """Return what is wrong with the words of a command line, and how it would be right."""
    said = io.StringIO()
    error.show(said)  # type: ignore[attr-defined]
    return "\n".join(map(shortened, said.getvalue().rstrip("\n").split("\n")))


def _of_the_system(error: OSError) -> str:
    """Return what the system does not allow."""
    where = None if error.filename is None else os.fsdecode(error.filename) if _is_path(error.filename) else None
    return str(Problem(f"the system does not allow this: {error.strerror or error}", file=where))


def _is_path(name: object) -> bool:
    return isinstance(name, str | bytes | os.PathLike)


def _unforeseen(error: Exception) -> str:
    """Return what is said of an error that we have not thought of."""
    if os.environ.get(DEBUG):
        traceback.print_exception(error)
    frames = [*traceback.walk_tb(error.__traceback__)]
    module, line = [(frame.f_globals["__name__"], line) for frame, line in frames if _is_ours(frame)][-1]
    said = str(error).partition("\n")[0]
    lines = [
        str(Problem(f"tda_sim has failed, at {module}:{line}: {type(error).__name__}: {said}")),
        "This is a mistake of ours. Games that were finished and kept in a folder are safe.",
    ]
    if not os.environ.get(DEBUG):
        lines.append(f"Please report it, with your command and with what it prints after: export {DEBUG}=1")
    return "\n".join(lines)


def _is_ours(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__", "")).startswith("tda_sim")


def _write_no_more() -> None:
    """Have nothing more written to standard output, also not when Python ends."""
    try:
        target = sys.stdout.fileno()
    except (OSError, ValueError):  # it is no file
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), target)
