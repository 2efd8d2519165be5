/**
 * A search for numbers of a game with which measures lie where they are wanted: `by_model` of
 * `tda_sim.tuning.designs.search`, for a number or two.
 *
 * @import { Goal, Point, Shown } from "./types.js"
 * @typedef {{point: Point, games: number, shown: Shown[]}} Known  what all games of a point showed, goal by goal
 */

const MOST_VALUES = 40; // of a number
const SPREAD = [8, 4]; // first points in each direction, of one number and of two
const STEADY = 5; // rounds with the same best point, after which a model has nothing to add
const WIDTH = 2; // of the neighbourhood that counts, in half ranges of numbers
const NARROWER = 0.85; // with each round
const NARROWEST = 0.5;
const RIDGE = { constant: 1e-6, slope: 1e-3, curved: 3e-2 };
const COMFORT = 0.5; // of a range: how near to its middle a search aims, since what it believes is a little too good
const EFFORT = 0.02; // what changing all of a number costs, as a loss: less than any want
const SURE = 1.64; // standard errors by which a number lies in a range that it certainly meets
const APART = 0.5; // half ranges of a number between two different proposals
const AS_GOOD = 0.1; // how much larger the loss of a proposal may be than that of the best

const sum = (/** @type {number[]} */ numbers) => numbers.reduce((total, one) => total + one, 0);

/** The step of a range that leaves few enough values: 1, 2, 5, 10 ... @param {number} from @param {number} to */
export function stepOf(from, to) {
  const least = Math.max(1, (to - from) / (MOST_VALUES - 1));
  const unit = 10 ** Math.floor(Math.log10(least));
  return unit * [1, 2, 5, 10].find((times) => times * unit >= least);
}

/** The values of a range. @param {number} from @param {number} to */
export function valuesOf(from, to) {
  const step = stepOf(from, to);
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, k) => from + k * step);
}

/** All points of a grid. @param {number[][]} values  of each number @returns {Point[]} */
export const gridOf = (values) =>
  values.reduce(
    (points, own) => points.flatMap((point) => own.map((value) => [...point, value])),
    /** @type {Point[]} */ ([[]]),
  );

/**
 * How far a value misses a range, in its scale; comfort: by how much the range is narrower.
 * @param {Goal} goal @param {number} value
 */
export const missOf = ({ low, high, scale }, value, comfort = 0) =>
  Math.max(0, low + comfort * scale - value, value - high + comfort * scale) / scale;

/**
 * Whether an interval lies in a range, outside of it, or neither.
 * @param {Goal} goal @param {number} least @param {number} most
 */
export function verdictOf({ low, high }, least, most) {
  if (low <= least && most <= high) return "holds";
  return most < low || least > high ? "not" : "unclear";
}

export class Search {
  /** @type {Map<Point, Known>} */ known = new Map();
  /** @type {Point | undefined} */ #best;
  #steady = 0;
  #round = 0;

  /**
   * @param {Point[]} points  all that the rules take @param {Point} start  the game as it stands
   * @param {Goal[]} goals @param {number} rounds  the most that there may be
   */
  constructor(points, start, goals, rounds) {
    this.points = points;
    this.goals = goals;
    this.rounds = rounds;
    this.ends = points[0].map((_, k) => {
      const own = points.map((point) => point[k]);
      return [Math.min(...own), Math.max(...own)];
    });
    this.start = start;
  }

