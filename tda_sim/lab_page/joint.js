/**
 * Many questions at once: verdicts that allow for all of them, and intervals that hold jointly; as
 * `tda_sim.measures.verdicts` and `tda_sim.stats.simultaneous`.
 */
import { studentBelow, studentQuantile, studentWithin } from "./distributions.js";
import { interval, isRare } from "./statistics.js";

const REPEATS = 2000; // of the bootstrap

// --- verdicts --------------------------------------------------------------------------------------------

/**
 * Return the verdict on each of K differences, allowing for all of them. One stays if it also holds among all others:
 * of those that are "more" or "less", and of those that are "same", at most a share of 1 - level is expected to be
 * wrong
 * (Benjamini and Hochberg 1995). The primary question was asked beforehand and keeps its own.
 * @param {{change: import("./statistics.js").Difference, margin: number, verdict: import("./statistics.js").Verdict,
 *   primary: boolean}[]} rows
 * @param {number} level @returns {import("./statistics.js").Verdict[]}
 */
export function jointVerdicts(rows, level) {
  const within = adjusted(rows.map(({ change, margin }) => smallness(change, margin)));
  const beyond = largeness(rows);
  return rows.map(({ verdict: word, primary }, k) => {
    const limit = word === "same" ? within[k] : beyond[k];
    return primary || word === "unclear" || limit <= 1 - level ? word : "unclear";
  });
}

/**
 * Adjusted p-values of "it does not matter" (Hodges and Lehmann 1954): small where a difference clearly exceeds its
 * margin.
 */
function largeness(/** @type {Parameters<typeof jointVerdicts>[0]} */ rows) {
  const usable = rows.filter(({ change }) => change.error > 0);
  const raw = usable.map(
    ({ change: { estimate, error, freedom }, margin }) =>
      studentBelow((margin - Math.abs(estimate)) / error, freedom) +
      studentBelow((-margin - Math.abs(estimate)) / error, freedom),
  );
  const limits = new Map(adjusted(raw).map((value, k) => [usable[k], value]));
  return rows.map(
    (row) => limits.get(row) ?? (row.change.error === 0 && Math.abs(row.change.estimate) > row.margin ? 0 : 1),
  );
}

/**
 * The p-value of "it matters", by two one-sided tests (Schuirmann 1987).
 * @param {import("./statistics.js").Difference} change @param {number} margin
 */
function smallness({ estimate, error, freedom }, margin) {
  const size = Math.abs(estimate);
  if (!(error > 0)) return error === 0 && size < margin ? 0 : 1;
  return studentBelow((size - margin) / error, freedom);
}

/** p-values adjusted for the false discovery rate. @param {number[]} raw */
function adjusted(raw) {
  const order = raw.map((_, k) => k).sort((a, b) => raw[b] - raw[a]);
  const made = raw.slice();
  let least = 1;
  order.forEach((k, place) => {
    least = Math.min(least, (raw[k] * raw.length) / (raw.length - place));
    made[k] = least;
  });
  return made;
}

// --- intervals -------------------------------------------------------------------------------------------

/**
 * Return the intervals of numbers from the same blocks, which hold jointly.
 * @param {import("./statistics.js").Measured[]} values @param {number} level @param {SignStream} signs
 * @returns {import("./statistics.js").Estimate[]}
 */
export function atOnce(values, level, signs) {
  const joint = jointLevel(
    values.map(({ influence }) => influence),
    level,
    signs,
  );
  // Šidák's level for counts, as blocks cannot show their correlation.
  const apart = Math.max(joint, level ** (1 / values.length));
  return values.map((value) => interval(value, isRare(value) ? apart : joint));
}

/**
 * Return the level of each interval by itself at which all of them hold jointly.
 * @param {Float64Array[]} influences  of each number, over the same blocks @param {number} level @param {SignStream}
 * signs
 */
export function jointLevel(influences, level, signs) {
  const blocks = influences[0].length;
  return blocks > 1 ? studentWithin(largestT(influences, level, signs), blocks - 1) : NaN;
}

/**
 * Return how many standard errors all numbers lie within with probability `level`: a multiplier bootstrap, in which
 * each
 * repeat gives every block a random sign (Chernozhukov, Chetverikov and Kato 2013; `max_t`).
 * @param {Float64Array[]} influences @param {number} level @param {SignStream} signs
 */
function largestT(influences, level, signs) {
  const blocks = influences[0].length;
  const varying = influences
    .map((own) => ({ own, squares: own.reduce((sum, value) => sum + value * value, 0) }))
    .filter(({ squares }) => squares > 0);
  const sign = signs.first(REPEATS * blocks);
  const largest = Float64Array.from({ length: REPEATS }, (_, repeat) => {
    const shares = varying.map(({ own, squares }) => signedSum(own, sign, repeat * blocks) ** 2 / (blocks * squares));
    const extreme = Math.min(Math.max(0, ...shares), 1 - 1e-9); // of one only if all signed blocks were equal
    return Math.sqrt(((blocks - 1) * extreme) / (1 - extreme));
  }).sort();
  return Math.max(largest[Math.ceil(level * (REPEATS - 1))], studentQuantile(level, blocks - 1));
}

/** @param {Float64Array} values @param {Int8Array} sign @param {number} start */
function signedSum(values, sign, start) {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += sign[start + k] * values[k];
  return sum;
}

const MULTIPLIER = 0x2360ed051fc65da44385df649fccf645n;

/**
 * The random signs of the command line: those of NumPy's generator PCG64 (O'Neill 2014), one in each byte of its
 * numbers.
 */
export class SignStream {
  /** @param {{state: string, inc: string}} seeded */
  constructor({ state, inc }) {
    this.state = BigInt(state);
    this.inc = BigInt(inc);
    this.signs = new Int8Array(0);
    this.made = 0;
  }

  /** The first signs, so many or more. @param {number} count */
  first(count) {
    if (count > this.signs.length) {
      const more = new Int8Array(Math.max(2 * this.signs.length, count) + 7);
      more.set(this.signs);
      this.signs = more;
    }
    for (; this.made < count; this.made += 8) this.#draw();
    return this.signs;
  }

  #draw() {
    this.state = BigInt.asUintN(128, this.state * MULTIPLIER + this.inc);
    const high = this.state >> 64n;
    const mixed = high ^ BigInt.asUintN(64, this.state);
    const turn = high >> 58n;
    const drawn = BigInt.asUintN(64, (mixed >> turn) | (mixed << (64n - turn)));
    const halves = [Number(drawn & 0xffffffffn), Number(drawn >> 32n)];
    for (let k = 0; k < 8; k++) this.signs[this.made + k] = (halves[k >> 2] >>> (8 * (k & 3))) & 128 ? 1 : -1;
  }
}
