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
# # Trying a house rule of one's own
#
# **The question.** Our games are over too soon. What if everybody started with 60 gold in place of 50? Are at least 5 %
# more cards played in a game, which is what we would notice? And does anything else change that we would rather keep?
#
# **What we do.** We write the rule down, play the same shuffles with it and without it, and look at the differences.

# %%
# %matplotlib inline
import os
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import polars as pl
from IPython.display import Markdown

import tda_sim
from tda_sim.analyses import house_rules
from tda_sim.documents.notebook import readable
from tda_sim.stats.intervals import mean
from tda_sim.studies import house_rule_study, plan_study, run_study

GAMES = int(os.environ.get("TDA_GAMES", "20000"))  # for each table, with and without the rule
DECK = "original"

# %% [markdown]
# ## The rule
#
# A house rule is a few lines of YAML. `rules:` has numbers like gold and cards; `changes:` would change what cards do.
# `tda effects` lists all words, `docs/effects.md` explains them, and an error names the file and the line.

# %%
RULE = Path("results/ten-more-coins.yaml")
RULE.parent.mkdir(exist_ok=True)
_ = RULE.write_text("""\
title: Ten more coins
text: Everyone starts with 60 gold.
rules:
  starting_gold: {each: 60}
""")

# %% [markdown]
# ## The answer
#
# `house_rule_study` makes a study of it: the deck as printed and with the rule, at a table where all play `weighted`,
# at one where all play `spender`, and at one where they meet.

# %%
study = run_study(plan_study(house_rule_study(DECK, [str(RULE)], games=GAMES, strategies="weighted,spender")), out=None)
tables = house_rules.analyse(study)
readable(tables["answers"], title="what", verdict="changed?", sentence="in words", holds="also at the other tables?")

# %% [markdown]
# *changed* means: by more than what would matter. *same*: by less than that. *unclear*: too few games to tell, and it
# says how many would do. *untested*: the rule never came up, or these players take no notice of it. Amounts marked *
# are in coins of the printed game: with more gold about, a coin is worth less.

# %%
answers = tables["answers"]
length = answers.filter(question="length").row(0, named=True)
others = answers.filter(pl.col("question") != "length", pl.col("verdict") == "changed")["title"].to_list()
Markdown(
    f"**What it means.** Length: {length['sentence']}. "
    + (
        f"Beside it, these change: {', '.join(others).lower()}."
        if others
        else "Nothing else is found to change by what would matter."
    )
)

# %% [markdown]
# Every measure at a glance: in units of the smallest difference that matters, which is the grey band.

# %%
next(iter(house_rules.figures(tables).values()))

# %% [markdown]
# ## The same question with and without the same shuffles
#
# Each game with the rule had a twin without it: the same shuffle, the same dice. Luck that both share drops out of the
# difference. Is that worth the trouble? We play the rule once more, with *other* shuffles, and cut all games into
# twenty slices. Each slice is a small experiment that asks the same question.

# %%
SLICES = 20


def lengths(seed, rules=None):
    """Return how long each game was, in cards played."""
    games = tda_sim.simulate(DECK, games=GAMES, strategies="weighted", seed=seed, rules=rules).games
    return games.sort("game").select("plays").collect()["plays"].to_numpy().astype(float)


printed, same_shuffles, other_shuffles = lengths(1), lengths(1, str(RULE)), lengths(2, str(RULE))
experiments = {
    "same shuffles": same_shuffles - printed,
    "other shuffles": other_shuffles - printed,
}
slices = {name: [part.mean() for part in np.array_split(found, SLICES)] for name, found in experiments.items()}

# %%
figure, axes = plt.subplots(figsize=(7, 2.4), layout="constrained")
for place, found in enumerate(slices.values()):
    colour = ("#2f5fb3", "#b3672b")[place]
    axes.plot(found, np.full(SLICES, place), "o", color=colour, alpha=0.6)
    axes.plot([np.mean(found)] * 2, [place - 0.25, place + 0.25], color=colour, linewidth=3)
axes.set_yticks(range(len(slices)), list(slices))
axes.set(xlabel="longer by, cards played (a dot for each small experiment)", ylim=(1.5, -0.5))
axes.axvline(0, color="0.7", linewidth=1, zorder=0)
axes.spines[["top", "right"]].set_visible(False)
plt.show()


# %%
def row(name, found):
    """Return a row of the table below: the difference with its interval, from one number for each game."""
    estimate = mean(found.sum(), (found**2).sum(), len(found))
    return {"way": name, "estimate": estimate.estimate, "low": estimate.low, "high": estimate.high}


compared = pl.DataFrame([row(name, found) for name, found in experiments.items()])
readable(compared, 2, way="how", estimate="longer by, cards played")

# %%
correlation = np.corrcoef(printed, same_shuffles)[0, 1]
gain = np.var(experiments["other shuffles"]) / np.var(experiments["same shuffles"])
Markdown(
    "**What it means.** Both ways answer the same question without bias. With the same shuffles, a game and its twin "
    f"are correlated by {correlation:.2f}, so that the dots "
    f"{'lie closer together' if gain > 1.05 else 'are spread as wide'}. "
    f"With other shuffles it would take {gain:.1f} times as many games for the same certainty. Twins help as long as "
    "they stay together: a rule that turns the game over parts them at once. So the gain is always measured, never "
    "assumed:"
)

# %%
gains = tables["metrics"].filter(
    pl.col("table") == "weighted",
    pl.col("metric").is_in(["plays", "stakes", "lead_change_rate", "triggers_per_play"]),
)
readable(gains, 2, title="measure", correlation="correlation", gain="times as many games without pairing")

# %% [markdown]
# ## How sure?
#
# The verdicts are about tables of `weighted`. Whether they hold for other people, the other tables tell: the column
# *also at the other tables?* above. And there is one more thing to be careful with: these players do not know the rule.
# A strategy that was made for 50 gold may play on as if nothing had happened, where people would adapt.

# %%
notes = tables["notes"]
readable(notes, note="to be known") if notes.height else Markdown("There is nothing else to be known.")

# %% [markdown]
# ## What to try next
#
# - 100 gold in the rule above: what becomes of the gain from pairing?
# - `changes: {dragons: {black: {text: Steal 4., power: [{steal: 4}]}}}` makes better thieves of all Black Dragons.
# - `decks/house-rules/` has two dozen worked examples, and `tda house-rule legendary no-druid` does all of this in a
#   terminal.
# - Next notebook: `5-a-strategy`, writing a strategy of your own.
