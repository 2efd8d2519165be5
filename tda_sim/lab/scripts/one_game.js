/**
 * One game, played step by step by the compiled rules; answers for some seats come from outside.
 *
 * The rules run straight through and cannot wait for a person. So there are two records: `rest`, the game as it stood
 * after the latest step, and `now`, the game as it stands. To go on, a copy of `rest` is played with the answers given
 * since, up to the first question without one: see `tda_sim.one_game.driver`.
 *
 * @import { Engine, EngineRecord } from "./engine.js"
 * @import { Asked, Entrant, LogRow, Place, Story, Tables } from "./types.js"
 */

const MOST_PLAYERS = 6;
const LOGGED = /** @type {const} */ (["kind", "seat", "card", "other", "gold"]);

export class OneGame {
  /** @type {number[]} */ #given = []; // answers since the rest
  #read = 0; // rows of the log that were handed out
  /** @type {Asked | undefined} */ asked;

  /**
   * Set up a game and deal it.
   * @param {Engine} engine @param {Story} story
   * @param {Tables & {players: number, entrants: Entrant[], seed: number, number: number, driven?: number[]}} about
   *   entrants by seat; the seats answered from outside
   */
  constructor(engine, story, { cards, rules, players, entrants, seed, number, driven = [] }) {
    this.engine = engine;
    this.story = story;
    this.players = players;
    const [rest, now, trial] = engine.records("GAME", 3);
    this.rest = rest;
    this.now = now;
    this.trial = trial; // for a look ahead
    this.rest.layDeck(players, { cards, rules });
    this.#sitDown(entrants, number, seed);
    this.rest.write("watched", 1);
    const numbers = [this.rest.layout.size, number, seed, players].map(BigInt);
    check(engine.code.start(this.rest.start, numbers[0], numbers[1], numbers[2], numbers[3]));
    for (const seat of driven) this.rest.write("driven", 1, seat);
    this.now.copy(this.rest);
  }

