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
# # What is each card worth?
#
# **The question.** Which cards of the original edition would you like to hold, and which would you rather not?
#
# **What we do.** The shuffle is an experiment that nature makes for us: who gets a card is pure chance. So we compare
# players who were dealt a card with all others of the same game. We also look at the figure that everybody looks at
# first, "how often does one win who plays this card?", and see why it misleads.

# %%
# %matplotlib inline
import os

import matplotlib.pyplot as plt
import polars as pl
from IPython.display import Markdown

from tda_sim.analyses import abilities, cards
from tda_sim.documents.notebook import readable
from tda_sim.studies import plan_study, run_study

GAMES = int(os.environ.get("TDA_GAMES", "40000"))  # for each of two tables
DECK = "original"

# %% [markdown]
# One table at which all four play `weighted`, the strongest of the fast strategies, and one at which all play
# `spender`, an able player of another style: a card's value depends on the hands that it falls into.

# %%
plan = plan_study({"title": "Card values", "decks": [DECK], "tables": ["weighted", "spender"], "games": GAMES})
tables = cards.analyse(run_study(plan, out=None))
titles = tables["cards"].select("card", "title", "colours", "strength").unique("card")


def values(kind, table="weighted"):
    """Return one value of all cards at a table, the best card first."""
    own = tables["values"].filter(pl.col("value") == kind, pl.col("table") == table)
    return own.join(titles, on="card").sort("estimate", descending=True)


# %% [markdown]
# ## Two honest values
#
# - The **dealt value** compares the players who were dealt a card in their opening hand with those who were not: by
#   how many points does it raise the chance to win the game? That is what we want to know, but a whole game is full of
#   other luck, so that it takes very many games.
# - The **draw value** asks the same of every draw: how much oftener does one win after drawing the card, compared with
#   drawing *any* card from the same pile? A game has many draws, so there is far less luck in it.

# %%
drawn = values("draw_wins")
ends = pl.concat([drawn.head(8), drawn.tail(8)])
readable(ends, 2, title="card", estimate="draw value, points", group="set")

# %%
best, worst, groups = drawn.row(0, named=True), drawn.row(-1, named=True), drawn["group"].n_unique()
clear = drawn.filter((pl.col("low") > 0) | (pl.col("high") < 0)).height
Markdown(
    f"**What we see.** {best['title']} is on top with {best['estimate']:+.1f} points, {worst['title']} at the bottom "
    f"with {worst['estimate']:+.1f}. Of {drawn.height} cards {clear} are clearly better or worse than a random card. "
    f"Places are *not* numbered from 1 to {drawn.height}: cards of the same set (the last column) cannot be told apart "
    f"from the best one of it with so many games, and there are {groups} such sets."
)

# %% [markdown]
# In the picture, the twelve best and the twelve worst. Bands are the sets. The brackets hold for *all cards at once*,
# which makes them wider: among seventy cards, some would be lucky.

# %%
shown = pl.concat([drawn.head(12), drawn.tail(12)])["card"].implode()
few = tables["values"].filter(pl.col("card").is_in(shown))
next(iter(cards.figures({**tables, "values": few}).values()))

# %% [markdown]
# ## The figure that misleads: win rate when played
#
# Most trackers of card games show how often players won who *played* a card. But players choose what they play, and
# when. A card that one plays when one is winning anyway looks good, and a card that one plays to rescue a bad gambit
# looks bad. Here both figures are side by side, as points above or below par. If they said the same, all cards would
# lie on the line.

# %%
par = 25.0
dealt = values("dealt").select("card", "title", dealt="estimate", dealt_low="low", dealt_high="high")
played = tables["naive"].filter(pl.col("figure") == "played", pl.col("table") == "weighted")
both = dealt.join(played.select("card", played=pl.col("estimate") - par), on="card").drop_nulls()
both = both.with_columns(bias=pl.col("played") - pl.col("dealt")).sort(pl.col("bias").abs(), descending=True)

figure, axes = plt.subplots(figsize=(6, 5), layout="constrained")
axes.axhline(0, color="0.85", linewidth=1)
axes.axvline(0, color="0.85", linewidth=1)
axes.axline((0, 0), slope=1, color="0.6", linewidth=1, linestyle="--")
axes.plot(both["dealt"], both["played"], "o", color="#2f5fb3", alpha=0.75, markersize=5)
apart = both.head(8).with_columns(line=pl.col("played").round()).unique("line", keep="first", maintain_order=True)
for row in apart.iter_rows(named=True):
    axes.annotate(" " + row["title"], (row["dealt"], row["played"]), fontsize=8, va="center")
