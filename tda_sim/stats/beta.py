"""Quantiles of beta and gamma distributions in plain Python: importing scipy takes longer than playing a small run.

They agree with `betaincinv` of `scipy.special` to twelve digits, and with `gammaincinv` to nine.
"""

from math import exp, expm1, lgamma, log, log1p, pi

_SERIES_FROM = 16  # from here on, the terms of Stirling's series in `_rest` give all digits
_DIGITS = 1e-15
_ROUNDS = 60  # of Newton's method, which needs about six


def lower_quantile(a: float, b: float, tail: float) -> tuple[float, float]:
    """Return x and 1 - x, both to full precision, where I_x(``a``, ``b``), the incomplete beta function, is ``tail``.

    a > 0, b >= 1, and 0 < tail < 1. Then ln I is a concave function of ln x, so Newton's method converges from any
    start. From its second step on it approaches from below.
    """
    s = log(a / (a + b))
    for _ in range(_ROUNDS):
        below, slope = logarithm_and_slope(a, b, s)
        step = (log(tail) - below) / slope
        s += step
        if abs(step) <= -_DIGITS * s:
            break
    return exp(s), -expm1(s)


def logarithm_and_slope(a: float, b: float, s: float) -> tuple[float, float]:
    """Return ln I and its derivative by ``s`` = ln x."""
    x, y = exp(s), -expm1(s)
    density = _log_density(a, b, x, s)
    if x * (a + b + 2) <= a + 1:
        logarithm = density + log(_fraction(a, b, x) / a)
    else:
        logarithm = log1p(-exp(density) * _fraction(b, a, y) / b)
    return logarithm, exp(density - logarithm) / y


def _log_density(a: float, b: float, x: float, s: float) -> float:
    """Return ln(x^a (1 - x)^b / B(a, b)) for x = exp(``s``), without differences of large numbers.

    Loader (2000), Fast and Accurate Computation of Binomial Probabilities. It adds up the distance of x from the mean
    and the remainder of Stirling's formula for B.
    """
    n = a + b
    beyond = x * n - a
    distance = a * _excess(beyond / a, s - log(a / n)) + b * _excess(-beyond / b, log1p(-x) - log(b / n))
    return distance + 0.5 * log(a / n * b / (2 * pi)) + _rest(n) - _rest(a) - _rest(b)


def _excess(u: float, logarithm: float) -> float:
    """Return ln(1 + u) - u; ``logarithm`` is ln(1 + u), which loses too many digits for small u."""
    if abs(u) > 0.1:
        return logarithm - u
    ratio = u / (2 + u)  # ln(1 + u) is twice its inverse hyperbolic tangent
    power, k, total = ratio, 1, 0.0
    while abs(power) > _DIGITS * abs(total):
        power, k = power * ratio**2, k + 2
        total += power / k
    return 2 * total - u * ratio


def _rest(z: float) -> float:
    """Return ln Γ(z) minus Stirling's formula."""
    if z < _SERIES_FROM:
        return lgamma(z) - ((z - 0.5) * log(z) - z + 0.5 * log(2 * pi))
    w = 1 / z**2
    return (1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w / 1188)))) / z


def _fraction(a: float, b: float, x: float) -> float:
    """Return I_x(a, b) B(a, b) a / (x^a (1 - x)^b), for x up to about the mean.

    The continued fraction 8.17.22 of the NIST Handbook, by Lentz's method; no denominator is zero for such x.
    """
    top, bottom = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    value, m, change = bottom, 0, 0.0
    while abs(change - 1) > _DIGITS:
        m += 1
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            bottom, top = 1 / (1 + term * bottom), 1 + term / top
            change = bottom * top
            value *= change
    return value


def gamma_quantile(a: float, share: float) -> float:
    """Return x where P(``a``, x), the incomplete gamma function, is ``share``; a > 0, up to some hundreds.

    ln P is a concave function of ln x. It is computed from the series 8.11.4 of the NIST Handbook.
    """
    s = log(a)
    for _ in range(_ROUNDS):
        x, term, total, k = exp(s), 1.0, 1.0, 0
        while term > _DIGITS * total:
            k += 1
            term *= x / (a + k)
            total += term
        step = (log(share) - (a * s - x - lgamma(a + 1) + log(total))) * total / a
        s += step
        if abs(step) <= _DIGITS * max(1.0, abs(s)):
            break
    return exp(s)
