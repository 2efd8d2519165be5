# %% [markdown]
# # Working with the Parquet files
#
# **The question.** All answers come from tables, with a row for each game and for each player. You have a question of
# your own, for instance: *is it good to lead the first round, and how much gold does it take to win?* How do you get at
# the data?
#
# **What we do.** We write the games to disk, and ask the same question in three ways: in polars, in pandas, and in SQL
# with DuckDB. Take the one you know.

# %% [markdown]
# **Change it.** All that there is to change is at the top of the next cell: `DECK` (in a terminal, `tda decks` lists
# them all), `LINEUP`, the strategies of the four players (`tda strategies` lists them), and `GAMES`. Then choose *Run*,
# *Run All Cells* in the menu: every table, figure and sentence follows.

# %%
import shutil
from pathlib import Path

import tda_sim

DECK = "original"
LINEUP = "balanced,robber,thrifty,random"
GAMES = 20_000
HOME = Path("results/parquet")

shutil.rmtree(HOME, ignore_errors=True)
results = tda_sim.simulate(DECK, games=GAMES, strategies=LINEUP, out=HOME, trails=min(GAMES, 2000))
results.seats.head().collect()

# %% [markdown]
# `results.games`, `results.seats` and their siblings are lazy polars frames on the files in `HOME`. With `trails`, the
# first few games are also written down gambit by gambit.

# %%
# %matplotlib inline
import json
from dataclasses import asdict

import duckdb
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import polars as pl
from IPython.display import Markdown

from tda_sim.rendering.notebook import readable
from tda_sim.stats.intervals import mean

files = pl.DataFrame(
    [
        {"table": name, "rows": results.read(name).select(pl.len()).collect().item(), "size": size / 1024}
        for name in ("games", "seats", "cards", "draws", "gambits")
        for size in [sum(part.stat().st_size for part in (HOME / name).glob("*.parquet"))]
    ]
)
readable(files, 0, table="table", rows="rows", size="kB on disk")

# %% [markdown]
# `docs/columns.md` explains every column, and so does `tda_sim.columns_markdown()`. `manifest.json` records what was
# played, so you can understand the files, and make them again, years later:

# %%
manifest = json.loads((HOME / "manifest.json").read_text())
digests = (
    "deck_digest",
    "rules_digest",
    "strategy_digests",
    "abilities_digest",
    "engine",
)  # of everything that games depend on
played = {key: value for key, value in manifest["configuration"].items() if key not in digests} | manifest["versions"]
words = [", ".join(value) if isinstance(value, list) else str(value) for value in played.values()]
readable(pl.DataFrame({"key": list(played), "value": words}), key="what", value="was")

# %% [markdown]
# ## The question, three times
#
# For each strategy: how often does the seat win that led the first round, and how often any other seat? The leader is
# in `games`, the win in `seats`, so we join the two tables by the number of the game.
#
# ### polars
#
# The frames are lazy: nothing is read before `collect`, and then only the columns that are needed. That also works for
# tables larger than memory.

# %%
in_polars = (
    results.seats.join(results.games.select("game", "first_leader"), on="game")
    .with_columns(
        led=(pl.col("seat") == pl.col("first_leader")).fill_null(False), strategy=pl.col("strategy").cast(pl.String)
    )
    .group_by("strategy", "led")
    .agg(wins=100 * pl.col("win_share").mean(), n=pl.len())
    .sort("strategy", "led")
    .collect()
)
readable(in_polars, 1, strategy="strategy", led="led the first round", wins="win rate, %", n="seats")

# %% [markdown]
# ### pandas
#
# Everything in memory, which is fine for millions of rows.

# %%
games = pd.read_parquet(HOME / "games", columns=["game", "first_leader"])
seats = pd.read_parquet(HOME / "seats", columns=["game", "seat", "strategy", "win_share"])
joined = seats.merge(games, on="game")
joined["led"] = (joined["seat"] == joined["first_leader"]).fillna(False).astype(bool)
in_pandas = (
    joined.astype({"strategy": str})
    .groupby(["strategy", "led"], as_index=False)
    .agg(wins=("win_share", lambda share: 100 * share.mean()), n=("win_share", "size"))
)
in_pandas.round(1)

# %% [markdown]
# ### DuckDB
#
# SQL straight on the files, without loading them.

# %%
in_duckdb = duckdb.sql(f"""
    SELECT strategy, coalesce(seat = first_leader, false) AS led, 100 * avg(win_share) AS wins, count(*) AS n
    FROM '{HOME}/seats/*.parquet' JOIN '{HOME}/games/*.parquet' USING (game)
    GROUP BY ALL
    ORDER BY ALL
""").pl()
readable(in_duckdb, 1, strategy="strategy", led="led the first round", wins="win rate, %", n="seats")

