"""How a command ends: its exit code, and a message about what went wrong. Users never see a traceback.

====  ==========================================================================================================
code  meaning
====  ==========================================================================================================
0     success
1     a check failed: a scenario differs, a strategy fails
2     an error that the user can correct; the message says what is wrong, where, and what would be right
70    a bug in tda_sim (EX_SOFTWARE of the BSD sysexits); ``TDA_DEBUG=1`` shows the traceback
130   stopped by Ctrl-C, as shells count it (128 + SIGINT), or by SIGTERM or SIGHUP
141   the reader has closed the pipe, as in ``| head`` (128 + SIGPIPE)
====  ==========================================================================================================
"""

import contextlib
import errno
import io
import os
import shlex
import sys
import traceback
from types import FrameType
from typing import Any

import typer

from tda_sim.errors import GivenUpError, Problem, UserError, shortened
from tda_sim.store import outputs
from tda_sim.streams import echo, open_streams

OK, USER_ERROR, OUR_ERROR, INTERRUPTED, CLOSED_PIPE = 0, 2, 70, 130, 141
RUST = "pyo3_runtime"  # the module of polars panics, which are not Exceptions
NO_MEMORY = ("Cannot allocate memory", "failed to map segment")  # as libraries word it
TAKES_MEMORY = ("--games", "--workers")  # options
NO_THREAD = ("can't start new thread", "can't spawn")
NO_OUTPUT = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG, errno.EBADF)
DEBUG = "TDA_DEBUG"

UsageError: type[Exception] = typer.BadParameter.__bases__[0]  # from typer's own click, or from the one installed


def run(app: typer.Typer, words: list[str]) -> int:
    """Run a command line and return its exit code. Errors become messages."""
    open_streams()
    outputs.forget()
    try:
        return _flushed(app, words)
    except BrokenPipeError:
        _write_no_more()
        return CLOSED_PIPE
    except KeyboardInterrupt:  # another one, while the message was printed
        return INTERRUPTED


def _flushed(app: typer.Typer, words: list[str]) -> int:
    """Return the exit code of a command line after its output is written."""
    code = _answered(app, words)
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
    command._main_shell_completion({}, "tda")  # answers and exits if the shell asks for completions
    with command.make_context("tda", list(words)) as context:
        command.invoke(context)
    return OK


def _answered(app: typer.Typer, words: list[str]) -> int:
    """Return the exit code of a command line; print a message about what stopped it."""
    try:
        return _called(app, words)
    except typer.Exit as leave:
        return int(leave.exit_code)
    except GivenUpError as error:
        return _complain(f"{error}\ncontinue with: {shlex.join(['tda', *words])}")
    except UserError as error:
        return _complain(str(error))
    except UsageError as error:
        return _complain(_usage(error))
    except KeyboardInterrupt as stop:
        return _complain(str(stop) or "stopped", INTERRUPTED)
    except BrokenPipeError:
        raise
    except BaseException as error:
        if lack := _lack(error, app, words):
            return _complain(lack)
        if not isinstance(error, Exception) and type(error).__module__ != RUST:
            raise
        if isinstance(error, OSError):
            return _complain(_of_the_system(error))
        return _complain(_unforeseen(error, words), OUR_ERROR)


def _complain(text: str, code: int = USER_ERROR) -> int:
    with contextlib.suppress(OSError):  # the message has nowhere to go
        echo(text, err=True)
    return code


def _lack(error: BaseException, app: typer.Typer, words: list[str]) -> str | None:
    """Return a message if the error comes from a lack of memory or threads."""
    if isinstance(error, MemoryError) or any(text in str(error) for text in NO_MEMORY):
        less = [f"fewer {option}" for option in TAKES_MEMORY if option in _options(app, words)]
        return f"not enough memory: try {' or '.join(less)}" if less else "not enough memory (close other programs)"
    if any(text in str(error) for text in NO_THREAD):
        return f"cannot start another thread: {error} (close other programs, or raise the limit: ulimit -u)"
    return None


def _options(app: typer.Typer, words: list[str]) -> list[str]:
    """Return the options of the command that a command line names."""
    command: Any = typer.main.get_command(app)
    for word in words:
        if (inner := getattr(command, "commands", {}).get(word)) is None:
            break
        command = inner
    return [option for parameter in command.params for option in parameter.opts]


def _usage(error: Exception) -> str:
    """Return what is wrong with a command line, and what would be right."""
    message = io.StringIO()
    error.show(message)  # type: ignore[attr-defined]
    return "\n".join(map(shortened, message.getvalue().rstrip("\n").split("\n")))


def _of_the_system(error: OSError) -> str:
    """Return a message about what the system does not allow. Without a file name, it failed to write the output."""
    reason = error.strerror or str(error)
    if isinstance(error.filename, str):
        return str(Problem(f"the system does not allow this: {reason}", file=error.filename))
    what = "cannot write the output" if error.errno in NO_OUTPUT else "the system does not allow this"
    return f"{what}: {reason}"


def _unforeseen(error: BaseException, words: list[str]) -> str:
    """Return a message about an unexpected error and where it occurred; the error is kept for a report."""
    from tda_sim.cli import bug_report

    if os.environ.get(DEBUG):
        traceback.print_exception(error)
    frames = [*traceback.walk_tb(error.__traceback__)]
    module, line = [(frame.f_globals["__name__"], line) for frame, line in frames if _is_ours(frame)][-1]
    text = str(error).partition("\n")[0]
    lines = [
        str(Problem(f"tda_sim failed at {module}:{line}: {type(error).__name__}: {text}")),
        "This is a bug in tda_sim. Finished games in a folder of results are safe.",
    ]
    if bug_report.keep(error, words):
        lines.append("Please report it, with what this prints: tda bug-report")
    elif not os.environ.get(DEBUG):
        lines.append(f"Please report it. Include your command and what it prints after: export {DEBUG}=1")
    return "\n".join(lines)


def _is_ours(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__", "")).startswith("tda_sim")


def _write_no_more() -> None:
    """Discard all further standard output, even when Python exits."""
    try:
        target = sys.stdout.fileno()
    except (OSError, ValueError):  # not a file
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), target)
