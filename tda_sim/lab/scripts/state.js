/** What is asked, a deck, who plays, and the changes; and how that stands in the page's address. */
import { CHOICES } from "./chosen_games.js";
import { isCardKey, knobsOf, noEdits, turn } from "./edits.js";
import { listed } from "./phrases.js";
import { changesCards, conflict, deckOf } from "./presets.js";

/** @import { Data, Knob, Look, Preset, State } from "./types.js" */

const USUAL_PLAYERS = 4;
const ANSWER = "result"; // the view that the page opens with
const VIEWS = [ANSWER, "games", "play", "find"];
const SIDES = ["printed", "yours"];
const MOST_NAMED = 5; // parts of a link

/** The highest number of a game to look at. */
export const LAST_NUMBER = 999_999;

/** The number of the strategy that all play if nobody asks for another. @param {Data} data */
export const usualStrategy = ({ strategies, strategy }) => strategies.findIndex(({ name }) => name === strategy);

/** @param {number} value @param {number[]} range */
const within = (value, [low, high]) => Math.min(Math.max(value, low), high);

/**
 * Sit at the table of a deck; those who come later play what the first does.
 * @param {State} state @param {number} deck @param {number} players @param {Data} data
 */
export function sit(state, deck, players, { decks }) {
  state.deck = deck;
  state.players = within(players, decks[deck].players);
  state.lineUp = Array.from({ length: state.players }, (_, place) => state.lineUp[place] ?? state.lineUp[0]);
}

/** The state that the page opens with. @param {Data} data @returns {State} */
export function initialState(data) {
  const state = { deck: 0, players: 0, lineUp: [usualStrategy(data)], edits: noEdits() };
  const opened = data.decks.findIndex(({ name }) => name === data.deck);
  sit(state, Math.max(opened, 0), USUAL_PLAYERS, data);
  return state;
}

/** The strategies by place, as commands name them: one if all play the same. @param {State} state @param {Data} data */
export function lineUpText({ lineUp }, data) {
  const names = lineUp.map((k) => data.strategies[k].name);
  return new Set(names).size === 1 ? names[0] : names.join(",");
}

/** The game that is looked at first. @returns {Look} */
export const firstLook = () => ({ game: CHOICES[0].name, changed: true, step: 0 });

/**
 * Write a state as the part of an address after #, with the names that house rules and `tda sweep` use.
 * @param {State} state @param {Data} data
 */
export function toHash(state, data) {
  const { deck, players, edits, card, view, look } = state;
  const pairs = [
    ["deck", data.decks[deck].name],
    ["players", players],
    ["strategies", lineUpText(state, data)],
    ...(edits.presets.length ? [["house-rules", edits.presets.join(",")]] : []),
    ...Object.entries(edits.numbers).map(([key, value]) => [key, isCardKey(key) ? "out" : value]),
    ...(card ? [["card", card]] : []),
    ...(view ? [["view", view]] : []),
    ...(view === "games" ? lookPairs(look ?? firstLook()) : []),
  ];
  return pairs.map(([name, value]) => `${name}=${value}`).join("&");
}

/** The game that is looked at, with steps counted from 1 as the page does. @param {Look} look */
const lookPairs = ({ game, changed, step }) => [
  ["game", game],
  ...(changed ? [] : [["side", "printed"]]),
  ...(step ? [["step", step + 1]] : []),
];

/**
 * Read a state from an address; what it does not name, or names wrongly, is as the page opens.
 * @param {string} hash @param {Data} data @returns {State}
 */
export const fromHash = (hash, data) => readHash(hash, data).state;

/**
 * Read a state from an address, and say what of it cannot be read.
 * @param {string} hash @param {Data} data @returns {{state: State, unread: string[]}}
 */
export function readHash(hash, data) {
  const pairs = [...new URLSearchParams(hash)];
  const given = Object.fromEntries(pairs);
  const state = initialState(data);
  const parts = Object.entries(PARTS).flatMap(([name, read]) =>
    name in given ? read(state, given[name], data).map((text) => [name, text]) : [],
  );
  const numbers = readNumbers(
    state,
    pairs.filter(([name]) => !Object.hasOwn(PARTS, name)),
    data,
  );
  return { state, unread: [...parts, ...numbers].map(([name, text]) => (text ? `${name}=${text}` : name)) };
}

/** What a person is told of a link that cannot be read as a whole. @param {string[]} unread */
export function unreadText(unread) {
  const more = unread.length - MOST_NAMED;
  const named = [...unread.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])];
  return `This link also says ${listed(named)}, which this page cannot read.`;
}

