r"""Invisible characters, which control a terminal or change the order of text.

They are not allowed in YAML. All other input (names of files, arguments, messages of libraries) is shown with
`visible`, which every kind of output calls in the place where it writes.
"""

import re
from textwrap import wrap

_CONTROLS = r"\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 except tab and line feed, DEL, C1
_LINES = r"\u2028\u2029"  # further ends of lines
_DIRECTIONS = r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # they change the order in which text is shown
_NONE = r"\ud800-\udfff\ufffe\uffff"  # halves of characters, as in names that are not UTF-8, and non-characters

UNSEEN = re.compile(f"[{_CONTROLS}{_LINES}{_DIRECTIONS}{_NONE}]")


def visible(text: str) -> str:
    r"""Return a text in which every character is visible; ends of lines and tabs do not change.

    >>> visible("a\x1b[31mb\u202e")
    'a\\x1b[31mb\\u202e'
    """
    return UNSEEN.sub(lambda match: escaped(match[0]), text)


def escaped(character: str) -> str:
    r"""Return a character as Python and YAML write it between double quotes.

    >>> escaped("\r"), escaped("\u202e")
    ('\\x0d', '\\u202e')
    """
    number = ord(character)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def in_a_line(text: str) -> str:
    r"""Return a text as it is shown in a single line.

    >>> in_a_line("two\nlines")
    'two\\x0alines'
    """
    return visible(text).replace("\n", escaped("\n")).replace("\t", " ")


# --- in files of code and data ----------------------------------------------------------------------------

WIDTH = 110  # of lines


def docstring(*paragraphs: str) -> str:
    r"""Return texts as a docstring of Python, in which names of all kinds are nothing but text.

    >>> docstring("Plays a deck.", r'The deck: "\N"').splitlines()[2]
    'The deck: \\"\\\\N\\"'
    """
    text = "\n\n".join(_wrapped(paragraph) for paragraph in paragraphs)
    quoted = text.replace("\\", r"\\").replace('"', r"\"")
    return f'"""{quoted}\n"""'


def comment(*paragraphs: str) -> str:
    r"""Return texts as comment lines of YAML, in which names of all kinds are nothing but text.

    >>> print(comment("of a\nb", "", "of c\x85d: 1"))
    # of a b
    #
    # of c\x85d: 1
    """
    lines = "\n".join(_wrapped(paragraph) for paragraph in paragraphs).split("\n")
    return "\n".join(f"# {line}".rstrip() for line in lines)


def _wrapped(text: str) -> str:
    return "\n".join(wrap(visible(text), WIDTH))
