/** The compiled rules: a WebAssembly module, and the records that it plays with. */

/** @import { Code, Entrant, Layout, Tables } from "./types.js" */

/**
 * An array in memory; bytes of each, usually 8. What can be laid there.
 * @typedef {{start: number, shape: number[], bytes?: number}} Numbers
 * @typedef {(number | bigint | ArrayLike<number>)[]} Given
 */

const product = (/** @type {number[]} */ shape) => shape.reduce((a, b) => a * b, 1);
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
    this.code = /** @type {Code} */ (/** @type {unknown} */ (instance.exports));
    this.rooms = this.reserve(layout.rooms); // for all games: a deck that is laid gets a new number
    this.decks = 0;
    this.sizes = this.code.reserve(8 * layout.sizes.length);
    new BigInt64Array(this.code.memory.buffer, this.sizes, layout.sizes.length).set(layout.sizes.map(BigInt));
  }

  /** A view of the module's memory. It is stale after the next `reserve`, which may make the memory grow. */
  get view() {
    return new DataView(this.code.memory.buffer);
  }

  /** Return the address of zeroed memory. @param {number} bytes */
  reserve(bytes) {
    const start = this.code.reserve(bytes);
    new Uint8Array(this.code.memory.buffer, start, bytes).fill(0);
    return start;
  }

  /** Return some records in zeroed memory. @param {string} type @param {number} [count] */
  records(type, count = 1) {
    const { size } = this.layout.records[type];
    const start = this.reserve(size * count);
    return Array.from({ length: count }, (_, k) => new EngineRecord(this, type, start + size * k));
  }

  /**
   * Records of who may play: the entrants, and after them the members of levels.
   * @param {Entrant[]} entrants @returns {EngineRecord[]}
   */
  seats(entrants) {
    const members = entrants.map((entrant) => entrant.members ?? []);
    const rows = this.records("ENTRANT", entrants.length + members.flat().length);
    let first = entrants.length;
    entrants.forEach((entrant, k) => {
      rows[k].seat(k, { ...entrant, modifiers: { members: members[k].length, first_member: first } });
      members[k].forEach((member, m) => rows[first + m].seat(k, member));
      first += members[k].length;
    });
    return rows;
  }

  /** Room for a table of numbers. @param {number[]} shape @returns {Numbers} */
  room(...shape) {
    return { start: this.reserve(8 * product(shape)), shape };
  }

  /** Rows of numbers, or numbers in a row; those of 64 bits as bigint. @param {Given} values @returns {Numbers} */
  lay(values) {
    const [first] = values;
    const inRow = typeof first === "number" || typeof first === "bigint";
    const made = this.room(values.length, ...(inRow ? [] : [first?.length ?? 0]));
    const Kind = typeof first === "bigint" ? BigUint64Array : Float64Array;
    const place = new Kind(this.code.memory.buffer, made.start, product(made.shape));
    for (const [k, row] of (inRow ? [values] : values).entries())
      place.set(/** @type {any} */ (row), k * made.shape[1] || 0);
    return made;
  }

  /**
   * Call a function of `tda_sim.lab.statistics`: returns its number, if it has one, and the tables that it has written.
   * Memory is given back afterwards.
   * @param {"block_sums" | "card_sums" | "compare" | "at_once" | "level_of_orders"} name
   * @param {(number | Numbers | Given)[]} given @param {number[][]} shapes  of these tables, its last parameters
   */
  call(name, given, ...shapes) {
    const before = this.code.reserve(0);
    try {
      const answer = this.reserve(16);
      const written = shapes.map((shape) => this.room(...shape));
      const values = [...given, ...written].flatMap((value) => {
        if (typeof value === "number") return [value];
        return arrayOf("start" in value ? value : this.lay(value));
      });
      if (this.code[name](answer, answer + 8, ...values)) throw new Error(`${name} failed`);
      const { buffer } = this.code.memory;
      const tables = written.map(({ start, shape }) => new Float64Array(buffer, start, product(shape)).slice());
      return { number: this.view.getFloat64(answer, true), tables };
    } finally {
      this.code.release(before);
    }
  }

  /** @param {number} start @param {number[]} parameters */
  writeParameters(start, parameters) {
    const { view } = this;
    parameters.forEach((value, place) => view.setFloat64(start + 8 * place, value, true));
  }
}

/**
 * An array as compiled functions take it: no owner, no parent, items, bytes an item, address, and of each dimension the
 * length and the bytes from one to the next.
 * @param {Numbers} array @returns {(number | bigint)[]}
 */
function arrayOf({ start, shape, bytes = 8 }) {
  const steps = shape.map((_, k) => shape.slice(k + 1).reduce((a, b) => a * b, bytes));
  return [0, 0, BigInt(product(shape)), BigInt(bytes), start, ...[...shape, ...steps].map(BigInt)];
}

/** A record in a module's memory. */
export class EngineRecord {
  /** @param {Engine} engine @param {string} type @param {number} start  its address */
  constructor(engine, type, start) {
    this.engine = engine;
    this.layout = engine.layout.records[type];
    this.start = start;
  }

  /** Where a number of a field lies. @param {string} field @param {number} [place] */
  at(field, place = 0) {
    const [offset, , bytes] = this.layout.fields[field];
    return this.start + offset + bytes * place;
  }

  /** A record within this one. @param {string} field @param {string} type @param {number} [place] */
  inner(field, type, place = 0) {
    return new EngineRecord(this.engine, type, this.at(field, place));
  }

  /** @param {string} field @param {number} [place] */
  read(field, place = 0) {
    const { view } = this.engine;
    const at = this.at(field, place);
    const [, , bytes] = this.layout.fields[field];
    if (bytes === 8) return Number(view.getBigInt64(at, true));
    return bytes === 4 ? view.getInt32(at, true) : view.getInt16(at, true);
  }

