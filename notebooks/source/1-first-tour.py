# %% [markdown]
# # A first tour
#
# **The question.** Four of us play the original edition. Does it matter where you sit? Does it matter how you play?
# And how long will the evening be?
#
# **What we do.** The computer plays thousands of games by the real rules, and counts. You need no statistics, except
# for the idea that this tour ends with: how sure we can be.

# %% [markdown]
# **Change it.** All that there is to change is at the top of the next cell: `DECK` (in a terminal, `tda decks` lists
# them all), `STRATEGIES`, one for each of two to six players (`tda strategies` lists them), and `GAMES`: four times as
# many make the answers twice as precise. Then choose *Run*, *Run All Cells* in the menu: every table, figure and
# sentence follows.

# %%
import tda_sim

DECK = "original"
STRATEGIES = ["club", "regular", "regular", "first-evening"]
GAMES = 20_000

results = tda_sim.simulate(DECK, players=len(STRATEGIES), games=GAMES, strategies=STRATEGIES, seed=1)
results

# %% [markdown]
# That is the whole answer in one line. The rest of this notebook takes it apart.
#
# Who plays? Computer players that make mistakes, as people do. This is a mixed evening: somebody who plays in a `club`,
# two `regular` players, and somebody for whom it is the `first-evening`. They change seats from game to game, so nobody
# always goes first.

# %%
# %matplotlib inline
import matplotlib.pyplot as plt
import polars as pl
from IPython.display import Markdown

from tda_sim.rendering.notebook import readable
from tda_sim.stats.intervals import wilson

summary = results.summary()
summary.select("group", "subject", "measure", "kind", "estimate", "low", "high").head()

# %% [markdown]
# ## Does it matter how you play?
#
# If all four of them played equally well, each would win a quarter of the games. The brackets are *95 % confidence
# intervals*: if we repeated the whole experiment again and again, 95 of 100 such intervals would contain the true win
# rate.

# %%
percent = pl.col("estimate", "low", "high") * 100
players = summary.filter(group="strategies", kind="level").with_columns(percent).sort("estimate", descending=True)
readable(players, 1, subject="strategy", estimate="win rate, %")

# %%
best, worst = players.row(0, named=True), players.row(-1, named=True)
Markdown(
    f"**What we see.** `{best['subject']}` wins {best['estimate']:.0f} % of the games, `{worst['subject']}` "
    f"{worst['estimate']:.0f} %. All of them are dealt the same luck: this is a game of luck *and* skill."
)

# %% [markdown]
# ## Does it matter who leads?
#
# The players take turns in every seat, but somebody leads the first round, and the others follow to the left. Good
# players may lead more often than others, which says nothing about leading. So each place is compared with the same
# players in other places. If the turn order makes no difference, every place wins its part, which is 25 % for four.

# %%
turns = summary.filter(group="turns").with_columns(percent)
PAR = 100 / len(STRATEGIES)
contains = (pl.col("low") <= PAR) & (pl.col("high") >= PAR)
turns = turns.with_columns(fair=pl.when(contains).then(pl.lit("yes")).otherwise(pl.lit("no")))
readable(turns, 1, subject="place", estimate="win rate, %", fair=f"{PAR:.0f} % in the interval?")

# %%
widest = turns.select(((pl.col("high") - pl.col("low")) / 2).max()).item()
fair = turns.filter(fair="yes").height
Markdown(
    f"**What it means.** {fair} of {turns.height} intervals contain {PAR:.0f} %. A difference of much more than "
    f"{widest:.1f} points shows with so many games; a smaller one may not. The intervals hold together: all of "
    "them are right in 95 of 100 such experiments."
)

# %% [markdown]
# ## How long is a game?
#
# A game ends when a player runs out of gold. We measure its length in cards played, in rounds, and in estimated
# minutes: so many seconds for a card, for an ante, for settling a gambit. A game is made of *gambits*.

# %%
means = dict(summary.filter(kind="level").select("measure", "estimate").iter_rows())
gambits = means["gambits"]
counts = results.games.group_by("gambits").len("games").sort("gambits").collect()
counts = counts.with_columns(share=100 * pl.col("games") / GAMES)

figure, axes = plt.subplots(figsize=(7, 3.2), layout="constrained")
axes.bar(counts["gambits"], counts["share"], color="#2f7ec4", width=0.85)
axes.axvline(gambits, color="0.2", linewidth=1)
axes.annotate(f" mean {gambits:.1f}", (gambits, 0.93 * counts["share"].max()), color="0.2")
axes.set(xlabel="gambits in a game", ylabel="% of games", xlim=(0.5, 15.5))
axes.spines[["top", "right"]].set_visible(False)
plt.show()

# %%
minutes = next(row for row in results.json["length"] if row["name"] == "minutes")
long = {row["q"]: row["value"] for row in minutes["quantiles"]}[0.95]
Markdown(
    f"**What we see.** The average game has {gambits:.1f} gambits and {means['plays']:.0f} cards played, and takes "
    f"about {minutes['mean']:.0f} minutes. One game in twenty takes more than {long:.0f}. Time your own group, write "
    "the seconds into a clock file, and these become the minutes of your evening."
)

# %% [markdown]
# ## How sure can we be?
#
# The more games, the narrower the interval. Four times as many games make it half as wide, so the last digit always
# costs the most. Here is the win rate of the first player again, from the first few games and from more and more of
# them:

# %%
wins = results.seats.filter(pl.col("strategy") == STRATEGIES[0]).select("win_share").collect()["win_share"]
sizes = [size for size in (100, 400, 1600, 6400, 25600, 102400) if size < GAMES] + [GAMES]
intervals = [wilson(wins[:size].sum(), size) for size in sizes]

figure, axes = plt.subplots(figsize=(7, 2.6), layout="constrained")
for place, rate in enumerate(intervals):
    axes.plot([100 * rate.low, 100 * rate.high], [place, place], color="#c4681f", linewidth=2)
    axes.plot(100 * rate.estimate, place, "o", color="#c4681f")
axes.set_yticks(range(len(sizes)), [f"{size:,} games" for size in sizes])
axes.set(xlabel=f"win rate of {STRATEGIES[0]}, %, with 95 % confidence intervals", ylim=(len(sizes) - 0.5, -0.5))
axes.spines[["top", "right"]].set_visible(False)
plt.show()

# %% [markdown]
# ## What to try next
#
# - Another deck: `DECK = "legendary"`. Two players: `STRATEGIES = ["club", "first-evening"]`.
# - `results.games` and `results.seats` are whole tables, with a row for each game and each player: notebook
#   `6-parquet-files` shows what you can do with them.
# - Next notebook: `2-comparing-decks`, how theme decks differ.
