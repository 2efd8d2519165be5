/**
 * Changes to a deck: what they may be, what they make of the engine's tables, and the house rule that says the same.
 *
 * @typedef {{part: string, path: (string | number)[], label: string, value: number, least: number, most: number,
 *   places: [number, number][]}} Amount  part: the list of effects; places are a line of its code and an argument
 * @typedef {any[]} Line  of code: the effect, always, and its arguments: numbers, names of groups, or in a list a line
 * @typedef {{yaml: Record<string, any>, code: Record<string, Line[]>, amounts: Amount[], rule?: string,
 *   of?: string}} Family  by part: the power and the ante effects of cards, or what is added before and after to the powers
 *   of a group; rule: the house rule that it is from
 * @typedef {{name: string, title: string, strength: number, colour: string, colours: string[], alignment: string,
 *   groups: string[], bars: string, text: string, family: string, single: boolean, settable: boolean,
 *   drawn: boolean, kept: number, new?: boolean}} Card  kept: its worth in hand to the coach; new: by a house rule
 * @typedef {Family & {key: string, of: string, text: Record<string, string>}} Added  effects that a house rule adds to
 *   the powers of a group; key: its name among the families
 * @typedef {{name: string, title: string, text: string, players: [number, number], draw: Record<string, number>,
 *   cards: Card[], families: Record<string, Family>, added?: Added[], changes?: any}} Deck  changes: those of house
 *   rules, as YAML has them
 * @typedef {{name: string, title: string, group: string, meaning: string, field: string, least?: number, most?: number,
 *   words: Record<string, number>}} Parameter
 * @typedef {{rules: Record<string, number>, amounts: Record<string, Record<string, number>>,
 *   strengths: Record<string, number>, out: string[], presets: string[]}} Edits  rules as the engine's numbers; amounts
 *   by family and place; presets: house rules that change cards
 * @typedef {{cards: Uint8Array, rules: Uint8Array}} Tables  records of type CARDS and RULES
 * @typedef {{rules: Parameter[], whole: string[], groups: Record<string, number>, own_group: number,
 *   layout: import("./engine.js").Layout}} Rulebook  whole: what a house rule replaces, not merges
 */

const STRONGEST = 62;
const ADDED = "powers"; // begins the keys of effects that are added to groups
const OF_EACH_CARD = ["strength", "colours", "groups", "bars", "power", "power_end", "ante", "ante_end", "drawn"];
const OF_EACH_LINE = ["op", "arg", "always"];

/** @returns {Edits} */
export const noEdits = () => ({ rules: {}, amounts: {}, strengths: {}, out: [], presets: [] });

/** How many things are changed. @param {Edits} edits */
export function countEdits(edits) {
  const amounts = Object.values(edits.amounts).reduce((sum, own) => sum + Object.keys(own).length, 0);
  return (
    Object.keys(edits.rules).length +
    amounts +
    Object.keys(edits.strengths).length +
    edits.out.length +
    edits.presets.length
  );
}

/** A number of a record. @param {Uint8Array} bytes @param {import("./engine.js").RecordLayout} record @param {string} field */
export function numberIn(bytes, record, field, place = 0) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Number(view.getBigInt64(record.fields[field][0] + 8 * place, true));
}

/**
 * Return the tables of a deck with changes.
 * @param {Deck} deck @param {Tables} printed  of the deck without house rules @param {Edits} edits @param {Rulebook} data
 * @returns {Tables}
 */