# %%
three = [in_polars["wins"].to_numpy(), in_pandas["wins"].to_numpy(), in_duckdb["wins"].to_numpy()]
assert all(np.allclose(three[0], other) for other in three[1:])
Markdown("All three give the same numbers, to the last digit that matters.")

# %% [markdown]
# ## What it means, and how sure we are
#
# Rows of the same game are not independent: if one seat wins, the others do not. So the honest unit is the *game*. Here
# each strategy has one seat in each game, so its rows come from different games, and a confidence interval is easy: it
# takes the sum, the sum of squares and the number of rows, which we ask DuckDB for.

# %%
sums = duckdb.sql(f"""
    SELECT strategy, coalesce(seat = first_leader, false) AS led,
           sum(100 * win_share) AS total, sum((100 * win_share) ** 2) AS squares, count(*) AS n
    FROM '{HOME}/seats/*.parquet' JOIN '{HOME}/games/*.parquet' USING (game)
    GROUP BY ALL
    ORDER BY ALL
""").pl()
brackets = [asdict(mean(total, squares, n)) for total, squares, n in sums.select("total", "squares", "n").iter_rows()]
shares = pl.concat([sums.select("strategy", "led"), pl.DataFrame(brackets)], how="horizontal")
readable(shares, 1, strategy="strategy", led="led the first round", estimate="win rate, %", n="games")

# %%
sentences = []
for (strategy,), own in shares.group_by("strategy", maintain_order=True):
    other, leader = own.sort("led").to_dicts()
    apart = leader["low"] > other["high"] or leader["high"] < other["low"]
    more = leader["estimate"] - other["estimate"]
    doubt = "" if apart else " (the intervals overlap, so it may be luck)"
    sentences.append(f"`{strategy}` wins {abs(more):.1f} points {'more' if more > 0 else 'fewer'} when it leads{doubt}")
Markdown(
    f"**What we see.** {'; '.join(sentences)}. One more caution: nobody leads by chance. The highest ante "
    "leads. So this is not what leading *does*, it is who leads."
)

# %% [markdown]
# ## Gold over a game
#
# The table `gambits` has every seat's gold after each gambit. Here it is for the eventual winner and for the others:
# the line is the median, and half of all players are within the band.

# %%
COLUMNS = [f"gold_{seat}" for seat in range(4)]
winners = results.games.select("game", "winner").drop_nulls()
gold = (
    results.gambits.select("game", "gambit", *COLUMNS)
    .unpivot(COLUMNS, index=["game", "gambit"], variable_name="seat", value_name="gold")
    .with_columns(seat=pl.col("seat").str.tail(1).cast(pl.Int8))
    .join(winners, on="game")
    .group_by("gambit", won=pl.col("seat") == pl.col("winner"))
    .agg(
        low=pl.col("gold").quantile(0.25),
        middle=pl.col("gold").median(),
        high=pl.col("gold").quantile(0.75),
        games=pl.col("game").n_unique(),
    )
    .filter(pl.col("games") >= 50)
    .sort("gambit")
    .collect()
)
figure, axes = plt.subplots(figsize=(7, 3.4), layout="constrained")
for won, name, colour in ((True, "the eventual winner", "#2f7ec4"), (False, "the others", "#c4681f")):
    own = gold.filter(won=won)
    axes.fill_between(own["gambit"], own["low"], own["high"], color=colour, alpha=0.15, linewidth=0)
    axes.plot(own["gambit"], own["middle"], color=colour, linewidth=2)
    axes.annotate(f" {name}", (own["gambit"][-1], own["middle"][-1]), color=colour, va="center")
axes.set(xlabel="gambit", ylabel="gold", xlim=(1, 1.45 * gold["gambit"].max()), ylim=(0, None))
axes.spines[["top", "right"]].set_visible(False)
plt.show()

# %% [markdown]
# Further to the right there are only the games that were still going on. So this figure does not show how a single
# game goes, but what is usual after so many gambits. (Points with fewer than 50 games are left out.)

# %%
hoards = results.seats.filter(pl.col("win_share") == 1).select("gold").collect()["gold"]
low, middle, high = (hoards.quantile(q, "nearest") for q in (0.05, 0.5, 0.95))
Markdown(
    f"**How much gold does it take to win?** Half of all winners end with {middle:.0f} gold or more, and nine in ten "
    f"with {low:.0f} to {high:.0f}."
)

# %% [markdown]
# ## What to try next
#
# - `results.to_pandas("seats")` is the shortest way to pandas, `duckdb.sql("DESCRIBE ...")` shows a table's columns.
# - Every answer has its games, too: `answer.study.cells` lists them, `answer.study.read("CELL", "games")` reads them,
#   and DuckDB reads all of them at once from `results/STUDY/cells/*/games/*.parquet`.
# - For many millions of games, `collect(engine="streaming")` goes through the files in pieces.
