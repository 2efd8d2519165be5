/**
 * What the games so far say, measure by measure: values, differences and verdicts.
 *
 * @typedef {{metric: any, before: number, after: number, own: import("./statistics.js").Estimate,
 *   change: import("./statistics.js").Difference, margin: number, verdict: import("./statistics.js").Verdict,
 *   scale: number, primary: boolean}} Row  own: the value of the last game; scale: what a unit of `after` counts for
 */
import { atOnce, jointLevel, jointVerdicts, SignStream } from "./joint.js";
import { difference, interval, marginOf, ratio, verdict } from "./statistics.js";

const GOLD = "gold";
const NOTHING = { estimate: 0, low: NaN, high: NaN, error: NaN, freedom: NaN };

/** @type {Record<string, SignStream>} */
const streams = {}; // by purpose: drawing random signs takes longer than using them

/** @param {any} data @param {string} purpose */
const signsFor = (data, purpose) => (streams[purpose] ??= new SignStream(data.measures.signs[purpose]));

/**
 * Return the rows of all tables of the answer: the main measures, all others, win rates of strategies, and places in the
 * turn order. The verdicts on measures and places allow for all of them, as in `tda house-rule`.
 * @param {any} data @param {{blocks: Record<string, number>[][], coin: number, series: boolean}} games  series: whether
 *   several games are played in a row
 * @param {import("./state.js").State} state @returns {{main: Row[], all: Row[], wins: Row[], turns: Row[]}}
 */
export function compare(data, games, state) {
  const { metrics, main, turns, of_one_game: group, level } = data.measures;
  const two = games.blocks.length > 1;
  const places = turns[state.players];
  const asked = [
    ...metrics.filter((/** @type {any} */ metric) => !(two && games.series && metric.group === group)),
    ...places.slice(1),
  ];
  const own = asked.map((metric) => rowOf(data, games, metric));
  const rows = two ? judged(own, level) : own;
  const named = (/** @type {string} */ name) => rows.filter(({ metric }) => metric.name === name);
  return {
    main: main.flatMap(named),
    all: rows.filter(
      ({ metric, before, after }) => !main.includes(metric.name) && !places.includes(metric) && (before || after),
    ),
    wins: winRows(data, games, winMetrics(data, state)),
    turns: !two
      ? rowsAtOnce(data, games, places)
      : places.flatMap((/** @type {any} */ metric, /** @type {number} */ turn) =>
          named(turn ? metric.name : data.measures.first_place).map((row) => ({ ...row, metric })),
        ),
  };
}

/** @param {any} data @param {{blocks: Record<string, number>[][], coin: number}} games @param {any} metric @returns {Row} */
function rowOf(data, { blocks, coin }, metric, level = data.measures.level) {
  const scale = metric.unit === GOLD && blocks.length > 1 ? coin : 1;
  const before = ratio(blocks[0], metric);
  const margin = marginOf(metric, before.estimate);
  const about = { metric, before: before.estimate, margin, scale, primary: metric.name === data.measures.primary };
  if (blocks.length < 2)
    return {
      ...about,
      after: before.estimate,
      own: interval(before, data.measures.level),
      change: NOTHING,
      verdict: "same",
    };
  const change = difference(before, ratio(blocks[1], metric, scale), level);
  const after = ratio(blocks[1], metric);
  return {
    ...about,
    after: after.estimate,
    own: interval(after, data.measures.level),
    change,
    verdict: verdict(change, margin),
  };
}

/** Rows with verdicts that allow for all of them; without a number there is none. @param {Row[]} rows @param {number} level @returns {Row[]} */
function judged(rows, level) {
  const known = rows.filter(({ change }) => !Number.isNaN(change.estimate));
  const words = new Map(jointVerdicts(known, level).map((word, k) => [known[k], word]));
  return rows.map((row) => ({ ...row, verdict: words.get(row) ?? "unclear" }));
}

/** Rows of the printed game, with intervals that hold jointly. @param {any} data @param {any} games @param {any[]} metrics @returns {Row[]} */
function rowsAtOnce(data, games, metrics) {
  const { level } = data.measures;
  const joint = atOnce(
    metrics.map((metric) => ratio(games.blocks[0], metric)),
    level,
    signsFor(data, "joint"),
  );
  return metrics.map((metric, k) => ({ ...rowOf(data, games, metric), own: joint[k] }));
}

/** The win rates of the strategies, where there are several. @param {any} data @param {import("./state.js").State} state */
function winMetrics(data, { lineUp }) {
  const names = [...new Set(lineUp)];
  if (names.length === 1) return [];
  return names.map((strategy, k) => ({
    ...data.measures.win,
    name: `win_${k}`,
    title: `win rate of ${data.strategies[strategy].title}`,
    top: `won_${k}`,
    bottom: `held_${k}`,
  }));
}

/** Win rates, and how they differ: all statements hold jointly, also on who is ahead. @param {any} data @param {any} games @param {any[]} metrics @returns {Row[]} */
function winRows(data, games, metrics) {
  if (!metrics.length) return [];
  if (games.blocks.length < 2) return rowsAtOnce(data, games, metrics);
  const [before, after] = games.blocks.map((/** @type {any} */ side) =>
    metrics.map((metric) => ratio(side, metric).influence),
  );
  const gaps = [before, after].flatMap((own) =>
    own.flatMap((one, k) => own.slice(k + 1).map((other) => minus(one, other))),
  );
  const moves = before.map((own, k) => minus(after[k], own));
  const level = jointLevel([...gaps, ...moves], data.measures.level, signsFor(data, "order"));
  return metrics.map((metric) => rowOf(data, games, metric, level));
}

/** @param {Float64Array} one @param {Float64Array} other */
const minus = (one, other) => one.map((value, k) => value - other[k]);
