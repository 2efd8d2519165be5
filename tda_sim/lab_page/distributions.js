/** Probabilities and quantiles of Student's t, the normal, beta and gamma distributions, as `tda_sim.stats.beta`. */

const SERIES_FROM = 16; // from here on, the terms of Stirling's series in `stirlingRest` give all digits
const DIGITS = 1e-15;
const ROUNDS = 60; // of Newton's method, which needs about six

/** ln Γ(z) minus Stirling's formula. @param {number} z @returns {number} */
function stirlingRest(z) {
  if (z < SERIES_FROM) return stirlingRest(z + 1) + (z + 0.5) * Math.log1p(1 / z) - 1;
  const w = 1 / z ** 2;
  return (1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w / 1188)))) / z;
}

/** ln Γ(z) for z > 0. @param {number} z */
const logGamma = (z) => (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + stirlingRest(z);

/**
 * ln(1 + u) - u; `logarithm` is ln(1 + u), which loses too many digits for small u.
 * @param {number} u @param {number} logarithm
 */
function logExcess(u, logarithm) {
  if (Math.abs(u) > 0.1) return logarithm - u;
  const part = u / (2 + u); // ln(1 + u) is twice its inverse hyperbolic tangent
  let total = 0;
  for (let power = part * part * part, k = 3; Math.abs(power) > DIGITS * Math.abs(total); power *= part * part, k += 2)
    total += power / k;
  return 2 * total - u * part;
}

/**
 * ln(x^a (1 - x)^b / B(a, b)) for x = exp(s), without differences of large numbers (Loader 2000, Fast and Accurate
 * Computation of Binomial Probabilities).
 * @param {number} a @param {number} b @param {number} s
 */
function logDensity(a, b, s) {
  const n = a + b;
  const x = Math.exp(s);
  const beyond = x * n - a;
  const apart =
    a * logExcess(beyond / a, s - Math.log(a / n)) +
    b * logExcess(-beyond / b, Math.log(-Math.expm1(s)) - Math.log(b / n));
  return apart + 0.5 * Math.log(((a / n) * b) / (2 * Math.PI)) + stirlingRest(n) - stirlingRest(a) - stirlingRest(b);
}

/**
 * I_x(a, b) B(a, b) a / (x^a (1 - x)^b), for x up to about the mean: the continued fraction 8.17.22 of the NIST
 * Handbook,
 * by Lentz's method.
 * @param {number} a @param {number} b @param {number} x
 */
function continuedFraction(a, b, x) {
  let top = 1;
  let bottom = 1 / (1 - ((a + b) * x) / (a + 1));
  let value = bottom;
  for (let m = 1, change = 0; Math.abs(change - 1) > DIGITS; m++)
    for (const term of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      bottom = 1 / (1 + term * bottom);
      top = 1 + term / top;
      change = bottom * top;
      value *= change;
    }
  return value;
}

/**
 * ln I_x(a, b), of the incomplete beta function, and its derivative by s = ln x.
 * @param {number} a @param {number} b @param {number} s
 */
function logBeta(a, b, s) {
  const x = Math.exp(s);
  const y = -Math.expm1(s);
  const density = logDensity(a, b, s);
  const logarithm =
    x * (a + b + 2) <= a + 1
      ? density + Math.log(continuedFraction(a, b, x) / a)
      : Math.log1p((-Math.exp(density) * continuedFraction(b, a, y)) / b);
  return { logarithm, slope: Math.exp(density - logarithm) / y };
}

/**
 * Return x and 1 - x, both to full precision, where I_x(a, b) is `tail`: a > 0, b >= 1. Then ln I is a concave function
 * of ln x, so Newton's method converges from any start.
 * @param {number} a @param {number} b @param {number} tail
 */
export function betaQuantile(a, b, tail) {
  let s = Math.log(a / (a + b));
  for (let round = 0; round < ROUNDS; round++) {
    const { logarithm, slope } = logBeta(a, b, s);
    const step = (Math.log(tail) - logarithm) / slope;
    s += step;
    if (Math.abs(step) <= -DIGITS * s) break;
  }
  return [Math.exp(s), -Math.expm1(s)];
}

/**
 * Return x where P(a, x), the incomplete gamma function, is `share`; a > 0, up to some hundreds. ln P is a concave
 * function of ln x, by the series 8.11.4 of the NIST Handbook.
 * @param {number} a @param {number} share
 */
export function gammaQuantile(a, share) {
  let s = Math.log(a);
  for (let round = 0; round < ROUNDS; round++) {
    const x = Math.exp(s);
    let total = 1;
    for (let term = 1, k = 1; term > DIGITS * total; k++) {
      term *= x / (a + k);
      total += term;
    }
    const step = ((Math.log(share) - (a * s - x - logGamma(a + 1) + Math.log(total))) * total) / a;
    s += step;
    if (Math.abs(step) <= DIGITS * Math.max(1, Math.abs(s))) break;
  }
  return Math.exp(s);
}

/** How likely Student's t is at least this far from zero, on either side. @param {number} t @param {number} freedom */
const studentBeyond = (t, freedom) =>
  t === 0 ? 1 : Math.exp(logBeta(freedom / 2, 0.5, -Math.log1p((t * t) / freedom)).logarithm);

/** How likely Student's t is below a number. @param {number} t @param {number} freedom */
export const studentBelow = (t, freedom) => (t < 0 ? studentBeyond(t, freedom) / 2 : 1 - studentBeyond(t, freedom) / 2);

/** How likely Student's t is within -t .. t. @param {number} t @param {number} freedom */
export const studentWithin = (t, freedom) => 1 - studentBeyond(t, freedom);

/** Return z such that a standard normal number lies within -z .. z with probability `level`. @param {number} level */
export const normalQuantile = (level) => Math.sqrt(2 * gammaQuantile(0.5, level));

/**
 * Return t such that Student's t lies within -t .. t with probability `level`, by Newton's method: it starts at the
 * normal
 * quantile and never overshoots. NaN without degrees of freedom.
 * @param {number} level @param {number} freedom
 */
export function studentQuantile(level, freedom) {
  if (!(freedom > 0)) return NaN;
  const factor = (2 * Math.exp(logGamma((freedom + 1) / 2) - logGamma(freedom / 2))) / Math.sqrt(freedom * Math.PI);
  let t = normalQuantile(level);
  for (let step = Infinity; Math.abs(step) > 1e-13 * t; ) {
    const slope = factor * Math.exp((-(freedom + 1) / 2) * Math.log1p((t * t) / freedom));
    step = (level - studentWithin(t, freedom)) / slope;
    if (step <= 0) break;
    t += step;
  }
  return t;
}
