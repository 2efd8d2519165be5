/** What is asked, a deck, who plays, and the changes; and how that stands in the page's address. */
import { isCardKey, knobsOf, noEdits, turn } from "./edits.js";
import { changesCards, conflict, deckOf } from "./presets.js";

/** @import { Data, Knob, State } from "./types.js" */

const USUAL_PLAYERS = 4;

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

/**
 * Write a state as the part of an address after #, with the names that house rules and `tda sweep` use.
 * @param {State} state @param {Data} data
 */
export function toHash(state, data) {
  const { deck, players, edits, card } = state;
  const pairs = [
    ["deck", data.decks[deck].name],
    ["players", players],
    ["strategies", lineUpText(state, data)],
    ...(edits.presets.length ? [["house-rules", edits.presets.join(",")]] : []),
    ...Object.entries(edits.numbers).map(([key, value]) => [key, isCardKey(key) ? "out" : value]),
    ...(card ? [["card", card]] : []),
  ];
  return pairs.map(([name, value]) => `${name}=${value}`).join("&");
}

/**
 * Read a state from an address; what it does not name, or names wrongly, is as the page opens.
 * @param {string} hash @param {Data} data @returns {State}
 */
export function fromHash(hash, data) {
  const state = initialState(data);
  const pairs = [...new URLSearchParams(hash)];
  const given = Object.fromEntries(pairs);
  const deck = data.decks.findIndex(({ name }) => name === given.deck);
  if (deck >= 0) sit(state, deck, state.players, data);
  state.edits.presets = readPresets(given["house-rules"] ?? "", data.decks[state.deck].name, data);
  const ruled = deckOf(data, state);
  const players = Number(given.players);
  if (Number.isInteger(players) && players === within(players, ruled.players)) sit(state, state.deck, players, data);
  const names = (given.strategies ?? data.strategy).split(",");
  const numbers = names.map((name) => data.strategies.findIndex((one) => one.name === name));
  state.lineUp = state.lineUp.map((usual, seat) => {
    const number = numbers.length === 1 ? numbers[0] : (numbers[seat] ?? -1);
    return number >= 0 ? number : usual;
  });
  const knobs = knobsOf(ruled, data);
  for (const [key, text] of pairs) {
    const knob = knobs.get(key);
    const value = knob && valueIn(knob, text);
    if (value !== undefined) turn(state.edits, knob, value);
  }
  if ([...ruled.cards, ...data.decks[state.deck].cards].some(({ name }) => name === given.card))
    state.card = given.card;
  return state;
}

/**
 * The house rules that are named, without those that conflict with an earlier one.
 * @param {string} text @param {string} deck @param {Data} data
 */
function readPresets(text, deck, { presets }) {
  const known = presets.filter((preset) => changesCards(preset) && deck in preset.decks);
  const fitting = text.split(",").flatMap((name) => known.filter((preset) => preset.name === name));
  const kept = new Set(fitting.slice(0, 0));
  for (const preset of fitting) if (![...kept].some((other) => conflict(other, preset))) kept.add(preset);
  return [...kept].map(({ name }) => name);
}

/** The value that an address gives a knob, if it may have that. @param {Knob} knob @param {string} text */
function valueIn({ least, most, words = {} }, text) {
  const value = words[text] ?? (text === "" ? NaN : Number(text));
  const fits = Number.isInteger(value) && value >= least && value <= most;
  return fits || Object.values(words).includes(value) ? value : undefined;
}
