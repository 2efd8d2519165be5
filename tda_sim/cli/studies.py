"""The commands about studies, ladders among them: play them, plan them, look at them, analyse them."""

from pathlib import Path
from typing import Annotated

import typer

from tda_sim.bounds import WIDTH
from tda_sim.cli import completing
from tda_sim.cli.options import (
    Clock,
    Cluster,
    Csv,
    Deck,
    Json,
    OnDeck,
    Patience,
    Players,
    Rules,
    Seed,
    SlowGames,
    Smallest,
    Workers,
    margins,
    number,
    option,
    scheduler,
    show,
)
from tda_sim.errors import UserError
from tda_sim.runs.watch import PATIENCE

app = typer.Typer()

StudyFile = Annotated[Path, typer.Argument(metavar="STUDY.yaml", help="The study's file.")]
Study = Annotated[Path, typer.Argument(metavar="STUDY", help="The study's file, or the folder that it lies in.")]
Metrics = Annotated[
    list[str] | None, typer.Option(help="What to look at, perhaps several times; the study's question if absent.")
]
Out = Annotated[Path | None, option("out", "The study's folder; goes on with the study that lies there.")]
Others = Annotated[
    str | None,
    option(
        "strategies",
        "Strategies, separated by commas: the answer is about tables of the first one, and the others tell whether"
        " it holds. weighted, balanced, spender, heretic, kingslayer and random if absent.",
        autocompletion=completing.strategies,
    ),
]
Search = Annotated[
    bool, typer.Option("--search", help="Also seat lookahead, which plays far better, and hundreds of times as slowly.")
]
Games = Annotated[int | None, number("games", "Games of every cell, whatever the file says.")]