/**
 * How each part of an address is read into a state, in this order. What is returned of its text cannot be read.
 * @type {Record<string, (state: State, text: string, data: Data) => string[]>}
 */
const PARTS = {
  deck: (state, text, data) => {
    const deck = data.decks.findIndex(({ name }) => name === text);
    if (deck >= 0) sit(state, deck, state.players, data);
    return deck >= 0 ? [] : [text];
  },
  "house-rules": readPresets,
  players: (state, text, data) => {
    const players = numberIn(text, data.decks[state.deck].players);
    if (players !== undefined) sit(state, state.deck, players, data);
    return players === undefined ? [text] : [];
  },
  strategies: readLineUp,
  card: (state, text, data) => {
    const cards = [...deckOf(data, state).cards, ...data.decks[state.deck].cards];
    return taken(state, "card", cards.find(({ name }) => name === text)?.name, text);
  },
  view: (state, text) => {
    if (text === ANSWER) return [];
    return taken(state, "view", VIEWS.includes(text) ? text : undefined, text);
  },
  game: (state, text) => {
    const isKnown = CHOICES.some(({ name }) => name === text) || numberIn(text, [0, LAST_NUMBER]) !== undefined;
    return taken(lookOf(state), "game", isKnown ? text : undefined, text);
  },
  side: (state, text) => {
    return taken(lookOf(state), "changed", SIDES.includes(text) ? text !== SIDES[0] : undefined, text);
  },
  step: (state, text) => {
    const step = numberIn(text, [1, Infinity]);
    return taken(lookOf(state), "step", step && step - 1, text);
  },
};

/** The game that a state looks at. @param {State} state */
const lookOf = (state) => (state.look ??= firstLook());

/**
 * Set a field to what has been read, unless nothing could be.
 * @template Fields @param {Fields} fields @param {keyof Fields} name
 * @param {Fields[keyof Fields] | undefined} value @param {string} text  that it has been read from
 */
function taken(fields, name, value, text) {
  if (value === undefined) return [text];
  fields[name] = value;
  return [];
}

/** The whole number that a text is, if it lies in a range. @param {string} text @param {number[]} range */
function numberIn(text, range) {
  const number = text === "" ? NaN : Number(text);
  return Number.isInteger(number) && number === within(number, range) ? number : undefined;
}

/**
 * Switch on the house rules that are named, without those that conflict with an earlier one.
 * @param {State} state @param {string} text @param {Data} data
 */
function readPresets(state, text, { decks, presets }) {
  const fits = (/** @type {Preset} */ preset) => changesCards(preset) && decks[state.deck].name in preset.decks;
  const kept = /** @type {Preset[]} */ ([]);
  const names = text.split(",");
  for (const name of names) {
    const preset = presets.find((one) => one.name === name && fits(one));
    if (preset && !kept.some((other) => other === preset || conflict(other, preset))) kept.push(preset);
  }
  state.edits.presets = kept.map(({ name }) => name);
  return names.filter((name) => !state.edits.presets.includes(name));
}

/**
 * Seat the strategies that are named: one at all places, or one at each.
 * @param {State} state @param {string} text @param {Data} data
 */
function readLineUp(state, text, { strategies }) {
  const names = text.split(",");
  const numbers = names.map((name) => strategies.findIndex((one) => one.name === name));
  state.lineUp = state.lineUp.map((usual, seat) => {
    const number = numbers.length === 1 ? numbers[0] : (numbers[seat] ?? -1);
    return number >= 0 ? number : usual;
  });
  const unknown = names.filter((_, k) => numbers[k] < 0);
  const isSeated = names.length === 1 || names.length === state.players;
  return unknown.length || isSeated ? unknown : [text];
}

/**
 * Turn the knobs that are named; returns the pairs that name none, or a value that it cannot have.
 * @param {State} state @param {string[][]} pairs @param {Data} data
 */
function readNumbers(state, pairs, data) {
  const knobs = knobsOf(deckOf(data, state), data);
  return pairs.filter(([key, text]) => {
    const knob = knobs.get(key);
    const value = knob && valueIn(knob, text);
    if (value !== undefined) turn(state.edits, knob, value);
    return value === undefined;
  });
}

/** The value that an address gives a knob, if it may have that. @param {Knob} knob @param {string} text */
function valueIn({ least, most, words = {} }, text) {
  const value = words[text] ?? (text === "" ? NaN : Number(text));
  const fits = Number.isInteger(value) && value >= least && value <= most;
  return fits || Object.values(words).includes(value) ? value : undefined;
}
