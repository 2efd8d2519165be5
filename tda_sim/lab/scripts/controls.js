/** The controls: steppers, switches and lists, each with its printed value and a way back. */
import { byId, dot, grouped, html, option, update } from "./dom.js";
import { OUT, isCardKey, isOut, knobsOf, turn, worded } from "./edits.js";
import { listed } from "./phrases.js";
import { conflict, deckOf, isOn, offered, switchTo } from "./presets.js";

/** @import { Card, Data, Edit, Edits, Knob, Preset, State } from "./types.js" */
/** @typedef {(value?: number) => void} Turn  to a value, or back to the printed one */

/** Where a knob begins that is off. */
export const USUAL = /** @type {Record<string, number>} */ ({ "rules.end.gold": 100, "rules.end.gambits": 10 });

/** What a knob is called where its card does not stand above it. @param {Knob} knob */
export const nameOf = ({ about }) => about.replace(/:$/, "");

/** A number with buttons for less and more. @param {Knob} knob @param {number} value @param {Turn} change */
function stepper(knob, value, change) {
  const { key, printed, least, most, words = {} } = knob;
  const off = Object.values(words).find((number) => number < least);
  const none = off === undefined ? undefined : worded(knob, off);
  const start = value === off ? "" : String(value);
  const step = (/** @type {number} */ by) => {
    if (value !== off) change(value + by < least ? (off ?? least) : Math.min(value + by, most));
    else if (by > 0) change(Math.max(least, USUAL[key] ?? least));
  };
  const take = (/** @type {{target: HTMLInputElement}} */ { target }) => {
    const number = target.value === "" && none ? off : Math.round(Number(target.value));
    change(number === off ? number : Math.min(Math.max(Number.isFinite(number) ? number : printed, least), most));
  };
  const mark = (/** @type {{target: HTMLInputElement}} */ { target }) =>
    target.closest(".row")?.classList.toggle("typed", target.value !== start);
  const button = (/** @type {string} */ sign, /** @type {number} */ by) => html`
    <button type="button" data-step="${by}" aria-label="${by < 0 ? "Less" : "More"}: ${nameOf(knob)}"
    @click=${() => step(by)}>${sign}</button>`;
  const input = html`<input type="number" value="${start}" min="${least}" max="${most}" step="1" inputmode="numeric"
    placeholder="${none}" aria-label="${nameOf(knob)}" @change=${take} @input=${mark}>`;
  return [button("\u2212", -1), input, button("+", 1)];
}

/** A choice of words, or a switch. @param {Knob} knob @param {number} value @param {Turn} change */
function choice(knob, value, change) {
  const take = (/** @type {{target: HTMLSelectElement}} */ { target }) => change(Number(target.value));
  const options = Object.values(knob.words).map((number) => option(number, worded(knob, number), number === value));
  return html`<select aria-label="${knob.title}" @change=${take}>${options}</select>`;
}