@app.command()
def run(
    study: StudyFile,
    games: Games = None,
    workers: Workers = None,
    cluster: Cluster = None,
    patience: Patience = PATIENCE,
    out: Out = None,
    clock: Clock = None,
    smallest: Smallest = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Play a study: all its cells, into one data set."""
    from tda_sim.answers.studies import study as answer
    from tda_sim.studies import plan_study, run_study, usual_folder

    plan = plan_study(study, games, clock, margins(smallest))
    results = run_study(plan, out or usual_folder(plan), workers, cluster=scheduler(cluster, patience))
    show(answer(results), as_json, csv=csv)


@app.command()
def plan(
    study: StudyFile,
    metric: Metrics = None,
    within: Annotated[
        float | None,
        number("within", "Half of the width that 95 % intervals are to have; half of what matters if absent."),
    ] = None,
    pilot: Annotated[int, number("pilot", "At most so many games of each cell are tried.")] = 2_000,
    workers: Workers = None,
    clock: Clock = None,
    smallest: Smallest = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Tell from a pilot how many games a precision takes.

    And how many minutes.
    """
    from tda_sim.answers.studies import costs
    from tda_sim.studies import plan_study
    from tda_sim.studies.costs import plan_costs

    data = plan_costs(plan_study(study, None, clock, margins(smallest)), metric, within, pilot, workers)
    show(costs(data), as_json, csv=csv)


@app.command()
def peek(study: Study, metric: Metrics = None, clock: Clock = None, as_json: Json = False, csv: Csv = None) -> None:
    """Look at a study that is still played.

    The intervals stay valid however often one looks.
    """
    from tda_sim.answers.studies import peeked
    from tda_sim.studies.peeking import peek as look
    from tda_sim.studies.playing import find_study

    show(peeked(look(find_study(study).told(clock), metric)), as_json, csv=csv)


@app.command()
def analyse(
    study: Study,
    name: Annotated[
        str | None,
        typer.Argument(
            help="The analysis, by name or path; lists what there is if absent.", autocompletion=completing.analyses
        ),
    ] = None,
    pictures: Annotated[Path | None, typer.Option(help="Draw the figures into this folder.")] = None,
    clock: Clock = None,
    smallest: Smallest = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Run an analysis on a study's data, or list the analyses."""
    from tda_sim.answers import tables as answers
    from tda_sim.documents.files import draw_all
    from tda_sim.studies.analysing import analyses, find_analysis
    from tda_sim.studies.playing import find_study

    results = find_study(study).told(clock, margins(smallest))
    if name is None:
        show(answers.analyses(analyses()), as_json, csv=csv)
        return
    analysis = find_analysis(name)
    tables = analysis.tables(results)
    drawn = draw_all(analysis.figures(tables), pictures, analysis.name) if pictures else []
    found = answers.analysed(results, analysis.name, tables, drawn)
    show(found, as_json, csv=csv, rows=found.data["tables"])


@app.command()
def compare(
    decks: Annotated[list[str], typer.Argument(metavar="DECK DECK...", help="Decks: names, or paths of their files.")],
    games: Annotated[int, number("games", "Games of each deck at each table.")] = 100_000,
    players: Players = 4,
    strategies: Others = None,
    search: Search = False,
    rules: Annotated[
        list[str] | None,
        option("rules", "Also compare the decks under this house rule or rule set, perhaps several: name or path."),
    ] = None,
    seed: Seed = 1,
    workers: Workers = None,
    cluster: Cluster = None,
    patience: Patience = PATIENCE,
    out: Out = None,
    clock: Clock = None,
    smallest: Smallest = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the comparison into this file, .png or .svg.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write all tables into this file.")] = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Compare decks: length, drama, stakes, fairness, skill.

    Also comebacks, and who thrives where.
    """
    from tda_sim.answers.compare import compare as answer
    from tda_sim.documents.files import check_picture
    from tda_sim.studies import run_study, usual_folder
    from tda_sim.studies.comparing import plan_compare

    check_picture(picture)
    told = {"clock": clock, "smallest": margins(smallest)}
    plan = plan_compare(decks, players, games, strategies, seed, search, rules or (), **told)
    results = run_study(plan, out or usual_folder(plan), workers, cluster=scheduler(cluster, patience))
    show(answer(results, seed), as_json, markdown, picture, csv=csv)


@app.command()
def cards(
    deck: Deck,
    card: Annotated[
        str | None, typer.Argument(metavar="CARD", help="Only tell what is printed on this card: name or title.")
    ] = None,
    players: Players = 4,
    games: Annotated[
        int | None,
        number("games", "Games at each table; 300 000 if absent (dealt values to half a point), or 200 000 to screen."),
    ] = None,
    strategies: Others = None,
    search: Search = False,
    seed: Seed = 1,
    screen: Annotated[bool, typer.Option("--screen", help="Only values and rates at the main table: quick.")] = False,
    power: Annotated[bool, typer.Option("--power/--no-power", help="Also play each card without its power.")] = True,
    forced: Annotated[
        bool, typer.Option("--forced/--no-forced", help="Also deal the biggest claims on purpose, on fresh shuffles.")
    ] = True,
    only: Annotated[
        str | None,
        typer.Option("--cards", help="Cards, separated by commas, that are played without power and dealt on purpose."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show all cards, not both ends of the list.")] = False,
    naive: Annotated[bool, typer.Option("--naive", help="Also show the biased win rates that trackers know.")] = False,
    workers: Workers = None,
    cluster: Cluster = None,
    patience: Patience = PATIENCE,
    out: Out = None,
    markdown: Annotated[Path | None, typer.Option(help="Write all of it into this file, for documents.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the values into this file, .png or .svg.")] = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Tell what every card of a deck is worth.

    Dealt, drawn, and for its power; or every dragon of a dice game.
    """
    from tda_sim.definitions.games import plays_dice

    if card is not None:
        from tda_sim.answers.card_page import card as page

        show(page(deck, card), as_json, markdown, csv=csv)
        return
    if plays_dice(deck):
        if screen or search or naive or only is not None or picture is not None or not (power and forced):
            hint = "leave --screen, --search, --naive, --cards, --picture, --no-power and --no-forced out"
            raise UserError.of(
                f"the dragons of {deck} are rolled, so that there are no cards to deal or to draw", hint=hint
            )
        from tda_sim.answers.dragons import dragons
        from tda_sim.studies.dragon_study import GAMES, DragonsAsked, play_dragons
        from tda_sim.studies.usual import DICE, names_of

        rolled = DragonsAsked(deck, players, games or GAMES, tuple(names_of(strategies or DICE[:3])), seed)
        show(dragons(play_dragons(rolled, out, workers, scheduler(cluster, patience))), as_json, markdown, csv=csv)
        return
    from tda_sim.analyses.cards import analyse
    from tda_sim.answers.cards import NAIVE_FOLD
    from tda_sim.answers.cards import cards as answer
    from tda_sim.documents.files import check_picture
    from tda_sim.studies.card_study import CardsAsked, plan_cards, play_cards
    from tda_sim.studies.usual import names_of

    check_picture(picture)
    names = tuple(names_of(strategies))
    chosen = None if only is None else tuple(name.strip() for name in only.split(","))
    asked = CardsAsked(deck, players, games, names, seed, screen, power, forced, chosen, search)
    found = play_cards(plan_cards(asked), asked, analyse, out, workers, cluster=scheduler(cluster, patience))
    show(answer(found), as_json, markdown, picture, full=everything, opened=[NAIVE_FOLD] if naive else [], csv=csv)


@app.command()
def abilities(
    deck: Deck,
    players: Annotated[list[int] | None, number("players", "Numbers of players, perhaps several; 4 if absent.")] = None,
    games: Annotated[int, number("games", "Games of each number of players at each table.")] = 1_000_000,
    strategies: Others = None,
    search: Search = False,
    seed: Seed = 1,
    listed: Annotated[
        str | None, typer.Option("--list", help="A list of abilities, by name or path; the deck's own if absent.")
    ] = None,
    each: Annotated[int, number("each", "Abilities that every player is dealt.")] = 1,
    bundles: Annotated[
        bool, typer.Option("--bundles", help="Deal everybody one bundle of the list: are these fair to each other?")
    ] = False,
    blanks: Annotated[
        int | None,
        number("blanks", "Blanks among what is dealt; about the root of the number of abilities if absent."),
    ] = None,
    margin: Annotated[
        float | None,
        number("margin", "Smallest difference that matters, in points of win share; 0.5, or 2 for bundles, if absent."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show all pairs, not both ends of the list.")] = False,
    workers: Workers = None,
    cluster: Cluster = None,
    patience: Patience = PATIENCE,
    out: Out = None,
    markdown: Annotated[Path | None, typer.Option(help="Write all of it into this file, for documents.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the values into this file, .png or .svg.")] = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Tell what every ability is worth.

    Also which two work together, and in what order to draft them.
    """
    from tda_sim.analyses.abilities import analyse
    from tda_sim.answers.abilities import abilities as answer
    from tda_sim.documents.files import check_picture
    from tda_sim.studies.ability_study import AbilitiesAsked, plan_abilities, play_abilities
    from tda_sim.studies.usual import names_of

    check_picture(picture)
    names = tuple(names_of(strategies))
    asked = AbilitiesAsked(
        deck, tuple(players or [4]), games, names, seed, search, listed, each, bundles, blanks, margin
    )
    found = play_abilities(plan_abilities(asked), asked, analyse, out, workers, cluster=scheduler(cluster, patience))
    show(answer(found), as_json, markdown, picture, full=everything, csv=csv)


@app.command("house-rule")
def house_rule(
    deck: Deck,
    rules: Annotated[list[str], typer.Argument(metavar="RULE...", help="House rules or rule sets: names or paths.")],
    together: Annotated[bool, typer.Option("--together", help="Lay all of them over the deck at once.")] = False,
    games: Annotated[int, number("games", "Games of each table, as printed and under each rule.")] = 200_000,
    players: Players = 4,
    strategies: Others = None,
    search: Search = False,
    seed: Seed = 1,
    workers: Workers = None,
    cluster: Cluster = None,
    patience: Patience = PATIENCE,
    out: Out = None,
    clock: Clock = None,
    smallest: Smallest = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the differences into this file, .png or .svg.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write the tables into this file.")] = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Tell what a house rule changes, and how sure that is.

    Length, fairness, skill, drama, stakes, cards, the order of strategies.
    """
    from tda_sim.answers.house_rules import house_rules
    from tda_sim.definitions.games import plays_dice
    from tda_sim.documents.files import check_picture
    from tda_sim.studies import run_study, usual_folder
    from tda_sim.studies.house_rule import plan_house_rule, rule_texts

    check_picture(picture)
    told = {"clock": clock, "smallest": margins(smallest)}
    plan = plan_house_rule(deck, rules, together, players, games, strategies, seed, search, **told)
    results = run_study(plan, out or usual_folder(plan), workers, cluster=scheduler(cluster, patience))
    show(house_rules(results, rule_texts(rules, together, plays_dice(deck)), seed), as_json, markdown, picture, csv=csv)


@app.command()
def ladder(
    names: Annotated[
        str | None, typer.Argument(help="Strategies, separated by commas: names or paths; all known ones if absent.")
    ] = None,
    deck: OnDeck = "original",
    players: Players = 4,
    width: Annotated[
        float, number(WIDTH.times(100), "Percentage points: half of the 95 % interval that every win share is to have.")
    ] = 0.5,
    games: Annotated[int, number("games", "At most so many games for each table.")] = 1_000_000,
    slow_games: SlowGames = 1_200,
    seed: Seed = 1,
    workers: Workers = None,
    out: Annotated[Path | None, option("out", "The ladder's folder; goes on from what lies there.")] = None,
    rules: Rules = None,
    picture: Annotated[Path | None, typer.Option(help="Draw it into this file, .png or .svg.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write all of it into this file, for documents.")] = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Rate strategies.

    Each plays alone against tables of each other one.
    """
    from tda_sim.answers.ladder import ladder as answer
    from tda_sim.documents.files import check_picture
    from tda_sim.studies.ladder.playing import plan_ladder, play_ladder

    check_picture(picture)
    plan = plan_ladder(names, deck, players, width / 100, games, slow_games, seed, rules)
    found = play_ladder(plan, out or plan.usual_folder, workers)
    show(answer(found), as_json, markdown, picture, csv=csv)
