/**
 * Estimates with intervals from sums over blocks of games, and verdicts: as `tda_sim.stats` and `tda_sim.measures`.
 *
 * @typedef {{name: string, title: string, unit: string, top: string, bottom: string, scale: number, meaning: string,
 *   margin: number, relative: boolean, group: string, kind: string, step: number}} Metric
 * @typedef {{estimate: number, influence: Float64Array, blocks: number, events: number}} Ratio
 * @typedef {{estimate: number, low: number, high: number}} Estimate
 * @typedef {"more" | "less" | "same" | "unclear"} Verdict
 */

const FEWEST = 10; // blocks: with fewer, there is no interval to speak of
const RARE = 100; // events: with fewer, blocks do not show how far a number could be off

/**
 * Return scale * Σ top / Σ bottom over blocks, with each block's influence: values whose mean square gives the error
 * (Busing, Meijer and van der Leeden 1999; `tda_sim.stats.jackknife`).
 * @param {Record<string, number>[]} blocks @param {Metric} metric @returns {Ratio}
 */
export function ratio(blocks, metric) {
  let top = 0;
  let size = 0;
  let held = 0;
  for (const block of blocks) {
    const bottom = block[metric.bottom] ?? 0;
    if (bottom <= 0) continue;
    top += block[metric.top] ?? 0;
    size += bottom;
    held += 1;
  }
  const estimate = size ? (metric.scale * top) / size : NaN;
  const spread = Math.sqrt(Math.max(blocks.length * (blocks.length - 1), 1));
  const influence = Float64Array.from(blocks, (block) => {
    const bottom = block[metric.bottom] ?? 0;
    if (bottom <= 0 || held < 2) return 0;
    const own = (metric.scale * (block[metric.top] ?? 0)) / bottom;
    return (own - estimate) * Math.sqrt(bottom / ((size - bottom) * held)) * spread;
  });
  return { estimate, influence, blocks: held, events: top / metric.step };
}

/** Standard error of a mean of influences. @param {Float64Array} influence */
function errorOf(influence) {
  const n = influence.length;
  return Math.sqrt(influence.reduce((sum, value) => sum + value * value, 0) / Math.max(n * (n - 1), 1));
}

/** @param {Ratio} value @param {number} z @returns {Estimate} */
export function interval({ estimate, influence, blocks }, z) {
  const half = blocks < FEWEST ? NaN : student(z, blocks - 1) * errorOf(influence);
  return { estimate, low: estimate - half, high: estimate + half };
}

/**
 * Return b - a, of blocks that played the same shuffles. `scale`: what a unit of b counts for in units of a.
 * @param {Ratio} a @param {Ratio} b @param {number} z @returns {Estimate}
 */
export function difference(a, b, z, scale = 1) {
  const apart = Float64Array.from(b.influence, (value, k) => scale * value - a.influence[k]);
  return interval({ estimate: scale * b.estimate - a.estimate, influence: apart, blocks: Math.min(a.blocks, b.blocks), events: 0 }, z);
}

/** Whether too few events were seen for an interval from blocks. @param {Ratio} value @param {Metric} metric */
export function isRare({ events }, metric) {
  return metric.kind !== "amount" && events < RARE;
}

/**
 * Return what an interval says of a difference, given the smallest one that matters.
 * @param {Estimate} change @param {number} margin @returns {Verdict}
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

/** Student's quantile from the normal one (Abramowitz and Stegun 1964, 26.7.5). @param {number} z @param {number} freedom */
export function student(z, freedom) {
  const terms = [
    z,
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160,
  ];
  return terms.reduce((sum, term, power) => sum + term / freedom ** power, 0);
}

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
