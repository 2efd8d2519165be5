/**
 * Changes to a deck: what they may be, what they make of the engine's tables, and the house rule that says the same.
 *
 * @typedef {{path: (string | number)[], label: string, value: number, least: number, most: number,
 *   places: [number, number][]}} Amount
 * @typedef {{name: string, title: string, strength: number, colour: string, alignment: string, text: string,
 *   family: string, single: boolean, drawn: boolean}} Card
 * @typedef {{name: string, title: string, text: string, players: [number, number], size: number, drawn: number,
 *   cards: Card[], families: Record<string, {power: any, amounts: Amount[]}>}} Deck
 * @typedef {{name: string, title: string, group: string, meaning: string, field: string, least?: number, most?: number,
 *   words: Record<string, number>}} Parameter
 * @typedef {{rules: Record<string, number>, amounts: Record<string, Record<string, number>>,
 *   strengths: Record<string, number>, out: string[]}} Edits  rules as the engine's numbers; amounts by family and place
 * @typedef {{cards: Uint8Array, rules: Uint8Array}} Tables  records of type CARDS and RULES
 */

const STRONGEST = 62;
const OF_EACH_CARD = ["strength", "colours", "groups", "bars", "power", "power_end", "ante", "ante_end", "drawn"];

/** @returns {Edits} */
export const noEdits = () => ({ rules: {}, amounts: {}, strengths: {}, out: [] });

/** How many things are changed. @param {Edits} edits */
export function countEdits(edits) {
  const amounts = Object.values(edits.amounts).reduce((sum, own) => sum + Object.keys(own).length, 0);
  return Object.keys(edits.rules).length + amounts + Object.keys(edits.strengths).length + edits.out.length;
}

/** A number of a record. @param {Uint8Array} bytes @param {import("./engine.js").RecordLayout} record @param {string} field */
export function numberIn(bytes, record, field, place = 0) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Number(view.getBigInt64(record.fields[field][0] + 8 * place, true));
}

/**
 * Return the tables of a deck with changes.
 * @param {Deck} deck @param {Tables} printed @param {Edits} edits @param {Parameter[]} parameters
 * @param {Record<string, import("./engine.js").RecordLayout>} records
 * @returns {Tables}
 */
export function edited(deck, printed, edits, parameters, records) {
  const cards = printed.cards.slice();
  const rules = printed.rules.slice();
  const inCards = new DataView(cards.buffer);
  const inRules = new DataView(rules.buffer);
  const [firstArgument, allArguments] = records.CARDS.fields.arg;
  const perLine = allArguments / records.CARDS.fields.op[1];
  for (const { name, field } of parameters)
    if (name in edits.rules) inRules.setBigInt64(records.RULES.fields[field][0], BigInt(edits.rules[name]), true);
  for (const [family, own] of Object.entries(edits.amounts))
    for (const [which, value] of Object.entries(own))
      for (const [line, place] of deck.families[family].amounts[Number(which)].places)
        inCards.setBigInt64(firstArgument + 8 * (line * perLine + place), BigInt(value), true);
  deck.cards.forEach(({ name }, k) => {
    if (name in edits.strengths)
      inCards.setBigInt64(records.CARDS.fields.strength[0] + 8 * k, BigInt(edits.strengths[name]), true);
  });
  if (edits.out.length) takeOut(deck, inCards, edits.out, records.CARDS);
  return { cards, rules };
}

/** @param {Deck} deck @param {DataView} cards @param {string[]} out @param {import("./engine.js").RecordLayout} record */
function takeOut(deck, cards, out, record) {
  const kept = deck.cards.map((_, k) => k).filter((k) => !out.includes(deck.cards[k].name));
  for (const field of OF_EACH_CARD) {
    const [start] = record.fields[field];
    kept.forEach((from, to) => cards.setBigInt64(start + 8 * to, cards.getBigInt64(start + 8 * from, true), true));
    const nothing = field === "bars" ? -1n : 0n;
    for (let k = kept.length; k < deck.cards.length; k++) cards.setBigInt64(start + 8 * k, nothing, true);
  }
  cards.setBigInt64(record.fields.n[0], BigInt(kept.length), true);
  const number = (/** @type {string} */ field, /** @type {number} */ k) => cards.getBigInt64(record.fields[field][0] + 8 * k, true);
  const acts = kept.some((_, k) => number("ante", k) < number("ante_end", k));
  cards.setBigInt64(record.fields.ante_effects[0], BigInt(acts), true);
}

/**
 * Return what is wrong with a deck and its changes, in sentences; none if it can be played.
 * @param {Deck} deck @param {Tables} printed @param {Edits} edits @param {Parameter[]} parameters
 * @param {Record<string, import("./engine.js").RecordLayout>} records
 */
