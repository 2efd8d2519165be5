/**
 * House rules that ship, laid over a deck: what they make of its cards, and which of them exclude each other.
 *
 * @import { Changes, Data, Deck, Preset, State } from "./types.js"
 */
import { knobsOf } from "./edits.js";

/** Whether a house rule changes cards, or how they are drawn. @param {Preset} preset */
export const changesCards = ({ changes, unique_cards: unique }) =>
  Object.keys(changes).length + Object.keys(unique).length > 0;

/** The deck of a state, under the house rules that are on. @param {Data} data @param {State} state @returns {Deck} */
export function deckOf({ decks, presets }, { deck, edits }) {
  const on = presets.filter((preset) => edits.presets.includes(preset.name) && decks[deck].name in preset.decks);
  return on.reduce(laidOver, decks[deck]);
}

/** @param {Deck} deck @param {Preset} preset @returns {Deck} */
function laidOver(deck, { title, decks, changes, unique_cards: unique }) {
  const { cards, gone, families, draw, added } = decks[deck.name];
  const changed = new Map(cards.map((card) => [card.name, card]));
  const stay = deck.cards.filter(({ name }) => !gone.includes(name)).map((card) => changed.get(card.name) ?? card);
  const fresh = cards
    .filter(({ name }) => !deck.cards.some((card) => card.name === name))
    .map((card) => ({ ...card, new: true }));
  const all = [...stay, ...fresh];
  const ofGroups = Object.fromEntries(added.map((one) => [one.key, one]));
  const own = Object.fromEntries(
    Object.entries({ ...families, ...ofGroups }).map(([key, family]) => [key, { ...family, rule: title }]),
  );
  return {
    ...deck,
    cards: [...all.filter(({ single }) => !single), ...all.filter(({ single }) => single)],
    families: { ...deck.families, ...own },
    draw: { ...deck.draw, ...draw },
    added: [...(deck.added ?? []), ...added],
    changes: united(deck.changes ?? {}, { ...changes, unique_cards: unique }),
  };
}

/** Changes of two house rules as those of one. @param {Changes} one @param {Changes} other @returns {Changes} */
function united(one, other) {
  const keys = Object.keys({ ...one, ...other });
  const both = (/** @type {string} */ key) => [one[key], other[key]].flat().filter(Boolean);
  const isList = (/** @type {string} */ key) => Array.isArray(one[key] ?? other[key]);
  return Object.fromEntries(keys.map((key) => [key, isList(key) ? both(key) : Object.assign({}, ...both(key))]));
}

/** Whether two house rules change the same thing. @param {Preset} one @param {Preset} other */
export const conflict = (one, other) => one.rivals.includes(other.name);

/** The numbers that a house rule changes of a deck. @param {Preset} preset @param {string} deck */
const numbersOf = ({ decks }, deck) =>
  Object.entries(decks[deck].rules).map(([name, value]) => [`rules.${name}`, value]);

/** Whether a house rule is on. @param {Preset} preset @param {Data} data @param {State} state */
export function isOn(preset, { decks }, { deck, edits }) {
  if (changesCards(preset) && !edits.presets.includes(preset.name)) return false;
  return numbersOf(preset, decks[deck].name).every(([name, value]) => edits.numbers[name] === value);
}

/** The house rules that change something about a deck. @param {Data} data @param {State} state */
export function offered({ decks, presets }, { deck }) {
  const made = (/** @type {Preset} */ preset) => Object.values(preset.decks[decks[deck].name] ?? {});
  return presets.filter((preset) => made(preset).some((own) => Object.keys(own).length > 0));
}

/**
 * Switch a house rule on or off; one that is on goes off where the two conflict. Changes that the deck has no place for
 * then go, and those to effects that it has otherwise.
 * @param {Preset} preset @param {boolean} on @param {Data} data @param {State} state
 */
export function switchTo(preset, on, data, state) {
  const before = knobsOf(deckOf(data, state), data);
  const { deck, edits } = state;
  const { name } = data.decks[deck];
  const rivals = offered(data, state).filter((other) => conflict(preset, other) && isOn(other, data, state));
  for (const other of on ? rivals : [preset]) {
    edits.presets = edits.presets.filter((one) => one !== other.name);
    for (const [key, value] of numbersOf(other, name)) if (edits.numbers[key] === value) delete edits.numbers[key];
  }
  if (on) {
    if (changesCards(preset)) edits.presets = [...edits.presets, preset.name];
    Object.assign(edits.numbers, Object.fromEntries(numbersOf(preset, name)));
  }
  const after = knobsOf(deckOf(data, state), data);
  for (const key of Object.keys(edits.numbers))
    if (!after.has(key) || before.get(key)?.yaml !== after.get(key).yaml) delete edits.numbers[key];
}
