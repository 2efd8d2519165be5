/**
 * The coach: what each option of an open question is worth, from nothing but what its seat may know.
 *
 * Every option is played to the end on the same deals of the cards that the seat cannot see, with the judge in all
 * seats; the compiled reviewer of `tda_sim.review` does that, as for `tda play --coach`.
 *
 * @typedef {{options: number[], judge: number, gold: number[][], wins: number[][], over: boolean[][]}} Weighed  by deal
 *   and option; the judge's own answer is an index
 * @typedef {{value: number, half: number}} Mean  and half the width of its 95 % interval
 */
import { Engine } from "./engine.js";
import { Records } from "./one_game.js";

const SHARE = 60; // parts of a win

/** A table at which games are played again by their answers, and the last question weighed. */
export class Coach {
  /**
   * @param {Engine} engine
   * @param {any} story
   * @param {{cards: Uint8Array, rules: Uint8Array, players: number, parameters: number[], kept: number[]}} about  of the
   *   judge, and what each card in hand is worth
   */
  constructor(engine, story, { cards, rules, players, parameters, kept }) {
    const { handles, coach } = story;
    this.engine = engine;
    this.story = story;
    this.coach = coach;
    this.players = players;
    this.tables = { cards, rules };
    this.parameters = parameters;
    this.kept = kept;
    this.handles = [`choose_${coach.judge}`, "choose_reviewer", "play_on", "look_away"].map((name) =>
      engine.code.handle(handles[name]),
    );
    this.records = new Records(engine);
    this.size = engine.layout.records.GAME.size;
    this.game = engine.reserve(this.size);
    this.room = coach.first + coach.header.length + coach.cards * (1 + coach.values * coach.at_once);
    this.numbers = engine.reserve(4 * this.room);
    this.script = engine.reserve(4 * 65_536);
  }

  /**
   * Weigh the question that comes after some answers, on deals `first` to `first + deals - 1`; undefined if it cannot be.
   * @param {{seed: number, number: number, answers: number[], seeds: [number, number], first: number, deals: number}} task
   *   seeds: two numbers below 2^31 for the deals
   * @returns {Weighed | undefined}
   */
  weigh({ seed, number, answers, seeds, first, deals }) {
    const { engine, records, coach } = this;
    engine.layDeck(this.game, this.players, this.tables.cards, this.tables.rules);
    this.#seat();
    const status = engine.code.start(this.game, BigInt(this.size), BigInt(number), BigInt(seed), BigInt(this.players));
    const tally = records.at(this.game, "GAME", "tally");
    const heading = [answers.length + 1, records.read(tally, "TALLY", "decisions"), ...seeds, first, deals];
    this.#write(this.script, [...heading, ...answers.map((index) => index << 1), (-1 << 1) | 1]);
    new Int32Array(engine.code.memory.buffer, this.numbers, this.room).fill(0);
    this.#write(this.numbers + 4 * coach.used, [coach.first]);
    this.#write(this.numbers + 4 * coach.kept, this.kept);
    if (status !== 0 || engine.code.advance(this.game, BigInt(this.size), BigInt(this.story.stops.GAME)) !== 0)
      throw new Error("the coach has failed");
    if (records.read(this.game, "GAME", "bad_answer") !== -1) throw new Error("the coach has failed");
    return this.#found(deals);
  }

  /** The reviewer sits in all seats: it plays ahead with the judge. */
  #seat() {
    const { engine, records } = this;
    const [judge, reviewer, playOn, lookAway] = this.handles;
    for (let seat = 0; seat < this.players; seat++) {
      const start = records.at(this.game, "GAME", "entrant", seat);
      const whole = { strategy: reviewer, fast: judge, play_on: playOn, look_away: lookAway, searches: 1n };
      for (const [field, value] of Object.entries(whole))
        engine.view.setBigInt64(records.at(start, "ENTRANT", field), value, true);
      engine.writeParameters(records.at(start, "ENTRANT", "parameter"), [this.script, 0, this.numbers, this.room]);
      engine.writeParameters(records.at(start, "ENTRANT", "fast_parameter"), this.parameters);
    }
  }

  /** @param {number} start @param {number[]} numbers */
  #write(start, numbers) {
    new Int32Array(this.engine.code.memory.buffer, start, numbers.length).set(numbers);
  }

  /** @param {number} deals @returns {Weighed | undefined} */
  #found(deals) {
    const { header, gold: parts, over, used, first } = this.coach;
    const all = new Int32Array(this.engine.code.memory.buffer, this.numbers, this.room);
    if (all[used] === first) return undefined;
    const [judge, n] = ["judge", "options"].map((name) => all[first + header.indexOf(name)]);
    const options = [...all.subarray(first + header.length, first + header.length + n)];
    const values = all.subarray(first + header.length + n);
    const each = (/** @type {(gold: number, win: number) => any} */ read) =>
      Array.from({ length: deals }, (_, deal) =>
        options.map((_, k) => read(values[2 * (deal * n + k)], values[2 * (deal * n + k) + 1])),
      );
    return {
      options,
      judge,
      gold: each((gold) => gold / parts),
      wins: each((_, win) => (win % over) / SHARE),
      over: each((_, win) => win >= over),
    };
  }
}

