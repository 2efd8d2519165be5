/** What the games so far say, measure by measure: values, differences and verdicts. */

/**
 * @import { Engine } from "./engine.js"
 * @import { Data, Measures, Metric, Row, State } from "./types.js"
 * @typedef {Float64Array[]} Sums  of the games of one side: a row for each block
 */

/** The arithmetic of the commands, compiled: the functions of `tda_sim.lab.statistics`. */
export class Statistics {
  /** @param {Engine} engine  whose memory it uses @param {Measures} measures */
  constructor(engine, measures) {
    this.engine = engine;
    this.measures = measures;
  }

  /**
   * The rows of metrics, of one game or of two.
   * @param {Sums[]} sides @param {Metric[]} metrics
   * @param {{level?: number, primary?: number}} [how]  the metric whose verdict stands by itself, while those of all
   *   others allow for each other
   * @returns {Row[]}
   */
  compare([before, after = []], metrics, { level = this.measures.level, primary = -1 } = {}) {
    const { row: names, verdict_names: verdicts } = this.measures;
    const given = [before, after, metrics.map(({ numbers }) => numbers), level, primary];
    const [rows] = this.engine.call("compare", given, [metrics.length, names.length]).tables;
    return metrics.map((metric, k) => {
      const row = Object.fromEntries(names.map((name, place) => [name, rows[k * names.length + place]]));
      return /** @type {any} */ ({
        ...{ ...row, metric, verdict: verdicts[row.verdict] },
        after: after.length ? row.after : row.before,
      });
    });
  }

  /** The rows of metrics of one game, with intervals that hold jointly. @param {Sums} sums @param {Metric[]} metrics */
  atOnce(sums, metrics) {
    const { level, signs } = this.measures;
    const given = [sums, metrics.map(({ numbers }) => numbers), level, signs.joint.map(BigInt)];
    const [ends] = this.engine.call("at_once", given, [metrics.length, 2]).tables;
    const rows = this.compare([sums], metrics);
    return rows.map((row, k) => ({ ...row, own_low: ends[2 * k], own_high: ends[2 * k + 1] }));
  }

  /**
   * The level at which all statements on win rates hold: who gains, and who is ahead in both games.
   * @param {Sums[]} sides @param {Metric[]} metrics
   */
  levelOfOrders(sides, metrics) {
    const { level, signs } = this.measures;
    const given = [...sides, metrics.map(({ numbers }) => numbers), level, signs.order.map(BigInt)];
    return this.engine.call("level_of_orders", given).number;
  }
}

/**
 * Return the rows of all tables of the answer: the main measures, all others, win rates of strategies, and places in
 * the turn order. The verdicts on measures and places allow for all of them, as in `tda house-rule`.
 * @param {Statistics} statistics @param {Data} data
 * @param {{blocks: Sums[], gold: number[], series: boolean}} games  sums and starting gold by side; whether several
 *   games are played in a row
 * @param {State} state
 */
export function compare(statistics, data, { blocks, gold, series }, state) {
  const { metrics, main, turns, primary, of_one_game: group, first_place: first } = data.measures;
  const two = blocks.length > 1;
  const [leader, ...places] = turns[state.players];
  const asked = [...metrics.filter((metric) => !(two && series && metric.group === group)), ...places];
  const judged = statistics.compare(blocks, asked, { primary: asked.findIndex(({ name }) => name === primary) });
  const rows = judged.map((row) => withShares(row, gold));
  const named = (/** @type {string} */ name) => rows.filter(({ metric }) => metric.name === name);
  const others = rows.filter(({ metric }) => !main.includes(metric.name) && !places.includes(metric));
  const ofPlaces = [...named(first).map((row) => ({ ...row, metric: leader })), ...rows.slice(-places.length)];
  return {
    main: main.flatMap(named),
    all: others.filter(({ before, after }) => before || after),
    wins: winRows(statistics, blocks, winMetrics(data, state)),
    turns: two ? ofPlaces : statistics.atOnce(blocks[0], [leader, ...places]),
  };
}

/**
 * A row of gold with both sides as shares of what everybody starts with, where that differs.
 * @param {Row} row @param {number[]} gold @returns {Row}
 */
function withShares(row, [before, after]) {
  const isGold = row.metric.unit === "gold" && after !== undefined && before !== after;
  return isGold ? { ...row, shares: [row.before / before, row.after / after] } : row;
}

/**
 * The win rates of the strategies, where there are several.
 * @param {Data} data @param {State} state @returns {Metric[]}
 */
function winMetrics({ measures: { win }, strategies }, { lineUp }) {
  const names = [...new Set(lineUp)];
  if (names.length === 1) return [];
  const [won, held, ...how] = win.numbers; // of the first strategy; those of the next one follow
  return names.map((strategy, k) => {
    const title = `win rate of ${strategies[strategy].title}`;
    return { ...win, name: `win_${k}`, title, numbers: [won + 2 * k, held + 2 * k, ...how] };
  });
}

/**
 * Win rates, and how they differ: all statements hold jointly, also on who is ahead.
 * @param {Statistics} statistics @param {Sums[]} blocks @param {Metric[]} metrics @returns {Row[]}
 */
function winRows(statistics, blocks, metrics) {
  if (!metrics.length) return [];
  if (blocks.length < 2) return statistics.atOnce(blocks[0], metrics);
  return statistics.compare(blocks, metrics, { level: statistics.levelOfOrders(blocks, metrics) });
}
