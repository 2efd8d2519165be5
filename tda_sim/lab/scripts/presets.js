/**
 * House rules that ship, laid over a deck: what they make of its cards, and which of them exclude each other.
 *
 * @import { Changes, Data, Deck, Edits, Plain, Preset, State } from "./types.js"
 */

/** Whether a house rule changes cards, or how they are drawn. @param {Preset} preset */
export const changesCards = ({ changes, unique_cards: unique }) =>
  Object.keys(changes).length + Object.keys(unique).length > 0;

/**
 * Return a deck under house rules.
 * @param {Deck} deck @param {string[]} names @param {Preset[]} presets @returns {Deck}
 */
export function underRules(deck, names, presets) {
  return presets.filter(({ name, decks }) => names.includes(name) && deck.name in decks).reduce(laidOver, deck);
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

/**
 * Whether two house rules change the same thing, so that only one can hold.
 * @param {Preset} one @param {Preset} other
 */
export function conflict(one, other) {
  if (one.name === other.name) return false;
  const theirs = named(other);
  return [...named(one)].some(([key, value]) => theirs.has(key) && (value === undefined || theirs.get(key) !== value));
}

/**
 * What a house rule changes, by name; with the value where that is a number.
 * @param {Preset} preset @returns {Map<string, Plain>}
 */
function named({ rules, changes, unique_cards }) {
  const numbers = Object.entries({ rules, unique_cards }).flatMap(([key, own]) =>
    Object.entries(own).map(([name, value]) => /** @type {const} */ ([`${key}.${name}`, value])),
  );
  const made = /** @type {Map<string, Plain>} */ (new Map(numbers));
  for (const key of ["dragons", "cards"])
    for (const name of Object.keys(changes[key] ?? {})) made.set(`${key}/${name}`, undefined);
  return made;
}

/**
 * Remove the changes that a deck has no place for, and those to families that one of two decks has otherwise.
 * @param {Edits} edits @param {Deck} before @param {Deck} after
 */
function fit(edits, before, after) {
  const plain = (/** @type {Deck} */ { families }, /** @type {string} */ family) =>
    JSON.stringify(families[family]?.yaml);
  const settable = new Set(after.cards.filter((card) => card.settable).map(({ name }) => name));
  const there = new Set([...after.cards.map(({ family }) => family), ...(after.added ?? []).map(({ key }) => key)]);
  for (const family of Object.keys(edits.amounts))
    if (plain(before, family) !== plain(after, family) || !there.has(family)) delete edits.amounts[family];
  for (const name of Object.keys(edits.strengths)) if (!settable.has(name)) delete edits.strengths[name];
  edits.out = edits.out.filter((name) => after.cards.some((card) => card.name === name));
}

/** The deck of a state, under the house rules that are on. @param {Data} data @param {State} state */
export const deckOf = (data, { deck, edits }) => underRules(data.decks[deck], edits.presets, data.presets);

/**
 * What of the parameters of a house rule differs from the printed ones.
 * @param {Preset} preset @param {Record<string, number>} printed
 */
export const meant = ({ rules }, printed) =>
  Object.fromEntries(Object.entries(rules).filter(([name, value]) => printed[name] !== value));

/** Whether a house rule is on. @param {Preset} preset @param {Edits} edits @param {Record<string, number>} printed */
export function isOn(preset, edits, printed) {
  if (changesCards(preset) && !edits.presets.includes(preset.name)) return false;
  return Object.entries(meant(preset, printed)).every(([name, value]) => edits.rules[name] === value);
}

/**
 * The house rules that change something about a deck.
 * @param {Data} data @param {number} deck @param {Record<string, number>} printed @returns {Preset[]}
 */
export function offered(data, deck, printed) {
  const { name, draw: drawn } = data.decks[deck];
  return data.presets.filter((preset) => {
    if (!(name in preset.decks)) return false;
    const { cards, gone, draw, added } = preset.decks[name];
    const differs = Object.entries(draw).some(([field, value]) => drawn[field] !== value);
    return cards.length + gone.length + added.length > 0 || differs || Object.keys(meant(preset, printed)).length > 0;
  });
}

/**
 * Switch a house rule on or off; one that is on goes off where the two conflict.
 * @param {Preset} preset @param {boolean} on @param {Data} data @param {State} state
 * @param {Record<string, number>} printed
 */
export function switchTo(preset, on, data, state, printed) {
  const before = deckOf(data, state);
  const { edits } = state;
  const off = on
    ? offered(data, state.deck, printed).filter((other) => conflict(preset, other) && isOn(other, edits, printed))
    : [preset];
  for (const other of off) {
    edits.presets = edits.presets.filter((name) => name !== other.name);
    for (const [name, value] of Object.entries(meant(other, printed)))
      if (edits.rules[name] === value) delete edits.rules[name];
  }
  if (on) {
    if (changesCards(preset)) edits.presets = [...edits.presets, preset.name];
    Object.assign(edits.rules, meant(preset, printed));
  }
  fit(edits, before, deckOf(data, state));
}