export function edited(deck, printed, edits, data) {
  const rules = printed.rules.slice();
  const inRules = new DataView(rules.buffer);
  for (const { name, field } of data.rules)
    if (name in edits.rules)
      inRules.setBigInt64(data.layout.records.RULES.fields[field][0], BigInt(edits.rules[name]), true);
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

/** The code of a family, by part, with its changed numbers. @param {Deck} deck @param {string} name @param {Edits} edits */
function changedCode({ families }, name, edits) {
  const { code, amounts } = families[name];
  const made = structuredClone(code);
  for (const [which, value] of Object.entries(edits.amounts[name] ?? {})) {
    const { part, places } = amounts[Number(which)];
    for (const [line, place] of places) made[part][line][2 + place] = value;
  }
  return made;
}

/** The effects of a family as YAML has them, by part: of those parts whose numbers are changed. @param {Deck} deck @param {string} name @param {Edits} edits */
function changedYaml({ families }, name, edits) {
  const { yaml, amounts } = families[name];
  /** @type {Record<string, any>} */
  const made = {};
  for (const [which, value] of Object.entries(edits.amounts[name] ?? {})) {
    const { part, path } = amounts[Number(which)];
    made[part] = replaced(made[part] ?? yaml[part], path, value);
  }
  return made;
}

/** What an amount is called in an address. @param {string} name  of its family @param {Family} family @param {number | string} which */
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
 * @param {(Card & {power: Line[], ante: Line[]})[]} cards @param {Record<string, number>} draw @param {Rulebook} data
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
    write("strength", card.strength, k);
    write(
      "colours",
      mask([card.colour, ...card.colours].map((colour) => colours.indexOf(colour)).filter((bit) => bit >= 0)),
      k,
    );
    write("groups", mask(card.groups.map((group) => numbers[group])), k);
    if (card.bars) write("bars", numbers[card.bars], k);
    write("drawn", Number(card.drawn), k);
  });
  const perLine = fields.arg[1] / fields.op[1];
  const end = /** @type {("power" | "ante")[]} */ (["power", "ante"]).reduce((from, kind) => {
    const places = new Map();
    return cards.reduce((free, card, k) => {
      const code = card[kind];
      const key = JSON.stringify(code);
      const start = places.get(key) ?? free;
      if (!places.has(key))
        code.forEach(([op, always, ...values], line) => {
          write("op", op, start + line);
          write("always", always, start + line);
          values.forEach((value, place) =>
            write(
              "arg",
              Array.isArray(value) ? start + value[0] : typeof value === "string" ? numbers[value] : value,
              (start + line) * perLine + place,
            ),
          );
        });
      places.set(key, start);
      write(kind, start, k);
      write(`${kind}_end`, start + code.length, k);
      return Math.max(free, start + code.length);
    }, from);
  }, 0);
  if (end > fields.op[1]) throw new Error(`powers have ${end} effects; at most ${fields.op[1]} are possible`);
  write("n", cards.length);
  write("n_colours", colours.length);
  write("ante_effects", Number(cards.some(({ ante }) => ante.length)));
  for (const [field, value] of Object.entries(draw)) write(field, value);
  return table;
}

/** The number of each group: those of every deck, colours in the order of the cards, then the rest. @param {any[]} cards @param {Rulebook} data */
function groupNumbers(cards, { groups, own_group: first }) {
  const words = cards.flatMap(({ power, ante }) =>
    [...power, ...ante].flat().filter((value) => typeof value === "string"),
  );
  const own = [
    ...cards.map(({ colour }) => colour),
    ...cards.flatMap((card) => card.groups),
    ...cards.map(({ bars }) => bars),
    ...words,
  ];
  const names = [...new Set(own)].filter((name) => name && !(name in groups));
  return { ...groups, ...Object.fromEntries(names.map((name, place) => [name, first + place])) };
}

/**
 * Return what is wrong with a deck and its changes, in sentences; none if it can be played.
 * @param {Deck} deck @param {Tables} printed @param {Edits} edits @param {Rulebook} data
 */
export function problems(deck, printed, edits, { rules: parameters, layout: { records } }) {
  const value = Object.fromEntries(
    parameters.map(({ name, field }) => [name, edits.rules[name] ?? numberIn(printed.rules, records.RULES, field)]),
  );
  const kept = keptCards(deck, edits);
  const toDraw = deck.draw.n_drawn;
  const drawnFrom = kept.filter(({ drawn }) => drawn).length;
  const size = kept.length - drawnFrom + (toDraw || drawnFrom);
  const dealt = value.opening_hand * deck.players[1];
  const colour = kept.find(
    (card, k) =>
      !card.single &&
      kept.some(
        (other, place) =>
          place < k && !other.single && other.colour === card.colour && other.strength === card.strength,
      ),
  );
  const unreached = (deck.added ?? []).find(({ of }) => !kept.some(({ groups }) => groups.includes(of)));
  const checks = /** @type {[boolean, string][]} */ ([
    [value["starting_gold.each"] + value["starting_gold.per_player"] === 0, "Players must start with some gold."],
    [
      value["buying.up_to"] <= value["buying.at"],
      `Players who buy with ${value["buying.at"]} cards must buy up to more than ${value["buying.at"]}.`,
    ],
    [
      value["special_flights.colour"] === 1 || value["special_flights.strength"] === 1,
      "A special flight needs at least 2 cards; 0 means there are none.",
    ],
    [
      value.opening_hand > value.hand_limit,
      `The opening hand of ${value.opening_hand} is above the hand limit of ${value.hand_limit}.`,
    ],
    [
      value["buying.up_to"] > value.hand_limit,
      `Players cannot buy up to ${value["buying.up_to"]} cards with a hand limit of ${value.hand_limit}.`,
    ],
    [
      value.round_cap < value.rounds,
      `Most rounds in a gambit (${value.round_cap}) must be at least the rounds in a gambit (${value.rounds}).`,
    ],
    [value["end.gambits"] > value.gambit_cap, "Gambits in a game must not be above the most gambits in a game."],
    [size <= dealt, `${size} cards are too few: opening hands of ${deck.players[1]} players take ${dealt}.`],
    [toDraw > drawnFrom, `The deck draws ${toDraw} special cards for each game; keep at least as many.`],
    [!!colour, `Two ${colour?.colour} dragons have strength ${colour?.strength}: give each another one.`],
    [!!unreached, `A house rule changes every ${unreached?.of.replaceAll("_", " ")}: keep at least one.`],
  ]);
  return checks.filter(([wrong]) => wrong).map(([, sentence]) => sentence);
}

