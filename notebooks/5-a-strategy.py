# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Writing and rating a strategy
#
# **The question.** You have an idea how one should play. Is it a good one?
#
# **What we do.** We write the idea down in a few lines, let it play, make it better in a second step, and then put it
# on a ladder with others. The idea is the simplest one: *ante the weakest card, play the strongest*.

# %%
# %matplotlib inline
import os
from pathlib import Path

import matplotlib.pyplot as plt
import polars as pl
from IPython.display import Markdown
from matplotlib.colors import TwoSlopeNorm

import tda_sim
from tda_sim.documents.notebook import readable
from tda_sim.kit import Question
from tda_sim.studies.ladder import ladder

GAMES = int(os.environ.get("TDA_GAMES", "10000"))
DECK = "original"

# %% [markdown]
# ## An idea in plain Python
#
# A strategy is asked questions (which card to ante? which to play? whom to take gold from?), each with some options,
# and answers with the place of one. It sees what a player sees: the table, its own hand, and what is printed on cards.


# %%
def weakest_and_strongest(cards, table, me, question):
    """Antes the weakest card, plays the strongest, and answers everything else with the first option."""
    options = [question.option[k] for k in range(question.n)]
    if question.kind == Question.ANTE:
        return options.index(min(options, key=lambda card: cards.strength[card]))
    if question.kind == Question.PLAY:
        return options.index(max(options, key=lambda card: cards.strength[card]))
    return 0


few = max(GAMES // 50, 20)
lineup = [weakest_and_strongest, "random", "random", "random"]
results = tda_sim.simulate(DECK, games=few, strategies=lineup)


def first_share(results):
    """Return the win share of the first player of a lineup, in percent, with its interval."""
    found = results.summary()["strategies"][0]
    return {"estimate": 100 * found["win_share"], "low": 100 * found["low"], "high": 100 * found["high"]}


readable(
    pl.DataFrame([{"against": "3 random", "n": few, **first_share(results)}]),
    1,
    against="against",
    n="games",
    estimate="wins, %",
)

# %% [markdown]
# A quarter would be as good as random. The bracket is wide, as plain Python is slow, and so there are few games. For
# more of them the idea is compiled.
#
# ## The same idea, compiled
#
# In a file of its own, a strategy can say how good each option is, and the best one is taken. It is Python on numbers,
# which is compiled, and then plays many times as many games in the same time.

# %%
HOME = Path("results/strategies")
HOME.mkdir(parents=True, exist_ok=True)
SIMPLE = HOME / "simple.py"
_ = SIMPLE.write_text('''"""Antes the weakest card, and plays the strongest."""

from tda_sim.kit import Question


def score(cards, table, me, question, option):
    if question.kind == Question.ANTE:
        return -cards.strength[option]
    if question.kind == Question.PLAY:
        return cards.strength[option]
    return 0
''')

# %% [markdown]
# ## A better idea
#
# Powers matter as much as strength. A card that is weaker than the one before it *triggers*; and with two cards of a
# colour in front of you, a third one is a colour flight that all others pay for. `tda_sim.kit` has the questions
# that one asks oneself at a table.

# %%
BETTER = HOME / "better.py"
_ = BETTER.write_text('''"""Antes the weakest card, and plays strong cards, special flights, and powers that trigger."""

from tda_sim.kit import Question, special_flight_with, would_trigger

PARAMETERS = {"power": 4}  # the strength that a power is worth


def score(cards, table, me, question, option):
    if question.kind == Question.ANTE:
        return -cards.strength[option]
    if question.kind == Question.PLAY:
        value = cards.strength[option] + special_flight_with(cards, table, me.seat, option)
        if would_trigger(cards, table, me.seat, option):
            value += me.parameter[0]
        return value
    return 0
''')

# %% [markdown]
# Each of them against three who play at random, and against three who play well:

# %%
rows = [
    {
        "strategy": own.stem,
        "against": f"3 {other}",
        **first_share(tda_sim.simulate(DECK, games=GAMES, strategies=[str(own)] + [other] * 3)),
    }
    for own in (SIMPLE, BETTER)
    for other in ("random", "balanced")
]
shares = pl.DataFrame(rows)
readable(shares, 1, strategy="strategy", against="against", estimate="wins, %")

# %%
against_random = shares.filter(against="3 random")
simple, better = against_random["estimate"]
apart = against_random["high"][0] < against_random["low"][1]
against_balanced = shares.filter(against="3 balanced")["estimate"][1]
Markdown(
    f"**What we see.** Against random players the second idea wins {better:.0f} % of the games, and the first one "
    f"{simple:.0f} %: {'the brackets do not touch, so that is no luck' if apart else 'too near to tell from this'}. "
    f"Against `balanced`, however, it wins {against_balanced:.0f} %, where 25 % would be as good as they are."
)

# %% [markdown]
# ## The ladder
#
# How good a strategy is depends on whom it meets. So on a ladder everybody meets everybody: one alone against three of
# the other kind, and the other way round.

# %%
standing = ladder([str(SIMPLE), str(BETTER), "random", "balanced"], deck=DECK, games=GAMES, width=0.01)
places = pl.DataFrame(standing.to_dict()["strategies"]).with_columns(
    place=pl.when(pl.col("rank") == pl.col("worst_rank"))
    .then(pl.col("rank").cast(pl.String))
    .otherwise(pl.format("{} to {}", "rank", "worst_rank")),
    rating_low=pl.col("low"),
    rating_high=pl.col("high"),
)
readable(places, 0, place="place", name="strategy", rating="rating", beats="beats")

# %% [markdown]
# A *rating* of 400 points more means ten times as many wins at the same table (the scale of Elo). It sums up who wins
# how much against whom, and depends on who takes part. A place like "2 to 3" says that the ratings do not tell the two
# apart. Here is who met whom:

# %%
shares = 100 * standing.payoff.estimate
figure, axes = plt.subplots(figsize=(5.6, 3.8), layout="constrained")
par = TwoSlopeNorm(25, 0, 100)
axes.imshow(shares, cmap="PuOr_r", norm=par)
for row, line in enumerate(shares):
    for column, value in enumerate(line):
        colour = "white" if abs(par(value) - 0.5) > 0.3 else "black"
        axes.text(column, row, f"{value:.0f} %" if row != column else "", ha="center", va="center", color=colour)
axes.set_xticks(range(len(standing.names)), standing.names)
axes.set_yticks(range(len(standing.names)), standing.names)
axes.set(xlabel="against three of", ylabel="one of", title="wins of the one; 25 % is par")
axes.spines[:].set_visible(False)
plt.show()

# %%
beaten = {row["name"]: row["beats"] for row in places.iter_rows(named=True)}
verdict = "is clearly stronger than" if "simple" in beaten["better"] else "is not clearly stronger than"
Markdown(
    f"**What it means.** From the strongest to the weakest: {', '.join(f'`{name}`' for name in beaten)}. The better "
    f"idea {verdict} the simple one, and it "
    f"{'beats' if 'balanced' in beaten['better'] else 'does not beat'} `balanced`."
)

# %% [markdown]
# ## How sure?
#
# Ratings have brackets like everything else. Beyond luck: a ladder tells who is stronger *among those who are on it*,
# with this deck and this number of players. Another strategy may beat the best one.
#
# ## What to try next
#
# - Set the worth of a power: `"results/strategies/better.py:power=8"` in place of its path. `tda tune` searches the
#   best number.
# - `tda strategies check results/strategies/better.py` tells what it answers, and whether it is sound.
# - `docs/strategies.md` goes on from here, step by step.
# - Next notebook: `6-parquet-files`, working with the tables behind all this.
