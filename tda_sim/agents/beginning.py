"""New strategies: a file that plays at once, for users to change line by line."""

from pathlib import Path

from tda_sim.agents.levels import levels
from tda_sim.definitions.beginning import new_path
from tda_sim.errors import UserError
from tda_sim.store.files import write_document

_HEAD = '''"""Plays strong cards, rather those that trigger, and parts with weak ones.

The first sentence above is what `tda strategies` shows: say there how yours plays. What you are handed:

- cards     the printed cards, by number: cards.strength[card]
- table     what all players see: table.stakes, table.hoard[seat], table.flight[seat, place], table.round
- me        your own part: me.seat, your hand me.card[0 .. me.n - 1], me.memory[0 .. 15] for notes during a game,
            me.parameter (below), and me.stream for random numbers
- question  question.kind, and its options, question.option[0 .. question.n - 1]: cards, seats or a Word

Try it:    tda simulate original --players 2 --games 20000 --strategies NAME,random
Watch it:  tda replay original --players 2 --strategies NAME,random --game 0 --decisions
Check it:  tda strategies check NAME
"""

from tda_sim.kit import IMPORTS

PARAMETERS = {"trigger": 4.0}  # usual values; `--strategies NAME:trigger=6` plays with another one


'''

_WORTH = '''    """How good an option is."""
    kind = question.kind
    if is_of_abilities(kind):  # as a plain player would
        return answer_about_abilities(cards, table, me, question, option)
    if kind == Question.PICK_SEAT:  # one of several opponents: the richest
        return table.hoard[option]
    if kind == Question.SHARE:  # who gets the next share of the stakes: you, then the poorest
        return share_worth(table, me.seat, option)
    if option < 0:  # words in place of a card: rather pay than give a card, take gold, use powers, leave the rest
        return 100 if option == Word.PAY or option == Word.TAKE or option == Word.YES else 0
    strength = cards.strength[option]
    if kind == Question.PLAY:
        triggers = has_power(cards, option) and would_trigger(cards, table, me.seat, option)
        return strength + (me.parameter[0] if triggers else 0)  # the first of the PARAMETERS
    if kind == Question.DISCARD_FROM_FLIGHT:  # an opponent's strongest card
        return blow(cards, table, me.seat, option)
    if is_exchanged(kind):  # for a card from the deck, of strength 6 or so
        return 6 - strength
    if kind == Question.ANTE or is_spent(kind):
        return -strength
    return strength
'''

_FORMS = {
    "score": (
        "",
        """# Asked about every option; the best one is taken, ties by chance.
def score(cards, table, me, question, option):
""",
        "",
    ),
    "choose": (
        "below, helper, ",
        """@helper  # compiles a function of your own, which others that are compiled may call
def worth(cards, table, me, question, option):
""",
        '''

def choose(cards, table, me, question):
    """The index of an option."""
    chosen, best, tied = 0, worth(cards, table, me, question, question.option[0]), 1
    for k in range(1, question.n):
        value = worth(cards, table, me, question, question.option[k])
        if value > best:
            chosen, best, tied = k, value, 1
        elif value == best:  # ties by chance
            tied += 1
            if below(me.stream, tied) == 0:
                chosen = k
    return chosen
''',
    ),
    "decide": (
        "below, ",
        "def worth(cards, table, me, question, option):\n",
        '''

# Plain Python, never compiled: some fifty times slower, but it may import anything.
def decide(cards, table, me, question):
    """The index of an option."""
    values = [worth(cards, table, me, question, question.option[k]) for k in range(question.n)]
    best = [k for k, value in enumerate(values) if value == max(values)]
    return best[below(me.stream, len(best))]  # ties by chance
''',
    ),
}

_USED = (
    "Question, Word, answer_about_abilities, blow, has_power, is_exchanged, is_of_abilities, is_spent, share_worth, "
    "would_trigger"
)


def write_new(name: str, form: str = "score") -> Path:
    """Write a strategy that plays into ./strategies, and return its file.

    Raises UserError if there is no such form, or the name is not valid or is taken.
    """
    if form not in _FORMS:
        raise UserError.of(f"there is no form {form} to begin with", hint=f"one of {', '.join(_FORMS)}")
    if name in levels():
        raise UserError.of(f"there is already a level of play called {name}", hint="choose another name")
    path = new_path("strategy", name)
    write_document(path, _text(name, form))
    return path


def _text(name: str, form: str) -> str:
    more, before, after = _FORMS[form]
    names = sorted(f"{_USED}, {more}".strip(", ").split(", "), key=lambda word: (word.islower(), word))
    head = _HEAD.replace("IMPORTS", _imported(names)).replace("NAME", name)
    return head + before + _WORTH + after


def _imported(names: list[str]) -> str:
    return "(\n" + "".join(f"    {name},\n" for name in names) + ")"
