/**
 * The compiled rules: a WebAssembly module, and the records that it plays with.
 *
 * @typedef {{size: number, fields: Record<string, [number, number, number]>}} RecordLayout  bytes; offset, numbers
 *   in a row, and bytes of each
 * @typedef {{records: Record<string, RecordLayout>, sizes: number[], strategies: {name: string}[], contacts: string[],
 *   sums: string[]}} Layout
 * @typedef {{strategy: number, parameters: number[]}} Entrant  a strategy by its place in the layout's list
 */

const PLAYERS = 6;
const NOBODY = -1;

/** One instance of the module. It plays in one thread; each worker has its own. */
export class Engine {
  /**
   * @param {WebAssembly.Module | WebAssembly.Instance} module  an instance where the browser makes none at once
   * @param {Layout} layout
   */
  constructor(module, layout) {
    this.layout = layout;
    const instance = module instanceof WebAssembly.Instance ? module : new WebAssembly.Instance(module, {});
    this.code = /** @type {any} */ (instance.exports);
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

  /** Write who answers for a seat. @param {number} start @param {number} number @param {Entrant} entrant */
  writeEntrant(start, number, { strategy, parameters }) {
    this.view.setBigInt64(start + this.offset("ENTRANT", "number"), BigInt(number), true);
    this.view.setBigInt64(start + this.offset("ENTRANT", "strategy"), this.code.handle(strategy), true);
    this.writeParameters(start + this.offset("ENTRANT", "parameter"), parameters);
  }

  /** @param {number} start @param {number[]} parameters */
  writeParameters(start, parameters) {
    parameters.forEach((value, place) => this.view.setFloat64(start + 8 * place, value, true));
  }

  /**
   * Lay a deck into a record of type GAME, which is cleared.
   * @param {number} game @param {number} players
   * @param {Uint8Array} cards  a record of type CARDS
   * @param {Uint8Array} rules  a record of type RULES
   */
  layDeck(game, players, cards, rules) {
    const memory = new Uint8Array(this.code.memory.buffer);
    memory.fill(0, game, game + this.layout.records.GAME.size);
    memory.set(cards, game + this.offset("GAME", "cards"));
    const table = game + this.offset("GAME", "table");
    memory.set(rules, table + this.offset("TABLE", "rules"));
    this.view.setBigInt64(table + this.offset("TABLE", "players"), BigInt(players), true);
    for (const field of ["ahead", "forced"])
      this.view.setBigInt64(game + this.offset("GAME", field), BigInt(NOBODY), true);
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
    entrants.forEach((entrant, k) =>
      engine.writeEntrant(this.entrant + k * engine.layout.records.ENTRANT.size, k, entrant),
    );
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
    engine.layDeck(this.game, this.players, cards, rules);
    new Uint8Array(engine.code.memory.buffer, this.sums, 8 * this.sumCount).fill(0);
  }

  /**
   * Play games first .. first + n - 1, whose tallies then lie at `this.tallies`; sums of cards are added to.
   * @param {bigint} seed @param {number} first @param {number} n
   */
  play(seed, first, n) {
    const { code } = this.engine;
    const played = code.play(
      this.game,
      this.entrant,
      BigInt(this.entrants),
      this.seating,
      BigInt(this.seatingRows),
      seed,
      BigInt(first),
      BigInt(n),
      this.tallies,
      this.sums,
      this.engine.sizes,
    );
    if (Number(played) !== n)
      throw new Error(`game ${first + Math.max(0, Number(played))} stopped with a fault of the engine`);
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
  return items.flatMap((item, k) =>
    permutations(items.filter((_, other) => other !== k)).map((rest) => [item, ...rest]),
  );
}
