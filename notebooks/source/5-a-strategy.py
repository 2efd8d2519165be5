# %% [markdown]
# # Writing and rating a strategy
#
# **The question.** You have an idea how to play. Is it a good one?
#
# **What we do.** We write the idea down in a few lines, let it play, improve it in a second step, and then put it on a
# ladder with others. The idea is the simplest of all: *ante the weakest card, play the strongest*.

# %% [markdown]
# **Change it.** What there is to change is in the next cell: `DECK` (in a terminal, `tda decks` lists them all),
# `GAMES`, and how the strategy answers. Further down are two more, as text in quotes. Then choose *Run*, *Run All
# Cells* in the menu: every table, figure and sentence follows.

# %%
from pathlib import Path

import tda_sim
from tda_sim.kit import Question

DECK = "original"
GAMES = 10_000


def weakest_and_strongest(cards, table, me, question):
    """Antes the weakest card, plays the strongest, and answers everything else with the first option."""
    options = [question.option[k] for k in range(question.n)]
    if question.kind == Question.ANTE:
        return options.index(min(options, key=lambda card: cards.strength[card]))
    if question.kind == Question.PLAY:
        return options.index(max(options, key=lambda card: cards.strength[card]))
    return 0


few = max(GAMES // 50, 20)
tda_sim.simulate(DECK, games=few, strategies=[weakest_and_strongest, "random", "random", "random"])

# %% [markdown]
# A strategy answers questions: which card do you ante, which do you play, whom do you take gold from? Each question has
# some options, and the answer is the place of one. A strategy sees what a player sees: the table, its own hand, and
# what is printed on the cards.
#
# 25 % would be as good as random. The interval is wide because plain Python is slow and the games are few. For more of
# them, we compile the idea.
#
# ## The same idea, compiled
#
# In a file of its own, a strategy can score each option, and the best one is taken. It is Python on numbers, which is
# compiled, and plays many times as many games in the same time.

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
# Powers matter as much as strength. A card that is weaker than the one before it *triggers*, and with two cards of a
# colour in front of you, a third makes a colour flight that all others pay for. `tda_sim.kit` answers the questions
# that players ask themselves at the table.

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
# Here is each of them against three players who play at random, and against three who play well:

# %%
# %matplotlib inline
import matplotlib.pyplot as plt
import polars as pl
from IPython.display import Markdown

from tda_sim.rendering.notebook import readable


def rate(strategy, other):
    """Return the win rate of a strategy alone against three of another, in percent, with its interval."""
    results = tda_sim.simulate(DECK, games=GAMES, strategies=[str(strategy)] + [other] * 3)
    own = results.summary().filter(group="strategies", kind="level", subject=strategy.stem)
    percent = pl.col("estimate", "low", "high") * 100
    return own.select(percent, name="subject").with_columns(against=pl.lit(f"3 {other}"))


rates = pl.concat([rate(own, other) for own in (SIMPLE, BETTER) for other in ("random", "balanced")])
readable(rates, 1, name="strategy", against="against", estimate="win rate, %")

# %%
figure, axes = plt.subplots(figsize=(7, 2.4), layout="constrained")
for place, row in enumerate(rates.iter_rows(named=True)):
    colour = "#2f7ec4" if row["name"] == "simple" else "#c4681f"
    axes.plot([row["low"], row["high"]], [place, place], color=colour, linewidth=2)
    axes.plot(row["estimate"], place, "o", color=colour)
axes.axvline(25, color="0.7", linewidth=1, zorder=0)
axes.set_yticks(
    range(rates.height), [f"{name} against {other}" for name, other in rates.select("name", "against").rows()]
)
axes.set(xlabel="win rate, %, with 95 % confidence intervals; 25 % is par", ylim=(rates.height - 0.5, -0.5))
axes.spines[["top", "right"]].set_visible(False)
plt.show()

# %%
against_random = rates.filter(against="3 random")
simple, better = against_random["estimate"]
apart = against_random["high"][0] < against_random["low"][1]
against_balanced = rates.filter(against="3 balanced")["estimate"][1]
Markdown(
    f"**What we see.** Against random players the second idea wins {better:.0f} % of the games, and the first "
    f"{simple:.0f} %: {'the intervals do not overlap, so this is no luck' if apart else 'too close to call'}. "
    f"Against `balanced`, however, the second idea wins {against_balanced:.0f} %, where 25 % would be just as good."
)

# %% [markdown]
# ## The ladder
#
# How good a strategy is depends on whom it meets. So on a ladder everybody meets everybody: one alone against three of
# the other kind, and the other way round.

# %%
ladder = tda_sim.ladder(SIMPLE, BETTER, "random", "balanced", deck=DECK, games=GAMES, width=1)
ladder

# %% [markdown]
# A *rating* of 400 points more means ten times as many wins at the same table (the scale of Elo). It sums up who wins
# how much against whom, and depends on who takes part. A place such as "2 to 3" means that the ratings cannot separate
# two strategies. Here are all numbers:

# %%
places = ladder.summary().with_columns(
    places=pl.when(pl.col("place") == pl.col("last_place"))
    .then(pl.col("place").cast(pl.String))
    .otherwise(pl.format("{} to {}", "place", "last_place"))
)
readable(places, 0, places="place", strategy="strategy", rating="rating", beats="beats")

# %%
beaten = {row["strategy"]: row["beats"] for row in places.iter_rows(named=True)}
verdict = "is clearly stronger than" if "simple" in beaten["better"] else "is not clearly stronger than"
Markdown(
    f"**What it means.** From the strongest to the weakest: {', '.join(f'`{name}`' for name in beaten)}. The better "
    f"idea {verdict} the simple one, and it "
    f"{'beats' if 'balanced' in beaten['better'] else 'does not beat'} `balanced`."
)

# %% [markdown]
# ## How sure are we?
#
# Ratings have intervals like everything else. Beyond luck, a ladder shows who is stronger *among those who are on it*,
# with this deck and this number of players. Another strategy may beat the best one.
#
# ## What to try next
#
# - Change what a power is worth: `"results/strategies/better.py:power=8"` in place of its path. `tda tune` searches for
#   the best number.
# - `tda strategies check results/strategies/better.py` shows how it answers, and whether it is sound.
# - `docs/strategies.md` goes on from here, step by step.
# - Next notebook: `6-parquet-files`, working with the tables behind all this.
