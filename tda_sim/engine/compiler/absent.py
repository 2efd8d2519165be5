"""The sign that a rule is absent: what calls it gets no for an answer. See `passes` and `jit.lacking`."""


class Absent:
    """What stands for a rule that does nothing and answers no."""


ABSENT = Absent()