  /** The points to play next; none when the search is over. @returns {Point[]} */
  next() {
    this.#round += 1;
    if (this.#round === 1) return this.#spread();
    const best = this.ranked()[0]?.point;
    this.#steady = best === this.#best ? this.#steady + 1 : 0;
    this.#best = best;
    if (!best || this.#steady >= STEADY || this.#round > this.rounds) return [];
    return this.#promising(best);
  }

  /**
   * Take in what all games of a point showed; a measure without a number says nothing.
   * @param {Point} point @param {number} games @param {Shown[]} shown
   */
  tell(point, games, shown) {
    if (shown.every(({ value }) => Number.isFinite(value))) this.known.set(point, { point, games, shown });
  }

  /** What is known, the best first. @returns {Known[]} */
  ranked() {
    const ranks = new Map([...this.known.values()].map((each) => [each, this.#rank(each)]));
    const before = (/** @type {Known} */ one, /** @type {Known} */ other) => {
      const [own, rest] = [ranks.get(one), ranks.get(other)];
      return own.map((each, k) => each - rest[k]).find((difference) => difference) ?? 0;
    };
    return [...ranks.keys()].sort(before);
  }

  /** The best points that differ from one another, as far as they are about as good. @param {number} most */
  proposals(most) {
    const [best, ...others] = this.ranked();
    const chosen = [best];
    const isGood = (/** @type {Known} */ one) =>
      this.#isSure(best) ? this.#isSure(one) : this.#lossOf(one) <= this.#lossOf(best) + AS_GOOD;
    const isApart = (/** @type {Known} */ one, /** @type {Known} */ other) => {
      const at = this.#scaled(other.point);
      return this.#scaled(one.point).some((x, k) => Math.abs(x - at[k]) >= APART);
    };
    for (const one of others)
      if (chosen.length < most && isGood(one) && chosen.every((other) => isApart(one, other))) chosen.push(one);
    return chosen;
  }

  /** The goals, by number, without each of which some point meets all others, as played or as a model expects. */
  inTheWay() {
    const [{ point: best }] = this.ranked();
    const values = [...this.#played, ...this.points.map(this.#model(best, WIDTH))];
    const misses = values.map((own) => own.map((value, k) => missOf(this.goals[k], value)));
    return [...this.goals.keys()].filter((goal) => misses.some((own) => own.every((miss, k) => k === goal || !miss)));
  }

  /** Whether some point meets all goals, as far as the search knows. */
  get isMet() {
    return this.#played.some((own) => own.every((value, k) => !missOf(this.goals[k], value)));
  }

  /** What the points that were played showed. */
  get #played() {
    return [...this.known.values()].map(({ shown }) => shown.map(({ value }) => value));
  }

  // --- which points ---

  /** Points all over the grid, each the nearest one that the rules take. */
  #spread() {
    const count = SPREAD[this.ends.length - 1];
    const places = Array.from({ length: count }, (_, k) => (2 * k) / (count - 1) - 1);
    const far = (/** @type {Point} */ point, /** @type {number[]} */ place) =>
      sum(this.#scaled(point).map((x, k) => (x - place[k]) ** 2));
    const wanted = gridOf(this.ends.map(() => places));
    const nearest = (/** @type {number[]} */ place) =>
      this.points.reduce((best, point) => (far(point, place) < far(best, place) ? point : best));
    return [...new Set(wanted.map(nearest))];
  }

  /** Those that a model thinks best, the best so far, and a neighbour. @param {Point} best */
  #promising(best) {
    const expected = this.#model(best, Math.max(WIDTH * NARROWER ** (this.#round - 2), NARROWEST));
    const losses = new Map(this.points.map((point) => [point, this.#loss(point, expected(point))]));
    const [first, second] = [...this.points].sort((one, other) => losses.get(one) - losses.get(other));
    return [...new Set([first, second ?? first, best, this.#neighbour(first)])];
  }

  /** The next point in one direction, another one in each round. @param {Point} of */
  #neighbour(of) {
    const k = this.#round % of.length;
    const way = Math.floor(this.#round / of.length) % 2 ? 1 : -1;
    const beside = this.points.filter(
      (point) => way * (point[k] - of[k]) > 0 && point.every((value, j) => j === k || value === of[j]),
    );
    return beside.reduce((near, point) => (way * (point[k] - near[k]) < 0 ? point : near), beside[0] ?? of);
  }

  /** Values between -1 and 1. @param {Point} point */
  #scaled(point) {
    return point.map((value, k) => {
      const [low, high] = this.ends[k];
      return high > low ? (2 * (value - low)) / (high - low) - 1 : 0;
    });
  }

  // --- how good they are ---

  /** How much changes: for each number a half, and another half over its whole range. @param {Point} point */
  #effort(point) {
    const at = this.#scaled(this.start);
    return sum(
      this.#scaled(point).map((x, k) =>
        point[k] === this.start[k] ? 0 : 0.5 + Math.min(1, Math.abs(x - at[k]) / 2) / 2,
      ),
    );
  }

  /** @param {Point} point @param {number[]} values */
  #loss(point, values) {
    return sum(values.map((value, k) => missOf(this.goals[k], value, COMFORT) ** 2)) + EFFORT * this.#effort(point);
  }

  /** @param {Known} known */
  #lossOf({ point, shown }) {
    return this.#loss(
      point,
      shown.map(({ value }) => value),
    );
  }

  /** Whether all goals are certainly met. @param {Known} known */
  #isSure({ shown }) {
    return shown.every(({ value, error }, k) =>
      [-1, 1].every((way) => missOf(this.goals[k], value + way * SURE * error) === 0),
    );
  }

  /** Points that certainly meet all goals come first, with little change and not at the edge. @param {Known} known */
  #rank(known) {
    const { point, shown } = known;
    const edge = sum(shown.map(({ value }, k) => missOf(this.goals[k], value, COMFORT) / COMFORT));
    const [loss, effort] = [this.#lossOf(known), this.#effort(point)];
    return this.#isSure(known) ? [0, effort + edge, loss] : [1, loss, effort];
  }

  // --- the model ---

  /**
   * What a regression of all measures on the points expects: a quadratic near a centre, with a ridge.
   * @param {Point} centre @param {number} width  of the neighbourhood that counts @returns {(point: Point) => number[]}
   */
  #model(centre, width) {
    const all = [...this.known.values()];
    const at = this.#scaled(centre);
    const near = (/** @type {number[]} */ x) =>
      Math.exp(-sum(x.map((one, k) => ((one - at[k]) / width) ** 2)) / 2 / x.length);
    const weights = all.map(({ point, games }) => games * near(this.#scaled(point)));
    const total = sum(weights);
    const rows = all.map(({ point }) => termsOf(this.#scaled(point)));
    const ridge = ridgeOf(at.length);
    const products = (/** @type {(row: number) => number} */ of) =>
      ridge.map((_, a) => sum(rows.map((row, k) => (weights[k] / total) * row[a] * of(k))));
    const square = ridge.map((own, b) => products((k) => rows[k][b]).map((one, a) => one + (a === b ? own : 0)));
    const fits = this.goals.map((_, goal) => {
      const values = all.map(({ shown }) => shown[goal].value);
      const level = sum(values) / values.length;
      return {
        level,
        factors: solved(
          square,
          products((k) => values[k] - level),
        ),
      };
    });
    return (point) => {
      const terms = termsOf(this.#scaled(point));
      return fits.map(({ level, factors }) => level + sum(factors.map((factor, k) => factor * terms[k])));
    };
  }
}

/** The terms of a quadratic. @param {number[]} x */
const termsOf = (x) => [1, ...x, ...x.map((one) => one ** 2), ...(x.length > 1 ? [x[0] * x[1]] : [])];

/** @param {number} count  of numbers */
const ridgeOf = (count) => [
  RIDGE.constant,
  ...Array(count).fill(RIDGE.slope),
  ...Array(count > 1 ? count + 1 : count).fill(RIDGE.curved),
];

/**
 * The solution of linear equations with a positive definite matrix.
 * @param {number[][]} matrix @param {number[]} right
 */
function solved(matrix, right) {
  const rows = matrix.map((row, k) => [...row, right[k]]);
  rows.forEach((row, k) => {
    for (const other of rows.slice(k + 1)) {
      const times = other[k] / row[k];
      row.forEach((value, place) => (other[place] -= times * value));
    }
  });
  const found = right.map(() => 0);
  for (let k = rows.length - 1; k >= 0; k--) {
    const rest = sum(found.map((one, place) => one * rows[k][place]));
    found[k] = (rows[k].at(-1) - rest) / rows[k][k];
  }
  return found;
}
