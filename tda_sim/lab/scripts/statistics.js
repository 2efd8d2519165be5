/**
 * The arithmetic of the commands, compiled: the functions of `tda_sim.lab.statistics`, on sums over blocks of games.
 *
 * @import { Engine } from "./engine.js"
 * @import { Measures, Metric, Row } from "./types.js"
 * @typedef {Float64Array[]} Sums  a row for each block
 */

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
