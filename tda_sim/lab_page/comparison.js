/** What the games so far say, measure by measure: values, differences and verdicts. */
import { SignStream, atOnce, jointLevel, jointVerdicts } from "./joint.js";
import { difference, interval, marginOf, ratio, verdict } from "./statistics.js";

/** @import { Data, Metric, Row, State } from "./types.js" */
/**
 * Sums by block and side; coin: what a coin counts for; series: whether several games are played in a row.
 * @typedef {{blocks: Record<string, number>[][], coin: number, series: boolean}} Sums
 */

const GOLD = "gold";
const NOTHING = { estimate: 0, low: NaN, high: NaN, error: NaN, freedom: NaN };

/** @type {Record<string, SignStream>} */
const streams = {}; // by purpose: drawing random signs takes longer than using them

/** @param {Data} data @param {string} purpose */
const signsFor = (data, purpose) => (streams[purpose] ??= new SignStream(data.measures.signs[purpose]));

/**
 * Return the rows of all tables of the answer: the main measures, all others, win rates of strategies, and places in
 * the
 * turn order. The verdicts on measures and places allow for all of them, as in `tda house-rule`.
 * @param {Data} data @param {Sums} games @param {State} state
 */
export function compare(data, games, state) {
  const { metrics, main, turns, of_one_game: group, first_place: first } = data.measures;
  const two = games.blocks.length > 1;
  const [leader, ...places] = turns[state.players];
  const comparable = metrics.filter((metric) => !(two && games.series && metric.group === group));
  const own = [...comparable, ...places].map((metric) => rowOf(data, games, metric));
  const rows = two ? judged(own, data.measures.level) : own;
  const named = (/** @type {string} */ name) => rows.filter(({ metric }) => metric.name === name);
  const others = rows.filter(({ metric }) => !main.includes(metric.name) && !places.includes(metric));
  const ofPlaces = [named(first).map((row) => ({ ...row, metric: leader })), ...places.map(({ name }) => named(name))];
  return {
    main: main.flatMap(named),
    all: others.filter(({ before, after }) => before || after),
    wins: winRows(data, games, winMetrics(data, state)),
    turns: two ? ofPlaces.flat() : rowsAtOnce(data, games, [leader, ...places]),
  };
}

/** @param {Data} data @param {Sums} games @param {Metric} metric @returns {Row} */
function rowOf({ measures }, { blocks, coin }, metric, level = measures.level) {
  const [before, after] = blocks.map((side) => ratio(side, metric));
  const scale = metric.unit === GOLD && after ? coin : 1;
  const last = after ?? before;
  const margin = marginOf(metric, before.estimate);
  const change = after ? difference(before, ratio(blocks[1], metric, scale), level) : NOTHING;
  return {
    ...{ metric, margin, scale, change, primary: metric.name === measures.primary },
    before: before.estimate,
    after: last.estimate,
    own: interval(last, measures.level),
    verdict: after ? verdict(change, margin) : "same",
  };
}

/**
 * Rows with verdicts that allow for all of them; without a number there is none.
 * @param {Row[]} rows @param {number} level @returns {Row[]}
 */
function judged(rows, level) {
  const known = rows.filter(({ change }) => !Number.isNaN(change.estimate));
  const words = new Map(jointVerdicts(known, level).map((word, k) => [known[k], word]));
  return rows.map((row) => ({ ...row, verdict: words.get(row) ?? "unclear" }));
}

/**
 * Rows of the printed game, with intervals that hold jointly.
 * @param {Data} data @param {Sums} games @param {Metric[]} metrics @returns {Row[]}
 */
function rowsAtOnce(data, games, metrics) {
  const values = metrics.map((metric) => ratio(games.blocks[0], metric));
  const joint = atOnce(values, data.measures.level, signsFor(data, "joint"));
  return metrics.map((metric, k) => ({ ...rowOf(data, games, metric), own: joint[k] }));
}

/**
 * The win rates of the strategies, where there are several.
 * @param {Data} data @param {State} state @returns {Metric[]}
 */
function winMetrics({ measures, strategies }, { lineUp }) {
  const names = [...new Set(lineUp)];
  if (names.length === 1) return [];
  return names.map((strategy, k) => {
    const title = `win rate of ${strategies[strategy].title}`;
    return { ...measures.win, name: `win_${k}`, title, top: `won_${k}`, bottom: `held_${k}` };
  });
}

/**
 * Win rates, and how they differ: all statements hold jointly, also on who is ahead.
 * @param {Data} data @param {Sums} games @param {Metric[]} metrics @returns {Row[]}
 */
function winRows(data, games, metrics) {
  if (!metrics.length) return [];
  if (games.blocks.length < 2) return rowsAtOnce(data, games, metrics);
  const [before, after] = games.blocks.map((side) => metrics.map((metric) => ratio(side, metric).influence));
  const gaps = [before, after].flatMap((own) =>
    own.flatMap((one, k) => own.slice(k + 1).map((other) => minus(one, other))),
  );
  const moves = before.map((own, k) => minus(after[k], own));
  const level = jointLevel([...gaps, ...moves], data.measures.level, signsFor(data, "order"));
  return metrics.map((metric) => rowOf(data, games, metric, level));
}

/** @param {Float64Array} one @param {Float64Array} other */
const minus = (one, other) => one.map((value, k) => value - other[k]);