/** A row with a control and a way back. @param {Knob} knob @param {number} value @param {Turn} change */
function row(knob, value, change) {
  const { title, meaning, key, printed, source, least } = knob;
  const from = source ? `the value of ${source}` : "the printed value";
  const before = `${source ?? "printed"}: ${worded(knob, printed)}`;
  const same = value === printed;
  const input = least === undefined ? choice : stepper;
  return html`<div class="row ${same ? "" : "edited"}" data-key="${key}">
    <span class="name" title="${meaning}">${title}</span><span class="inputs">${input(knob, value, change)}</span>
    <button type="button" class="back" ${same && "hidden"} title="Back to ${from}" @click=${() => change()}
    aria-label="${before}. Back to it: ${nameOf(knob)}">${before}</button></div>`;
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

  /** @param {State} state @param {string[]} wrong  what cannot be played, or read */
  show(state, wrong) {
    this.edits = state.edits;
    this.state = state;
    this.deck = deckOf(this.data, state);
    this.knobs = knobsOf(this.deck, this.data);
    const changes = changesOf(this.data, state);
    const undo = (/** @type {Change} */ change) => html`<li>${change.text}
      <button type="button" title="Undo" aria-label="Undo: ${change.text}"
      @click=${() => this.edit(change.undo)}>×</button></li>`;
    update(byId("changes"), ...changes.map(undo));
    update(byId("wrong"), ...wrong.map((text) => html`<p>${text}</p>`));
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

  /** The row of what an address names. @param {string} key */
  #row(key) {
    const knob = this.knobs.get(key);
    const change = (/** @type {number} */ value) => this.edit((edits) => turn(edits, knob, value));
    return row(knob, this.edits.numbers[key] ?? knob.printed, change);
  }

  /** Whether something is changed. @param {string[]} keys */
  #isEdited(keys) {
    return keys.some((key) => key in this.edits.numbers);
  }

  /** The rules of a deck, under headings. */
  #rules() {
    return grouped(this.data.rules, ({ group }) => group).map(([group, own], k) => {
      const keys = own.map(({ name }) => `rules.${name}`);
      const rows = keys.map((key) => this.#row(key));
      const open = k === 0 || this.#isEdited(keys);
      return html`<details ${open && "open"} data-key="${group}"><summary>${group}</summary>${rows}</details>`;
    });
  }

  /** The house rules that ship, to switch on and off, with the numbers of what they add to the powers of a group. */
  #presets() {
    const all = offered(this.data, this.state);
    const on = all.filter((preset) => isOn(preset, this.data, this.state));
    const forCards = (/** @type {Preset} */ { decks }) => {
      const { rules: _, ...ofCards } = decks[this.deck.name];
      return Object.values(ofCards).some((own) => Object.keys(own).length > 0);
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
    const change = (/** @type {boolean} */ wanted) => this.edit(() => switchTo(preset, wanted, this.data, this.state));
    const isThere = on.includes(preset);
    const label = html`<label class="row preset" data-key="house-rules.${name}">${box(title, isThere, change)}<span>
      <span class="name">${title}</span>
      <small class="soft">${text}${rivals.length > 0 && ` Instead of ${listed(rivals)}.`}</small></span></label>`;
    const added = isThere ? decks[this.deck.name].added : [];
    return [label, ...added.flatMap(({ amounts }) => amounts.map(({ key }) => this.#row(key)))];
  }

  /** The cards of a deck, by family: amounts of powers, strengths, and which are in. */
  #cards() {
    return grouped(this.deck.cards, ({ family }) => family).map(([family, cards]) => {
      const [first] = cards;
      const { amounts, rule, title } = this.deck.families[family];
      const numbers = amounts.map(({ key }) => key);
      const strengths = cards.filter(({ settable }) => settable).map(({ name }) => `cards.${name}.strength`);
      const edited =
        this.#isEdited([...numbers, ...strengths]) || cards.some((card) => isOut(this.edits, card)) || rule;
      const words = `${title} ${first.text} ${first.alignment} ${first.colour}`.toLowerCase();
      return html`<details class="card ${edited && "edited"}" ${edited && "open"}
        data-key="${family}" data-words="${words}">
        <summary>${dot(first)}${title}</summary><p class="power">${first.text || "No power."}</p>
        ${numbers.map((key) => this.#row(key))}${this.#strengths(strengths)}
        <p class="members">${cards.map((card) => this.#inOrOut(card))}</p></details>`;
    });
  }

  /** A row for each strength; those of a colour are folded away. @param {string[]} keys */
  #strengths(keys) {
    const rows = keys.map((key) => this.#row(key));
    const edited = this.#isEdited(keys) && "edited";
    if (keys.length < 2) return rows;
    return html`<details class="strengths ${edited}" ${edited && "open"} data-key="strengths">
      <summary>Strengths</summary>${rows}</details>`;
  }

  /** @param {Card} card */
  #inOrOut(card) {
    const knob = this.knobs.get(`cards.${card.name}`);
    const change = (/** @type {boolean} */ isIn) => this.edit((edits) => turn(edits, knob, isIn ? knob.printed : OUT));
    const words = card.single ? "in the deck" : String(card.strength);
    return html`<label>${box(knob.title, !isOut(this.edits, card), change)}${words}</label>`;
  }
}

/**
 * The changes as short phrases, each with a way back.
 * @typedef {{text: string, undo: (edits: Edits) => void}} Change
 * @param {Data} data @param {State} state @returns {Change[]}
 */
export function changesOf(data, state) {
  const { numbers, presets } = state.edits;
  const rules = presets.map((name) => data.presets.find((preset) => preset.name === name));
  const knobs = knobsOf(deckOf(data, state), data);
  return [
    ...rules.map((preset) => ({
      text: `House rule: ${preset.title}`,
      undo: () => switchTo(preset, false, data, state),
    })),
    ...Object.keys(numbers).map((key) => {
      const knob = knobs.get(key);
      const values = [numbers[key], knob.printed].map((value) => worded(knob, value));
      const text = isCardKey(key) ? `Without ${knob.about}` : `${knob.about} ${values.join(" instead of ")}`;
      return { text, undo: (/** @type {Edits} */ edits) => turn(edits, knob) };
    }),
  ];
}
