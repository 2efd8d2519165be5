# %% [markdown]
# # Comparing theme decks
#
# **The question.** Emperor's Gambit comes with theme decks. Which one makes a long evening, which one a wild one, and
# which one suits people who like to be in control?
#
# **What we do.** The same players play each deck, and we measure what happens at the table.

# %% [markdown]
# **Change it.** All that there is to change is at the top of the next cell: `DECKS`, of which the first is compared
# with all others (in a terminal, `tda decks` lists them all; a YAML file of your own is a deck, too), and `GAMES`. Then
# choose *Run*, *Run All Cells* in the menu: every table, figure and sentence follows.

# %%
import tda_sim

DECKS = ["emperors-gambit", "avandras-hand", "evil-times"]
GAMES = 10_000  # for each deck at each table

answer = tda_sim.compare(*DECKS, games=GAMES, strategies="regular,master")
answer

# %% [markdown]
# That is the answer in one line. Behind it are three kinds of tables: one where everybody is a `regular` player, drawn
# game by game from people who make some mistakes, one where everybody plays `master`, which makes none, and some where
# the two meet. All decks are compared with the first. They share their random numbers, which costs nothing and makes
# the comparisons a little sharper.
#
# ## Why a deck has no win rate
#
# In many card games everybody brings a deck, and a better deck wins more. Here all players share one deck. Whatever is
# in it, four equal players win a quarter of the games each. Only the turn order may make a difference:

# %%
# %matplotlib inline
import matplotlib.pyplot as plt
import polars as pl
from IPython.display import Markdown

from tda_sim.rendering.notebook import readable

measures = answer.summary()
titles = dict(measures.select("deck", "deck_title").iter_rows())
levels = answer.tables["estimates"].filter(kind="level")
places = levels.filter("main", measure="turn_game").with_columns(pl.col("deck").replace(titles))
readable(places, 1, deck="deck", subject="place", estimate="win rate, %")

# %%
furthest = places.select((pl.col("estimate") - 25).abs().max()).item()
Markdown(
    f"**What we see.** Counted from the first leader, no place is further than {furthest:.1f} points from 25 %, "
    'whatever the deck. So "Which deck wins?" is the wrong question. The right one is: "What does a deck do to the '
    'evening?"'
)

# %% [markdown]
# ## What does a deck do to the evening?
#
# Here are four measures of many. The brackets are 95 % confidence intervals.

# %%
CHOSEN = {
    "plays": "length, cards played",
    "lead_change_rate": "gambits that change the lead, %",
    "comebacks": "comeback rate, %",
    "stakes": "gold in the stakes",
}
wide = measures.filter(pl.col("measure").is_in(list(CHOSEN))).pivot(
    "measure", index="deck_title", values=["estimate", "low", "high"], maintain_order=True
)
wide = wide.rename(
    {f"estimate_{metric}": metric for metric in CHOSEN}
    | {f"{end}_{metric}": f"{metric}_{end}" for metric in CHOSEN for end in ("low", "high")}
)
readable(wide, 1, deck_title="deck", **CHOSEN)

# %% [markdown]
# With enough games nearly *every* difference is real, however small. So each measure has a smallest difference that
# matters, chosen beforehand: the grey band in the figure above. Triangles lie beyond it. This is how the games go on:

# %%
answer.plot("survival")

# %% [markdown]
# ## The largest differences
#
# There are dozens of differences, and some would stand out by chance alone. So the answer only calls a difference
# *more* or *less* if it holds by itself *and* among all the others. Here are the largest, in units of the smallest
# difference that matters.

# %%
differences = measures.filter(pl.col("verdict").is_in(["more", "less"])).with_columns(
    size=(pl.col("change") / pl.col("margin")).abs()
)
largest = differences.sort("deck", "size", descending=[False, True]).group_by("deck", maintain_order=True).head(5)
readable(largest, 1, deck_title="deck", title="measure", estimate="level", change="difference to the first deck")

# %%
unclear = measures.filter(verdict="unclear").height
same = measures.filter(verdict="same").height
Markdown(f"{same} more differences are too small to matter. For {unclear} it takes more games to tell.")

# %% [markdown]
# ## Who thrives where?
#
# A deck has no win rate, but a *strategy* has one with each deck. Here are the tables where `regular` and `master`
# meet, two against two.

# %%
thriving = levels.filter(measure="win_share").sort("subject", maintain_order=True)
figure, axes = plt.subplots(figsize=(7, 2.6), layout="constrained")
for strategy, colour in (("regular", "#2f7ec4"), ("master", "#c4681f")):
    own = thriving.filter(subject=strategy).to_dicts()
    for place, row in enumerate(own):
        axes.plot([row["low"], row["high"]], [place, place], color=colour, linewidth=2)
        axes.plot(row["estimate"], place, "o", color=colour)
    axes.annotate(strategy, (own[0]["estimate"], -0.35), ha="center", color=colour, weight="bold")
axes.axvline(25, color="0.7", linewidth=1, zorder=0)
axes.set_yticks(range(len(own)), [titles[row["deck"]] for row in own])
axes.set(xlabel="win rate of each player, %", ylim=(len(own) - 0.5, -0.8))
axes.spines[["top", "right"]].set_visible(False)
plt.show()

# %%
skill = measures.filter(measure="skill")
readable(skill, 1, deck_title="deck", estimate="skill: wins of the best player in 100 games")

# %%
ASKED = {"plays": "The longest evening", "lead_change_rate": "the wildest one", "skill": "the most control"}


def most(metric):
    """Name the deck with the most of a measure, and the runner-up if it may be its equal."""
    first, second = measures.filter(measure=metric).sort("estimate", descending=True).head(2).to_dicts()
    clear = first["low"] > second["high"]
    return first["deck_title"] if clear else f"{first['deck_title']}, though {second['deck_title']} may be its equal"


Markdown("**What it means.** " + "; ".join(f"{asked}: {most(metric)}" for metric, asked in ASKED.items()) + ".")

# %% [markdown]
# ## How sure are we?
#
# The intervals cover luck. They do not cover whether the people at *your* table play like `regular` ones. So the same
# differences are measured where everybody plays `master`. Be wary of those that do not hold there. (A dash means
# that there is no verdict yet.)

# %%
across = answer.tables["estimates"].filter(pl.col("measure").is_in(list(CHOSEN)), kind="across")
names = {name: text.split(",")[0] for name, text in CHOSEN.items()}
across = across.with_columns(pl.col("measure").replace(names), pl.col("deck").replace(titles))
readable(across, 1, deck="deck", measure="measure", least="smallest difference", most="largest", holds="holds?")

# %% [markdown]
# ## What to try next
#
# - Put your own deck into `DECKS`: a YAML file beside this notebook, `"my-deck.yaml"`.
# - `answer.to_html("decks.html")` writes all of it as a web page, and `answer.figures` names all figures.
# - `tda compare emperors-gambit druids-party legendary` does the same in a terminal.
# - Next notebook: `3-card-values`, what each card is worth.
