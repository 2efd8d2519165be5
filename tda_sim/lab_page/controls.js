/** The controls: steppers, switches and lists, each with its printed value and a way back. */
import { STRENGTHS, keyOfAmount, numberIn, written } from "./edits.js";
import { conflict, deckOf, isOn, offered, switchTo } from "./presets.js";
import { listed } from "./words.js";

/** @param {string} name @param {Record<string, any>} properties @param {(Node | string)[]} children */
export function element(name, properties = {}, children = []) {
  const { data = {}, aria = {}, ...own } = properties;
  const made = Object.assign(document.createElement(name), own);
  for (const [key, value] of Object.entries(data)) made.dataset[key] = String(value);
  for (const [key, value] of Object.entries(aria)) made.setAttribute(`aria-${key}`, String(value));
  made.append(...children);
  return made;
}

/**
 * A number with buttons for less and more, the printed value, and a way back.
 * @param {{title: string, note?: string, key: string, value: number, printed: number, least: number, most: number,
 *   words?: Record<string, number>, source?: string, change: (value: number | undefined) => void}} about  source: of the
 *   printed value, where a house rule has it
 */
export function stepper({ title, note = "", key, value, printed, least, most, words = {}, source, change }) {
  const off = Object.entries(words).find(([, number]) => number < least);
  const text = (/** @type {number} */ number) => (off && number === off[1] ? offWord(off[0]) : String(number));
  const set = (/** @type {number} */ number) => change(number === printed ? undefined : number);
  const step = (/** @type {number} */ by) => {
    if (off && value === off[1]) return set(by > 0 ? Math.max(least, usualStart(key, least)) : value);
    const next = value + by;
    set(next < least ? (off ? off[1] : least) : Math.min(next, most));
  };
  const start = off && value === off[1] ? "" : String(value);
  const input = element("input", {
    type: "number",
    value: start,
    min: least,
    max: most,
    step: 1,
    placeholder: off ? offWord(off[0]) : "",
    inputMode: "numeric",
    aria: { label: title },
  });
  input.addEventListener("change", () => {
    const number = input.value === "" && off ? off[1] : Math.round(Number(input.value));
    set(
      off && number === off[1] ? number : Math.min(Math.max(Number.isFinite(number) ? number : printed, least), most),
    );
  });
  input.addEventListener("input", () => input.closest(".row")?.classList.toggle("typed", input.value !== start));
  const button = (/** @type {string} */ sign, /** @type {number} */ by) =>
    element("button", {
      type: "button",
      textContent: sign,
      onclick: () => step(by),
      data: { step: by },
      aria: { label: `${by < 0 ? "Less" : "More"}: ${title}` },
    });
  return row(
    { title, note, key, changed: value !== printed, printed: text(printed), source, back: () => change(undefined) },
    [button("\u2212", -1), input, button("+", 1)],
  );
}

const offWord = (/** @type {string} */ word) => (word === "null" ? "none" : word);
const usualStart = (/** @type {string} */ key, /** @type {number} */ least) =>
  ({ "rules.end.gold": 100, "rules.end.gambits": 10 })[key] ?? least;

/**
 * A choice of words, or a switch.
 * @param {{title: string, note?: string, key: string, value: number, printed: number, words: Record<string, number>,
 *   change: (value: number | undefined) => void}} about
 */
export function choice({ title, note = "", key, value, printed, words, change }) {
  const name = (/** @type {string} */ word) => ({ true: "yes", false: "no" })[word] ?? word.replaceAll("_", " ");
  const of = (/** @type {number} */ number) => name(Object.keys(words).find((word) => words[word] === number) ?? "");
  const select = element(
    "select",
    { aria: { label: title } },
    Object.entries(words).map(([word, number]) =>
      element("option", { value: number, textContent: name(word), selected: number === value }),
    ),
  );
  select.addEventListener("change", () => change(Number(select.value) === printed ? undefined : Number(select.value)));
  return row({ title, note, key, changed: value !== printed, printed: of(printed), back: () => change(undefined) }, [
    select,
  ]);
}

/** @param {{title: string, note: string, key: string, changed: boolean, printed: string, source?: string, back: () => void}} about @param {Node[]} inputs */
function row({ title, note, key, changed, printed, source, back }, inputs) {
  const from = source ? `the value of ${source}` : "the printed value";
  const reset = element("button", {
    type: "button",
    className: "back",
    textContent: `${source ?? "printed"}: ${printed}`,
    hidden: !changed,
    onclick: back,
    title: `Back to ${from}`,
    aria: { label: `${title}: back to ${from}, ${printed}` },
  });
  return element("div", { className: changed ? "row edited" : "row", data: { key } }, [
    element("span", { className: "name", title: note, textContent: title }),
    element("span", { className: "inputs" }, inputs),
    reset,
  ]);
}

/**
 * The rules of a deck, under headings.
 * @param {any} data @param {import("./state.js").State} state @param {import("./edits.js").Tables} printed
 * @param {(change: (edits: import("./edits.js").Edits) => void) => void} edit
 */
