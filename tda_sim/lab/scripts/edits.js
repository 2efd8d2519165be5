/**
 * Changes to a deck: what the engine plays with them, what is wrong with them, and the house rule that says the same.
 *
 * @import { Card, Data, Deck, Edits, Entries } from "./types.js"
 * @import { Family, Line, Parameter, Plain, RecordLayout, Tables } from "./types.js"
 * @typedef {Card & {power: Line[], ante: Line[]}} Coded
 */

const STRONGEST = 62;
const OF_EACH_CARD = ["strength", "colours", "groups", "bars", "power", "power_end", "ante", "ante_end", "drawn"];
const OF_EACH_LINE = ["op", "arg", "always"];

/** @returns {Edits} */
export const noEdits = () => ({ rules: {}, amounts: {}, strengths: {}, out: [], presets: [] });

/** Whether anything is changed. @param {{edits: Edits}} state */
export const isChanged = ({ edits }) => Object.values(edits).some((own) => Object.keys(own).length > 0);

/**
 * Set an entry, or remove it.
 * @param {Record<string, number>} entries @param {string | number} name @param {number} [value]
 */
export function setOrClear(entries, name, value) {
  if (value === undefined) delete entries[name];
  else entries[name] = value;
}

/** A number of a record. @param {Uint8Array} bytes @param {RecordLayout} record @param {string} field */
export function numberIn(bytes, record, field, place = 0) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Number(view.getBigInt64(record.fields[field][0] + 8 * place, true));
}

/**
 * The engine's numbers of all parameters, by name.
 * @param {Tables} tables @param {Data} data @returns {Record<string, number>}
 */
export const printedValues = (tables, { rules, layout: { records } }) =>
  Object.fromEntries(rules.map(({ name, field }) => [name, numberIn(tables.rules, records.RULES, field)]));

/**
 * Return the tables of a deck with changes.
 * @param {Deck} deck @param {Tables} printed  of the deck without house rules @param {Edits} edits @param {Data} data
 * @returns {Tables}
 */
export function edited(deck, printed, edits, data) {
  const rules = printed.rules.slice();
  const view = new DataView(rules.buffer);
  const { fields } = data.layout.records.RULES;
  for (const { name, field } of data.rules.filter((rule) => rule.name in edits.rules))
    view.setBigInt64(fields[field][0], BigInt(edits.rules[name]), true);
  const cards = keptCards(deck, edits).map((card) => ({ ...card, ...codeOf(deck, card, edits) }));
  return { cards: tableOfCards(printed.cards, cards, deck.draw, data), rules };
}

/** The cards that are in a deck with changes, with their strengths. @param {Deck} deck @param {Edits} edits */
export const keptCards = ({ cards }, { out, strengths }) =>
  cards
    .filter(({ name }) => !out.includes(name))
    .map((card) => ({ ...card, strength: strengths[card.name] ?? card.strength }));

/** The code of a card's power and of its ante effects. @param {Deck} deck @param {Card} card @param {Edits} edits */
function codeOf(deck, { family, groups }, edits) {
  const { power, ante } = changedCode(deck, family, edits);
  const added = addedTo(deck, groups).map(({ key }) => changedCode(deck, key, edits));
  return { power: added.reduce((made, { before, after }) => joined(joined(before, made), after), power), ante };
}

/**
 * The code of a family, by part, with its changed numbers.
 * @param {Deck} deck @param {string} name @param {Edits} edits
 */
function changedCode({ families }, name, edits) {
  const { code, amounts } = families[name];
  const made = structuredClone(code);
  for (const [which, value] of Object.entries(edits.amounts[name] ?? {})) {
    const { part, places } = amounts[Number(which)];
    for (const [line, place] of places) made[part][line][2 + place] = value;
  }
  return made;
}

/**
 * The effects of a family as YAML has them, by part: of those parts whose numbers are changed.
 * @param {Deck} deck @param {string} name @param {Edits} edits
 */
function changedYaml({ families }, name, edits) {
  const { yaml, amounts } = families[name];
  const made = /** @type {Entries} */ ({});
  for (const [which, value] of Object.entries(edits.amounts[name] ?? {})) {
    const { part, path } = amounts[Number(which)];
    made[part] = replaced(made[part] ?? yaml[part], path, value);
  }
  return made;
}

/**
 * What an amount is called in an address.
 * @param {string} name  of its family
 * @param {Family} family @param {number | string} which
 */
export const keyOfAmount = (name, { amounts }, which) =>
  `${name.replace("/", ".")}.${amounts[Number(which)].part}.${which}`;

/** What house rules add to the power of a card of some groups. @param {Deck} deck @param {string[]} groups */
export const addedTo = ({ added = [] }, groups) => added.filter(({ of }) => groups.includes(of));

