/**
 * Changes to a deck: what can be changed, what the engine plays with it, and what is wrong with it.
 *
 * @import { Card, Data, Deck, Edits, Knob, Line, Tables } from "./types.js"
 * @typedef {Card & {power: Line[], ante: Line[]}} Coded
 */

const STRENGTHS = { least: 1, most: 62 };
export const OUT = 0; // for "in the deck"

/** @returns {Edits} */
export const noEdits = () => ({ numbers: {}, presets: [] });

/** Whether anything is changed. @param {{edits: Edits}} state */
export const isChanged = ({ edits }) => Object.values(edits).some((own) => Object.keys(own).length > 0);

/** Whether a card is out of the deck. @param {Edits} edits @param {Card} card */
export const isOut = ({ numbers }, { name }) => numbers[`cards.${name}`] === OUT;

/** Whether what an address names is a card, in the deck or out of it. @param {string} key */
export const isCardKey = (key) => /^cards\.[^.]+$/.test(key);

/**
 * All that can be changed of a deck, by the names that addresses have.
 * @param {Deck} deck  under its house rules @param {Data} data @returns {Map<string, Knob>}
 */
export function knobsOf({ rules: printed, cards, families, added = [] }, { rules }) {
  const ofRules = rules.map((rule) => {
    return { ...rule, key: `rules.${rule.name}`, about: `${rule.title}:`, printed: printed[rule.name] };
  });
  const there = new Set([...cards.map(({ family }) => family), ...added.map(({ key }) => key)]);
  const ofFamilies = [...there].flatMap((name) => {
    const { title, amounts, rule: source, yaml } = families[name];
    const same = { source, yaml: JSON.stringify(yaml) };
    return amounts.map(({ key, label, value: printed, least, most }) => {
      return { ...same, key, title: label, about: `${title}: ${label}`, printed, least, most };
    });
  });
  const ofCards = cards.map(({ name, title, family, strength }) => {
    const label = family === `cards/${name}` ? "strength" : `strength of the ${strength}`;
    const key = `cards.${name}.strength`;
    return { ...STRENGTHS, key, title: label, about: `${title}: strength`, printed: strength };
  });
  const inOrOut = cards.map(({ name, title }) => {
    return { key: `cards.${name}`, title: `${title}: in the deck`, about: title, printed: 1, words: { out: OUT } };
  });
  const settable = ofCards.filter((_, k) => cards[k].settable);
  return new Map([...ofRules, ...ofFamilies, ...settable, ...inOrOut].map((knob) => [knob.key, knob]));
}

/**
 * Set what a knob changes; to the printed value if undefined.
 * @param {Edits} edits @param {Knob} knob @param {number} [value]
 */
export function turn({ numbers }, { key, printed }, value = printed) {
  if (value === printed) delete numbers[key];
  else numbers[key] = value;
}

/**
 * The word that YAML has for a value, if there is one.
 * @param {Pick<Knob, "words" | "least">} knob @param {number} value
 */
export function wordFor({ words = {}, least = Infinity }, value) {
  return Object.entries(words).find(([, number]) => number === value && value < least)?.[0];
}

/** A value as a person reads it. @param {Pick<Knob, "words" | "least">} knob @param {number} value @returns {string} */
export function worded(knob, value) {
  const word = wordFor(knob, value) ?? String(value);
  return { null: "none", true: "yes", false: "no" }[word] ?? word.replaceAll("_", " ");
}

/** The number of a parameter. @param {Deck} deck @param {Edits} edits @param {string} name */
export const ruleOf = ({ rules }, { numbers }, name) => numbers[`rules.${name}`] ?? rules[name];

/**
 * Return the tables of a deck with changes.
 * @param {Deck} deck @param {Tables} printed  of the deck without house rules @param {Edits} edits @param {Data} data
 * @returns {Tables}
 */
export function edited(deck, printed, edits, data) {
  const rules = printed.rules.slice();
  const view = new DataView(rules.buffer);
  const { fields } = data.layout.records.RULES;
  for (const { name, field } of data.rules) view.setBigInt64(fields[field][0], BigInt(ruleOf(deck, edits, name)), true);
  const cards = keptCards(deck, edits).map((card) => ({ ...card, ...codeOf(deck, card, edits) }));
  return { cards: tableOfCards(printed.cards, cards, deck.draw, data), rules };
}

/** The cards that are in a deck with changes, with their strengths. @param {Deck} deck @param {Edits} edits */
export const keptCards = ({ cards }, edits) =>
  cards
    .filter((card) => !isOut(edits, card))
    .map((card) => ({ ...card, strength: edits.numbers[`cards.${card.name}.strength`] ?? card.strength }));

/** The code of a card's power and of its ante effects. @param {Deck} deck @param {Card} card @param {Edits} edits */
function codeOf(deck, { family, groups }, edits) {
  const { power, ante } = changedCode(deck, family, edits);
  const added = addedTo(deck, groups).map(({ key }) => changedCode(deck, key, edits));
  return { power: added.reduce((made, { before, after }) => joined(joined(before, made), after), power), ante };
}

/** The amounts of a family that are changed. @param {Deck} deck @param {string} family @param {Edits} edits */
export const changedAmounts = ({ families }, family, { numbers }) =>
  families[family].amounts.filter(({ key }) => key in numbers);

/**
 * The code of a family, by part, with its changed numbers.
 * @param {Deck} deck @param {string} family @param {Edits} edits
 */
