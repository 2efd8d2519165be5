/**
 * The coach: what each option of an open question is worth, from nothing but what its seat may know.
 *
 * Every option is played to the end on the same deals of the cards that the seat cannot see, with the judge in all
 * seats; the compiled reviewer of `tda_sim.review` does that, as for `tda play --coach`.
 *
 * @import { Engine } from "./engine.js"
 * @import { Advised, Story, Task, Weighed } from "./types.js"
 * @typedef {{value: number, half: number}} Mean  and half the width of its 95 % interval
 */

const SHARE = 60; // parts of a win
const SCRIPT = 65_536; // numbers

/** A table at which games are played again by their answers, and the last question weighed. */
export class Coach {
  /** @param {Engine} engine @param {Story} story @param {Advised} about  kept: what each card in hand is worth */
  constructor(engine, story, about) {
    const { handles, coach, stops } = story;
    this.engine = engine;
    this.coach = coach;
    this.about = about;
    this.end = BigInt(stops.GAME);
    const names = [`choose_${coach.judge}`, "choose_reviewer", "play_on", "look_away"];
    this.handles = names.map((name) => engine.code.handle(handles[name]));
    this.game = engine.records("GAME")[0];
    this.room = coach.first + coach.header.length + coach.cards * (1 + coach.values * coach.at_once);
    this.numbers = engine.reserve(4 * this.room);
    this.script = engine.reserve(4 * SCRIPT);
  }

  /**
   * Weigh the question that comes after some answers, on deals `first` to `first + deals - 1`; undefined if it cannot
   * be.
   * @param {Task & {first: number, deals: number}} task @returns {Weighed | undefined}
   */
  weigh({ seed, number, answers, seeds, first, deals }) {
    const { engine, game, coach } = this;
    const { players, kept } = this.about;
    game.layDeck(players, this.about);
    this.#seat();
    const size = BigInt(game.layout.size);
    const status = engine.code.start(game.start, size, BigInt(number), BigInt(seed), BigInt(players));
    const decisions = game.inner("tally", "TALLY").read("decisions");
    const script = [...answers.map((index) => index << 1), (-1 << 1) | 1];
    this.#write(this.script, [answers.length + 1, decisions, ...seeds, first, deals, ...script]);
    new Int32Array(engine.code.memory.buffer, this.numbers, this.room).fill(0);
    this.#write(this.numbers + 4 * coach.used, [coach.first]);
    this.#write(this.numbers + 4 * coach.kept, kept);
    const isPlayed = status === 0 && engine.code.advance(game.start, size, this.end) === 0;
    if (!isPlayed || game.read("bad_answer") !== -1) throw new Error("the coach has failed");
    return this.#found(deals);
  }

  /** The reviewer sits in all seats: it plays ahead with the judge. */
  #seat() {
    const { engine, about } = this;
    const [fast, strategy, playOn, lookAway] = this.handles;
    const whole = { strategy, fast, play_on: playOn, look_away: lookAway, searches: 1 };
    for (let seat = 0; seat < about.players; seat++) {
      const entrant = this.game.inner("entrant", "ENTRANT", seat);
      for (const [field, value] of Object.entries(whole)) entrant.write(field, value);
      engine.writeParameters(entrant.at("parameter"), [this.script, 0, this.numbers, this.room]);
      engine.writeParameters(entrant.at("fast_parameter"), about.parameters);
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
    const start = first + header.length;
    const options = [...all.subarray(start, start + n)];
    const cells = Array.from({ length: deals * n }, (_, k) => {
      const [gold, share] = all.subarray(start + n + 2 * k);
      return { gold: gold / parts, win: (share % over) / SHARE, goesOn: share < over };
    });
    return { options, judge, cells };
  }
}

/**
 * What each option is worth, in points of win share, and how far it is behind the best: see `tda_sim.review.worth`.
 *
 * If the game goes on after the gambit, the share is the one expected for the gold gained by then, from a line fitted
 * to all deals and options; if it ends with the gambit, the share itself counts.
 * @param {Weighed} it @param {number} z  quantile of the intervals
 * @returns {{best: number, worth: Mean[], behind: Mean[]}}
 */
export function worthOfOptions({ options, cells }, z) {
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
  const goesOn = cells.map((cell) => Number(cell.goesOn));
  /** The mean of an option, or how far it is behind another. @param {number} option @param {number} [other] */
  const mean = (option, other) => {
    const own = (/** @type {number[]} */ from) => from.filter((_, place) => place % options.length === option);
    const of = (/** @type {number[]} */ from) =>
      other === undefined ? own(from) : own(from.map((each, k) => from[k - option + other] - each));
    const made = of(values);
    const error = [
      deviation(made) / Math.sqrt(made.length),
      levelError * average(of(goesOn)),
      slopeError * average(of(lead)),
    ];
    return { value: 100 * average(made), half: 100 * z * Math.hypot(...error) };
  };
  const worth = options.map((_, k) => mean(k));
  const best = worth.reduce((found, { value }, k) => (value > worth[found].value ? k : found), 0);
  return { best, worth, behind: options.map((_, k) => mean(k, best)) };
}

const total = (/** @type {number[]} */ numbers) => numbers.reduce((sum, each) => sum + each, 0);
const average = (/** @type {number[]} */ numbers) => (numbers.length ? total(numbers) / numbers.length : 0);

/** The standard deviation. @param {number[]} numbers */
function deviation(numbers) {
  const mean = average(numbers);
  return Math.sqrt(total(numbers.map((each) => (each - mean) ** 2)) / Math.max(numbers.length - 1, 1));
}
