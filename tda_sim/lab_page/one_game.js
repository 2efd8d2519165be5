/**
 * One game, played step by step by the compiled rules; answers for some seats come from outside.
 *
 * The rules run straight through and cannot wait for a person. So there are two records: `rest`, the game as it stood
 * after the latest step, and `now`, the game as it stands. To go on, a copy of `rest` is played with the answers given
 * since, up to the first question without one: see `tda_sim.one_game.driver`.
 *
 * @typedef {{kind: number, seat: number, card: number, other: number, gold: number}} LogRow
 * @typedef {{seat: number, kind: number, card: number, gold: number, payee: number, about: number, options: number[],
 *   hand: number[], place: Place}} Asked  an open question; the answer is the index of an option
 * @typedef {{phase: number, gambit: number, seriesGame: number, round: number, leader: number, turn: number,
 *   stakes: number, hole: number, deck: number, discard: number, hoards: number[], sizes: number[], flights: number[][],
 *   played: number[], ante: number[], out: boolean[], owed: number[],
 *   debts: {debtor: number, creditor: number, gold: number}[], lasting: {seat: number, card: number}[],
 *   barred: boolean[], weakestWins: boolean, hands?: number[][]}} Place  what lies on the table, cards by number; barred:
 *   a dragon god keeps the flight from winning
 */
import { Engine } from "./engine.js";

/** Reads and writes whole numbers of records, in a module's memory. */
export class Records {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
  }

  /** @param {number} start @param {string} record @param {string} field @param {number} [place] */
  read(start, record, field, place = 0) {
    const [offset, , bytes] = this.engine.layout.records[record].fields[field];
    const { view } = this.engine;
    const at = start + offset + bytes * place;
    return bytes === 8
      ? Number(view.getBigInt64(at, true))
      : bytes === 4
        ? view.getInt32(at, true)
        : view.getInt16(at, true);
  }

  /** @param {number} start @param {string} record @param {string} field @param {number} value @param {number} [place] */
  write(start, record, field, value, place = 0) {
    this.engine.view.setBigInt64(this.at(start, record, field, place), BigInt(value), true);
  }

  /** The first numbers of an array. @param {number} start @param {string} record @param {string} field @param {number} n */
  list(start, record, field, n, first = 0) {
    return Array.from({ length: n }, (_, k) => this.read(start, record, field, first + k));
  }

  /** Where a field lies. @param {number} start @param {string} record @param {string} field @param {number} [place] */
  at(start, record, field, place = 0) {
    const [offset, , bytes] = this.engine.layout.records[record].fields[field];
    return start + offset + bytes * place;
  }
}

export class OneGame {
  /**
   * Set up a game and deal it.
   * @param {Engine} engine
   * @param {any} story  stops, phases and halts by name
   * @param {{cards: Uint8Array, rules: Uint8Array, players: number, entrants: import("./engine.js").Entrant[],
   *   seed: number, number: number, driven?: number[]}} about  entrants by seat; the seats answered from outside
   */
  constructor(engine, story, { cards, rules, players, entrants, seed, number, driven = [] }) {
    const { records } = engine.layout;
    this.engine = engine;
    this.story = story;
    this.players = players;
    this.records = new Records(engine);
    this.size = records.GAME.size;
    this.rest = engine.reserve(this.size);
    this.now = engine.reserve(this.size);
    this.trial = engine.reserve(this.size); // for a look ahead
    /** @type {number[]} */ this.given = []; // answers since the rest
    /** @type {Asked | undefined} */ this.asked = undefined;
    this.read = 0; // rows of the log that were handed out
    engine.layDeck(this.rest, players, cards, rules);
    entrants.forEach((entrant, seat) =>
      engine.writeEntrant(this.records.at(this.rest, "GAME", "entrant", seat), seat, entrant),
    );
    this.records.write(this.rest, "GAME", "watched", 1);
    check(engine.code.start(this.rest, BigInt(this.size), BigInt(number), BigInt(seed), BigInt(players)));
    for (const seat of driven) this.records.write(this.rest, "GAME", "driven", 1, seat);
    this.#copy(this.now, this.rest);
  }

