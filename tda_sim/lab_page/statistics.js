/**
 * Estimates with intervals from sums over blocks of games, and verdicts: as `tda_sim.stats` and `tda_sim.measures`.
 *
 * @import { Metric } from "./types.js"
 * @typedef {{kind: string, events: number, n: number, unit: number, par: number}} Counted
 *   see `tda_sim.measures.counted`
 * @typedef {{estimate: number, influence: Float64Array, blocks: number, error: number, games: number,
 *   counted: Counted}} Measured
 * @typedef {{estimate: number, low: number, high: number}} Estimate
 * @typedef {Estimate & {error: number, freedom: number}} Difference
 * @typedef {[number, number]} Ends
 * @typedef {"more" | "less" | "same" | "unclear"} Verdict
 */
import { betaQuantile, gammaQuantile, normalQuantile, studentQuantile } from "./distributions.js";

const FEW = 100; // events: with more, blocks show well enough how far a number may be off
const SEEN = 20; // events and blocks: with fewer, a correlation is a guess
const FAR = 0.999; // the level of intervals that tests of many differences need

// --- numbers over blocks ---------------------------------------------------------------------------------

/**
 * Return scale * Σ top / Σ bottom over blocks, with each block's influence: values whose mean square gives the error
 * (Busing, Meijer and van der Leeden 1999; `tda_sim.stats.jackknife`).
 * @param {Record<string, number>[]} blocks @param {Metric} metric @param {number} [factor]  what a unit counts for
 * @returns {Measured}
 */
export function ratio(blocks, { top, bottom, scale, kind, step, par }, factor = 1) {
  const held = blocks.map((block) => block[bottom] ?? 0);
  const tops = blocks.map((block) => block[top] ?? 0);
  const size = sumOf(held);
  const filled = held.filter((own) => own > 0).length;
  const estimate = sumOf(tops.map((own) => scale * own)) / size;
  const shifts = Float64Array.from(held, (own, k) =>
    own > 0 && filled > 1
      ? factor *
        ((scale * tops[k]) / own - estimate) *
        Math.sqrt(own / ((size - own) * filled)) *
        meanScale(blocks.length)
      : 0,
  );
  const counted = { kind, events: sumOf(tops) / step + par * size, n: size, unit: factor * scale * step, par };
  return {
    estimate: factor * estimate,
    influence: shifts,
    blocks: filled,
    error: errorOf(shifts, filled),
    games: sumOf(blocks.map(({ games }) => games)),
    counted,
  };
}

const sumOf = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0);

/** The root of the sum of squares of so many numbers over the error of their mean. @param {number} blocks */
const meanScale = (blocks) => Math.sqrt(Math.max(blocks * (blocks - 1), 1));

/**
 * Standard error; NaN where fewer than two blocks have observations.
 * @param {Float64Array} influence @param {number} blocks
 */
function errorOf(influence, blocks) {
  return blocks > 1
    ? Math.sqrt(influence.reduce((sum, value) => sum + value * value, 0)) / meanScale(influence.length)
    : NaN;
}

// --- intervals -------------------------------------------------------------------------------------------

/** @param {Measured} value @param {number} level @returns {Estimate} */
export function interval(value, level) {
  const [low, high] = endsOf(value, level);
  return { estimate: value.estimate, low, high };
}

/**
 * Low and high; NaN for fewer than two blocks, or where nothing varies and nothing is counted.
 * @param {Measured} value @param {number} level @returns {Ends}
 */
function endsOf(value, level) {
  if (isRare(value)) return countedEnds(value, level);
  const half = value.error > 0 ? studentQuantile(level, value.blocks - 1) * value.error : NaN;
  return [value.estimate - half, value.estimate + half];
}

/**
 * Whether bounds follow from the count behind a number, rather than from how much blocks differ.
 * @param {Measured} value
 */
export function isRare({ error, counted }) {
  return counted.n > 0 && (error === 0 || (counted.kind !== "amount" && seldom(counted) >= 0 && seldom(counted) < FEW));
}

/** The number of events or, for a share, of cases without one, whichever is smaller. @param {Counted} counted */
const seldom = ({ kind, events, n }) => (kind === "share" ? Math.min(events, n - events) : events);

/** The bounds of a number by its count. @param {Measured} value @param {number} level @returns {Ends} */
function countedEnds({ error, blocks, counted }, level) {
  const { kind, events, n, unit, par } = counted;
  const ends = () => {
    if (kind === "share") return endsOfShare(counted, error, blocks, level);
    if (error !== 0 || events === 0) return endsOfCount(counted, error, blocks, level);
    const [, once] = poisson(0, level);
    return [(events - once) / n, (events + once) / n];
  };
  const [low, high] = ends();
  return [unit * (low - par), unit * (high - par)];
}

/** @param {Counted} counted @param {number} error @param {number} blocks @param {number} level @returns {Ends} */
function endsOfShare({ events, n: cases, unit }, error, blocks, level) {
  const share = events / cases;
  const n = effective(cases, (share * (1 - share)) / cases, (error / unit) ** 2, blocks, level);
  const [low, high] = clopperPearson(share * n, n, level);
  return [Math.min(low, share), Math.max(high, share)];
}

/** @param {Counted} counted @param {number} error @param {number} blocks @param {number} level @returns {Ends} */
function endsOfCount({ events, n: cases, unit }, error, blocks, level) {
  const n = effective(cases, events / cases ** 2, (error / unit) ** 2, blocks, level);
  const [low, high] = poisson((events * n) / cases, level);
  return [low / n, high / n];
}

