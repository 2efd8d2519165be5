/**
 * What is asked: a deck, who plays, and the changes; and how that stands in the page's address.
 *
 * @typedef {{deck: number, players: number, lineUp: number[], edits: import("./edits.js").Edits, card?: string}} State
 *   card: the one whose page is open
 * @typedef {{decks: import("./edits.js").Deck[], rules: import("./edits.js").Parameter[], strategies: {name: string}[],
 *   presets: import("./presets.js").Preset[], deck: string}} Known
 */
import { keyOfAmount, noEdits, STRENGTHS } from "./edits.js";
import { changesCards, conflict, deckOf } from "./presets.js";

const USUAL_PLAYERS = 4;
const USUAL_STRATEGY = "weighted";

/** The state that the page opens with. @param {Known} data @returns {State} */
export function initialState(data) {
  const deck = Math.max(
    0,
    data.decks.findIndex(({ name }) => name === data.deck),
  );
  const [low, high] = data.decks[deck].players;
  const players = Math.min(Math.max(USUAL_PLAYERS, low), high);
  const strategy = data.strategies.findIndex(({ name }) => name === USUAL_STRATEGY);
  return { deck, players, lineUp: Array(players).fill(strategy), edits: noEdits() };
}

/**
 * Write a state as the part of an address after #, with the names that house rules and `tda sweep` use.
 * @param {State} state @param {Known} data
 */
export function toHash({ deck, players, lineUp, edits, card }, data) {
  const { families } = deckOf(data, /** @type {State} */ ({ deck, edits }));
  const names = lineUp.map((k) => data.strategies[k].name);
  const one = new Set(names).size === 1;
  const pairs = [
    ["deck", data.decks[deck].name],
    ["players", players],
    ["strategies", one ? names[0] : names.join(",")],
  ];
  if (edits.presets.length) pairs.push(["house-rules", edits.presets.join(",")]);
  for (const [name, value] of Object.entries(edits.rules)) pairs.push([`rules.${name}`, value]);
  for (const [family, own] of Object.entries(edits.amounts))
    for (const [which, value] of Object.entries(own)) pairs.push([keyOfAmount(family, families[family], which), value]);
  for (const [name, value] of Object.entries(edits.strengths)) pairs.push([`cards.${name}.strength`, value]);
  for (const name of edits.out) pairs.push([`cards.${name}`, "out"]);
  if (card) pairs.push(["card", card]);
  return pairs.map(([name, value]) => `${name}=${value}`).join("&");
}

/**
 * Read a state from an address; what it does not name, or names wrongly, is as the page opens.
 * @param {string} hash @param {Known} data @returns {State}
 */
export function fromHash(hash, data) {
  const state = initialState(data);
  const pairs = [...new URLSearchParams(hash)];
  const given = Object.fromEntries(pairs);
  const deck = data.decks.findIndex(({ name }) => name === given.deck);
  if (deck >= 0) state.deck = deck;
  state.edits.presets = readPresets(given["house-rules"] ?? "", data.decks[state.deck].name, data);
  const {
    players: [low, high],
    cards,
    families,
  } = deckOf(data, state);
  const players = Number(given.players);
  if (Number.isInteger(players) && players >= low && players <= high) state.players = players;
  const names = (given.strategies ?? USUAL_STRATEGY).split(",");
  const line = (names.length === 1 ? Array(state.players).fill(names[0]) : names).map((name) =>
    data.strategies.findIndex((one) => one.name === name),
  );
  const usual = data.strategies.findIndex(({ name }) => name === USUAL_STRATEGY);
  state.lineUp = Array.from({ length: state.players }, (_, seat) => (line[seat] >= 0 ? line[seat] : usual));
  for (const [key, text] of pairs) readEdit(key, text, state.edits, data.rules, cards, families);
  if ([...cards, ...data.decks[state.deck].cards].some(({ name }) => name === given.card)) state.card = given.card;
  return state;
}

/** The house rules that are named, without those that conflict with an earlier one. @param {string} text @param {string} deck @param {Known} data */
function readPresets(text, deck, { presets }) {
  const fitting = text
    .split(",")
    .map((name) => presets.find((preset) => preset.name === name && changesCards(preset) && deck in preset.decks));
  /** @type {import("./presets.js").Preset[]} */
  const kept = [];
  for (const preset of fitting)
    if (preset && !kept.some((other) => other === preset || conflict(other, preset))) kept.push(preset);
  return kept.map(({ name }) => name);
}

/** @param {string} key @param {string} text @param {import("./edits.js").Edits} edits */
function readEdit(key, text, edits, rules, cards, families) {
  const value = Number(text);
  const [first, second, third, fourth] = key.split(".");
  const rule = first === "rules" && rules.find(({ name }) => `rules.${name}` === key);
  const card = first === "cards" && cards.find(({ name }) => name === second);
  if (card && third === undefined && text === "out") edits.out.push(card.name);
  if (text === "" || !Number.isInteger(value)) return;
  if (rule && (Object.values(rule.words).includes(value) || (value >= rule.least && value <= rule.most)))
    edits.rules[rule.name] = value;
  if (
    card?.settable &&
    third === "strength" &&
    value >= STRENGTHS[0] &&
    value <= STRENGTHS[1] &&
    value !== card.strength
  )
    edits.strengths[card.name] = value;
  const amount = families[`${first}/${second}`]?.amounts[Number(fourth)];
  if (amount && third === amount.part && value >= amount.least && value <= amount.most && value !== amount.value)
    (edits.amounts[`${first}/${second}`] ??= {})[fourth] = value;
}
