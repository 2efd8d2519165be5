# %% [markdown]
# # Trying a house rule of your own
#
# **The question.** Our games are over too soon. What if everybody started with 60 gold in place of 50? Are at least 5 %
# more cards played in a game, which is what we would notice? And does anything change that we would rather keep?
#
# **What we do.** We write the rule down, play the same shuffles with it and without it, and look at the differences.

# %% [markdown]
# **Change it.** All that there is to change is in the next cell: `DECK` (in a terminal, `tda decks` lists them all),
# the house rule, which is the text in quotes, and `GAMES`. Then choose *Run*, *Run All Cells* in the menu: every table,
# figure and sentence follows.

# %%
from pathlib import Path

import tda_sim

DECK = "original"
GAMES = 20_000  # for each table, with and without the rule
RULE = Path("results/ten-more-coins.yaml")
RULE.parent.mkdir(exist_ok=True)
_ = RULE.write_text("""\
title: Ten more coins
text: Everyone starts with 60 gold.
rules:
  starting_gold: {each: 60}
""")

answer = tda_sim.house_rule(DECK, RULE, games=GAMES, strategies="regular,master")
answer

# %% [markdown]
# A house rule is a few lines of YAML. `rules:` has numbers such as gold and cards; `changes:` would change what cards
# do. `tda effects` lists all words, `docs/effects.md` explains them, and an error names the file and the line.
#
# ## The answer, question by question
#
# The rule is tried where everybody is a `regular` player, where everybody plays `master`, and where the two meet.

# %%
# %matplotlib inline
import matplotlib.pyplot as plt
import numpy as np
import polars as pl
from IPython.display import Markdown

from tda_sim.rendering.notebook import readable
from tda_sim.stats.intervals import mean

questions = answer.tables["answers"]
readable(questions, question="question", verdict="changed?")

# %% [markdown]
# *changed*: by more than what matters. *same*: by less than that. *unclear*: it takes more games to tell. *untested*:
# the rule never came up, or these players ignore it.

# %%
length = answer.summary().filter(measure="plays").row(0, named=True)
others = questions.filter(pl.col("question") != "length", pl.col("verdict") == "changed")["question"].to_list()
changed = f"These change, too: {', '.join(others)}." if others else "Nothing else changes by what matters."
lasts = f"a game takes {length['printed']:.0f} cards as printed, and {length['changed']:.0f} under the rule"
Markdown(f"**What it means.** Length: {lasts}. {changed}")

# %% [markdown]
# ## With and without the same shuffles
#
# Each game with the rule has a twin without it: the same shuffle, the same dice. Luck that both share drops out of the
# difference. Is that worth the trouble? We play the rule once more, with *other* shuffles, and cut all games into
# twenty slices. Each slice is a small experiment that asks the same question.

# %%
SLICES = 20


def lengths(seed, rules=None):
    """Return how long each game was, in cards played."""
    games = tda_sim.simulate(DECK, games=GAMES, strategies="regular", seed=seed, rules=rules).games
    return games.sort("game").select("plays").collect()["plays"].to_numpy().astype(float)


printed, same_shuffles, other_shuffles = lengths(1), lengths(1, str(RULE)), lengths(2, str(RULE))
experiments = {
    "same shuffles": same_shuffles - printed,
    "other shuffles": other_shuffles - printed,
}
slices = {name: [part.mean() for part in np.array_split(longer, SLICES)] for name, longer in experiments.items()}

# %%
figure, axes = plt.subplots(figsize=(7, 2.4), layout="constrained")
for place, means in enumerate(slices.values()):
    colour = ("#2f7ec4", "#c4681f")[place]
    axes.plot(means, np.full(SLICES, place), "o", color=colour, alpha=0.6)
    axes.plot([np.mean(means)] * 2, [place - 0.25, place + 0.25], color=colour, linewidth=3)
axes.set_yticks(range(len(slices)), list(slices))
axes.set(xlabel="longer by, cards played (a dot for each small experiment)", ylim=(1.5, -0.5))
axes.axvline(0, color="0.7", linewidth=1, zorder=0)
axes.spines[["top", "right"]].set_visible(False)
plt.show()


# %%
def row(name, longer):
    """Return the mean difference with its interval, from one number for each game."""
    estimate = mean(longer.sum(), (longer**2).sum(), len(longer))
    return {"way": name, "estimate": estimate.estimate, "low": estimate.low, "high": estimate.high}


compared = pl.DataFrame([row(name, longer) for name, longer in experiments.items()])
readable(compared, 2, way="how", estimate="longer by, cards played")

# %%
correlation = np.corrcoef(printed, same_shuffles)[0, 1]
gain = np.var(experiments["other shuffles"]) / np.var(experiments["same shuffles"])
Markdown(
    "**What it means.** Both ways give an unbiased answer. With the same shuffles, the lengths of a game and its twin "
    f"have a correlation of {correlation:.2f}, so the dots "
    f"{'lie closer together' if gain > 1.05 else 'spread as wide'}. Other shuffles would take {gain:.1f} times as many "
    "games for the same precision. Twins help as long as they stay alike: a rule that turns the game upside down parts "
    "them at once. So the gain is always measured:"
)

# %%
gains = answer.tables["estimates"].filter(
    pl.col("measure").is_in(["plays", "stakes", "lead_change_rate", "triggers_per_play"]),
    table="regular",
    kind="difference",
)
readable(gains, 2, title="measure", correlation="correlation", variance_ratio="times as many games with other shuffles")

# %% [markdown]
# ## How sure are we?
#
# The verdicts are about tables of `regular` players. Whether they hold for other players is in the column *with other
# strategies* above. And one more caution: these players do not know the rule. A strategy made for 50 gold may play on
# as if nothing had happened, where people would adapt.

# %%
notes = answer.tables["notes"]
readable(notes, note="note") if notes.height else Markdown("Nothing else stands in the way of comparing the two.")

# %% [markdown]
# ## What to try next
#
# - 100 gold in the rule above: what happens to the gain from equal shuffles?
# - `changes: {dragons: {black: {text: Steal 4., power: [{steal: 4}]}}}` makes better thieves of all Black Dragons.
# - `decks/house-rules/` has two dozen worked examples. `tda_sim.house_rule("original", "four-rounds", "no-thirteen")`
#   tries several at once, and `tda house-rule legendary no-druid` does it in a terminal.
# - Next notebook: `5-a-strategy`, writing a strategy of your own.
