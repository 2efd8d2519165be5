/** The controls: steppers, switches and lists, each with its printed value and a way back. */
import { byId, dot, html, option, update } from "./dom.js";
import { STRENGTHS, keyOfAmount, printedValues, setOrClear, written } from "./edits.js";
import { listed } from "./phrases.js";
import { conflict, deckOf, isOn, offered, switchTo } from "./presets.js";

/** @import { Card, Data, Deck, Edit, Edits, Parameter, Preset, State, Tables } from "./types.js" */
/**
 * A control; source: the house rule that the printed value is of; change: to a value, or back to the printed one.
 * @typedef {{title: string, note?: string, key: string, value: number, printed: number, source?: string,
 *   change: (value: number | undefined) => void}} About
 * @typedef {{least?: number, most?: number, words?: Record<string, number>}} Range
 */

const USUAL = /** @type {Record<string, number>} */ ({ "rules.end.gold": 100, "rules.end.gambits": 10 });

/** A number with buttons for less and more. @param {About & Range} about */
function stepper(about) {
  const { title, key, value, printed, least, most, words = {}, change } = about;
  const [word, off] = Object.entries(words).find(([, number]) => number < least) ?? [];
  const none = word === "null" ? "none" : word;
  const start = value === off ? "" : String(value);
  const set = (/** @type {number} */ number) => change(number === printed ? undefined : number);
  const step = (/** @type {number} */ by) => {
    if (value !== off) set(value + by < least ? (off ?? least) : Math.min(value + by, most));
    else if (by > 0) set(Math.max(least, USUAL[key] ?? least));
  };
  const take = (/** @type {{target: HTMLInputElement}} */ { target }) => {
    const number = target.value === "" && none ? off : Math.round(Number(target.value));
    set(number === off ? number : Math.min(Math.max(Number.isFinite(number) ? number : printed, least), most));
  };
  const mark = (/** @type {{target: HTMLInputElement}} */ { target }) =>
    target.closest(".row")?.classList.toggle("typed", target.value !== start);
  const button = (/** @type {string} */ sign, /** @type {number} */ by) => html`
    <button type="button" data-step="${by}" aria-label="${by < 0 ? "Less" : "More"}: ${title}"
    @click=${() => step(by)}>${sign}</button>`;
  const input = html`<input type="number" value="${start}" min="${least}" max="${most}" step="1" inputmode="numeric"
    placeholder="${none}" aria-label="${title}" @change=${take} @input=${mark}>`;
  return row(about, printed === off ? none : String(printed), [button("\u2212", -1), input, button("+", 1)]);
}

/** A choice of words, or a switch. @param {About & Range} about */
function choice(about) {
  const { title, value, printed, words, change } = about;
  const name = (/** @type {string} */ own) => ({ true: "yes", false: "no" })[own] ?? own.replaceAll("_", " ");
  const take = (/** @type {{target: HTMLSelectElement}} */ { target }) =>
    change(Number(target.value) === printed ? undefined : Number(target.value));
  const options = Object.entries(words).map(([own, number]) => option(number, name(own), number === value));
  const before = Object.keys(words).find((own) => words[own] === printed) ?? "";
  return row(about, name(before), [html`<select aria-label="${title}" @change=${take}>${options}</select>`]);
}

/** @param {About} about @param {string} before  the printed value @param {Node[]} inputs */
function row({ title, note, key, value, printed, source, change }, before, inputs) {
  const from = source ? `the value of ${source}` : "the printed value";
  const same = value === printed;
  return html`<div class="row ${same ? "" : "edited"}" data-key="${key}">
    <span class="name" title="${note}">${title}</span><span class="inputs">${inputs}</span>
    <button type="button" class="back" ${same && "hidden"} title="Back to ${from}" @click=${() => change(undefined)}
    aria-label="${title}: back to ${from}, ${before}">${source ?? "printed"}: ${before}</button></div>`;
}

/** @param {string} title @param {(state: boolean) => void} change @param {boolean} checked */
const box = (title, checked, change) => html`<input type="checkbox" ${checked && "checked"} aria-label="${title}"
  @change=${(/** @type {{target: HTMLInputElement}} */ { target }) => change(target.checked)}>`;

/** The controls of a game: what is changed, house rules, rules and cards. */
export class Controls {
  /** @param {Data} data @param {Edit} edit  changes the edits of the state, and shows the controls anew */
  constructor(data, edit) {
    this.data = data;
    this.edit = edit;
    byId("search").oninput = () => this.#filter();
  }

