"""From a study file to the study's cells: looks up everything that the file names, and reports every mistake."""

from collections import Counter
from collections.abc import Sequence

from tda_sim.agents.games import CARDS
from tda_sim.definitions import sources
from tda_sim.definitions.sources import Node
from tda_sim.errors import Hint, Problem, UserError
from tda_sim.measures.study import AGAINST, MIXED, SAME
from tda_sim.runs.games import game_of
from tda_sim.runs.play import abilities_of, deals_abilities, usual_player
from tda_sim.studies.cells import Cell, Setting, Table
from tda_sim.studies.reading import Written
from tda_sim.studies.settings import cards_of, chosen_cards, powerless, settings
from tda_sim.studies.tables import Tables

MAX_CELLS = 5_000
MAX_SETTINGS = 300  # decks as printed and under each variant; all of them are loaded

OF_CARDS = (  # cells about a card: key, the key of their cards, whether these lack power, whether they are forced
    ("twins", "cards", True, False),
    ("forced", "cards", False, True),
    ("forced", "powerless", True, True),
)


def expand(written: Written) -> list[Cell]:
    """Return the cells of a study by deck, variant, players and table; then twins, then forced cards.

    Raises UserError with all mistakes.
    """
    expander = _Expander(written)
    cells = expander.cells()
    if not expander.problems:
        expander.check_each_once(cells)
    if expander.problems:
        raise UserError(expander.problems)
    return cells


