/** An answer: what is played for a question, and what is known about it so far. */
import { cardWorths } from "./cards.js";
import { compare } from "./comparison.js";
import { edited, isChanged, noEdits, ruleOf } from "./edits.js";
import { phrasebook } from "./phrases.js";
import { deckOf } from "./presets.js";
import { lineUpText, toHash } from "./state.js";
import { answer, portrait, withUnit } from "./words.js";

/** @import { Statistics } from "./comparison.js" */
/** @import { Data, Entrant, Job, Marks, Played, Row, State, Tables } from "./types.js" */

const GAMES = 100; // of a block
const MOST_BLOCKS = 1000;
const ENOUGH = 10; // blocks, for a first look
const OWN_RULE = " --rules my-house-rule.yaml";

/**
 * The tables of the deck as printed.
 * @param {Data} data @param {Uint8Array} all  tables of all decks
 * @param {State} state @returns {Tables}
 */
export function printedTables({ layout: { records } }, all, { deck }) {
  const { CARDS, RULES } = records;
  const start = deck * (CARDS.size + RULES.size);
  const middle = start + CARDS.size;
  return { cards: all.slice(start, middle), rules: all.slice(middle, middle + RULES.size) };
}

/** What a state asks, apart from the card or the game that is looked at. @param {State} state @param {Data} data */
export const questionOf = (state, data) => toHash({ ...state, card: undefined, view: undefined }, data);

/**
 * What gives the same games on the command line.
 * @param {string} verb @param {State} state @param {Data} data @param {boolean} changed
 */
export function command(verb, state, data, changed, strategies = lineUpText(state, data)) {
  const deck = `${data.decks[state.deck].name}${changed ? OWN_RULE : ""}`;
  return `tda ${verb} ${deck} --players ${state.players} --strategies ${strategies}`;
}

let ids = 0; // of what workers have played

/** A number for what workers are to play. */
export const newId = () => ++ids;

/**
 * Who sits at the table of a state, and with which shuffles.
 * @param {Data} data @param {State} state
 */
export function seatedAt(data, { deck, players, lineUp }) {
  const names = [...new Set(lineUp)];
  return {
    ...{ players, seed: data.seed, paces: data.paces[players] },
    lineUp: lineUp.map((strategy) => names.indexOf(strategy)),
    entrants: names.map((strategy) => entrantOf(data, deck, strategy, players)),
  };
}

export class Answer {
  /**
   * @param {Data} data @param {State} state @param {Tables} printed  the tables of its deck
   * @param {Statistics} statistics
   */
  constructor(data, state, printed, statistics) {
    this.statistics = statistics;
    this.id = newId();
    this.data = data;
    this.state = structuredClone(state);
    this.question = questionOf(state, data);
    this.sides = isChanged(state) ? [printed, edited(deckOf(data, state), printed, state.edits, data)] : [printed];
    const each = (/** @type {string} */ name) =>
      [noEdits(), state.edits].map((edits) => ruleOf(data.decks[state.deck], edits, name)).slice(0, this.sides.length);
    const perPlayer = each("starting_gold.per_player");
    this.gold = each("starting_gold.each").map((gold, side) => gold + state.players * perPlayer[side]); // of a player
    this.series = each("series").some((games) => games > 1);
    this.dealt = 0; // blocks
    this.done = 0;
    const [cards] = data.layout.sizes.slice(5, 6);
    const numbers = (/** @type {number} */ of) => this.sides.map(() => new Float64Array(of * cards));
    const lists = () => this.sides.map(() => Array(0));
    /** @type {Float64Array[][]} */ this.blocks = lists();
    /** @type {Marks[][]} */ this.marks = lists();
    /** @type {Record<string, number>[]} */ this.lengths = this.sides.map(() => ({}));
    this.opening = numbers(3);
    this.times = numbers(data.measures.ways.length);
  }

  get isCompared() {
    return this.sides.length > 1;
  }

  /** Whether there is enough for a first look. */
  get isReady() {
    return this.done >= ENOUGH;
  }

  /** How much of all that is played has been. */
  get share() {
    return this.done / MOST_BLOCKS;
  }

  /** Games of each side. */
  get games() {
    return this.done * GAMES;
  }

  /** The next block to play, if there is one. @returns {Job | undefined} */
  next() {
    if (this.dealt >= MOST_BLOCKS) return undefined;
    const { data, state, sides, id } = this;
    return { ...seatedAt(data, state), id, sides, block: this.dealt++, games: GAMES };
  }

  /** @param {Played} played */
  take({ block, sides }) {
    sides.forEach(({ sums, plays, opening, times, marks }, side) => {
      this.blocks[side][block] = sums;
      if (marks) this.marks[side][block] = marks;
      for (const count of plays) this.lengths[side][count] = (this.lengths[side][count] ?? 0) + 1;
      for (const [own, fresh] of [
        [this.opening[side], opening],
        [this.times[side], times],
      ])
        for (let k = 0; k < own.length; k++) own[k] += fresh[k];
    });
    this.done += 1;
  }

  /** What the games so far say: rows of measures, what cards are worth, and sentences. */
  findings() {
    const { data, state, gold, series } = this;
    const blocks = this.blocks.map((side) => side.filter(Boolean));
    const rows = compare(this.statistics, data, { blocks, gold, series }, state);
    return { ...rows, worths: cardWorths(data, state, this), sentences: this.#sentences(rows) };
  }

  /** @param {{main: Row[], all: Row[], wins: Row[]}} rows */
  #sentences({ main, all, wins: [win] }) {
    const { data, state } = this;
    const say = phrasebook(data.phrases);
    if (this.isCompared) {
      const guest = win && { row: win, strategy: data.strategies[state.lineUp[0]].title };
      return answer(main, all, guest, data.measures, say);
    }
    const equal = win ? [`The ${win.metric.title} is ${withUnit(win.before, "%")}.`] : [];
    return [...equal, ...portrait([...main, ...all], say, data.reach)];
  }

  /** The command that shows a game. @param {number} game @param {boolean} changed */
  replay(game, changed) {
    return `${command("replay", this.state, this.data, changed)} --seed ${this.data.seed} --game ${game}`;
  }

  /** The command that lets a person play. @param {string} opponents @param {number} seat @param {number} seed */
  play(opponents, seat, seed) {
    return `${command("play", this.state, this.data, this.isCompared, opponents)} --seat ${seat} --seed ${seed}`;
  }
}

/**
 * A strategy of the page with what it is given for a deck; a level of play has its members for so many players.
 * @param {Data} data @param {number} deck @param {number} strategy @param {number} players @returns {Entrant}
 */
export function entrantOf(data, deck, strategy, players) {
  const { name, is_level: isLevel } = data.strategies[strategy];
  const parameters = data.weights[deck][name] ?? [];
  if (!isLevel) return { strategy, parameters };
  const { edition } = data.decks[deck];
  const members = data.levels[edition][players][name].map(({ strategy: own, ...modifiers }) => ({
    ...entrantOf(data, deck, own, players),
    modifiers,
  }));
  return { strategy, parameters, members };
}
