# %% [markdown]
# # What is each card worth?
#
# **The question.** Which cards of the original edition would you like to hold, and which would you rather not?
#
# **What we do.** The shuffle is a natural experiment: who gets a card is pure chance. So we compare players who were
# dealt a card with everybody else in the same game. We also look at the number that most people look at first, "how
# often do you win if you play this card?", and see why it misleads.

# %% [markdown]
# **Change it.** All that there is to change is at the top of the next cell: `DECK` (in a terminal, `tda decks` lists
# them all) and `GAMES`. Values of cards need many games: with fewer, the cards are the same, but more of them are tied.
# Then choose *Run*, *Run All Cells* in the menu: every table, figure and sentence follows.

# %%
import tda_sim

DECK = "original"
GAMES = 40_000  # for each of two tables

answer = tda_sim.cards(DECK, games=GAMES, strategies="regular,master", power=False, forced=False)
answer

# %% [markdown]
# That is the answer in one line, from two tables: one where all four are `regular` players, who make some mistakes,
# and one where all play `master`, which makes none. What a card is worth depends on the
# hand that it comes into.
#
# ## Two honest values
#
# - The **dealt value** is about a card *held from the start*. It compares players who were dealt the card in their
#   opening hand with players who were not: by how many percentage points does it raise the win rate? That is what we
#   want to know, but a whole game is full of other luck, so it takes very many games to measure.
# - The **draw value** is about a card *drawn* between gambits: how much more often do you win after you draw this card
#   than after you draw *any* card from the same pile? A game has many draws, so there is far less luck in it.

# %%
# %matplotlib inline
import matplotlib.pyplot as plt
import polars as pl
from IPython.display import Markdown

from tda_sim.rendering.notebook import readable

cards = answer.summary()
ends = pl.concat([cards.head(8), cards.tail(8)])
readable(ends, 2, title="card", draw_wins="draw value, points", dealt="dealt value, points", tied="tied set")

# %%
best, worst, groups = cards.row(0, named=True), cards.row(-1, named=True), cards["tied"].n_unique()
clear = cards.filter((pl.col("draw_wins_low") > 0) | (pl.col("draw_wins_high") < 0)).height
Markdown(
    f"**What we see.** Where all are `regular`, {best['title']} stands first with {best['draw_wins']:+.1f} points, "
    f"if drawn, {worst['title']} last with {worst['draw_wins']:+.1f}. Of {cards.height} cards, {clear} are certainly "
    "better or worse to draw than a random card. "
    f"The list has {groups} tied sets in place of {cards.height} ranks: this number of games cannot rank the cards "
    "of a set."
)

# %% [markdown]
# Does strength make the difference? Here is the draw value against a card's strength, colour by colour. The intervals
# hold for *all cards at once*, which makes them wider: among seventy cards, some would be lucky.

# %%
answer.plot("strength")

# %% [markdown]
# ## The number that misleads: win rate when played
#
# Most trackers of card games show how often players won who *played* a card. But players choose what they play, and
# when. A card that you play when you are winning anyway looks good, and a card that you play to rescue a bad gambit
# looks bad. Here are both numbers, in points above or below par. If they said the same, all cards would lie on the
# line.

# %%
par = 25.0
estimates = answer.tables["estimates"]
naive = estimates.filter(group="naive", measure="played", table="regular")
naive = naive.select(card="subject", played=pl.col("estimate") - par)
both = cards.join(naive, on="card").drop_nulls(["dealt", "played"])
both = both.with_columns(bias=pl.col("played") - pl.col("dealt")).sort(pl.col("bias").abs(), descending=True)

figure, axes = plt.subplots(figsize=(6, 5), layout="constrained")
axes.axhline(0, color="0.85", linewidth=1)
axes.axvline(0, color="0.85", linewidth=1)
axes.axline((0, 0), slope=1, color="0.6", linewidth=1, linestyle="--")
axes.plot(both["dealt"], both["played"], "o", color="#2f7ec4", alpha=0.75, markersize=5)
apart = both.head(8).with_columns(line=pl.col("played").round()).unique("line", keep="first", maintain_order=True)
for row in apart.iter_rows(named=True):
    axes.annotate(" " + row["title"], (row["dealt"], row["played"]), fontsize=8, va="center")