class _Expander:
    def __init__(self, written: Written) -> None:
        self.file, self.node = written.file, written.node
        self.problems: list[Problem] = [*written.problems]
        self.decks = self.list_at("decks")
        self.planned = 0  # cells known so far

    def complain(self, path: Sequence[str | int], message: str, hint: Hint | None = None) -> None:
        self.problems.append(self.node.trail(path)[-1].problem(message, hint))

    def list_at(self, key: str) -> list[Node]:
        """Return the nodes of a list in the file, or an empty list."""
        return self.node.entries[key].items if key in self.node.entries else []

    def has_room(self, cells: int) -> bool:
        """Whether the study may have this many further cells. Called before any of them is made."""
        self.planned += cells
        if self.planned > MAX_CELLS:
            self.complain((), f"this study has {self.planned:,} cells", f"at most {MAX_CELLS:,} are possible")
        return self.planned <= MAX_CELLS

    def cells(self) -> list[Cell]:
        variants, counts = self.list_at("variants"), self.file.player_counts
        if (loaded := len(self.decks) * (1 + len(variants))) > MAX_SETTINGS:
            self.complain((), f"this study has {loaded:,} decks under variants", f"at most {MAX_SETTINGS} are possible")
            return []
        decks = settings(self.decks, variants, self.problems)
        if (game := self.game(decks)) is None:
            return []
        tables = self.tables(game, decks)
        if self.problems or not self.has_room(len(decks) * sum(len(tables[players]) for players in counts)):
            return []
        for setting in decks:
            self.check_players(setting)
            self.check_abilities(setting)
        early = {players: self.stops_early(there) for players, there in tables.items()}
        usual = [
            self.cell(setting, players, table, table in early[players])
            for setting in decks
            for players in counts
            for table in tables[players]
        ]
        printed = [setting for setting in decks if not setting.variant]
        return [*usual, *self.of_cards(printed, tables)]

    # --- tables ---

    def game(self, decks: list[Setting]) -> str | None:
        """Return the game that all settings are for: the card game if there are none, None if they differ."""
        games = {game_of(setting.deck).name for setting in decks}
        if len(games) > 1:
            self.complain(("decks",), "a study cannot mix decks of cards and dice games", "make a study of each")
            return None
        return games.pop() if games else CARDS

    def tables(self, game: str, decks: list[Setting]) -> dict[int, list[Table]]:
        """Return the tables for every number of players."""
        reader = Tables(self.problems, game)
        usual = usual_player(game, bool(self.file.abilities) or any(deals_abilities(each.deck) for each in decks))
        entries = self.list_at("tables") or [sources.from_python(usual)]
        return {players: self._distinct(reader, entries, players) for players in self.file.player_counts}

    def _distinct(self, reader: Tables, entries: list[Node], players: int) -> list[Table]:
        tables: dict[str, Table] = {}
        for entry in entries:
            for table, place in reader.tables(entry, players):
                if table.name in tables:
                    self.problems.append(place.problem(f"tables: {table.name} is listed twice", "list it once"))
                tables[table.name] = table
        return list(tables.values())

    def check_players(self, setting: Setting) -> None:
        low, high = setting.deck.players.min, setting.deck.players.max
        for place, players in enumerate(self.file.player_counts):
            if not low <= players <= high:
                deck = f"{setting.deck_name} + {setting.variant}" if setting.variant else setting.deck_name
                self.complain(("players", place), f"{deck} is not for {players} players", f"from {low} to {high}")

    def check_each_once(self, cells: list[Cell]) -> None:
        for name in [name for name, times in Counter(cell.name for cell in cells).items() if times > 1]:
            hint = "list each deck, variant and number of players once; give mappings files of their own"
            self.complain((), f"two cells are the same: {name}", hint)

    # --- cells ---

    def cell(self, setting: Setting, players: int, table: Table, stops_early: bool) -> Cell:
        trails = 0 if table.kind == AGAINST else self.file.record.gambits
        is_few = self.file.slow_games is not None and table.is_slow
        games, to_precision = self.file.games_at(table.is_slow), self.file.precision is not None and not is_few
        first = self.file.first_at(table.is_slow) if stops_early else None
        further = {"abilities": self.abilities, "to_precision": to_precision, "first": first}
        return Cell(setting, players, table, self.file.seed, games, trails, **further)  # type: ignore[arg-type]

    def stops_early(self, tables: list[Table]) -> list[Table]:
        """Return those of the tables for a number of players that are played in stages.

        The main table is not one of them. Nor are tables that measure skill: all of them need as many games.
        """
        if self.file.stages is None:
            return []
        alike = [table for table in tables if table.kind == SAME]
        if not alike:  # no main table, on whose verdicts others could hang
            return []
        mixed = [table for table in tables if table.kind == MIXED]
        slow = [table for table in mixed if table.is_slow]
        return [*alike[1:], *(slow if len(slow) < len(mixed) else [])]

    @property
    def abilities(self) -> str | tuple[str, ...] | None:
        abilities = self.file.abilities
        return tuple(abilities) if isinstance(abilities, list) else abilities

    def check_abilities(self, setting: Setting) -> None:
        for players in self.file.player_counts if self.abilities is not None else ():
            try:
                abilities_of(setting.deck, self.abilities, players)
            except UserError as error:
                for problem in error.problems:
                    self.complain(("abilities",), f"{setting.deck_name}: {problem.message}", problem.hint)

    def of_cards(self, printed: list[Setting], tables: dict[int, list[Table]]) -> list[Cell]:
        """Return the cells that are about a card: twins, then forced cards, then forced cards without their power."""
        cells: list[Cell] = []
        for key, named, without, is_forced in OF_CARDS:
            written = self.node.entries[key].entries.get(named) if getattr(self.file, key) is not None else None
            if written is None:
                continue
            chosen = chosen_cards([setting.deck for setting in printed], written, without, self.problems)
            games, mains = getattr(self.file, key).games or self.file.cell_games, self._main_tables(key, tables)
            places = [
                (setting, deck, place, card)
                for setting, deck in zip(printed, self.decks, strict=True)
                for place in mains
                for card in cards_of(setting.deck, chosen, powers=without)
            ]
            if not self.has_room(len(places)):
                break
            for setting, deck, (players, table), card in places:
                played = powerless(setting, deck, card) if without else setting
                forced = card.name if is_forced else None
                cell = Cell(played, players, table, self.file.seed, games, forced=forced, abilities=self.abilities)
                cells.append(cell)
        return cells

    def _main_tables(self, key: str, tables: dict[int, list[Table]]) -> list[tuple[int, Table]]:
        """Return, for every number of players, the first table at which all play the same."""
        places = []
        for players, there in tables.items():
            table = next((table for table in there if table.kind == SAME), None)
            if table is None:
                self.complain((key,), f"{key} need a table at which all play the same", "add one name to tables")
                return []
            places.append((players, table))
        return places