export function ruleControls(data, state, printed, edit) {
  const groups = [...new Set(data.rules.map((/** @type {any} */ { group }) => group))];
  return groups.map((group, k) => {
    const own = data.rules.filter((/** @type {any} */ rule) => rule.group === group);
    const rows = own.map((/** @type {any} */ rule) => {
      const before = numberIn(printed.rules, data.layout.records.RULES, rule.field);
      const change = (/** @type {number | undefined} */ value) =>
        edit(({ rules }) => {
          if (value === undefined) delete rules[rule.name];
          else rules[rule.name] = value;
        });
      const about = {
        ...rule,
        note: rule.meaning,
        key: `rules.${rule.name}`,
        value: state.edits.rules[rule.name] ?? before,
        printed: before,
        change,
      };
      return rule.least === undefined ? choice(about) : stepper(about);
    });
    const open = k === 0 || own.some((/** @type {any} */ { name }) => name in state.edits.rules);
    return element("details", { open, data: { group } }, [element("summary", { textContent: group }), ...rows]);
  });
}

/**
 * The house rules that ship, to switch on and off, with the numbers of what they add to the powers of a group.
 * @param {any} data @param {import("./state.js").State} state @param {import("./edits.js").Tables} printed
 * @param {() => void} settle  after a switch
 */
export function presetControls(data, state, printed, settle) {
  const value = printedRule(data, printed);
  const all = offered(data, state.deck, value);
  const deck = deckOf(data, state);
  const change = (/** @type {(edits: any) => void} */ edit) => {
    edit(state.edits);
    settle();
  };
  const heading = (/** @type {any} */ { decks }) => {
    const { cards, gone, draw, added } = decks[data.decks[state.deck].name];
    return cards.length + gone.length + added.length + Object.keys(draw).length
      ? "House rules for cards"
      : "House rules for the game";
  };
  return ["House rules for the game", "House rules for cards"].map((group) => {
    const own = all.filter((preset) => heading(preset) === group);
    const on = own.filter((preset) => isOn(preset, state.edits, value));
    const rows = own.flatMap((preset) => {
      const rivals = all
        .filter((other) => conflict(preset, other) && isOn(other, state.edits, value))
        .map(({ title }) => `“${title}”`);
      const box = element("input", { type: "checkbox", checked: on.includes(preset), aria: { label: preset.title } });
      box.addEventListener("change", () => {
        switchTo(preset, box.checked, data, state, value);
        settle();
      });
      const notes = [preset.text, ...(rivals.length ? [`Instead of ${listed(rivals)}.`] : [])];
      const label = element("label", { className: "row preset", data: { key: `house-rules.${preset.name}` } }, [
        box,
        element("span", {}, [
          element("span", { className: "name", textContent: preset.title }),
          element("small", { className: "soft", textContent: notes.join(" ") }),
        ]),
      ]);
      const added = on.includes(preset) ? preset.decks[deck.name].added : [];
      return [label, ...added.flatMap(({ key }) => amountRows(deck, key, state, change))];
    });
    return element("details", { className: on.length ? "edited" : "", open: on.length > 0, data: { group } }, [
      element("summary", { textContent: group }),
      ...rows,
    ]);
  });
}

/** The printed value of a parameter, by its name. @param {any} data @param {import("./edits.js").Tables} printed */
export const printedRule = (data, printed) => (/** @type {string} */ name) =>
  numberIn(
    printed.rules,
    data.layout.records.RULES,
    data.rules.find((/** @type {any} */ rule) => rule.name === name).field,
  );

/**
 * The cards of a deck, by family: amounts of powers, strengths, and which are in.
 * @param {any} data @param {import("./state.js").State} state
 * @param {(change: (edits: import("./edits.js").Edits) => void) => void} edit
 */
export function cardControls(data, state, edit) {
  const deck = deckOf(data, state);
  return families(deck.cards).map(([family, cards]) => {
    const [first] = cards;
    const title = cards.length > 1 ? `${first.title.replace(/ \d+$/, "")}s` : first.title;
    const source = deck.families[family].rule;
    const rows = amountRows(deck, family, state, edit);
    const strengths = cards
      .filter(({ settable }) => settable)
      .map((card) =>
        strengthRow(card, cards.length > 1 ? `strength of the ${card.strength}` : "strength", state, edit),
      );
    if (cards.length > 1 && strengths.length) {
      const touched = cards.some(({ name }) => name in state.edits.strengths);
      rows.push(
        element(
          "details",
          {
            open: touched,
            className: touched ? "strengths edited" : "strengths",
            data: { group: `${family} strengths` },
          },
          [element("summary", { textContent: "Strengths" }), ...strengths],
        ),
      );
    } else rows.push(...strengths);
    rows.push(
      element(
        "p",
        { className: "members" },
        cards.map((/** @type {any} */ card) => inOrOut(card, state, edit)),
      ),
    );
    const touched =
      source !== undefined ||
      family in state.edits.amounts ||
      cards.some(({ name }) => name in state.edits.strengths || state.edits.out.includes(name));
    return element(
      "details",
      {
        className: touched ? "card edited" : "card",
        open: touched,
        data: { family, words: `${title} ${first.text} ${first.alignment} ${first.colour}`.toLowerCase() },
      },
      [
        element("summary", {}, [element("span", { className: dotOf(first) }), title]),
        element("p", { className: "power", textContent: first.text || "No power." }),
        ...rows,
      ],
    );
  });
}

