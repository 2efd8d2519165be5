/**
 * The house rule that says what is changed, as YAML.
 *
 * @import { Card, Data, Deck, Edits, Entries, Plain } from "./types.js"
 */
import { changedAmounts, isOut, keptCards, wordFor } from "./edits.js";

const PLAIN = /** @type {Entries} */ ({ null: null, true: true, false: false }); // words that are no text in YAML

/**
 * Return the house rule that says the same, as the YAML that `tda simulate --rules FILE` takes.
 * @param {Deck} deck @param {Edits} edits @param {Data} data @param {string} text
 */
export function houseRule(deck, edits, data, text) {
  const rules = /** @type {Entries} */ ({});
  const parents = Object.keys(edits.numbers).map((key) => /^rules\.(\w+)/.exec(key)?.[1]);
  for (const rule of data.rules) {
    const own = edits.numbers[`rules.${rule.name}`];
    const [first, rest] = rule.name.split(".");
    if (own === undefined && !(data.whole.includes(first) && parents.includes(first))) continue;
    const value = own ?? deck.rules[rule.name];
    const word = wordFor(rule, value) ?? value;
    const written = word in PLAIN ? PLAIN[word] : word;
    rules[first] = rest ? { .../** @type {Entries} */ (rules[first]), [rest]: written } : written;
  }
  const { unique_cards: unique = {}, ...changes } = changesOfCards(deck, edits);
  const head = ["title: My house rule", `text: ${JSON.stringify(text.slice(0, 300))}`];
  return [...head, ...block({ rules, unique_cards: unique }, 1), ...block({ changes }, 2), ""].join("\n");
}

/**
 * Entries as lines of YAML, those within them to some depth on lines of their own.
 * @param {Entries} entries @param {number} depth @returns {string[]}
 */
const block = (entries, depth, indent = "") =>
  Object.entries(entries).flatMap(([key, value]) => {
    if (!depth || !isNested(value) || Array.isArray(value)) return [`${indent}${key}: ${flow(value)}`];
    const lines = block(value, depth - 1, `${indent}  `);
    return lines.length ? [`${indent}${key}:`, ...lines] : [];
  });

/** @param {Plain} value @returns {value is Entries} */
const isNested = (value) => value !== null && typeof value === "object";
/** All changes to cards, as a house rule has them. @param {Deck} deck @param {Edits} edits @returns {Entries} */
function changesOfCards(deck, edits) {
  const { dragons, cards, powers = [], ...others } = deck.changes ?? {};
  const made = { dragons: { ...dragons }, cards: { ...cards } };
  const add = (/** @type {"dragons" | "cards"} */ key, /** @type {string} */ name, /** @type {Entries} */ own) => {
    const { text, ...before } = /** @type {Entries} */ (made[key][name] ?? {});
    made[key][name] = { ...before, ...("power" in own || "ante" in own || text === undefined ? {} : { text }), ...own };
  };
  for (const family of Object.keys(deck.families)) {
    const [key, name] = family.split("/");
    const own = changedYaml(deck, family, edits);
    if (key !== "powers" && Object.keys(own).length) add(/** @type {"dragons" | "cards"} */ (key), name, own);
  }
  const kept = keptCards(deck, edits);
  const single = (/** @type {Card} */ card) => card.family.startsWith("cards/");
  const restrung = kept.filter(({ name }) => `cards.${name}.strength` in edits.numbers);
  const recast = new Set(restrung.filter((card) => !single(card)).map(({ colour }) => colour));
  for (const colour of recast) {
    for (const [name, own] of Object.entries(made.cards))
      if (own === null && name.startsWith(`${colour}-`)) delete made.cards[name];
    const strengths = kept.filter((card) => !card.single && card.colour === colour).map(({ strength }) => strength);
    add("dragons", colour, { strengths });
  }
  for (const { name, strength } of restrung.filter(single)) add("cards", name, { strength });
  for (const card of deck.cards.filter((one) => isOut(edits, one))) {
    if (recast.has(card.colour) && !single(card)) continue;
    if (card.new && single(card)) delete made.cards[card.name];
    else made.cards[card.name] = null;
  }
  const added = powers.map((step, k) => ({ ...step, ...changedYaml(deck, deck.added[k].key, edits) }));
  return { .../** @type {Entries} */ (others), ...made, ...(added.length ? { powers: added } : {}) };
}

/**
 * The effects of a family as YAML has them, by part: of those parts whose numbers are changed.
 * @param {Deck} deck @param {string} family @param {Edits} edits
 */
function changedYaml(deck, family, edits) {
  const changed = changedAmounts(deck, family, edits);
  const { yaml } = structuredClone(deck.families[family]);
  for (const { key, part, path } of changed) {
    const there = path.slice(0, -1).reduce((at, step) => /** @type {Entries} */ (at)[step], yaml[part]);
    /** @type {Entries} */ (there)[path.at(-1)] = edits.numbers[key];
  }
  return Object.fromEntries(changed.map(({ part }) => [part, yaml[part]]));
}

/** A value in one line of YAML. @param {Plain} value @returns {string} */
export function flow(value) {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (isNested(value))
    return `{${Object.entries(value)
      .map(([key, one]) => `${key}: ${flow(one)}`)
      .join(", ")}}`;
  const plain = /^(?!(true|false|null|yes|no|on|off|y|n)$)[a-z][a-z_]*$/;
  return typeof value === "string" && !plain.test(value) ? JSON.stringify(value) : String(value);
}
