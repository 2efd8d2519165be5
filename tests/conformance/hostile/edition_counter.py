"""Counts its decisions in its module, which is another one for each edition that it has parameters for."""

PARAMETERS = {"step": 1}
STEP, SEEN = PARAMETERS["step"], []  # caught: keeps


def decide(cards, table, me, question):
    SEEN.append(STEP)
    return len(SEEN) % question.n
