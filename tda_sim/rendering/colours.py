"""The colour code of every figure, table and terminal, in one place.

Blue means more (or better), orange means less (or worse), grey means no verdict. Blue and orange stay apart for
readers with any kind of colour blindness, and no mark relies on colour alone: each has a sign as well.

Figures use the middle shades, which have a contrast of 3 to 1 or better on white and on near-black paper. Pages use a
darker shade for text on light paper and a lighter one on dark paper. ``tests/rendering/test_colours.py`` measures all
of them, as they look and as colour-blind readers see them.
"""

MORE, LESS, NEUTRAL = "#2f7ec4", "#c4681f", "#808080"
SHADES = {"more": MORE, "less": LESS, "same": NEUTRAL, "unclear": NEUTRAL}  # of verdicts, in figures and terminals
DIVERGING = ("#e59a5c", "#f4f1ea", "#6fb0e6")  # of heat maps: less, no difference, more; light enough to write on
NAMES = {"more": "blue", "less": "orange"}

LIGHT = {
    "ink": "#1f1d1a",
    "soft": "#5c564d",
    "page": "#fdfbf7",
    "raised": "#ffffff",
    "line": "#e2dccf",
    "strong": "#1f1d1a",
    "band": "#f5efe3",
    "accent": "#9b1c1f",
    "more": "#0b5c9b",
    "less": "#a34700",
}
DARK = {
    "ink": "#ebe7df",
    "soft": "#b1aa9e",
    "page": "#141517",
    "raised": "#1c1e21",
    "line": "#34373c",
    "strong": "#8f897e",
    "band": "#26282c",
    "accent": "#f0928a",
    "more": "#7fc0f5",
    "less": "#f5a566",
}
PRINT = {
    "ink": "#000000",
    "soft": "#333333",
    "page": "#ffffff",
    "raised": "#ffffff",
    "line": "#bbbbbb",
    "strong": "#000000",
    "band": "#f0f0f0",
    "accent": "#000000",
    "more": "#0b5c9b",
    "less": "#a34700",
}

DRAGONS = {
    "white": "#6097c8",
    "black": "#6a6a70",
    "green": "#2f8f57",
    "blue": "#2a70b8",
    "red": "#d1453f",
    "copper": "#c4681f",
    "brass": "#a8862a",
    "bronze": "#9a7245",
    "silver": "#8b8a88",
    "gold": "#b98a00",
    "adamantine": "#5b7484",
    "brown": "#a0643c",
    "earthquake": "#98815c",
    "gray": "#808080",
    "iron": "#6c7480",
    "mercury": "#5f93a8",
    "mithral": "#3d93b8",
    "purple": "#9a5fc0",
    "shadow": "#7a6bb5",
    "steel": "#5a85ae",
}
COLOURLESS = "#c9559a"  # mortals, and dragons of many colours or none
SERIES = tuple(DRAGONS[name] for name in ("blue", "copper", "green", "purple", "gold", "red", "iron", "mithral"))


def variables(palette: dict[str, str]) -> str:
    """Return a palette as CSS variables.

    >>> variables({"ink": "#000", "page": "#fff"})
    '--ink:#000;--page:#fff'
    """
    return ";".join(f"--{name}:{colour}" for name, colour in palette.items())
