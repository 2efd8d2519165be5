/** What is asked, a deck, who plays, and the changes; and how that stands in the page's address. */
import { STRENGTHS, keyOfAmount, noEdits } from "./edits.js";
import { changesCards, conflict, deckOf } from "./presets.js";

/** @import { Data, Deck, Edits, State } from "./types.js" */

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
  const { families } = deckOf(data, state);
  const amounts = Object.entries(edits.amounts).flatMap(([family, own]) =>
    Object.entries(own).map(([which, value]) => [keyOfAmount(family, families[family], which), value]),
  );
  const pairs = [
    ["deck", data.decks[deck].name],
    ["players", players],
    ["strategies", lineUpText(state, data)],
    ...(edits.presets.length ? [["house-rules", edits.presets.join(",")]] : []),
    ...Object.entries(edits.rules).map(([name, value]) => [`rules.${name}`, value]),
    ...amounts,
    ...Object.entries(edits.strengths).map(([name, value]) => [`cards.${name}.strength`, value]),
    ...edits.out.map((name) => [`cards.${name}`, "out"]),
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
  for (const [key, text] of pairs) readEdit(key, text, state.edits, data, ruled);
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

/** @param {string} key @param {string} text @param {Edits} edits @param {Data} data @param {Deck} deck */
function readEdit(key, text, edits, { rules }, { cards, families }) {
  const value = Number(text);
  const fits = (/** @type {number} */ least, /** @type {number} */ most) => value >= least && value <= most;
  const [first, second, third, fourth] = key.split(".");
  const rule = rules.find(({ name }) => `rules.${name}` === key);
  const card = first !== "cards" ? undefined : cards.find(({ name }) => name === second);
  if (card && third === undefined && text === "out") edits.out.push(card.name);
  if (text === "" || !Number.isInteger(value)) return;
  if (rule && (Object.values(rule.words).includes(value) || fits(rule.least, rule.most)))
    edits.rules[rule.name] = value;
  const [least, most] = STRENGTHS;
  if (card?.settable && third === "strength" && fits(least, most) && value !== card.strength)
    edits.strengths[card.name] = value;
  const family = `${first}/${second}`;
  const amount = families[family]?.amounts[Number(fourth)];
  if (amount && third === amount.part && fits(amount.least, amount.most) && value !== amount.value) {
    edits.amounts[family] ??= {};
    edits.amounts[family][fourth] = value;
  }
}