  /** @param {State} state @param {Tables} tables  of the printed deck @param {string[]} wrong  what cannot be played */
  show(state, tables, wrong) {
    this.edits = state.edits;
    this.state = state;
    this.printed = printedValues(tables, this.data);
    this.deck = deckOf(this.data, state);
    const changes = changesOf(this.data, state, tables);
    const undo = (/** @type {Change} */ change) => html`<li>${change.text}
      <button type="button" title="Undo" aria-label="Undo: ${change.text}"
      @click=${() => this.edit(change.undo)}>×</button></li>`;
    update(byId("changes"), ...changes.map(undo));
    update(byId("wrong"), ...wrong.map((text) => html`<li>${text}</li>`));
    for (const id of ["reset", "rule-file"]) byId(id).hidden = !changes.length;
    byId("none").hidden = changes.length > 0;
    update(byId("presets"), ...this.#presets());
    update(byId("rules"), ...this.#rules());
    update(byId("cards"), ...this.#cards());
    this.#filter();
  }

  /** Open the controls of a card, and go there. @param {string} family */
  open(family) {
    byId("search").value = "";
    this.#filter();
    const there = byId("cards").querySelector(`[data-key="${CSS.escape(family)}"]`);
    Object.assign(there, { open: true }).scrollIntoView({ block: "center" });
    there.querySelector("summary").focus({ preventScroll: true });
  }

  #filter() {
    const wanted = byId("search").value.trim().toLowerCase();
    for (const one of /** @type {Iterable<HTMLElement>} */ (byId("cards").children))
      one.hidden = !one.dataset.words.includes(wanted);
  }

  /** The rules of a deck, under headings. */
  #rules() {
    const groups = [...new Set(this.data.rules.map(({ group }) => group))];
    return groups.map((group, k) => {
      const own = this.data.rules.filter((rule) => rule.group === group);
      const open = k === 0 || own.some(({ name }) => name in this.edits.rules);
      const rows = own.map((rule) => this.#rule(rule));
      return html`<details ${open && "open"} data-key="${group}"><summary>${group}</summary>${rows}</details>`;
    });
  }

  /** @param {Parameter} rule */
  #rule({ name, title, meaning: note, least, most, words }) {
    const printed = this.printed[name];
    const value = this.edits.rules[name] ?? printed;
    const change = (/** @type {number | undefined} */ wanted) =>
      this.edit(({ rules }) => setOrClear(rules, name, wanted));
    const about = { title, note, key: `rules.${name}`, value, printed, least, most, words, change };
    return least === undefined ? choice(about) : stepper(about);
  }

  /** The house rules that ship, to switch on and off, with the numbers of what they add to the powers of a group. */
  #presets() {
    const all = offered(this.data, this.state.deck, this.printed);
    const on = all.filter((preset) => isOn(preset, this.edits, this.printed));
    const forCards = (/** @type {Preset} */ { decks }) => {
      const { cards, gone, draw, added } = decks[this.deck.name];
      return cards.length + gone.length + added.length + Object.keys(draw).length > 0;
    };
    return ["game", "cards"].map((what) => {
      const own = all.filter((preset) => forCards(preset) === (what === "cards"));
      const edited = own.some((preset) => on.includes(preset));
      return html`<details data-key="${what}" class="${edited && "edited"}" ${edited && "open"}>
        <summary>House rules for ${what === "cards" ? "" : "the "}${what}</summary>
        ${own.flatMap((preset) => this.#preset(preset, on))}</details>`;
    });
  }

  /** @param {Preset} preset @param {Preset[]} on  those that hold */
  #preset(preset, on) {
    const { name, title, text, decks } = preset;
    const rivals = on.filter((other) => conflict(preset, other)).map((other) => `“${other.title}”`);
    const change = (/** @type {boolean} */ wanted) =>
      this.edit(() => switchTo(preset, wanted, this.data, this.state, this.printed));
    const isThere = on.includes(preset);
    const label = html`<label class="row preset" data-key="house-rules.${name}">${box(title, isThere, change)}<span>
      <span class="name">${title}</span>
      <small class="soft">${text}${rivals.length > 0 && ` Instead of ${listed(rivals)}.`}</small></span></label>`;
    const added = isThere ? decks[this.deck.name].added : [];
    return [label, ...added.flatMap(({ key }) => this.#amounts(key))];
  }

  /** The cards of a deck, by family: amounts of powers, strengths, and which are in. */
  #cards() {
    const families = [...new Set(this.deck.cards.map(({ family }) => family))];
    return families.map((family) => {
      const cards = this.deck.cards.filter((card) => card.family === family);
      const [first] = cards;
      const title = cards.length > 1 ? pluralOf(first) : first.title;
      const recast = cards.some(({ name }) => name in this.edits.strengths);
      const isLess = cards.some(({ name }) => this.edits.out.includes(name));
      const edited = recast || isLess || family in this.edits.amounts || this.deck.families[family].rule !== undefined;
      const words = `${title} ${first.text} ${first.alignment} ${first.colour}`.toLowerCase();
      return html`<details class="card ${edited && "edited"}" ${edited && "open"}
        data-key="${family}" data-words="${words}">
        <summary>${dot(first)}${title}</summary><p class="power">${first.text || "No power."}</p>
        ${this.#amounts(family)}${this.#strengths(cards, recast)}
        <p class="members">${cards.map((card) => this.#inOrOut(card))}</p></details>`;
    });
  }