/**
 * The exact bounds of a share (Clopper and Pearson 1934).
 * @param {number} successes @param {number} n @param {number} level @returns {Ends}
 */
export function clopperPearson(successes, n, level) {
  const tail = (1 - level) / 2;
  const failures = n - successes;
  const [low] = successes > 0 ? betaQuantile(successes, failures + 1, tail) : [0];
  const [, high] = failures > 0 ? betaQuantile(failures, successes + 1, tail) : [0, 1];
  return [low, high];
}

/**
 * The exact bounds of the expected number of events (Garwood 1936).
 * @param {number} events @param {number} level @returns {Ends}
 */
export function poisson(events, level) {
  const tail = (1 - level) / 2;
  return [events > 0 ? gammaQuantile(events, tail) : 0, gammaQuantile(events + 1, 1 - tail)];
}

/**
 * How many independent observations n correlated ones amount to (Korn and Graubard 1998), from their plain variance and
 * that of blocks.
 * @param {number} n @param {number} plain @param {number} variance @param {number} blocks @param {number} level
 */
function effective(n, plain, variance, blocks, level) {
  if (!(variance > 0 && plain > 0)) return n;
  const wider = blocks > 1 ? normalQuantile(level) / studentQuantile(level, blocks - 1) : 1;
  return n * Math.min(1, (plain / variance) * wider ** 2);
}

// --- differences -----------------------------------------------------------------------------------------

/**
 * Return b - a, of blocks that played the same shuffles (`tda_sim.measures.compare.difference_of`).
 * @param {Measured} a @param {Measured} b @param {number} level @returns {Difference}
 */
export function difference(a, b, level) {
  const estimate = b.estimate - a.estimate;
  const blocks = Math.min(a.blocks, b.blocks);
  const freedom = blocks - 1;
  const error = errorOf(
    b.influence.map((value, k) => value - a.influence[k]),
    blocks,
  );
  const rare = error === 0 || isRare(a) || isRare(b);
  if (!rare) {
    const half = blocks > 1 ? studentQuantile(level, freedom) * error : NaN;
    return { estimate, low: estimate - half, high: estimate + half, error, freedom };
  }
  const reach = error === 0 ? unseen(a, b) : reachOfBounds(a, b);
  const [down, up] = reach(level);
  // Student's tails with this error reach equally far at FAR, so tests with it are conservative.
  const wide = Math.max(...reach(FAR)) / studentQuantile(FAR, freedom);
  return { estimate, low: estimate - down, high: estimate + up, error: wide, freedom };
}

/** How far the bounds of b - a are from it, made of the bounds of both (MOVER: Zou and Donner 2008; Zou 2007). */
function reachOfBounds(/** @type {Measured} */ a, /** @type {Measured} */ b) {
  const common = correlation(a.influence, b.influence);
  const related = Number.isFinite(common) && showsPairing(a) && showsPairing(b) ? common : 0;
  const joined = (/** @type {number} */ one, /** @type {number} */ other) =>
    Math.sqrt(Math.max(0, one ** 2 + other ** 2 - 2 * related * one * other));
  return (/** @type {number} */ level) => {
    const [[lowA, highA], [lowB, highB]] = [endsOf(a, level), endsOf(b, level)];
    return [joined(b.estimate - lowB, highA - a.estimate), joined(highB - b.estimate, a.estimate - lowA)];
  };
}

/** Whether there are enough events and blocks to estimate a correlation. @param {Measured} value */
const showsPairing = ({ counted, blocks }) => seldom(counted) >= SEEN && blocks >= SEEN;

/** @param {Float64Array} one @param {Float64Array} other */
function correlation(one, other) {
  const product = (/** @type {Float64Array} */ x, /** @type {Float64Array} */ y) =>
    x.reduce((sum, value, k) => sum + value * y[k], 0);
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
}

/** How far a and b may differ if all their blocks differ by the same: no game out of N went differently. */
function unseen(/** @type {Measured} */ a, /** @type {Measured} */ b) {
  const games = Math.min(a.games, b.games);
  const one = Math.max(...[a, b].map(({ counted }) => Math.abs(counted.unit / counted.n)));
  const size = Math.max(one, Math.hypot(a.error, b.error) / Math.sqrt(games));
  return (/** @type {number} */ level) => [poisson(0, level)[1] * size, poisson(0, level)[1] * size];
}

// --- verdicts --------------------------------------------------------------------------------------------

/**
 * Return what an interval says of a difference, given the smallest one that matters.
 * @param {{low: number, high: number}} change @param {number} margin @returns {Verdict}
 */
export function verdict({ low, high }, margin) {
  if (Number.isNaN(low) || Number.isNaN(high)) return "unclear";
  if (-margin < low && high < margin) return "same";
  if (low > margin) return "more";
  return high < -margin ? "less" : "unclear";
}

/** The smallest difference that matters, in the metric's unit. @param {Metric} metric @param {number} baseline */
export function marginOf(metric, baseline) {
  return metric.relative ? Math.max(metric.margin * Math.abs(baseline), 1e-9) : metric.margin;
}

// --- cards -----------------------------------------------------------------------------------------------

/**
 * Return a card's worth to who is dealt it in the opening hand: win share minus par, in points, with its variance.
 * @param {Float64Array} sums  see `openingSums` @param {number} card @param {number} players
 */
export function dealtWorth(sums, card, players) {
  const [count, win, squares] = sums.subarray(3 * card, 3 * card + 3);
  const mean = win / count;
  const variance = (squares / count - mean * mean) / count;
  return { worth: (100 * mean) / 60 - 100 / players, variance: variance * (100 / 60) ** 2, count };
}