axes.set(xlabel="dealt value, points of win rate", ylabel="win rate when played, points above par")
axes.spines[["top", "right"]].set_visible(False)
plt.show()

# %%
readable(both.head(6), 1, title="card", dealt="dealt value, points", played="when played, above par", bias="bias")

# %%
agree = both.select(pl.corr("dealt", "played", method="spearman")).item()
outside = both.filter((pl.col("played") < pl.col("dealt_low")) | (pl.col("played") > pl.col("dealt_high")))
worst = both.row(0, named=True)
Markdown(
    f"**What it means.** The two lists have a rank correlation of {agree:.2f} (1: the same order, 0: nothing in "
    f"common). For {outside.height} of {both.height} cards the win rate when played lies outside the interval of the "
    f"dealt value, and {worst['title']} is off by {abs(worst['bias']):.1f} points. It measures *who gets to play* a "
    "card, not what the card does. More games do not help: they make the wrong number more precise."
)

# %% [markdown]
# ## How sure are we?
#
# Check three things before you believe such a list.
#
# **Is it luck?** The *reliability* is the share of what we see between cards that would show again in new games: 1 is
# all of it, 0 nothing.

# %%
NAMES = {"draw_wins": "draw value", "dealt": "dealt value"}
reliability = (
    estimates.filter(group="checks", table="regular")
    .with_columns(pl.col("measure").str.strip_prefix("reliability_"))
    .filter(pl.col("measure").is_in(list(NAMES)))
    .with_columns(pl.col("measure").replace(NAMES))
)
readable(reliability, 2, measure="value", estimate="reliability")

# %% [markdown]
# **Is it about the cards, or about these players?** Here is the rank correlation with the values at the table of
# `master`. Luck lowers it, too.

# %%
agreement = estimates.filter(pl.col("table") < pl.col("reference"), kind="agreement")
agreement = agreement.with_columns(pl.col("measure").replace(NAMES))
readable(agreement, 2, measure="value", table="table", reference="other table", estimate="rank correlation")

# %% [markdown]
# **Can the players use the card at all?** A card that a strategy hardly ever plays looks worse than it is.

# %%
flags = answer.tables["flags"].filter(table="regular").join(cards.select("title", subject="card"), on="subject")
readable(flags.head(8), title="card", words="take its value with a grain of salt")

# %% [markdown]
# ## And abilities?
#
# With abilities we can make chance the dealer ourselves: everybody gets one of the eight at random, or a *blank*, which
# does nothing. An ability's **worth** is how much more its holder wins than the holder of a blank.

# %%
abilities = tda_sim.abilities(DECK, games=GAMES, strategies="weighted")
abilities

# %%
worth = abilities.summary()
matter = worth.filter(pl.col("verdict").is_in(["more", "less"])).height
Markdown(
    f"**What we see.** Where all play `weighted`, {worth['title'][0]} stands first, {worth['title'][-1]} last. "
    f"{matter} of {worth.height} abilities bring, or cost, clearly more than half a point. The blanks are our check: "
    "only chance sets them apart."
)

# %%
blanks = abilities.tables["estimates"].filter(group="blanks")
readable(blanks, 2, subject="blank", estimate="worth against the other blanks, points")

# %% [markdown]
# ## What to try next
#
# - `tda_sim.cards(DECK)` with everything left at its default also plays each card *without its power*, which shows what
#   the power is worth, and deals the most extreme cards on purpose. It takes longer.
# - `DECK = "legendary"`: the cards with the widest intervals are in few games.
# - `tda_sim.abilities("legendary", each=2)` deals everybody two, and shows which two work together.
# - Next notebook: `4-a-house-rule`, trying a house rule of your own.
