# %% [markdown]
# # A learner from another library
#
# **The question.** Can a learner that knows nothing about this game learn to play it during a coffee break?
#
# **What we do.** We seat `MaskablePPO` of sb3-contrib at a table with three players who play at random, let it learn
# from its own games, and write what it learns into a file: a strategy like any other, which can be rated.
#
# This needs PyTorch, which is large: `make notebook-learners` installs it and runs the notebook.

# %% [markdown]
# **Change it.** What there is to change is at the end of the imports in the next cell: `STEPS`, the answers from which
# it learns, and `GAMES`, which rate what it has learned. Then choose *Run*, *Run All Cells* in the menu: every table,
# figure and sentence follows.

# %%
# %matplotlib inline
import time
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import polars as pl
import torch
from IPython.display import Markdown
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

import tda_sim
from tda_sim.learners import COLUMNS, STATE, SeatsVectorEnv, parts, write_strategy
from tda_sim.rendering.notebook import readable

GAMES = 10_000
STEPS = 1_500_000
TABLES = 256
torch.set_num_threads(1)

# %% [markdown]
# ## Many tables at once
#
# `SeatsVectorEnv` is a Gymnasium environment of 256 games, which one compiled call steps all at once. A step is the
# answer to a question, and an observation is a row of numbers: the state, and a part for each option. sb3 wants a class
# of its own around it:


# %%
class Tables(VecEnv):
    """Wraps `SeatsVectorEnv` for sb3."""

    def __init__(self, many: SeatsVectorEnv) -> None:
        self.many = many
        super().__init__(many.num_envs, many.single_observation_space["observation"], many.single_action_space)

    def reset(self):
        return self.many.reset(seed=1)[0]["observation"]

    def step_async(self, actions):
        self.actions = actions

    def step_wait(self):
        seen, rewards, over, _, _ = self.many.step(self.actions)
        infos = [{} for _ in over]
        for k in np.flatnonzero(over):
            infos[k]["terminal_observation"] = np.zeros_like(seen["observation"][k])
        return seen["observation"], rewards.astype(np.float32), over, infos

    def env_method(self, name, *arguments, indices=None, **named):
        return list(getattr(self.many, name)(*arguments, **named))

    def get_attr(self, name, indices=None):
        return [getattr(self.many, name)] * self.num_envs

    def set_attr(self, name, value, indices=None):
        setattr(self.many, name, value)

    def env_is_wrapped(self, wrapper, indices=None):
        return [False] * self.num_envs

    def close(self):
        self.many.close()


# %% [markdown]
# ## A scorer
#
# The policy scores each option by itself: 31 rectified linear units and a linear one read the state and the option. The
# higher the score, the more often the option is chosen. Our own networks have the same shape, so what is learned can
# become a strategy. Each number is divided by its usual size first, so that all of them count alike.


# %%
def usual_size(many: SeatsVectorEnv, steps: int = 50) -> torch.Tensor:
    """Return the root mean square of each number of an observation, in games played at random."""
    rng, seen, rows = np.random.default_rng(1), many.reset(seed=0)[0], []
    for _ in range(steps):
        state, options = parts(seen["observation"])
        game, option = np.nonzero(seen["action_mask"])
        rows.append(np.concatenate([state[game], options[game, option]], axis=1))
        seen = many.step((rng.random(many.num_envs) * seen["action_mask"].sum(axis=1)).astype(int))[0]
    sizes = np.sqrt((np.concatenate(rows).astype(float) ** 2).mean(axis=0))
    return torch.tensor(np.maximum(sizes, 0.3), dtype=torch.float32)


class Scorer(nn.Module):
    """Scores all options: shape (games, options)."""

    def __init__(self, size):
        super().__init__()
        self.register_buffer("size", size)
        self.inputs = nn.Parameter(0.03 * torch.randn(COLUMNS, 32))
        self.units = nn.Parameter(0.1 * torch.randn(31))

    def weights(self):
        return self.inputs / self.size[:, None]

    def forward(self, seen):
        state, options = parts(seen)
        inputs = self.weights()
        sums = (state @ inputs[:STATE])[:, None, :] + options @ inputs[STATE:]
        return torch.relu(sums[..., :-1]) @ self.units + sums[..., -1]


