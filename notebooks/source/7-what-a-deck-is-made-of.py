# %% [markdown]
# # What is a deck made of?
#
# **The question.** What does a colour do to the game? Which card would nobody miss? And is a card worth more when
# another one is in the deck?
#
# **What we do.** We let chance build a new deck for every game. Then no habit, taste or budget decides what goes with
# what, and a difference between games with a card and games without it is what the card does.

# %% [markdown]
# **Change it.** All that there is to change is at the top of the next cell: `DECK`, any deck (`tda decks` lists them);
# `STRATEGY`, who plays; and `GAMES`: four times as many make the answers twice as precise. Then choose *Run*, *Run All
# Cells* in the menu.

# %%
import tda_sim

DECK = "every-card"
STRATEGY = "balanced"
GAMES = 30_000

answer = tda_sim.composition(DECK, games=GAMES, strategies=STRATEGY, seed=1)
answer

# %% [markdown]
# That is the whole answer in one line. The rest of this notebook takes it apart.
#
# The deck `every-card` knows the twenty colours of two editions and all other cards. Each game draws ten of the colours
# and ten of the others. `draw:` in its file says so, and a deck of your own can draw what you like.

# %%
# %matplotlib inline
import matplotlib.pyplot as plt
import polars as pl
from IPython.display import Markdown

from tda_sim.rendering.notebook import readable

effects = answer.summary()
length = effects.filter(pl.col("measure") == "plays").sort("estimate", descending=True)
readable(length.head(5), 1, title="part", estimate="length, cards")

# %% [markdown]
# ## What a part does
#
# The first lines are the parts that make games longest. Each number compares games with a part to games with another
# one of its kind in its place, since something has to be in the deck. How sure is that? All intervals hold at once:
# with 95 % certainty, none of them misses.

# %%
most, least = length.row(0, named=True), length.row(-1, named=True)
Markdown(
    f"**What we see.** With {most['title']}, games have {most['estimate']:+.1f} cards, with {least['title']} "
    f"{least['estimate']:+.1f}. Chance alone would be off by {(most['high'] - most['low']) / 2:.1f} at most."
)

# %%
stakes = effects.filter(pl.col("measure") == "stakes").select("part", stakes="estimate")
both = length.join(stakes, on="part")
figure, axes = plt.subplots(figsize=(7, 4.5))
axes.scatter(both["stakes"], both["estimate"], s=18, color="#5a6b8c")
for row in both.iter_rows(named=True):
    if abs(row["estimate"]) > 3:
        axes.annotate(row["title"], (row["stakes"], row["estimate"]), fontsize=8)
axes.set_xlabel("stakes, gold")
axes.set_ylabel("length, cards")
axes.set_title("Parts that raise the stakes end games sooner", loc="left")
plt.show()

# %% [markdown]
# ## Do parts work together?
#
# A pair does something together if a game with both differs by more than the sum of what each does. There are well over
# a thousand pairs, and most do next to nothing, so the largest differences are mostly luck. The answer pulls all of
# them towards zero, and lists as discoveries only so many that one in twenty is expected to be wrong.

# %%
estimates = answer.tables["estimates"]
together = (pl.col("group") == "pairs") & (pl.col("measure") == "special_flights")
pairs = estimates.filter(together, pl.col("verdict") != "unclear").sort(pl.col("estimate").abs(), descending=True)
readable(pairs.head(5), 1, subject="part", reference="together with", estimate="flights in 100 gambits")

# %% [markdown]
# ## Does it predict anything?
#
# An explanation is worth what it predicts. Twenty decks were built: ten as extreme as the rules of drawing allow, ten
# by chance. They were played on new shuffles. Here is their length: predicted, and played.

# %%
built = estimates.filter(pl.col("group") == "checked", pl.col("measure") == "plays")
wide = built.pivot(on="reference", index="subject", values="estimate")
figure, axes = plt.subplots(figsize=(5, 5))
axes.scatter(wide["predicted"], wide["played"], s=22, color="#b0562b")
ends = [wide["played"].min() - 5, wide["played"].max() + 5]
axes.plot(ends, ends, color="#999999", linewidth=0.8)
axes.set_xlabel("predicted, cards")
axes.set_ylabel("played, cards")
axes.set_title("Twenty decks that were built", loc="left")
plt.show()

# %%
checks = built.filter(pl.col("reference") == "checked")
held = int(((checks["low"] <= 0) & (checks["high"] >= 0)).sum())
Markdown(
    f"**What we see.** {held} of {len(checks)} predictions of length hold. Where decks are extreme on purpose, parts "
    "work together in ways that pairs do not show, and predictions are further off than chance."
)

# %% [markdown]
# ## What to try next
#
# - `DECK = "legendary"`: which of its thirty unique cards change the game, and which change what others are worth?
# - `DECK = "original"`: its cards are always the same, so some are left out and others are there twice. Which card
#   would nobody miss?
# - Write a deck that draws four of your favourite colours, and look at it.
# - `tda composition every-card --picture map.svg` draws how the worth of cards depends on what else is in.
