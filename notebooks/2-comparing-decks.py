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
# # Comparing theme decks
#
# **The question.** Emperor's Gambit comes with theme decks. Which one makes for a long evening, which one for a wild
# one, and which one is for people who like to be in control?
#
# **What we do.** The same players sit down with each deck, and we measure what happens at the table.

# %%
# %matplotlib inline
import os

import matplotlib.pyplot as plt
import polars as pl
from IPython.display import Markdown

from tda_sim.analyses import decks
from tda_sim.documents.notebook import readable
from tda_sim.measures.compare import describe
from tda_sim.measures.metrics import metric_named
from tda_sim.studies import compare_study, plan_study, run_study

GAMES = int(os.environ.get("TDA_GAMES", "10000"))  # for each deck and table
DECKS = ["emperors-gambit", "avandras-hand", "evil-times"]

# %% [markdown]
# A *study* is a plan of games: here each deck, at a table where everybody plays `weighted`, at one where everybody
# plays `spender`, and at one where they meet. `weighted` is the strongest of the fast strategies, and `spender` an able
# player of another style. The first deck is what the others are compared with. All decks get the same random numbers,
# which costs nothing and makes comparisons a little sharper.

# %%
study = run_study(plan_study(compare_study(DECKS, games=GAMES, strategies="weighted,spender")), out=None)
tables = decks.analyse(study)
readable(study.cells, deck="deck", table="table", games="games")

# %% [markdown]
# ## Why a deck has no win rate
#
# In many card games everybody brings a deck, and a good deck wins more. Here all players share one. So whatever is in
# it, four equal players win a quarter of the games each; only who leads may make a difference:

# %%
places = tables["fairness"].filter(pl.col("main") & (pl.col("what") == "game"))
readable(places, 1, deck="deck", title="place", estimate="wins, % of games")

# %%
furthest = places.select((pl.col("estimate") - 25).abs().max()).item()
Markdown(
    f"**What we see.** Counted from who leads the first round, no place is further than {furthest:.1f} points from "
    "25 % with any deck. "
    '"Which deck wins?" is no question for this game. "What does a deck do to the evening?" is.'
)

# %% [markdown]
# ## What does a deck do to the evening?
#
# Four numbers of many. The brackets are 95 % intervals.

# %%
CHOSEN = {
    "plays": "length, cards played",
    "lead_change_rate": "gambits that change the lead, %",
    "comebacks": "poorest at half time wins, %",
    "stakes": "gold in the stakes",
}
main = tables["measures"].filter("main")
wide = pl.DataFrame({"deck": main["deck"].unique(maintain_order=True)})
for metric in CHOSEN:
    own = main.filter(metric=metric).select(
        "deck", pl.col("estimate").alias(metric), *(pl.col(end).alias(f"{metric}_{end}") for end in ("low", "high"))
    )
    wide = wide.join(own, on="deck", how="left", maintain_order="left")
readable(wide, 1, deck="deck", **CHOSEN)

# %% [markdown]
# With many games nearly *every* difference is real, however small. So each measure has a smallest difference that
# matters, chosen beforehand: the grey band. Filled points lie beyond it.

# %%
decks.figures(tables)["decks"]

# %% [markdown]
# ## The differences in words
#
# There are dozens of them, and some would stand out by mere chance. So a difference is only called one if it holds by
# itself *and* among all the others. Where the games do not suffice, it says so. These are the largest, measured by
# what matters:

# %%
differences = tables["differences"].filter("main").with_columns(size=pl.col("estimate").abs() / pl.col("margin"))
told = differences.filter(pl.col("verdict").is_in(["more", "less"])).sort("size", descending=True)


def sentences(deck, most=5):
    """Return what is to be said about a deck."""
    rows = told.filter(deck=deck).head(most).to_dicts()
    lines = [f"- {row['title']}: {describe(row, metric_named(row['metric']))}" for row in rows]
    unclear = differences.filter(pl.col("deck") == deck, pl.col("verdict") == "unclear").height
    same = differences.filter(pl.col("deck") == deck, pl.col("verdict") == "same").height
    lines.append(f"- {same} measures show no difference that matters, {unclear} cannot be told yet")
    return "\n".join([f"**{deck}**, against {DECKS[0]}:", "", *lines])


Markdown("\n\n".join(sentences(deck) for deck in DECKS[1:]))

# %% [markdown]
# ## Who thrives where?
#
# A deck has no win rate, but a *way to play* has one with each deck. Where they meet sit two `weighted` and two
# `spender` players.

# %%
thriving = tables["strategies"].sort("strategy")
figure, axes = plt.subplots(figsize=(7, 2.6), layout="constrained")
for strategy, colour in (("weighted", "#2f5fb3"), ("spender", "#b3672b")):
    own = thriving.filter(strategy=strategy).to_dicts()
    for place, row in enumerate(own):
        axes.plot([row["low"], row["high"]], [place, place], color=colour, linewidth=2)
        axes.plot(row["estimate"], place, "o", color=colour)
    axes.annotate(strategy, (own[0]["estimate"], -0.35), ha="center", color=colour, weight="bold")
axes.axvline(25, color="0.7", linewidth=1, zorder=0)
axes.set_yticks(range(len(own)), [row["deck"] for row in own])
axes.set(xlabel="wins of each player, % of games", ylim=(len(own) - 0.5, -0.8))
axes.spines[["top", "right"]].set_visible(False)
plt.show()

# %%
skill = tables["measures"].filter(metric="skill_share")
readable(skill, 1, deck="deck", estimate="result explained by how one plays, %")

# %%
ASKED = {"plays": "The longest evening", "lead_change_rate": "the wildest one", "skill_share": "the most control"}


def most(metric):
    """Say which deck has most of a measure, and whether the second one is clearly behind."""
    first, second = (
        tables["measures"].filter("main", metric=metric).sort("estimate", descending=True).head(2).to_dicts()
    )
    clear = first["low"] > second["high"]
    return f"`{first['deck']}`" if clear else f"`{first['deck']}`, though `{second['deck']}` may be its equal"


Markdown("**What it means.** " + "; ".join(f"{asked}: {most(metric)}" for metric, asked in ASKED.items()) + ".")

# %% [markdown]
# ## How sure?
#
# The brackets tell about luck. They do not tell whether people at *your* table play like `weighted`. So the same
# differences are measured at the table of `spender`, and what goes the other way there should not be believed lightly.
# (A dash: there is no verdict yet that could hold.)

# %%
across = tables["across"].filter(pl.col("metric").is_in(list(CHOSEN)))
names = {name: text.split(",")[0] for name, text in CHOSEN.items()}
across = across.with_columns(pl.col("metric").replace(names))
readable(across, 1, deck="deck", metric="measure", least="least at a table", most="most at a table", holds="holds?")

# %% [markdown]
# ## What to try next
#
# - `tda compare emperors-gambit druids-party legendary` does all of this in a terminal.
# - Put your own deck into `DECKS`: a YAML file beside this notebook, `"my-deck.yaml"`.
# - Next notebook: `3-card-values`, what each card is worth.