/** One piece of code after another. @param {Line[]} first @param {Line[]} second @returns {Line[]} */
const joined = (first, second) => [
  ...first,
  ...second.map((line) => line.map((value) => (Array.isArray(value) ? [value[0] + first.length] : value))),
];

/**
 * Return the engine's table of cards, as `tda_sim.definitions.tables` writes it: equal powers share their code.
 * @param {Uint8Array} printed  a table, of which everything else stays
 * @param {Coded[]} cards @param {Record<string, number>} draw @param {Data} data
 */
function tableOfCards(printed, cards, draw, data) {
  const { fields } = data.layout.records.CARDS;
  const table = printed.slice();
  const view = new DataView(table.buffer);
  const write = (/** @type {string} */ field, /** @type {number | bigint} */ value, place = 0) =>
    view.setBigInt64(fields[field][0] + 8 * place, BigInt(value), true);
  for (const field of [...OF_EACH_CARD, ...OF_EACH_LINE])
    table.fill(field === "bars" ? 255 : 0, fields[field][0], fields[field][0] + 8 * fields[field][1]);
  const numbers = groupNumbers(cards, data);
  const colours = [...new Set(cards.map(({ colour }) => colour).filter(Boolean))];
  const mask = (/** @type {number[]} */ bits) => [...new Set(bits)].reduce((sum, bit) => sum | (1n << BigInt(bit)), 0n);
  cards.forEach((card, k) => {
    const bits = [card.colour, ...card.colours].map((colour) => colours.indexOf(colour)).filter((bit) => bit >= 0);
    write("strength", card.strength, k);
    write("colours", mask(bits), k);
    write("groups", mask(card.groups.map((group) => numbers[group])), k);
    if (card.bars) write("bars", numbers[card.bars], k);
    write("drawn", Number(card.drawn), k);
  });
  let end = 0;
  const lay = (/** @type {Line[]} */ code) => {
    const start = end;
    for (const [op, always, ...values] of code) {
      write("op", Number(op), end);
      write("always", Number(always), end);
      values.forEach((value, place) => {
        const number = Array.isArray(value) ? start + value[0] : typeof value === "string" ? numbers[value] : value;
        write("arg", number, (end * fields.arg[1]) / fields.op[1] + place);
      });
      end += 1;
    }
    return start;
  };
  for (const kind of /** @type {const} */ (["power", "ante"])) {
    const starts = /** @type {Record<string, number>} */ ({});
    cards.forEach(({ [kind]: code }, k) => {
      const start = (starts[JSON.stringify(code)] ??= lay(code));
      write(kind, start, k);
      write(`${kind}_end`, start + code.length, k);
    });
  }
  if (end > fields.op[1]) throw new Error(`powers have ${end} effects; at most ${fields.op[1]} are possible`);
  write("n", cards.length);
  write("n_colours", colours.length);
  write("ante_effects", Number(cards.some(({ ante }) => ante.length)));
  for (const [field, value] of Object.entries(draw)) write(field, value);
  return table;
}

/**
 * The number of each group: those of every deck, colours in the order of the cards, then the rest.
 * @param {Coded[]} cards @param {Data} data @returns {Record<string, number>}
 */
function groupNumbers(cards, { groups, own_group: first }) {
  const words = cards.flatMap(({ power, ante }) => [...power, ...ante].flat());
  const colours = cards.map(({ colour }) => colour);
  const own = [...colours, ...cards.flatMap((card) => card.groups), ...cards.map(({ bars }) => bars), ...words];
  const names = [...new Set(own)].filter((name) => name && typeof name === "string" && !(name in groups));
  return { ...groups, ...Object.fromEntries(names.map((name, place) => [name, first + place])) };
}

/** @type {Record<string, (one: number, other: number) => boolean>} */
const HOLDS = {
  "<=": (one, other) => one <= other,
  ">=": (one, other) => one >= other,
  ">": (one, other) => one > other,
  "!=": (one, other) => one !== other,
};

/**
 * Return what is wrong with a deck and its changes, in sentences; none if it can be played.
 * @param {Deck} deck @param {Tables} printed @param {Edits} edits @param {Data} data
 */