export function problems(deck, printed, edits, parameters, records) {
  const value = Object.fromEntries(
    parameters.map(({ name, field }) => [name, edits.rules[name] ?? numberIn(printed.rules, records.RULES, field)]),
  );
  const kept = deck.cards.filter(({ name }) => !edits.out.includes(name));
  const drawnFrom = kept.filter(({ drawn }) => drawn).length;
  const size = kept.length - drawnFrom + (deck.drawn || drawnFrom);
  const dealt = value.opening_hand * deck.players[1];
  const colours = (/** @type {Card[]} */ cards) => new Set(cards.map(({ colour }) => colour).filter(Boolean));
  const lost = [...colours(deck.cards)].filter((colour) => !colours(kept).has(colour));
  const checks = /** @type {[boolean, string][]} */ ([
    [value["starting_gold.each"] + value["starting_gold.per_player"] === 0, "Players must start with some gold."],
    [value["buying.up_to"] <= value["buying.at"], `Players who buy with ${value["buying.at"]} cards must buy up to more than ${value["buying.at"]}.`],
    [value["special_flights.colour"] === 1 || value["special_flights.strength"] === 1, "A special flight needs at least 2 cards; 0 means there are none."],
    [value.opening_hand > value.hand_limit, `The opening hand of ${value.opening_hand} is above the hand limit of ${value.hand_limit}.`],
    [value["buying.up_to"] > value.hand_limit, `Players cannot buy up to ${value["buying.up_to"]} cards with a hand limit of ${value.hand_limit}.`],
    [value.round_cap < value.rounds, `Most rounds in a gambit (${value.round_cap}) must be at least the rounds in a gambit (${value.rounds}).`],
    [value["end.gambits"] > value.gambit_cap, "Gambits in a game must not be above the most gambits in a game."],
    [size <= dealt, `${size} cards are too few: opening hands of ${deck.players[1]} players take ${dealt}.`],
    [deck.drawn > drawnFrom, `The deck draws ${deck.drawn} special cards for each game; keep at least as many.`],
    [lost.length > 0, `Keep at least one ${lost[0]} dragon.`],
  ]);
  return checks.filter(([wrong]) => wrong).map(([, sentence]) => sentence);
}

/** The range of a card's strength. */
export const STRENGTHS = [1, STRONGEST];

/**
 * Return the house rule that says the same, as the YAML that `tda simulate --rules FILE` takes.
 * @param {Deck} deck @param {Tables} printed @param {Edits} edits
 * @param {{rules: Parameter[], whole: string[], layout: import("./engine.js").Layout}} data  whole: what is replaced, not merged
 * @param {string} text
 */
export function houseRule(deck, printed, edits, { rules: parameters, whole, layout }, text) {
  const lines = ["title: My house rule", `text: ${JSON.stringify(text.slice(0, 300))}`];
  const parent = (/** @type {string} */ name) => name.split(".")[0];
  const replacedWhole = whole.filter((name) => Object.keys(edits.rules).some((own) => parent(own) === name));
  const value = (/** @type {Parameter} */ { name, field }) => edits.rules[name] ?? numberIn(printed.rules, layout.records.RULES, field);
  const named = parameters.filter(({ name }) => name in edits.rules || replacedWhole.includes(parent(name)));
  const rules = nested(named.map((parameter) => [parameter.name, written(parameter, value(parameter))]));
  if (Object.keys(rules).length) lines.push("rules:", ...Object.entries(rules).map(([key, value]) => `  ${key}: ${flow(value)}`));
  const changes = { dragons: {}, cards: {} };
  for (const [family, own] of Object.entries(edits.amounts)) {
    const [key, name] = family.split("/");
    const { power, amounts } = deck.families[family];
    const other = Object.entries(own).reduce((made, [which, value]) => replaced(made, amounts[Number(which)].path, value), power);
    changes[key][name] = { power: other };
  }
  for (const [name, strength] of Object.entries(edits.strengths)) changes.cards[name] = { ...changes.cards[name], strength };
  for (const name of edits.out) changes.cards[name] = null;
  const parts = Object.entries(changes).filter(([, own]) => Object.keys(own).length);
  if (parts.length) lines.push("changes:");
  for (const [key, own] of parts)
    lines.push(`  ${key}:`, ...Object.entries(own).map(([name, value]) => `    ${name}: ${flow(value)}`));
  return `${lines.join("\n")}\n`;
}

/** A value of a parameter as YAML writes it. @param {Parameter} parameter @param {number} value */
export function written(parameter, value) {
  const word = Object.entries(parameter.words).find(([, number]) => number === value && !(parameter.least !== undefined && value >= parameter.least));
  if (!word) return value;
  return word[0] === "null" ? null : word[0] === "true" || word[0] === "false" ? word[0] === "true" : word[0];
}

/** @param {[string, any][]} pairs  dotted names and values */
function nested(pairs) {
  const made = {};
  for (const [name, value] of pairs) {
    const [first, rest] = name.split(".");
    if (rest) (made[first] ??= {})[rest] = value;
    else made[first] = value;
  }
  return made;
}

/** @param {any} plain @param {(string | number)[]} path @param {number} value @returns {any} */
function replaced(plain, [first, ...rest], value) {
  if (first === undefined) return value;
  const copy = Array.isArray(plain) ? [...plain] : { ...plain };
  copy[first] = replaced(plain[first], rest, value);
  return copy;
}

/** A value in one line of YAML. @param {any} value @returns {string} */
export function flow(value) {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (value && typeof value === "object") return `{${Object.entries(value).map(([key, one]) => `${key}: ${flow(one)}`).join(", ")}}`;
  return typeof value === "string" && !/^[a-z][a-z_]*$/.test(value) ? JSON.stringify(value) : String(value);
}