/** A stepper for each number of a family. @param {any} deck @param {string} family @param {any} state @param {(change: (edits: any) => void) => void} edit */
function amountRows(deck, family, state, edit) {
  const about = deck.families[family];
  return about.amounts.map((/** @type {any} */ amount, /** @type {number} */ k) =>
    stepper({
      title: amount.label,
      key: keyOfAmount(family, about, k),
      ...amount,
      printed: amount.value,
      source: about.rule,
      value: state.edits.amounts[family]?.[k] ?? amount.value,
      change: (value) => edit(({ amounts }) => setAmount(amounts, family, k, value)),
    }),
  );
}

/** The classes of the dot before a card's name. @param {{colour: string, alignment: string}} card */
export const dotOf = ({ colour, alignment }) => `dot ${colour || alignment}`;

/** @param {import("./edits.js").Card[]} cards @returns {[string, any[]][]} */
function families(cards) {
  const made = new Map();
  for (const card of cards) made.set(card.family, [...(made.get(card.family) ?? []), card]);
  return [...made];
}

/** @param {Record<string, Record<string, number>>} amounts */
function setAmount(amounts, family, k, value) {
  if (value !== undefined) (amounts[family] ??= {})[k] = value;
  else if (family in amounts) {
    delete amounts[family][k];
    if (!Object.keys(amounts[family]).length) delete amounts[family];
  }
}

function strengthRow(card, title, state, edit) {
  const change = (/** @type {number | undefined} */ value) =>
    edit((/** @type {any} */ { strengths }) => {
      if (value === undefined) delete strengths[card.name];
      else strengths[card.name] = value;
    });
  return stepper({
    title,
    key: `cards.${card.name}.strength`,
    value: state.edits.strengths[card.name] ?? card.strength,
    printed: card.strength,
    least: STRENGTHS[0],
    most: STRENGTHS[1],
    change,
  });
}

function inOrOut(card, state, edit) {
  const box = element("input", { type: "checkbox", checked: !state.edits.out.includes(card.name) });
  box.addEventListener("change", () =>
    edit((/** @type {any} */ edits) => {
      edits.out = box.checked
        ? edits.out.filter((/** @type {string} */ name) => name !== card.name)
        : [...edits.out, card.name];
    }),
  );
  return element("label", {}, [box, card.single ? "in the deck" : String(card.strength)]);
}

/** The changes as short phrases, each with a way back. @param {any} data @param {import("./state.js").State} state @param {import("./edits.js").Tables} printed */
export function changesOf(data, state, printed) {
  const { edits } = state;
  const { cards, families } = deckOf(data, state);
  const value = printedRule(data, printed);
  const title = (/** @type {string} */ name) =>
    cards.find((/** @type {any} */ card) => card.name === name)?.title ?? name;
  const made = edits.presets.map((name) => {
    const preset = data.presets.find((/** @type {any} */ one) => one.name === name);
    return { text: `House rule: ${preset.title}`, undo: () => switchTo(preset, false, data, state, value) };
  });
  for (const rule of data.rules)
    if (rule.name in edits.rules) {
      const before = written(rule, value(rule.name));
      made.push({
        text: `${rule.title}: ${word(written(rule, edits.rules[rule.name]))} instead of ${word(before)}`,
        undo: () => delete edits.rules[rule.name],
      });
    }
  for (const [family, own] of Object.entries(edits.amounts))
    for (const [k, amount] of Object.entries(own)) {
      const { label, value: before } = families[family].amounts[Number(k)];
      const [key, name] = family.split("/");
      const who =
        key === "powers"
          ? `Every ${families[family].of.replaceAll("_", " ")}`
          : key === "cards"
            ? title(name)
            : `${cards.find((/** @type {any} */ card) => card.family === family)?.title.replace(/ \d+$/, "")}s`;
      made.push({
        text: `${who}: ${label} ${amount} instead of ${before}`,
        undo: () => setAmount(edits.amounts, family, k, undefined),
      });
    }
  for (const [name, strength] of Object.entries(edits.strengths)) {
    const before = cards.find((/** @type {any} */ card) => card.name === name)?.strength;
    made.push({
      text: `${title(name)}: strength ${strength} instead of ${before}`,
      undo: () => delete edits.strengths[name],
    });
  }
  for (const name of edits.out)
    made.push({ text: `Without ${title(name)}`, undo: () => (edits.out = edits.out.filter((one) => one !== name)) });
  return made;
}

const word = (/** @type {any} */ value) =>
  value === null ? "none" : value === true ? "yes" : value === false ? "no" : String(value).replaceAll("_", " ");