axes.set(xlabel="dealt value, points of win share", ylabel="win rate when played, points above par")
axes.spines[["top", "right"]].set_visible(False)
plt.show()

# %%
readable(both.head(6), 1, title="card", dealt="dealt value, points", played="when played, above par", bias="bias")

# %%
agree = both.select(pl.corr("dealt", "played", method="spearman")).item()
outside = both.filter((pl.col("played") < pl.col("dealt_low")) | (pl.col("played") > pl.col("dealt_high")))
worst = both.row(0, named=True)
Markdown(
    f"**What it means.** The two lists agree with a rank correlation of {agree:.2f} (1: the same order, 0: nothing in "
    f"common). For {outside.height} of {both.height} cards the win rate when played lies outside the bracket of the "
    f"dealt value, and {worst['title']} is off by {abs(worst['bias']):.1f} points. It measures *who gets to play* a "
    "card, not what the card does. More games do not help: they make the wrong number more exact."
)

# %% [markdown]
# ## How sure?
#
# Three things to look at before one believes such a list.
#
# **Is it luck?** *Reliability* says how much of what we see between cards would come out again in new games: 1 is all
# of it, 0 nothing.

# %%
NAMES = {"draw_wins": "draw value", "dealt": "dealt value"}
reliability = (
    tables["checks"]
    .filter(pl.col("table") == "weighted")
    .with_columns(pl.col("check").str.strip_prefix("reliability_"))
    .filter(pl.col("check").is_in(list(NAMES)))
    .with_columns(pl.col("check").replace(NAMES))
)
readable(reliability, 2, check="value", estimate="reliability")

# %% [markdown]
# **Is it about the cards, or about these players?** The same values at the table of `spender`, as a rank correlation
# between the two lists. Luck lowers it, too.

# %%
agreement = tables["agreement"].filter(pl.col("table") < pl.col("other")).with_columns(pl.col("value").replace(NAMES))
readable(agreement, 2, value="value", table="table", other="other table", estimate="rank correlation")

# %% [markdown]
# **Can the players use the card at all?** A card that a strategy hardly ever plays looks worse than it is.

# %%
flags = tables["flags"].filter(table="weighted").join(titles, on="card")
readable(flags.head(8), title="card", words="to be taken with a grain of salt")

# %% [markdown]
# ## And abilities?
#
# With abilities, chance may be the dealer as well: everybody gets one of the eight at random, or one of three *blanks*,
# which do nothing. Who has which is then an experiment of our own making. An ability's **worth** is what its holder
# wins more than the holder of a blank.

# %%
blanks = {f"blank-{k}": {"text": "Does nothing."} for k in (1, 2, 3)}
study = {"title": "Abilities", "decks": [{"base": DECK, "abilities": {"entries": blanks}}], "abilities": "random:1"}
plan = plan_study(study | {"tables": ["weighted"], "games": GAMES})
found = abilities.analyse(run_study(plan, out=None))
worth = found["values"].filter(value="worth").sort("estimate", descending=True)
worth = worth.join(found["list"].select("ability", "title"), on="ability", maintain_order="left")
readable(worth, 2, title="ability", estimate="worth, points", group="set")

# %%
matter = worth.filter(pl.col("verdict").is_in(["more", "less"])).height
Markdown(
    f"**What we see.** {worth['title'][0]} is on top, {worth['title'][-1]} at the bottom. {matter} of {worth.height} "
    f"abilities surely bring, or cost, more than half a point, and {worth['games_needed'].max() or GAMES:,} games "
    "would about do to tell of all. The blanks are our check: they differ from each other by chance only."
)

# %%
readable(found["blanks"], 2, ability="blank", estimate="worth against the other blanks, points")

# %% [markdown]
# ## What to try next
#
# - `tda abilities legendary --each 2` deals everybody two, and also tells which two work together.
# - `DECK = "legendary"`, and look for the cards with the widest brackets: they are in few games.
# - `tda cards original` in a terminal also plays each card *without its power*, so that one sees what the power is
#   worth.
# - Next notebook: `4-a-house-rule`, trying a house rule of your own.