/** One decision that was weighed in parts. @param {Weighed[]} parts @returns {Weighed} */
export function joinedParts(parts) {
  const all = (/** @type {"gold" | "wins" | "over"} */ name) =>
    parts.flatMap((part) => /** @type {any} */ (part[name]));
  return { ...parts[0], gold: all("gold"), wins: all("wins"), over: all("over") };
}

/**
 * What each option is worth, in points of win share, and how far it is behind the best: see `tda_sim.review.worth`.
 *
 * If the game goes on after the gambit, the share is the one expected for the gold gained by then, from a line fitted to
 * all deals and options; if it ends with the gambit, the share itself counts.
 * @param {Weighed} it @param {number} z  quantile of the intervals
 * @returns {{best: number, worth: Mean[], behind: Mean[]}}
 */
export function worthOfOptions(it, z) {
  const n = it.options.length;
  const cells = it.wins.flatMap((row, deal) =>
    row.map((win, k) => ({ win, gold: it.gold[deal][k], goesOn: !it.over[deal][k] })),
  );
  const going = cells.filter(({ goesOn }) => goesOn);
  const level = average(going.map(({ win }) => win));
  const middle = average(going.map(({ gold }) => gold));
  const lead = cells.map(({ goesOn, gold }) => (goesOn ? gold - middle : 0));
  const squares = total(lead.map((each) => each * each));
  const slope = squares ? total(cells.map(({ win }, k) => lead[k] * (win - level))) / squares : 0;
  const values = cells.map(({ goesOn, win }, k) => (goesOn ? level + slope * lead[k] : win));
  const left = total(cells.map(({ win }, k) => (win - values[k]) ** 2)) / Math.max(going.length - 2, 1);
  const levelError = Math.sqrt(left / Math.max(going.length, 1));
  const slopeError = squares ? Math.sqrt(left / squares) : 0;
  const column = (/** @type {number[]} */ from, /** @type {number} */ k) => from.filter((_, place) => place % n === k);
  const goesOn = cells.map((cell) => Number(cell.goesOn));
  const mean = (/** @type {number[]} */ own, /** @type {number} */ share, /** @type {number} */ ahead) => ({
    value: 100 * average(own),
    half: 100 * z * Math.hypot(deviation(own) / Math.sqrt(own.length), levelError * share, slopeError * ahead),
  });
  const worth = it.options.map((_, k) => mean(column(values, k), average(column(goesOn, k)), average(column(lead, k))));
  const best = worth.reduce((found, { value }, k) => (value > worth[found].value ? k : found), 0);
  const apart = (/** @type {number[]} */ from, /** @type {number} */ k) =>
    column(from, best).map((each, deal) => each - column(from, k)[deal]);
  const behind = it.options.map((_, k) => mean(apart(values, k), average(apart(goesOn, k)), average(apart(lead, k))));
  return { best, worth, behind };
}

const total = (/** @type {number[]} */ numbers) => numbers.reduce((sum, each) => sum + each, 0);
const average = (/** @type {number[]} */ numbers) => (numbers.length ? total(numbers) / numbers.length : 0);

/** The standard deviation. @param {number[]} numbers */
function deviation(numbers) {
  const mean = average(numbers);
  return Math.sqrt(total(numbers.map((each) => (each - mean) ** 2)) / Math.max(numbers.length - 1, 1));
}
