"""How large the part of a game is that turns are played with: it has to fit the first-level cache."""

import numpy as np
import pytest
from house import decks

