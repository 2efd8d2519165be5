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
   * @param {{coin?: number, level?: number, primary?: number}} [how]  what gold of the second game counts for; the
   *   metric whose verdict stands by itself, while those of all others allow for each other
   * @returns {Row[]}
   */
  compare([before, after = []], metrics, { coin = 1, level = this.measures.level, primary = -1 } = {}) {
    const { engine, measures } = this;
    const { row } = measures;
    const numbers = engine.borrow(() => {
      const rows = engine.room(metrics.length, row.length);
      const tables = [before, after].map((sums) => this.#table(sums));
      engine.call("compare", ...tables, this.#metrics(metrics), coin, level, primary, rows);
      return engine.numbersIn(rows);
    });
    return metrics.map((metric, k) => {
      const own = numbers.subarray(k * row.length, (k + 1) * row.length);
      const at = Object.fromEntries(row.map((name, place) => [name, own[place]]));
      return {
        ...{
          metric,
          before: at.before,
          after: after.length ? at.after : at.before,
          margin: at.margin,
          scale: at.scale,
        },
        own: { low: at.own_low, high: at.own_high },
        change: { estimate: at.estimate, low: at.low, high: at.high },
        verdict: measures.verdict_names[at.verdict],
      };
    });
  }

  /** The rows of metrics of one game, with intervals that hold jointly. @param {Sums} sums @param {Metric[]} metrics */
  atOnce(sums, metrics) {
    const { engine, measures } = this;
    const ends = engine.borrow(() => {
      const found = engine.room(metrics.length, 2);
      const signs = engine.words(measures.signs.joint);
      engine.call("at_once", this.#table(sums), this.#metrics(metrics), measures.level, signs, found);
      return engine.numbersIn(found);
    });
    const rows = this.compare([sums], metrics);
    return rows.map((row, k) => ({ ...row, own: { low: ends[2 * k], high: ends[2 * k + 1] } }));
  }

  /**
   * The level at which all statements on win rates hold: who gains, and who is ahead in both games.
   * @param {Sums[]} sides @param {Metric[]} metrics
   */
  levelOfOrders(sides, metrics) {
    const { engine, measures } = this;
    return engine.borrow(() => {
      const tables = sides.map((sums) => this.#table(sums));
      const signs = engine.words(measures.signs.order);
      return engine.call("level_of_orders", ...tables, this.#metrics(metrics), measures.level, signs);
    });
  }

  /** @param {Sums} sums */
  #table(sums) {
    return this.engine.table(sums, this.measures.columns);
  }

  /** @param {Metric[]} metrics */
  #metrics(metrics) {
    return this.engine.table(
      metrics.map(({ numbers }) => numbers),
      metrics[0].numbers.length,
    );
  }
}