function changedCode(deck, family, edits) {
  const made = structuredClone(deck.families[family].code);
  for (const { key, part, places } of changedAmounts(deck, family, edits))
    for (const [line, place] of places) made[part][line][2 + place] = edits.numbers[key];
  return made;
}

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
  const write = (/** @type {string} */ field, /** @type {(number | bigint)[]} */ values, none = 0) => {
    const [start, length] = fields[field];
    new BigInt64Array(table.buffer, start, length).fill(BigInt(none)).set(values.map(BigInt));
  };
  const numbers = groupNumbers(cards, data);
  const colours = coloursOf(cards);
  const mask = (/** @type {number[]} */ bits) =>
    bits.reduce((sum, bit) => sum | (bit < 0 ? 0n : 1n << BigInt(bit)), 0n);
  /** @type {Map<string, number>} */ const starts = new Map();
  let lines = /** @type {Line[]} */ ([]);
  for (const code of cards.flatMap(({ power, ante }) => [power, ante])) {
    const name = JSON.stringify(code);
    if (starts.has(name)) continue;
    starts.set(name, lines.length);
    lines = joined(lines, code);
  }
  for (const kind of /** @type {const} */ (["power", "ante"])) {
    const first = cards.map(({ [kind]: code }) => starts.get(JSON.stringify(code)));
    write(kind, first);
    write(
      `${kind}_end`,
      first.map((start, k) => start + cards[k][kind].length),
    );
  }
  const given = Array(fields.arg[1] / fields.op[1]).fill(0);
  // a place is a list of one number
  const number = (/** @type {Line[0]} */ value) => (typeof value === "string" ? numbers[value] : Number(value));
  write(
    "op",
    lines.map(([op]) => Number(op)),
  );
  write(
    "always",
    lines.map(([, always]) => Number(always)),
  );
  write(
    "arg",
    lines.flatMap(([, , ...values]) => given.map((none, k) => number(values[k] ?? none))),
  );
  write(
    "strength",
    cards.map(({ strength }) => strength),
  );
  write(
    "colours",
    cards.map((card) => mask([card.colour, ...card.colours].map((colour) => colours.indexOf(colour)))),
  );
  write(
    "groups",
    cards.map(({ groups }) => mask(groups.map((group) => numbers[group]))),
  );
  write(
    "bars",
    cards.map(({ bars }) => numbers[bars] ?? -1),
    -1,
  );
  write(
    "drawn",
    cards.map(({ drawn }) => Number(drawn)),
  );
  const single = {
    n: cards.length,
    n_colours: colours.length,
    ante_effects: Number(cards.some(({ ante }) => ante.length)),
  };
  for (const [field, value] of Object.entries({ ...single, ...draw })) write(field, [value]);
  return table;
}

/** The colours of cards, in the engine's order. @param {Card[]} cards */
export const coloursOf = (cards) => [...new Set(cards.map(({ colour }) => colour).filter(Boolean))];

/**
 * The number of each group: those of every deck, colours in the order of the cards, then the rest.
 * @param {Coded[]} cards @param {Data} data @returns {Record<string, number>}
 */
function groupNumbers(cards, { groups, own_group: first }) {
  const words = cards.flatMap(({ power, ante }) => [...power, ...ante].flat());
  const own = [
    ...coloursOf(cards),
    ...cards.flatMap((card) => card.groups),
    ...cards.map(({ bars }) => bars),
    ...words,
  ];
  const names = [...new Set(own)].filter((name) => name && typeof name === "string" && !(name in groups));
  return { ...groups, ...Object.fromEntries(names.map((name, place) => [name, first + place])) };
}

/**
 * Return what is wrong with a deck and its changes, in sentences; none if it can be played.
 * @param {Deck} deck @param {Edits} edits @param {Data} data
 */
export function problems(deck, edits, data) {
  const of = (/** @type {string | number} */ name) => (typeof name === "string" ? ruleOf(deck, edits, name) : name);
  const kept = keptCards(deck, edits);
  const toDraw = deck.draw.n_drawn;
  const drawnFrom = kept.filter(({ drawn }) => drawn).length;
  const size = kept.length - drawnFrom + (toDraw || drawnFrom);
  const dealt = of("opening_hand") * deck.players[1];
  const colour = kept.find(({ single, colour: own, strength }, k) =>
    kept.slice(0, k).some((other) => !single && !other.single && other.colour === own && other.strength === strength),
  );
  const unreached = (deck.added ?? []).find(({ of: group }) => !kept.some(({ groups }) => groups.includes(group)));
  const checks = /** @type {[unknown, string][]} */ ([
    ...data.comparisons.map(({ left, signs, right, sentence }) => {
      const [one, other] = [left.reduce((sum, name) => sum + of(name), 0), of(right)];
      const said = sentence.replaceAll("{left}", String(one)).replaceAll("{right}", String(other));
      return [!signs.includes(Math.sign(one - other)), said];
    }),
    [size <= dealt, `${size} cards are too few: opening hands of ${deck.players[1]} players take ${dealt}.`],
    [toDraw > drawnFrom, `The deck draws ${toDraw} special cards for each game; keep at least as many.`],
    [colour, `Two ${colour?.colour} dragons have strength ${colour?.strength}: give each another one.`],
    [unreached, `A house rule changes ${unreached?.title.toLowerCase()}: keep at least one.`],
  ]);
  return [...new Set(checks.filter(([isWrong]) => isWrong).map(([, sentence]) => sentence))];
}
