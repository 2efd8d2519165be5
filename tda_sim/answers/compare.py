"""`tda compare`: what differs between decks. The answer first, then what matters, then every number."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tda_sim.analyses import decks
from tda_sim.answers.along import ladders, settled
from tda_sim.answers.compare_rows import Comparison, Played, label_title
from tda_sim.answers.compare_tables import changes, glance, thresholds, what_differs, whole, winners
from tda_sim.answers.compare_words import exceptions, luck, reliability, sentences, sureness
from tda_sim.answers.headlines import HEADLINES
from tda_sim.answers.players import every_seat
from tda_sim.answers.titles import strategy_title, titled
from tda_sim.documents import model as doc
from tda_sim.documents.model import Section
from tda_sim.documents.words import counted, listed
from tda_sim.studies import StudyResults

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tda_sim.answers.profile import Profile

Figures = Callable[[], "Mapping[str, Figure]"]

MOST_NAMED = 4  # decks in the title
PROFILE = "profile"


def compare(results: StudyResults, seed: int, tables: decks.Frames | None = None) -> doc.Document:
    """Return what differs between the decks of a study. Raises UserError where games or columns are missing.

    ``tables``: those of `analyses.decks`, if they are at hand.
    """
    tables = decks.analyse(results) if tables is None else tables
    names = tables["measures"]["deck"].unique(maintain_order=True).to_list()
    named = titled(tables, deck=label_title, strategy=strategy_title)
    return compared(Comparison(Played.of(results, names, seed), tables), doc.drawn_once(lambda: decks.figures(named)))


def compared(comparison: Comparison, figures: Figures) -> doc.Document:
    """Return a comparison as a document; ``figures`` draws the figures of `analyses.decks`."""
    played, words = comparison.played, sentences(comparison)
    title = _title(comparison)
    profile: Figures = doc.drawn_once(lambda: {PROFILE: _profile(comparison, title)} if comparison.others else {})
    players = every_seat(comparison.main_table, played.decks, played.players, played.own, played.game)
    return doc.Document(
        title,
        [*words, players],
        [
            *_glance(comparison, doc.Figures(profile, "decks", title)),
            Section("What differs", what_differs(comparison)),
            Section(
                "How sure is that?",
                [doc.Words(sureness(comparison)), doc.Words(settled(comparison))],
                [_disagreeing(comparison), *ladders(comparison)],
            ),
            Section("Figures", [doc.Figures(figures, "decks", "The decks side by side")], folded=True),
            Section("Who wins: turn order and strategies", winners(comparison), folded=True),
            Section("Skill, luck and drama", [doc.Words([*luck(comparison), *reliability(comparison)])], folded=True),
            Section(
                "All measures",
                [whole(comparison, comparison.main_table)],
                [
                    Section(f"All players use {strategy_title(table)}", [whole(comparison, table)], folded=True)
                    for table in comparison.other_tables
                ],
                folded=True,
            ),
        ],
        about=_about(played),
        matters=thresholds(comparison),
        kept=f"Data: {played.out}. --markdown FILE writes every table, --json every number.",
        picture=lambda: (profile() or figures())[PROFILE if comparison.others else "decks"],
        data=comparison.data(words),
    )


def _glance(comparison: Comparison, profile: doc.Figures) -> list[Section]:
    """Return the profiles of the decks, by picture and numbers; of a single deck beside the baseline, as bars."""
    if len(comparison.others) == 1:
        return [Section("", [changes(comparison)])]
    return [Section("", [profile]), Section("At a glance", [glance(comparison)])]


def _title(comparison: Comparison) -> str:
    """Return the title of the answer: the decks that are compared, or how many there are."""
    names = list(map(comparison.title, comparison.played.decks))
    if len(names) <= MOST_NAMED:
        return f"{listed(names)} compared"
    return f"{counted(len(comparison.others), 'deck')} compared with {names[0]}"


def _about(played: Played) -> str:
    """Return how many games of each deck were played at the main table."""
    games = f"{played.games:,} games of each deck{'' if played.complete else ' so far'}"
    return f"{played.players} players; {games}; seed {played.seed}"


def _disagreeing(comparison: Comparison) -> Section:
    """Return the measures whose verdicts fail at another table, folded."""
    lines = exceptions(comparison)
    lead = f"These verdicts hold for {strategy_title(comparison.main_table)}, but not for every able strategy."
    blocks = [doc.Words([lead]), doc.Words(lines, listed=True)] if lines else []
    return Section("Where other strategies disagree", blocks, folded=True)


# --- figures ----------------------------------------------------------------------------------------------


def _profile(comparison: Comparison, title: str) -> "Figure":
    from tda_sim.answers.profile import draw  # matplotlib takes long to import

    profiles = [made for deck in comparison.others if (made := _profile_of(comparison, deck)).values]
    return draw(f"{title}: profiles", "a deck", comparison.title(comparison.first), profiles)


def _profile_of(comparison: Comparison, deck: str) -> "Profile":
    """Return the headline measures of a deck that there are, with their verdicts."""
    from tda_sim.answers.profile import Profile, Value

    verdicts = {row.metric: row.estimate.verdict for row in comparison.verdicts if row.deck == deck}
    values = [
        Value(metric, baseline.estimate, value.estimate.judged(verdicts[metric]))
        for metric in (each.name for each in HEADLINES)
        if metric in verdicts
        for baseline, value in [(comparison.value(comparison.first, metric), comparison.value(deck, metric))]
    ]
    return Profile(comparison.title(deck), values)
