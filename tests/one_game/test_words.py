import numpy as np
import pytest

from tda_sim.engine.layout import CHANCE, NONE
from tda_sim.engine.terms import Question, Word
from tda_sim.one_game.driver import Asked
from tda_sim.one_game.words import Words

pytestmark = pytest.mark.both


def asked(kind, *options, **changes):
    facts = {"seat": 0, "card": NONE, "gold": 0, "payee": NONE, "about": NONE, "cards": None, "table": None}
    return Asked(kind=kind, options=options, **{**facts, "hand": np.empty(0), **changes})


@pytest.mark.parametrize("kind", Question)
def test_every_question_has_words_of_its_own(tables, kind):
    words = Words(tables)
    about, asker = tables.names.index("fool"), tables.names.index("princess")
    text = words.question(asked(kind, 0, 1, card=asker, gold=17, payee=2, about=about))
    assert text.startswith("Princess: ") and text.endswith("?")
    assert "{" not in text
    others = {words.question(asked(other, 0, 1)) for other in Question if other != kind}
    assert words.question(asked(kind, 0, 1)) not in others


def test_a_question_names_the_gold_the_payee_and_the_card_it_is_about(tables):
    words, fool = Words(tables), tables.names.index("fool")
    assert "3 gold" in words.question(asked(Question.SHARE, 0, 1, gold=3))
    assert "seat 2" in words.question(asked(Question.GIVE_OR_PAY, Word.PAY, 0, gold=5, payee=2))
    assert "Fool" in words.question(asked(Question.TRIGGER_OR_NOT, Word.YES, Word.NO, about=fool))


@pytest.mark.parametrize(
    ("kind", "values", "options"),
    [
        (Question.PICK_SEAT, (0, 2), ["seat 0", "seat 2"]),
        (Question.SHARE, (1, 0), ["seat 1", "seat 0"]),
        (Question.GIVE_OR_PAY, (Word.PAY, 0), ["pay", "black-1"]),
        (Question.TAKE_OR_STAKES, (Word.TAKE, Word.STAKES), ["take", "stakes"]),
        (Question.REPLACE_FROM_HAND, (Word.NO, 0), ["no", "black-1"]),
        (Question.SWAP, (Word.NO, 0), ["no", "black-1"]),
        (Question.COPY_FROM_HAND, (Word.NO, 0), ["no", "black-1"]),
        (Question.TRIGGER_OR_NOT, (Word.YES, Word.NO), ["yes", "no"]),
        (Question.EXCHANGE, (0, Word.STOP), ["black-1", "stop"]),
        (Question.ONE_OR_ALL, (0, Word.ALL), ["black-1", "all"]),
        (Question.KEEP_LOOKED, (0, 1), ["black-1", "black-2"]),
        (Question.RANDOM_CARD, (0, 1), ["black-1", "black-2"]),
    ],
)
def test_options_are_the_words_of_scripts(tables, kind, values, options):
    assert tables.names[:2] == ("black-1", "black-2")
    assert Words(tables).options(asked(kind, *values, seat=CHANCE)) == options