  /** @template {string} Name @param {Name[]} fields @returns {Record<Name, number>} */
  readAll(...fields) {
    const read = fields.map((field) => [field, this.read(field)]);
    return Object.fromEntries(read);
  }

  /** Numbers of an array. @param {string} field @param {number} n @param {number} [first] */
  list(field, n, first = 0) {
    return Array.from({ length: n }, (_, k) => this.read(field, first + k));
  }

  /** @param {string} field @param {number | bigint} value @param {number} [place] */
  write(field, value, place = 0) {
    this.engine.view.setBigInt64(this.at(field, place), BigInt(value), true);
  }

  /** @param {EngineRecord} other  of the same type */
  copy(other) {
    const memory = new Uint8Array(this.engine.code.memory.buffer);
    memory.copyWithin(this.start, other.start, other.start + this.layout.size);
  }

  /** Write who answers for a seat, into a record of type ENTRANT. @param {number} number @param {Entrant} entrant */
  seat(number, { strategy, parameters, modifiers = {}, members }) {
    this.write("number", number);
    if (!members) this.write("strategy", this.engine.code.handle(strategy));
    this.engine.writeParameters(this.at("parameter"), parameters);
    for (const [field, value] of Object.entries(modifiers)) this.write(field, value);
  }

  /** Lay a deck into a record of type GAME, which is cleared. @param {number} players @param {Tables} tables */
  layDeck(players, { cards, rules }) {
    const memory = new Uint8Array(this.engine.code.memory.buffer);
    const table = this.inner("table", "TABLE");
    memory.fill(0, this.start, this.start + this.layout.size);
    memory.set(cards, this.at("cards"));
    memory.set(rules, table.at("rules"));
    table.write("players", players);
    for (const field of ["ahead", "forced"]) this.write(field, NOBODY);
    this.write("rooms", this.engine.rooms);
    this.inner("cards", "CARDS").write("number", ++this.engine.decks);
  }
}

/** A table at which games of one deck are played: who sits there, and what they play. */
export class Table {
  /**
   * @param {Engine} engine @param {number} players @param {Entrant[]} entrants
   * @param {number[][]} seatings  game g is seated by row g % seatings.length
   * @param {number} most  games that are played at a time
   */
  constructor(engine, players, entrants, seatings, most) {
    this.engine = engine;
    this.players = players;
    const seats = engine.seats(entrants);
    this.entrants = seats.length;
    this.seatingRows = seatings.length;
    this.game = engine.records("GAME")[0];
    this.entrant = seats[0].start;
    this.seating = engine.reserve(2 * PLAYERS * seatings.length);
    this.tallies = engine.records("TALLY", most)[0].start;
    this.sumCount = seats.length * product(engine.layout.sizes.slice(4, 7));
    this.sums = engine.reserve(8 * this.sumCount);
    const rows = new Int16Array(engine.code.memory.buffer, this.seating, PLAYERS * seatings.length).fill(NOBODY);
    seatings.forEach((row, r) => rows.set(row, r * PLAYERS));
  }

  /** Lay a deck on the table: its cards and rules as the engine reads them. @param {Tables} tables */
  lay(tables) {
    this.game.layDeck(this.players, tables);
    this.cardSums().fill(0n);
  }

  /**
   * Play games first .. first + n - 1, whose tallies then lie at `this.tallies`; sums of cards are added to.
   * @param {number} seed @param {number} first @param {number} n
   */
  play(seed, first, n) {
    const { code, sizes } = this.engine;
    const seated = [this.entrant, BigInt(this.entrants), this.seating, BigInt(this.seatingRows)];
    const numbers = [seed, first, n].map(BigInt);
    const played = Number(code.play(this.game.start, ...seated, ...numbers, this.tallies, this.sums, sizes));
    if (played !== n) throw new Error(`game ${first + Math.max(0, played)} stopped with a fault of the engine`);
  }

  /**
   * What so many games that were played last add up to, by the columns of `tda_sim.lab.statistics`, and the cards
   * played in each.
   * @param {number} games @param {number[]} paces  milliseconds for each of the sums
   */
  summed(games, paces) {
    const { engine, tallies, players } = this;
    const { size, fields } = engine.layout.records.TALLY;
    const rows = { start: tallies, shape: [games, size / 8] };
    const records = { start: tallies, shape: [games], bytes: size };
    const [sums] = engine.call("block_sums", [records, rows, players, paces], [paces.length]).tables;
    const { view } = engine;
    const played = (/** @type {number} */ k) => view.getUint32(tallies + k * size + fields.plays[0], true);
    return { sums, plays: Uint32Array.from({ length: games }, (_, k) => played(k)) };
  }

  /** How cards were met so far, three numbers a card on opening hands and one for each way: see `card_sums` there. */
  met() {
    const { engine } = this;
    const { sizes, ways } = engine.layout;
    const [contacts, cards, each] = sizes.slice(4, 7);
    const sums = { start: this.sums, shape: [this.entrants, contacts, cards, each] };
    const [opening, times] = engine.call("card_sums", [sums], [cards, 3], [cards, ways]).tables;
    return { opening, times };
  }

  /** The sums over cards so far: int64, (entrants, contacts, cards, sums). */
  cardSums() {
    return new BigInt64Array(this.engine.code.memory.buffer, this.sums, this.sumCount);
  }
}

/**
 * Return who sits where, game by game: all orders of the places, so that every strategy holds every seat equally often.
 * @param {number[]} lineUp  an entrant for each place @param {Layout} layout
 */
export function seatings(lineUp, { orders }) {
  if (new Set(lineUp).size === 1) return [lineUp];
  return orders[lineUp.length].map((order) => order.map((place) => lineUp[place]));
}