/** The range of a card's strength. */
export const STRENGTHS = [1, STRONGEST];

/**
 * Return the house rule that says the same, as the YAML that `tda simulate --rules FILE` takes.
 * @param {Deck} deck @param {Tables} printed @param {Edits} edits @param {Rulebook} data @param {string} text
 */
export function houseRule(deck, printed, edits, { rules: parameters, whole, layout }, text) {
  const lines = ["title: My house rule", `text: ${JSON.stringify(text.slice(0, 300))}`];
  const parent = (/** @type {string} */ name) => name.split(".")[0];
  const replacedWhole = whole.filter((name) => Object.keys(edits.rules).some((own) => parent(own) === name));
  const value = (/** @type {Parameter} */ { name, field }) =>
    edits.rules[name] ?? numberIn(printed.rules, layout.records.RULES, field);
  const named = parameters.filter(({ name }) => name in edits.rules || replacedWhole.includes(parent(name)));
  const rules = nested(named.map((parameter) => [parameter.name, written(parameter, value(parameter))]));
  const { unique_cards: unique, ...changes } = changesOfCards(deck, edits);
  for (const [title, own] of Object.entries({ rules, unique_cards: unique ?? {}, changes })) {
    const entries = Object.entries(own).filter(([, entry]) => !isObject(entry) || Object.keys(entry).length);
    if (entries.length)
      lines.push(
        `${title}:`,
        ...entries.flatMap(([key, entry]) => (title === "changes" ? block(key, entry) : [`  ${key}: ${flow(entry)}`])),
      );
  }
  return `${lines.join("\n")}\n`;
}

const isObject = (/** @type {any} */ value) => value !== null && typeof value === "object";

/** A part of the changes, one entry a line. @param {string} key @param {any} entries */
const block = (key, entries) => [
  `  ${key}:`,
  ...(Array.isArray(entries)
    ? entries.map((entry) => `    - ${flow(entry)}`)
    : Object.entries(entries).map(([name, value]) => `    ${name}: ${flow(value)}`)),
];

/** All changes to cards, as a house rule has them. @param {Deck} deck @param {Edits} edits */
function changesOfCards(deck, edits) {
  const { dragons, cards, powers = [], ...others } = deck.changes ?? {};
  const made = { dragons: { ...dragons }, cards: { ...cards } };
  const add = (/** @type {"dragons" | "cards"} */ key, /** @type {string} */ name, /** @type {any} */ own) => {
    const { text, ...before } = made[key][name] ?? {};
    made[key][name] = { ...before, ...("power" in own || "ante" in own || text === undefined ? {} : { text }), ...own };
  };
  for (const family of Object.keys(edits.amounts)) {
    const [key, name] = family.split("/");
    if (key !== ADDED) add(/** @type {any} */ (key), name, changedYaml(deck, family, edits));
  }
  const kept = keptCards(deck, edits);
  const single = (/** @type {Card} */ card) => card.family.startsWith("cards/");
  const recast = new Set(
    kept.filter((card) => !single(card) && card.name in edits.strengths).map(({ colour }) => colour),
  );
  for (const colour of recast) {
    for (const name of Object.keys(made.cards))
      if (made.cards[name] === null && name.startsWith(`${colour}-`)) delete made.cards[name];
    add("dragons", colour, {
      strengths: kept.filter((card) => !card.single && card.colour === colour).map(({ strength }) => strength),
    });
  }
  for (const card of kept)
    if (single(card) && card.name in edits.strengths) add("cards", card.name, { strength: card.strength });
  for (const name of edits.out) {
    const card = deck.cards.find((one) => one.name === name);
    if (!card || (recast.has(card.colour) && !single(card))) continue;
    if (card.new && single(card)) delete made.cards[name];
    else made.cards[name] = null;
  }
  const added = powers.map((/** @type {any} */ step, /** @type {number} */ k) => ({
    ...step,
    ...changedYaml(deck, deck.added[k].key, edits),
  }));
  return { ...others, ...made, ...(added.length ? { powers: added } : {}) };
}

/** A value of a parameter as YAML writes it. @param {Parameter} parameter @param {number} value */
export function written(parameter, value) {
  const word = Object.entries(parameter.words).find(
    ([, number]) => number === value && !(parameter.least !== undefined && value >= parameter.least),
  );
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
  if (value && typeof value === "object")
    return `{${Object.entries(value)
      .map(([key, one]) => `${key}: ${flow(one)}`)
      .join(", ")}}`;
  return typeof value === "string" && !/^(?!(true|false|null|yes|no|on|off|y|n)$)[a-z][a-z_]*$/.test(value)
    ? JSON.stringify(value)
    : String(value);
}