export function problems(deck, printed, edits, data) {
  const value = { ...printedValues(printed, data), ...edits.rules };
  const kept = keptCards(deck, edits);
  const toDraw = deck.draw.n_drawn;
  const drawnFrom = kept.filter(({ drawn }) => drawn).length;
  const size = kept.length - drawnFrom + (toDraw || drawnFrom);
  const dealt = value.opening_hand * deck.players[1];
  const colour = kept.find(({ single, colour: own, strength }, k) =>
    kept.slice(0, k).some((other) => !single && !other.single && other.colour === own && other.strength === strength),
  );
  const unreached = (deck.added ?? []).find(({ of }) => !kept.some(({ groups }) => groups.includes(of)));
  const of = (/** @type {string | number} */ name) => (typeof name === "string" ? value[name] : name);
  const wrong = data.comparisons.flatMap(({ left, operator, right, sentence }) => {
    const [one, other] = [left.reduce((sum, name) => sum + of(name), 0), of(right)];
    if (HOLDS[operator](one, other)) return [];
    return [sentence.replaceAll("{left}", String(one)).replaceAll("{right}", String(other))];
  });
  const checks = /** @type {[boolean, string][]} */ ([
    [size <= dealt, `${size} cards are too few: opening hands of ${deck.players[1]} players take ${dealt}.`],
    [toDraw > drawnFrom, `The deck draws ${toDraw} special cards for each game; keep at least as many.`],
    [!!colour, `Two ${colour?.colour} dragons have strength ${colour?.strength}: give each another one.`],
    [!!unreached, `A house rule changes every ${unreached?.of.replaceAll("_", " ")}: keep at least one.`],
  ]);
  return [...new Set([...wrong, ...checks.filter(([isWrong]) => isWrong).map(([, sentence]) => sentence)])];
}

/** The range of a card's strength. */
export const STRENGTHS = [1, STRONGEST];

/**
 * Return the house rule that says the same, as the YAML that `tda simulate --rules FILE` takes.
 * @param {Deck} deck @param {Tables} printed @param {Edits} edits @param {Data} data @param {string} text
 */
export function houseRule(deck, printed, edits, data, text) {
  const parent = (/** @type {string} */ name) => name.split(".")[0];
  const replacedWhole = data.whole.filter((name) => Object.keys(edits.rules).map(parent).includes(name));
  const value = { ...printedValues(printed, data), ...edits.rules };
  const named = data.rules.filter(({ name }) => name in edits.rules || replacedWhole.includes(parent(name)));
  const rules = nested(named.map((parameter) => [parameter.name, written(parameter, value[parameter.name])]));
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
  for (const family of Object.keys(edits.amounts)) {
    const [key, name] = family.split("/");
    if (key === "dragons" || key === "cards") add(key, name, changedYaml(deck, family, edits));
  }
  const kept = keptCards(deck, edits);
  const single = (/** @type {Card} */ card) => card.family.startsWith("cards/");
  const restrung = kept.filter(({ name }) => name in edits.strengths);
  const recast = new Set(restrung.filter((card) => !single(card)).map(({ colour }) => colour));
  for (const colour of recast) {
    for (const [name, own] of Object.entries(made.cards))
      if (own === null && name.startsWith(`${colour}-`)) delete made.cards[name];
    const strengths = kept.filter((card) => !card.single && card.colour === colour).map(({ strength }) => strength);
    add("dragons", colour, { strengths });
  }
  for (const { name, strength } of restrung.filter(single)) add("cards", name, { strength });
  for (const card of deck.cards.filter(({ name }) => edits.out.includes(name))) {
    if (recast.has(card.colour) && !single(card)) continue;
    if (card.new && single(card)) delete made.cards[card.name];
    else made.cards[card.name] = null;
  }
  const added = powers.map((step, k) => ({ ...step, ...changedYaml(deck, deck.added[k].key, edits) }));
  return { .../** @type {Entries} */ (others), ...made, ...(added.length ? { powers: added } : {}) };
}

/** A value of a parameter as YAML writes it. @param {Parameter} parameter @param {number} value */
export function written({ words, least = Infinity }, value) {
  const [word] = Object.entries(words).find(([, number]) => number === value && value < least) ?? [];
  if (word === undefined) return value;
  return /^(null|true|false)$/.test(word) ? /** @type {boolean | null} */ (JSON.parse(word)) : word;
}

/** @param {[string, Plain][]} pairs  dotted names and values */
function nested(pairs) {
  const made = /** @type {Record<string, Entries>} */ ({});
  for (const [name, value] of pairs) {
    const [first, rest] = name.split(".");
    if (rest) (made[first] ??= {})[rest] = value;
    else Object.assign(made, { [first]: value });
  }
  return made;
}

/** @param {Plain} plain @param {(string | number)[]} path @param {number} value @returns {Plain} */
function replaced(plain, [first, ...rest], value) {
  if (first === undefined) return value;
  const copy = /** @type {Entries} */ (Array.isArray(plain) ? [...plain] : { .../** @type {Entries} */ (plain) });
  copy[first] = replaced(copy[first], rest, value);
  return copy;
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