class Prospects(nn.Module):
    """Predicts the reward from the state alone."""

    def __init__(self, size):
        super().__init__()
        self.register_buffer("size", size)
        self.layers = nn.Sequential(nn.Linear(STATE, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, seen):
        return self.layers(seen[:, :STATE] / self.size[:STATE])


class Policy(MaskableActorCriticPolicy):
    """Chooses options by their scores."""

    def __init__(self, *arguments, size, **named):
        self.size = size
        super().__init__(*arguments, net_arch=[], **named)

    def _build(self, lr_schedule):
        super()._build(lr_schedule)
        self.action_net, self.value_net = Scorer(self.size), Prospects(self.size)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


class Curve(BaseCallback):
    """Records the mean reward of the games that end in each rollout."""

    def __init__(self):
        super().__init__()
        self.points, self.rewards = [], []

    def _on_step(self):
        self.rewards += self.locals["rewards"][self.locals["dones"]].tolist()
        return True

    def _on_rollout_end(self):
        if self.rewards:
            self.points.append((self.num_timesteps, 100 * (np.mean(self.rewards) + 0.25)))
            self.rewards = []


# %% [markdown]
# ## Learning
#
# The reward comes with the last answer of a game: the share of the win, minus a quarter. There is no other.

# %%
torch.manual_seed(1)
many = SeatsVectorEnv(TABLES, opponents="random")
curve, begun = Curve(), time.process_time()
model = MaskablePPO(
    Policy,
    Tables(many),
    n_steps=64,
    batch_size=2048,
    n_epochs=4,
    gamma=1.0,
    learning_rate=2e-3,
    ent_coef=0.003,
    policy_kwargs={"size": usual_size(many)},
    seed=1,
)
model.learn(STEPS, callback=curve)
spent = time.process_time() - begun

# %%
figure, axes = plt.subplots(figsize=(6, 3.2), layout="constrained")
axes.plot(*np.array(curve.points).T)
axes.axhline(25, color="grey", linewidth=0.8)
axes.set(xlabel="answers", ylabel="win rate, %", title="while it learns, against three players at random")
axes.set_ylim(bottom=0)
plt.show()

# %% [markdown]
# ## The result
#
# The weights become a file, and the file is a strategy. While it learned, it tried things out; now it always takes the
# option with the highest score. The games that rate it are new to it.

# %%
TRAINED = Path("results/strategies/trained.py")
scorer = model.policy.action_net
with torch.no_grad():
    write_strategy(TRAINED, scorer.weights().numpy(), scorer.units.numpy(), "It was trained by MaskablePPO.")


def share(other: str) -> dict[str, float]:
    """Return its win rate alone against three of a strategy, in percent."""
    lineup = [str(TRAINED)] + [other] * 3
    own = tda_sim.simulate("original", games=GAMES, strategies=lineup, seed=2).json["strategies"][0]
    return {"estimate": 100 * own["win_share"], "low": 100 * own["low"], "high": 100 * own["high"]}


shares = pl.DataFrame([{"against": f"3 {other}", **share(other)} for other in ("random", "thrifty", "balanced")])
readable(shares, 1, against="against", estimate="win rate, %")

# %%
low = shares["low"][0]
Markdown(
    f"**What we see.** After {STEPS:,} answers and {spent:.0f} seconds of processor time, it wins "
    f"{shares['estimate'][0]:.0f} % of the games against players at random, where 25 % would be just as good: it "
    f"{'beats them' if low > 25 else 'does not clearly beat them'}. Against three of `balanced`, which it never met, "
    f"it wins {shares['estimate'][2]:.0f} %."
)

# %% [markdown]
# ## How sure are we?
#
# The intervals cover luck in the games that rate it. They do not cover luck in the learning: another seed learns
# another player. Learn several times before you compare two ways to learn.
#
# ## What to try next
#
# - `SeatsVectorEnv(TABLES, opponents="balanced")`: stronger opponents teach more, and learning takes longer.
# - `tda_sim.ladder("results/strategies/trained.py", "balanced", "random")` puts it on a ladder.
# - `docs/learners.md` explains each number, and how a whole table learns.
