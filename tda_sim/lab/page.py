"""The laboratory as one HTML file: no request to anywhere, and a content security policy that allows none.

The scripts in `tda_sim.lab.scripts` are ES modules that run as they are in Node. For the page they are put one after
another into one script, without their imports and exports; so no two of them use the same name at the top.
"""

import base64
import gzip
import json
import re
from collections.abc import Sequence
from html import escape
from importlib import resources
from pathlib import Path
from typing import Any

from tda_sim.agents import find
from tda_sim.agents.levels import levels
from tda_sim.answers.titles import deck_title, rule_title, strategy_title
from tda_sim.definitions import library, load_deck
from tda_sim.definitions.inherit import WHOLE
from tda_sim.definitions.titles import UNDER
from tda_sim.engine.compiler import jit
from tda_sim.engine.layout import FIRST_OWN_GROUP
from tda_sim.errors import UserError
from tda_sim.lab import decks, measures, module, presets, records, rules, story
from tda_sim.one_game import recorded
from tda_sim.rendering.colours import COLOURLESS, DARK, DRAGONS, LIGHT, variables
from tda_sim.rendering.html import digest
from tda_sim.rendering.model import Document, Section, Words
from tda_sim.studies.usual import HEADLINE
from tda_sim.wording.phrases import book

ENCODING = "utf-8"
SEED = 1  # what `tda simulate` plays, too, so that a rule that was taken away gives the same games
WORKER = ("engine.js", "one_game.js", "chosen_games.js", "coach.js", "worker.js")
PAGE = (
    "dom.js",
    "phrases.js",
    "engine.js",
    "chosen_games.js",
    "edits.js",
    "house_rule.js",
    "presets.js",
    "searching.js",
    "state.js",
    "words.js",
    "pictures.js",
    "controls.js",
    "paper.js",
    "cards.js",
    "comparison.js",
    "answer.js",
    "measures.js",
    "result.js",
    "crew.js",
    "one_game.js",
    "coach.js",
    "telling.js",
    "board.js",
    "games.js",
    "sitting.js",
    "playing.js",
    "finding.js",
    "goals_file.js",
    "find.js",
    "app.js",
)


def page(deck: str, players: int | None = None, house_rules: Sequence[str] = ()) -> str:
    """Return the page, which opens with a deck by name or path; one of the user's stands beside those that ship.

    ``players`` sit at its table, and ``house_rules``, by name or path, are laid over the deck; those of the user's
    stand among the ready ones of the page. Raises UserError for a deck that does not load or is played with dice, for
    house rules that the page cannot lay over it, and for a module of another engine.
    """
    ready = _decks(deck)
    opened = ready[0] if is_own(deck) else next(one for one in ready if one.deck.name == library.name_of(deck))
    style, script = style_of("lab.css"), _flush_left(bundle(PAGE))
    known = data(ready, opened.deck.name, files_of(deck), house_rules)
    parts = {
        "TITLE": escape(f"{opened.deck.title}: the laboratory"),
        "STATE": escape(_state(opened.deck.name, players, _laid_over(deck, house_rules, known))),
        "STYLE": style,
        "SCRIPT": script,
        "WORKER": packed(_flush_left(bundle(WORKER)).encode(ENCODING)),
        "STYLE_HASH": digest(style),
        "SCRIPT_HASH": digest(script),
        "DATA": packed(json.dumps(known, separators=(",", ":")).encode(ENCODING)),
        "MODULE": base64.b64encode(module.packed()).decode("ascii"),
        "TABLES": packed(decks.tables_of(ready)),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], read_text("lab.html"))


def address(deck: str, players: int, house_rules: Sequence[str]) -> str:
    """Return the page's address, after #, at which players sit with a deck and house rules, by name or path.

    Of the house rules, those count that `presets.presets` has.
    """
    name = load_deck(deck).name
    ready = [decks.shipped(deck)]
    made = [presets.preset(rule, ready) for rule in library.available("house-rule") if rule in house_rules]
    return _state(name, players, [preset for preset in made if preset is not None and name in preset["decks"]])