  get over() {
    return this.#phase(this.now) === this.story.phases.OVER;
  }

  /** The stop that comes next, from which the game can go on. */
  get nextStop() {
    const { stops, phases } = this.story;
    const phase = this.#phase(this.rest);
    if (phase === phases.TURN) return stops.TURN;
    if (phase === phases.ANTE || phase === phases.SET_UP) return stops.ANTE;
    return phase === phases.SCORE ? stops.GAMBIT : stops.NEXT;
  }

  /** Play on to the next step; returns what has happened. The game has halted before if `asked` is set. @returns {LogRow[]} */
  goOn() {
    const stop = this.nextStop;
    this.#play(this.now, stop, this.given);
    const rows = this.#log(this.now).slice(this.read);
    this.read += rows.length;
    if (this.#halt(this.now) === this.story.halts.QUESTION) {
      this.asked = this.#question(this.now);
      return rows;
    }
    this.asked = undefined;
    this.#emptyLog(this.now);
    this.#copy(this.rest, this.now);
    this.given = [];
    return rows;
  }

  /** Empty the log of the deal; returns what it held. */
  takeDealt() {
    const rows = this.#log(this.now);
    this.#emptyLog(this.now);
    this.#copy(this.rest, this.now);
    return rows;
  }

  /** Answer the open question. @param {number} index */
  answer(index) {
    if (!this.asked || !(index >= 0 && index < this.asked.options.length))
      throw new Error(`there is no option ${index}`);
    this.given.push(index);
    this.asked = undefined;
  }

  /** What would follow an answer to the open question; the game does not change. @param {number} index */
  peek(index) {
    this.#play(this.trial, this.nextStop, [...this.given, index]);
    return this.#log(this.trial).slice(this.read);
  }

  /** What lies on the table, with all hands. @returns {Place} */
  get place() {
    const hands = Array.from({ length: this.players }, (_, seat) => {
      const hand = this.records.at(this.now, "GAME", "hand", seat);
      return this.records.list(hand, "PRIVATE", "card", this.records.read(hand, "PRIVATE", "n"));
    });
    return { ...this.#tableAt(this.records.at(this.now, "GAME", "table")), hands };
  }

  /** Who has won, and everybody's gold at the end. */
  get result() {
    const tally = this.records.at(this.now, "GAME", "tally");
    const winners = this.records.read(tally, "TALLY", "winners");
    return {
      end: this.story.ends[this.records.read(tally, "TALLY", "end")],
      winners: Array.from({ length: this.players }, (_, seat) => seat).filter((seat) => (winners >> seat) & 1),
      gold: this.records.list(tally, "TALLY", "gold", this.players),
      gambits: this.records.read(tally, "TALLY", "gambits"),
      decisions: this.records.read(tally, "TALLY", "decisions"),
    };
  }

  // --- records ---

  /** @param {number} game */
  #phase(game) {
    return this.records.read(this.records.at(game, "GAME", "table"), "TABLE", "phase");
  }

