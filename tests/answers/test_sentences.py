"""Sentences of answers agree with their numbers and signs, where there is one of a thing, and where less is won."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest
from made_up_answers import Every, answers
from reading import texts_of

from tda_sim.answers import cards, compare, house_rules, run, studies, tables
from tda_sim.answers.cards_rows import Cards
from tda_sim.answers.cards_words import included
from tda_sim.answers.compare_words import luck
from tda_sim.answers.decks_rows import Draw
from tda_sim.documents.model import Document
from tda_sim.measures.card_inclusion import OUTCOMES


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Every]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        yield answers(monkeypatch, tmp_path_factory.mktemp("answers"))
