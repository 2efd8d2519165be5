/**
 * The compiled rules: a WebAssembly module, and the records that it plays with.
 *
 * @typedef {{size: number, fields: Record<string, [number, number]>}} RecordLayout  bytes; offset and numbers in a row
 * @typedef {{records: Record<string, RecordLayout>, sizes: number[], strategies: {name: string}[], contacts: string[],
 *   sums: string[]}} Layout
 * @typedef {{strategy: number, parameters: number[]}} Entrant  a strategy by its place in the layout's list
 */

const PLAYERS = 6;
const NOBODY = -1;

/** One instance of the module. It plays in one thread; each worker has its own. */
export class Engine {
  /**
   * @param {WebAssembly.Module} module
   * @param {Layout} layout
   */
  constructor(module, layout) {
    this.layout = layout;
    this.code = /** @type {any} */ (new WebAssembly.Instance(module, {}).exports);
    this.sizes = this.code.reserve(8 * layout.sizes.length);
    new BigInt64Array(this.code.memory.buffer, this.sizes, layout.sizes.length).set(layout.sizes.map(BigInt));
  }

  /** A view of the module's memory. It is stale after the next `reserve`, which may make the memory grow. */
  get view() {
    return new DataView(this.code.memory.buffer);
  }

  /**
   * Return the address of zeroed memory.
   * @param {number} bytes
   */
  reserve(bytes) {
    const start = this.code.reserve(bytes);
    new Uint8Array(this.code.memory.buffer, start, bytes).fill(0);
    return start;
  }

  /** @param {string} record @param {string} field */
  offset(record, field) {
    return this.layout.records[record].fields[field][0];
  }
}

/** A table at which games of one deck are played: who sits there, and what they play. */
export class Table {
  /**
   * @param {Engine} engine
   * @param {number} players
   * @param {Entrant[]} entrants
   * @param {number[][]} seatings  game g is seated by row g % seatings.length
   * @param {number} most  games that are played at a time
   */
  constructor(engine, players, entrants, seatings, most) {
    const { records } = engine.layout;
    this.engine = engine;
    this.players = players;
    this.most = most;
    this.entrants = entrants.length;
    this.seatingRows = seatings.length;
    this.game = engine.reserve(records.GAME.size);
    this.entrant = engine.reserve(records.ENTRANT.size * entrants.length);
    this.seating = engine.reserve(2 * PLAYERS * seatings.length);
    this.tallies = engine.reserve(records.TALLY.size * most);
    this.sumCount = entrants.length * engine.layout.sizes.slice(4, 7).reduce((a, b) => a * b);
    this.sums = engine.reserve(8 * this.sumCount);
    this.#seat(entrants, seatings);
  }

  /** @param {Entrant[]} entrants @param {number[][]} seatings */
  #seat(entrants, seatings) {
    const { engine } = this;
    const { view } = engine;
    entrants.forEach(({ strategy, parameters }, k) => {
      const start = this.entrant + k * engine.layout.records.ENTRANT.size;
      view.setBigInt64(start + engine.offset("ENTRANT", "number"), BigInt(k), true);
      view.setBigInt64(start + engine.offset("ENTRANT", "strategy"), engine.code.handle(strategy), true);
      const first = start + engine.offset("ENTRANT", "parameter");
      parameters.forEach((value, place) => view.setFloat64(first + 8 * place, value, true));
    });
    seatings.forEach((row, r) => {
      for (let seat = 0; seat < PLAYERS; seat++)
        view.setInt16(this.seating + 2 * (r * PLAYERS + seat), row[seat] ?? NOBODY, true);
    });
  }

  /**
   * Lay a deck on the table: its cards and rules as the engine reads them.
   * @param {Uint8Array} cards  a record of type CARDS
   * @param {Uint8Array} rules  a record of type RULES
   */
  lay(cards, rules) {
    const { engine } = this;
    const memory = new Uint8Array(engine.code.memory.buffer);
    memory.fill(0, this.game, this.game + engine.layout.records.GAME.size);
    memory.set(cards, this.game + engine.offset("GAME", "cards"));
    const table = this.game + engine.offset("GAME", "table");
    memory.set(rules, table + engine.offset("TABLE", "rules"));
    engine.view.setBigInt64(table + engine.offset("TABLE", "players"), BigInt(this.players), true);
    for (const field of ["ahead", "forced"])
      engine.view.setBigInt64(this.game + engine.offset("GAME", field), BigInt(NOBODY), true);
    memory.fill(0, this.sums, this.sums + 8 * this.sumCount);
  }

  /**
   * Play games first .. first + n - 1, whose tallies then lie at `this.tallies`; sums of cards are added to.
   * @param {bigint} seed @param {number} first @param {number} n
   */
  play(seed, first, n) {
    const { code } = this.engine;
    const played = code.play(this.game, this.entrant, BigInt(this.entrants), this.seating, BigInt(this.seatingRows),
      seed, BigInt(first), BigInt(n), this.tallies, this.sums, this.engine.sizes);
    if (Number(played) !== n) throw new Error(`game ${first + Math.max(0, Number(played))} stopped with a fault of the engine`);
  }

  /** The sums over cards so far: int64, (entrants, contacts, cards, sums). */
  cardSums() {
    return new BigInt64Array(this.engine.code.memory.buffer, this.sums, this.sumCount);
  }
}

/**
 * Return who sits where, game by game: all orders of the places, so that every strategy holds every seat equally often.
 * @param {number[]} lineUp  an entrant for each place
 */
export function seatings(lineUp) {
  if (new Set(lineUp).size === 1) return [lineUp];
  const [first, ...others] = lineUp;
  return permutations(others).flatMap((rest) => {
    const circle = [first, ...rest];
    return circle.map((_, turn) => [...circle.slice(turn), ...circle.slice(0, turn)]);
  });
}

/** @template T @param {T[]} items @returns {T[][]} */
function permutations(items) {
  if (items.length < 2) return [items];
  return items.flatMap((item, k) => permutations(items.filter((_, other) => other !== k)).map((rest) => [item, ...rest]));
}
