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

import contextlib
import errno
import io
import os
import shlex
import sys
import traceback
from collections.abc import Callable
from types import FrameType

import typer

from tda_sim.errors import GivenUpError, Problem, UserError, shortened
from tda_sim.streams import echo, open_streams

OK, USER_ERROR, OUR_ERROR, INTERRUPTED, CLOSED_PIPE = 0, 2, 70, 130, 141
RUST = "pyo3_runtime"  # where the panics of polars come from, which are no Exceptions
NO_MEMORY = ("Cannot allocate memory", "failed to map segment")  # as libraries say it
NO_THREAD = ("can't start new thread", "can't spawn")
NO_OUTPUT = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG, errno.EBADF)
DEBUG = "TDA_DEBUG"

UsageError: type[Exception] = typer.BadParameter.__bases__[0]  # of typer's own click, or of the one installed


def run(app: typer.Typer, words: list[str]) -> int:
    """Run a command line and return its exit code; whatever happens, it says so in words."""
    open_streams()
    try:
        return _flushed(lambda: _called(app, words), words)
    except BrokenPipeError:
        _write_no_more()
        return CLOSED_PIPE


def _flushed(call: Callable[[], int], words: list[str]) -> int:
    """Return the exit code of a call, when all that it has printed is written."""
    code = _answered(call, words)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _write_no_more()
        return code or _complain(_of_the_system(error))
    return code


def _called(app: typer.Typer, words: list[str]) -> int:
    command = typer.main.get_command(app)
    command._main_shell_completion({}, "tda")  # the shell asks what may follow: answers, and leaves
    with command.make_context("tda", list(words)) as context:
        command.invoke(context)
    return OK


def _answered(call: Callable[[], int], words: list[str]) -> int:
    """Return the exit code of a call; say what stopped it."""
    try:
        return call()
    except typer.Exit as leave:
        return int(leave.exit_code)
    except GivenUpError as error:
        return _complain(f"{error}\ngo on with: {shlex.join(['tda', *words])}")
    except UserError as error:
        return _complain(str(error))
    except UsageError as error:
        return _complain(_usage(error))
    except KeyboardInterrupt as stop:
        return _complain(str(stop) or "stopped", INTERRUPTED)
    except BrokenPipeError:
        raise
    except BaseException as error:
        if lack := _lack(error):
            return _complain(lack)
        if not isinstance(error, Exception) and type(error).__module__ != RUST:
            raise
        if isinstance(error, OSError):
            return _complain(_of_the_system(error))
        return _complain(_unforeseen(error), OUR_ERROR)


def _complain(text: str, code: int = USER_ERROR) -> int:
    with contextlib.suppress(OSError):  # nobody can be told that nobody can be told
        echo(text, err=True)
    return code


def _lack(error: BaseException) -> str | None:
    """Return what the computer lacks, if that is what an error is about."""
    if isinstance(error, MemoryError) or any(text in str(error) for text in NO_MEMORY):
        return "there is not enough memory for this: ask for less, or for fewer --workers"
    if any(text in str(error) for text in NO_THREAD):
        return f"no further thread can be started: {error} (end other programs, or raise the user's limit: ulimit -u)"
    return None


def _usage(error: Exception) -> str:
    """Return what is wrong with the words of a command line, and how it would be right."""
    said = io.StringIO()
    error.show(said)  # type: ignore[attr-defined]
    return "\n".join(map(shortened, said.getvalue().rstrip("\n").split("\n")))


def _of_the_system(error: OSError) -> str:
    """Return what the system does not allow; where no file is named, it is to write what is printed."""
    reason = error.strerror or str(error)
    if isinstance(error.filename, str):
        return str(Problem(f"the system does not allow this: {reason}", file=error.filename))
    what = "the output cannot be written" if error.errno in NO_OUTPUT else "the system does not allow this"
    return f"{what}: {reason}"


def _unforeseen(error: BaseException) -> str:
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