  /**
   * Seat entrants, and for a level the player who is drawn.
   * @param {Entrant[]} entrants @param {number} number @param {number} seed
   */
  #sitDown(entrants, number, seed) {
    const { engine, rest } = this;
    const { code } = engine;
    const rows = engine.seats(entrants);
    const n = entrants.length;
    const [seating, drawn] = [engine.reserve(2 * MOST_PLAYERS), engine.reserve(8 * n)];
    new Int16Array(code.memory.buffer, seating, n).set([...entrants.keys()]);
    const [ofGame, count, ofEntrant, ...where] = [rest.layout.size, rows.length, rows[0].layout.size, number, seed].map(
      BigInt,
    );
    check(
      code.draw(rest.start, ofGame, rows[0].start, count, ofEntrant, seating, where[0], where[1], drawn, BigInt(n)),
    );
    const chosen = new BigInt64Array(code.memory.buffer, drawn, n);
    entrants.forEach((_, seat) => rest.inner("entrant", "ENTRANT", seat).copy(rows[Number(chosen[seat])]));
  }

  get over() {
    return phaseOf(this.now) === this.story.phases.OVER;
  }

  /** The stop that comes next, from which the game can go on. */
  get nextStop() {
    const { stops, phases } = this.story;
    const { TURN, ANTE, SET_UP, SCORE } = phases;
    const next = { [TURN]: stops.TURN, [ANTE]: stops.ANTE, [SET_UP]: stops.ANTE, [SCORE]: stops.GAMBIT };
    return next[phaseOf(this.rest)] ?? stops.NEXT;
  }

  /**
   * Play on to the next step; returns what has happened. The game has halted before if `asked` is set.
   * @returns {LogRow[]}
   */
  goOn() {
    this.#play(this.now, this.#given);
    const rows = logOf(this.now).slice(this.#read);
    this.#read += rows.length;
    const isAsked = this.now.read("halt") === this.story.halts.QUESTION;
    this.asked = isAsked ? this.#question(this.now) : undefined;
    if (!isAsked) this.#settle();
    return rows;
  }

  /** Empty the log of the deal; returns what it held. */
  takeDealt() {
    const rows = logOf(this.now);
    this.#settle();
    return rows;
  }

  /** Answer the open question. @param {number} index */
  answer(index) {
    if (!this.asked || !(index in this.asked.options)) throw new Error(`there is no option ${index}`);
    this.#given.push(index);
    this.asked = undefined;
  }

  /** What would follow an answer to the open question; the game does not change. @param {number} index */
  peek(index) {
    this.#play(this.trial, [...this.#given, index]);
    return logOf(this.trial).slice(this.#read);
  }

  /** What lies on the table, with all hands. @returns {Place} */
  get place() {
    const hands = this.#seats.map((seat) => handOf(this.now.inner("hand", "PRIVATE", seat)));
    return { ...this.#tableAt(this.now.inner("table", "TABLE")), hands };
  }

  /** Who has won, and everybody's gold at the end. */
  get result() {
    const tally = this.now.inner("tally", "TALLY");
    const { winners, end, ...counts } = tally.readAll("winners", "end", "gambits", "decisions");
    return {
      ...counts,
      end: this.story.ends[end],
      winners: this.#seats.filter((seat) => (winners >> seat) & 1),
      gold: tally.list("gold", this.players),
    };
  }

  get #seats() {
    return Array.from({ length: this.players }, (_, seat) => seat);
  }

  /** The game rests as it stands. */
  #settle() {
    this.now.write("n_log", 0);
    this.#read = 0;
    this.rest.copy(this.now);
    this.#given = [];
  }

  /** Play a copy of the game at rest to its next stop. @param {EngineRecord} game @param {number[]} answers */
  #play(game, answers) {
    game.copy(this.rest);
    answers.forEach((index, k) => game.write("answer", index, k));
    game.write("n_answers", answers.length);
    game.write("n_answered", 0);
    check(this.engine.code.advance(game.start, BigInt(game.layout.size), BigInt(this.nextStop)));
    if (game.read("halt") === this.story.halts.FAULT) throw new Error("a strategy has failed");
    if (game.read("lost_events")) throw new Error("the log of a step was full");
  }

  /** @param {EngineRecord} game @returns {Asked} */
  #question(game) {
    const question = game.inner("question", "QUESTION");
    const { n, seat: payee, ...about } = question.readAll("kind", "card", "gold", "seat", "about", "n");
    return {
      ...about,
      payee,
      seat: game.read("asked_seat"),
      options: question.list("option", n),
      hand: handOf(game.inner("asked_hand", "PRIVATE")),
      place: this.#tableAt(game.inner("asked_table", "TABLE")),
    };
  }

  /** @param {EngineRecord} table @returns {Place} */
  #tableAt(table) {
    const { flight, flight_size: sizes } = table.layout.fields;
    const bySeat = (/** @type {string} */ field) => table.list(field, this.players);
    /**
     * @template {string} Name @param {string} field @param {string} type @param {string} count @param {Name[]} names
     */
    const rows = (field, type, count, ...names) =>
      Array.from({ length: table.read(count) }, (_, k) => table.inner(field, type, k).readAll(...names));
    const isBarred = (/** @type {number} */ seat) => {
      const summary = table.inner("summary", "SUMMARY", seat);
      const [groups, bars] = ["groups", "bars"].map((field) => this.engine.view.getBigInt64(summary.at(field), true));
      return (groups & bars) !== 0n;
    };
    return {
      ...table.readAll("phase", "gambit", "round", "leader", "turn", "stakes", "hole"),
      seriesGame: table.read("series_game"),
      deck: table.read("deck_size"),
      discard: table.read("discard_size"),
      barred: this.#seats.map(isBarred),
      weakestWins: table.read("weakest_wins") === 1 || table.read("ante_weakest_wins") === 1,
      hoards: bySeat("hoard"),
      sizes: bySeat("hand_size"),
      flights: bySeat("flight_size").map((n, seat) => table.list("flight", n, (flight[1] / sizes[1]) * seat)),
      played: bySeat("played"),
      ante: table.list("ante", table.read("ante_size")),
      out: this.#seats.map((seat) => ((table.read("out") >> seat) & 1) === 1),
      owed: bySeat("owed"),
      debts: rows("debt", "DEBT", "n_debts", "debtor", "creditor", "gold"),
      lasting: rows("lasting", "LASTING", "n_lasting", "seat", "card"),
    };
  }
}

/** @param {EngineRecord} game */
const phaseOf = (game) => game.inner("table", "TABLE").read("phase");

/** @param {EngineRecord} hand */
const handOf = (hand) => hand.list("card", hand.read("n"));

/** @param {EngineRecord} game @returns {LogRow[]} */
const logOf = (game) =>
  Array.from({ length: game.read("n_log") }, (_, k) => game.inner("log", "EVENT", k).readAll(...LOGGED));

/** @param {number} status */
function check(status) {
  if (status !== 0) throw new Error("the compiled rules have failed");
}