  /** A stepper for each number of a family. @param {string} family */
  #amounts(family) {
    const about = this.deck.families[family];
    return about.amounts.map(({ label, value: printed, least, most }, k) => {
      const value = this.edits.amounts[family]?.[k] ?? printed;
      const change = (/** @type {number | undefined} */ wanted) =>
        this.edit(({ amounts }) => setAmount(amounts, family, k, wanted));
      return stepper({
        title: label,
        key: keyOfAmount(family, about, k),
        value,
        printed,
        least,
        most,
        source: about.rule,
        change,
      });
    });
  }

  /** A stepper for each strength; those of a colour are folded away. @param {Card[]} cards @param {boolean} edited */
  #strengths(cards, edited) {
    const [least, most] = STRENGTHS;
    const rows = cards
      .filter(({ settable }) => settable)
      .map(({ name, strength: printed }) => {
        const title = cards.length > 1 ? `strength of the ${printed}` : "strength";
        const value = this.edits.strengths[name] ?? printed;
        const change = (/** @type {number | undefined} */ wanted) =>
          this.edit(({ strengths }) => setOrClear(strengths, name, wanted));
        return stepper({ title, key: `cards.${name}.strength`, value, printed, least, most, change });
      });
    if (cards.length < 2 || !rows.length) return rows;
    return html`<details class="strengths ${edited && "edited"}" ${edited && "open"} data-key="strengths">
      <summary>Strengths</summary>${rows}</details>`;
  }

  /** @param {Card} card */
  #inOrOut({ name, title, single, strength }) {
    const change = (/** @type {boolean} */ isIn) =>
      this.edit((edits) => (edits.out = isIn ? edits.out.filter((one) => one !== name) : [...edits.out, name]));
    const words = single ? "in the deck" : String(strength);
    return html`<label>${box(`${title}: in the deck`, !this.edits.out.includes(name), change)}${words}</label>`;
  }
}

/** @param {Card} card */
const pluralOf = ({ title }) => `${title.replace(/ \d+$/, "")}s`;

/**
 * @param {Edits["amounts"]} amounts @param {string} family @param {string | number} k @param {number | undefined} value
 */
function setAmount(amounts, family, k, value) {
  setOrClear((amounts[family] ??= {}), k, value);
  if (!Object.keys(amounts[family]).length) delete amounts[family];
}

/**
 * The changes as short phrases, each with a way back.
 * @typedef {{text: string, undo: (edits: Edits) => void}} Change
 * @param {Data} data @param {State} state @param {Tables} tables  of the printed deck @returns {Change[]}
 */
export function changesOf(data, state, tables) {
  const { edits } = state;
  const { cards, families } = deckOf(data, state);
  const printed = printedValues(tables, data);
  const cardOf = (/** @type {string} */ name) => cards.find((card) => card.name === name);
  const title = (/** @type {string} */ name) => cardOf(name)?.title ?? name;
  const holder = (/** @type {string} */ family) => {
    const [key, name] = family.split("/");
    if (key === "powers") return `Every ${families[family].of.replaceAll("_", " ")}`;
    return key === "cards" ? title(name) : pluralOf(cards.find((card) => card.family === family));
  };
  const instead = (/** @type {string} */ what, /** @type {unknown} */ now, /** @type {unknown} */ before) =>
    `${what} ${word(now)} instead of ${word(before)}`;
  const rules = data.rules.filter(({ name }) => name in edits.rules);
  const amounts = Object.entries(edits.amounts).flatMap(([family, own]) =>
    Object.entries(own).map(([k, value]) => ({ family, k, value, amount: families[family].amounts[Number(k)] })),
  );
  const presets = edits.presets.map((name) => data.presets.find((preset) => preset.name === name));
  return [
    ...presets.map((preset) => ({
      text: `House rule: ${preset.title}`,
      undo: () => switchTo(preset, false, data, state, printed),
    })),
    ...rules.map((rule) => ({
      text: instead(`${rule.title}:`, written(rule, edits.rules[rule.name]), written(rule, printed[rule.name])),
      undo: (/** @type {Edits} */ own) => setOrClear(own.rules, rule.name),
    })),
    ...amounts.map(({ family, k, value, amount }) => ({
      text: instead(`${holder(family)}: ${amount.label}`, value, amount.value),
      undo: (/** @type {Edits} */ own) => setAmount(own.amounts, family, k, undefined),
    })),
    ...Object.entries(edits.strengths).map(([name, strength]) => ({
      text: instead(`${title(name)}: strength`, strength, cardOf(name)?.strength),
      undo: (/** @type {Edits} */ own) => setOrClear(own.strengths, name),
    })),
    ...edits.out.map((name) => ({
      text: `Without ${title(name)}`,
      undo: (/** @type {Edits} */ own) => (own.out = own.out.filter((one) => one !== name)),
    })),
  ];
}

/** @param {unknown} value */
const word = (value) =>
  value === null ? "none" : value === true ? "yes" : value === false ? "no" : String(value).replaceAll("_", " ");