def _laid_over(deck: str, house_rules: Sequence[str], known: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the presets, of what the page knows, that house rules are.

    Raises UserError for those that the page cannot lay over the deck, and for two that exclude each other.
    """
    if house_rules:
        load_deck(deck, [*house_rules])  # whatever is wrong with them is said first
    by_name = {preset["name"]: preset for preset in known["presets"]}
    laid: list[dict[str, Any]] = []
    for rule in map(library.name_of, house_rules):
        preset = by_name.get(rule)
        if preset is None or known["deck"] not in preset["decks"]:
            hint = "it lays house rules over a deck that change rules, or cards with the powers of its vocabulary"
            raise UserError.of(f"the laboratory cannot lay {rule} over {known['deck']}", hint=hint)
        rival = next((other["name"] for other in laid if other["name"] in preset["rivals"]), None)
        if rival is not None:
            message = f"{rule} and {rival} change the same thing, so the laboratory lays one of them over a deck"
            raise UserError.of(message, hint=f"leave out {rule} or {rival}")
        laid.append(preset)
    return laid


def _state(deck: str, players: int | None, laid: Sequence[dict[str, Any]]) -> str:
    """Return the address, after #, at which players sit with these presets laid over a deck."""
    of_cards = [preset["name"] for preset in laid if preset["changes"] or preset["unique_cards"]]
    changes = {f"rules.{key}": number for preset in laid for key, number in preset["decks"][deck]["rules"].items()}
    state = {
        **({} if players is None else {"players": players}),
        **({"house-rules": ",".join(of_cards)} if of_cards else {}),
        **changes,
    }
    return "&".join(f"{key}={value}" for key, value in state.items())


def summary(deck: str, out: Path, house_rules: Sequence[str] = ()) -> Document:
    """Return what there is to say of a page that was written."""
    size = out.stat().st_size
    opens = UNDER.join([deck_title(deck), *map(rule_title, house_rules)])
    kept = f"wrote {out}, {size / 1000:.0f} kB; it opens with {opens}"
    how = Words(
        ["Open it in a browser, on a phone, or send it by mail: it plays the games itself and needs no network."]
    )
    return Document("The laboratory", sections=[Section("", [how])], kept=kept, data={"out": str(out), "bytes": size})


def files_of(deck: str) -> dict[str, dict[str, str]]:
    """Return the file of a deck of the user's by the deck's name, so that a game with it can be played again."""
    return {library.name_of(deck): recorded.own_files(deck, [])[2]} if is_own(deck) else {}


def data(
    ready: list[decks.Shipped],
    deck: str,
    files: dict[str, dict[str, str]] | None = None,
    house_rules: Sequence[str] = (),
) -> dict[str, Any]:
    """Return all that the page knows, apart from the compiled rules and the decks' tables."""
    return {
        "layout": records.whole(),
        "strategies": [
            {"name": name, "title": strategy_title(name), "text": find(name).text, "is_level": name in levels()}
            for name in (*module.STRATEGIES, *levels())
        ],
        "levels": decks.members(),
        "decks": [decks.describe(one) for one in ready],
        "weights": [decks.weights(one) for one in ready],
        "rules": rules.parameters(),
        "comparisons": rules.comparisons(),
        "whole": list(WHOLE),
        "presets": presets.presets(ready, house_rules),
        "groups": decks.groups(),
        "own_group": FIRST_OWN_GROUP,
        "measures": measures.measures(),
        "paces": measures.paces(),
        "reach": measures.plausible(),
        "story": story.story(),
        "phrases": {name: book(name) for name in ("answers", "card_game")},
        "strategy": HEADLINE,
        "engine": jit.digest(),
        "files": files or {},
        "deck": deck,
        "seed": SEED,
    }


def _decks(deck: str) -> list[decks.Shipped]:
    return [decks.shipped(name) for name in [*([deck] if is_own(deck) else []), *decks.names()]]


def bundle(names: tuple[str, ...]) -> str:
    """Return modules as one script, in which each begins after those that it imports from."""
    return "\n".join(_plain(read_text(name)) for name in names)


def _plain(module_text: str) -> str:
    without = re.sub(r"(?ms)^import .*?;\n", "", module_text)
    without = re.sub(r"(?s)/\*\*.*?\*/\n?", "", without)  # what is documented stays in the repository
    without = re.sub(r"(?m)(?:^| +)// .*$", "", without)
    return re.sub(r"(?m)^export (?=(async )?(class|const|function|let)\b)", "", without).strip()


def _flush_left(script: str) -> str:
    return re.sub(r"(?m)^\s+", "", script)


def style_of(name: str) -> str:
    """Return a style sheet of the page with the colours of all pages."""
    dots = [
        f".dot{{background:{COLOURLESS}}}",
        *(f".dot.{name}{{background:{code}}}" for name, code in DRAGONS.items()),
    ]
    colours = {"LIGHT": variables(LIGHT), "DARK": variables(DARK), "DOTS": "".join(dots)}
    return re.sub(r"\{\{([A-Z]+)\}\}", lambda place: colours[place[1]], read_text(name))


def read_text(name: str) -> str:
    """Return one of the files of `tda_sim.lab.scripts`."""
    return (resources.files("tda_sim.lab.scripts") / name).read_text(ENCODING)


def packed(content: bytes) -> str:
    """Return bytes as gzip in base64."""
    return base64.b64encode(gzip.compress(content, 9, mtime=0)).decode("ascii")


def is_own(deck: str) -> bool:
    """Return whether a deck is not among those that ship."""
    return not library.is_shipped("deck", library.find("deck", deck))
