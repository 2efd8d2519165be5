r"""Characters that do something to a terminal or to the order of text, in place of being seen.

They may not stand in YAML, and what else comes from outside (names of files, arguments, messages of libraries) is shown
with `visible`: one function, which every kind of output calls in the one place where it is written.
"""

import re

_CONTROLS = r"\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 but for tab and line feed, DEL, C1
_LINES = r"\u2028\u2029"  # further ends of lines
_DIRECTIONS = r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # they have text shown in another order than it has
_NONE = r"\ud800-\udfff\ufffe\uffff"  # halves of characters, as in names that are not UTF-8, and what is no character

UNSEEN = re.compile(f"[{_CONTROLS}{_LINES}{_DIRECTIONS}{_NONE}]")


def visible(text: str) -> str:
    r"""Return a text in which every character is seen; ends of lines and tabs stay as they are.

    >>> visible("a\x1b[31mb\u202e")
    'a\\x1b[31mb\\u202e'
    """
    return UNSEEN.sub(lambda found: escaped(found[0]), text)


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
    r"""Return a text as it is shown where there is room for one line.

    >>> in_a_line("two\nlines")
    'two\\x0alines'
    """
    return visible(text).replace("\n", escaped("\n")).replace("\t", " ")