  /** @param {number} game */
  #halt(game) {
    return this.records.read(game, "GAME", "halt");
  }

  /** @param {number} to @param {number} from */
  #copy(to, from) {
    new Uint8Array(this.engine.code.memory.buffer).copyWithin(to, from, from + this.size);
  }

  /** @param {number} game */
  #emptyLog(game) {
    this.records.write(game, "GAME", "n_log", 0);
    this.read = 0;
  }

  /** Play a copy of the game at rest. @param {number} game @param {number} stop @param {number[]} answers */
  #play(game, stop, answers) {
    this.#copy(game, this.rest);
    answers.forEach((index, k) => this.records.write(game, "GAME", "answer", index, k));
    this.records.write(game, "GAME", "n_answers", answers.length);
    this.records.write(game, "GAME", "n_answered", 0);
    check(this.engine.code.advance(game, BigInt(this.size), BigInt(stop)));
    if (this.#halt(game) === this.story.halts.FAULT) throw new Error("a strategy has failed");
    if (this.records.read(game, "GAME", "lost_events")) throw new Error("the log of a step was full");
  }

  /** @param {number} game @returns {LogRow[]} */
  #log(game) {
    const first = this.records.at(game, "GAME", "log");
    const { size } = this.engine.layout.records.EVENT;
    return Array.from({ length: this.records.read(game, "GAME", "n_log") }, (_, k) => {
      const [kind, seat, card, other, gold] = ["kind", "seat", "card", "other", "gold"].map((field) =>
        this.records.read(first + k * size, "EVENT", field),
      );
      return { kind, seat, card, other, gold };
    });
  }

  /** @param {number} game @returns {Asked} */
  #question(game) {
    const start = this.records.at(game, "GAME", "question");
    const [kind, card, gold, payee, about, n] = ["kind", "card", "gold", "seat", "about", "n"].map((field) =>
      this.records.read(start, "QUESTION", field),
    );
    const hand = this.records.at(game, "GAME", "asked_hand");
    return {
      seat: this.records.read(game, "GAME", "asked_seat"),
      kind,
      card,
      gold,
      payee,
      about,
      options: this.records.list(start, "QUESTION", "option", n),
      hand: this.records.list(hand, "PRIVATE", "card", this.records.read(hand, "PRIVATE", "n")),
      place: this.#tableAt(this.records.at(game, "GAME", "asked_table")),
    };
  }

  /** @param {number} table @returns {Place} */
  #tableAt(table) {
    const { records } = this.engine.layout;
    const number = (/** @type {string} */ field) => this.records.read(table, "TABLE", field);
    const bySeat = (/** @type {string} */ field) => this.records.list(table, "TABLE", field, this.players);
    const perFlight = records.TABLE.fields.flight[1] / records.TABLE.fields.flight_size[1];
    const flightSizes = bySeat("flight_size");
    const rows = (
      /** @type {string} */ field,
      /** @type {string} */ record,
      /** @type {string[]} */ names,
      /** @type {number} */ n,
    ) =>
      Array.from({ length: n }, (_, k) => {
        const start = this.records.at(table, "TABLE", field) + k * records[record].size;
        return Object.fromEntries(names.map((name) => [name, this.records.read(start, record, name)]));
      });
    const summaries = Array.from({ length: this.players }, (_, seat) =>
      this.records.at(table, "TABLE", "summary", seat),
    );
    const mask = (/** @type {number} */ start, /** @type {string} */ field) =>
      this.engine.view.getBigInt64(this.records.at(start, "SUMMARY", field), true);
    return {
      barred: summaries.map((start) => (mask(start, "groups") & mask(start, "bars")) !== 0n),
      weakestWins: number("weakest_wins") === 1 || number("ante_weakest_wins") === 1,
      phase: number("phase"),
      gambit: number("gambit"),
      seriesGame: number("series_game"),
      round: number("round"),
      leader: number("leader"),
      turn: number("turn"),
      stakes: number("stakes"),
      hole: number("hole"),
      deck: number("deck_size"),
      discard: number("discard_size"),
      hoards: bySeat("hoard"),
      sizes: bySeat("hand_size"),
      flights: flightSizes.map((n, seat) => this.records.list(table, "TABLE", "flight", n, perFlight * seat)),
      played: bySeat("played"),
      ante: this.records.list(table, "TABLE", "ante", number("ante_size")),
      out: bySeat("hoard").map((_, seat) => ((number("out") >> seat) & 1) === 1),
      owed: bySeat("owed"),
      debts: /** @type {any} */ (rows("debt", "DEBT", ["debtor", "creditor", "gold"], number("n_debts"))),
      lasting: /** @type {any} */ (rows("lasting", "LASTING", ["seat", "card"], number("n_lasting"))),
    };
  }
}

/** @param {number} status */
function check(status) {
  if (status !== 0) throw new Error("the compiled rules have failed");
}
