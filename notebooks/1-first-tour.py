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
# # A first tour
#
# **The question.** Four of us play the original edition. Does it matter where one sits? Does it matter how one plays?
# And how long will the evening be?
#
# **What we do.** We let the computer play a lot of games with the real rules, and count. Nobody has to know any
# statistics for that, except for one thing that this tour ends with: how sure we may be.

# %%
# %matplotlib inline
import os

import matplotlib.pyplot as plt
import polars as pl
from IPython.display import Markdown

import tda_sim
from tda_sim.documents.notebook import readable
from tda_sim.stats.intervals import wilson

GAMES = int(os.environ.get("TDA_GAMES", "20000"))  # fewer are quicker, more tell more

# %% [markdown]
# ## Four players, four ways to play
#
# A *strategy* is a way to play: here one each. `balanced` weighs what every card brings, `thrifty` saves its gold,
# `robber` is after the gold of others, and `random` does anything the rules allow. From game to game they change
# seats, so that nobody is always the first.

# %%
results = tda_sim.simulate("original", players=4, games=GAMES, strategies="balanced,thrifty,robber,random", seed=1)
results

# %% [markdown]
# ## Does it matter how one plays?
#
# Four equal players would win a quarter of the games each. The brackets are *95 % intervals*: if we played the whole
# thing again and again, 95 of 100 such brackets would contain the true share.

# %%
summary = results.summary()


def in_percent(rows):
    """Return a table of win shares in percent, with the columns that `readable` knows."""
    share = (100 * pl.col("win_share")).alias("estimate")
    return pl.DataFrame(rows).with_columns(share, pl.col("low", "high") * 100)


players = in_percent(summary["strategies"]).sort("estimate", descending=True)
readable(players, 1, name="strategy", estimate="wins, % of games")

# %%
best, last = players.row(0, named=True), players.row(-1, named=True)
Markdown(
    f"**What we see.** `{best['name']}` wins {best['estimate']:.0f} % of the games, `{last['name']}` "
    f"{last['estimate']:.0f} %. "
    "The cards are shuffled alike for all of them: this is a game of luck *and* of skill."
)

# %% [markdown]
# ## Does it matter who leads?
#
# Seats take turns, so no seat is better than another. But somebody leads the first round, and the others follow to the
# left. If that makes no difference, every place wins 25 %.

# %%
turns = in_percent(summary["turns"]).with_columns(
    fair=pl.when((pl.col("low") <= 25) & (pl.col("high") >= 25)).then(pl.lit("yes")).otherwise(pl.lit("no"))
)
readable(turns, 1, title="place", estimate="wins, % of games", fair="25 % in the bracket?")

# %%
widest = turns.select(((pl.col("high") - pl.col("low")) / 2).max()).item()
Markdown(
    f"**What it means.** {turns.filter(fair='yes').height} of 4 brackets contain 25 %. That does not prove that places "
    f"are equal to the last digit, but a difference of much more than {widest:.1f} points would have shown. All four "
    "brackets hold at once, with 95 %."
)

# %% [markdown]
# ## How long is a game?
#
# A game goes on until somebody is out of gold. Its length is counted in cards played, in rounds, and in minutes, which
# are an estimate: so many seconds for a card, an ante, the accounts of a gambit. How it is cut into *gambits* is
# another question.

# %%
length = {row["name"]: row for row in summary["length"] + summary["structure"]}
gambits = length["gambits"]["mean"]
counts = pl.DataFrame(summary["gambits"]["histogram"]).with_columns(share=100 * pl.col("games") / pl.col("games").sum())

figure, axes = plt.subplots(figsize=(7, 3.2), layout="constrained")
axes.bar(counts["gambits"], counts["share"], color="#2f5fb3", width=0.85)
axes.axvline(gambits, color="0.2", linewidth=1)
axes.annotate(f" mean {gambits:.1f}", (gambits, 0.93 * counts["share"].max()), color="0.2")
axes.set(
    xlabel="gambits in a game", ylabel="% of games", xlim=(0.5, summary["gambits"]["quantiles"][-1]["value"] + 2.5)
)
axes.spines[["top", "right"]].set_visible(False)
plt.show()

# %%
minutes = length["minutes"]
long = next(row["value"] for row in minutes["quantiles"] if row["q"] == 0.95)
Markdown(
    f"**What we see.** A game has {gambits:.1f} gambits and {length['plays']['mean']:.0f} cards played on average: "
    f"about {minutes['mean']:.0f} minutes, and one in twenty takes more than {long:.0f}. Time your own group, write "
    "the seconds into a clock, and these become minutes of your evening."
)

# %% [markdown]
# ## How sure can we be?
#
# The more games, the narrower the bracket. Four times the games make it half as wide, so that the last digit is always
# the dearest. Here is the share of `balanced` again, from the first games only:

# %%
wins = results.seats.filter(pl.col("strategy") == "balanced").select("win_share").collect()["win_share"]
sizes = [size for size in (100, 400, 1600, 6400, 25600, 102400) if size < GAMES] + [GAMES]
found = [wilson(wins[:size].sum(), size) for size in sizes]

figure, axes = plt.subplots(figsize=(7, 2.6), layout="constrained")
for place, share in enumerate(found):
    axes.plot([100 * share.low, 100 * share.high], [place, place], color="#b3672b", linewidth=2)
    axes.plot(100 * share.estimate, place, "o", color="#b3672b")
axes.set_yticks(range(len(sizes)), [f"{size:,} games" for size in sizes])
axes.set(xlabel="wins of balanced, % of games, with 95 % intervals", ylim=(len(sizes) - 0.5, -0.5))
axes.spines[["top", "right"]].set_visible(False)
plt.show()

# %% [markdown]
# ## What to try next
#
# - Another deck: `tda_sim.simulate("legendary", ...)`. `tda decks` in a terminal lists them all.
# - Two players, or six: `players=6`, with one strategy for all of them or one for each.
# - `results.games` and `results.seats` are whole tables, a row for each game and for each player:
#   `6-parquet-files` shows what one can do with them.
# - Next notebook: `2-comparing-decks`, how theme decks differ.
