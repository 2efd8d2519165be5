/** "Sit down and play": one seat is yours, strategies sit in the others, and the coach advises if you ask. */
import { drawRest, drawTable, drawTexts, eventLines, fullTitle, playedDeck } from "./board.js";
import { worthOfOptions } from "./coach.js";
import { byId, dot, download, html, option, table, update } from "./dom.js";
import { houseRule } from "./house_rule.js";
import { deckOf } from "./presets.js";
import { Sitting } from "./sitting.js";
import { usualStrategy } from "./state.js";
import { narrow } from "./words.js";

/** @import { Answer } from "./answer.js" */
/** @import { Mean } from "./coach.js" */
/** @import { Engine } from "./engine.js" */
/** @import { Ending, Seated } from "./sitting.js" */
/** @import { Asked, Data, Weighed } from "./types.js" */
/**
 * A game, by what was asked, and the answers given, with the milliseconds that each took if the person agreed.
 * @typedef {Seated & {hash: string, own?: number[], times?: number[]}} Kept
 * @typedef {{deck: string, rules: string[], own: Record<string, string>}} Rules  as a recorded game names them
 */

const KEPT_AS = "tda_sim.lab.game"; // the game that was left, in the browser's store
const MOST_SEED = 2 ** 32;
const MOST_LINES = 120; // of the log
const FORMAT = 2; // of a recorded game, see `tda_sim.one_game.recorded`
const RULE_FILE = "my-house-rule.yaml";

export class PlayingView {
  /** @type {Answer | undefined} */ #answer;
  /** @type {Sitting | undefined} */ #sitting;
  /** @type {Kept | undefined} */ #about;
  /** @type {Worker | undefined} */ #coach;
  /** @type {Rules | undefined} */ #rules;
  /** @type {string[]} */ #choices = [];
  #asked = 0; // when the open question was
  #refused = ""; // what was asked for a game that could not be taken up

  /**
   * @param {Data} data @param {() => Promise<Engine>} makeEngine
   * @param {() => Worker} hire  a worker of its own, for the coach
   */
  constructor(data, makeEngine, hire) {
    this.data = data;
    this.makeEngine = makeEngine;
    this.hire = hire;
    update(byId("opponents"), ...data.strategies.map(({ title }, k) => option(k, title, k === usualStrategy(data))));
    byId("hint").onclick = () => this.#ask();
    byId("keep-game").onclick = () => this.#save();
    byId("own-game").onsubmit = (event) => {
      event.preventDefault();
      if (this.#answer) this.#begin(this.#answer, this.#chosen(this.#answer));
    };
  }

  /** Look whether there is a game to take up, and what may be chosen. @param {Answer | undefined} answer */
  update(answer) {
    this.#answer = answer;
    if (byId("play").hidden || !answer) return;
    const { players } = answer.state;
    const seat = Math.min(Number(byId("own-seat").value), players - 1);
    const seats = Array.from({ length: players }, (_, k) => option(k, `player ${k + 1}`, k === seat));
    if (byId("own-seat").children.length !== players) update(byId("own-seat"), ...seats);
    byId("outdated").hidden = !this.#about || this.#about.hash === answer.question;
    if (this.#about) return;
    const kept = readKept();
    const fits = kept?.hash === answer.question && kept.players === players && this.#refused !== answer.question;
    if (fits) this.#begin(answer, kept);
    else byId("seated").hidden = true;
  }

  /** What the form asks for. @param {Answer} answer @returns {Kept} */
  #chosen({ question: hash, state: { players } }) {
    const [seat, strategy, wanted] = ["own-seat", "opponents", "own-seed"].map((id) => Number(byId(id).value));
    const isNamed = byId("own-seed").value !== "" && Number.isInteger(wanted) && wanted >= 0 && wanted < MOST_SEED;
    const seed = isNamed ? wanted : Math.floor(Math.random() * MOST_SEED);
    return { hash, seat, strategy, players, seed, ...(byId("own-times").checked ? { times: [] } : {}) };
  }

  /** @param {Answer} answer @param {Kept} kept  answers may have been given before @returns {Promise<void>} */
  async #begin(answer, { own = [], ...about }) {
    const { data } = this;
    this.#dismissCoach();
    this.#about = about;
    const engine = await this.makeEngine();
    const played = playedDeck(data, answer.state, answer.sides.at(-1), answer.isCompared);
    const sitting = new Sitting(engine, data, played, about);
    try {
      for (const index of own) sitting.answer(index);
    } catch {
      keep(undefined); // a game of other rules
      this.#refused = about.hash;
      return this.#begin(answer, about);
    }
    this.#sitting = sitting;
    if (about.times?.length !== own.length) delete about.times;
    this.#rules = this.#rulesOf(answer);
    byId("own-times").checked = !!about.times;
    byId("with-times").hidden = !about.times;
    byId("own-seat").value = String(about.seat);
    byId("opponents").value = String(about.strategy);
    byId("dealt").textContent = String(about.seed);
    byId("own-command").textContent = answer.play(data.strategies[about.strategy].name, about.seat, about.seed);
    byId("told").replaceChildren();
    byId("outdated").hidden = true;
    byId("seated").hidden = false;
    this.#show(false);
    this.#scrollToTable();
  }

  /** @param {boolean} focus  on what can be answered */
  #show(focus) {
    const sitting = this.#sitting;
    const { asked, teller, endings, played } = sitting;
    this.#dismissCoach();
    this.#choices = asked ? sitting.choices : [];
    update(byId("hint-text"));
    this.#log();
    this.#lay();
    byId("ended").replaceChildren(...endings.map(endingText));
    byId("ended").hidden = endings.length === 0;
    byId("hint").hidden = !asked || played.series > 1;
    byId("question").textContent = asked ? teller.question(asked) : sitting.verdict;
    const triggering = asked ? sitting.triggering : [];
    byId("marks").hidden = triggering.length === 0;
    byId("options").replaceChildren(...(asked ? this.#options(asked, triggering) : []));
    if (focus) this.#focus();
    keep(asked ? { ...this.#about, own: sitting.own } : undefined);
    this.#asked = performance.now();
  }

  /** Focus the first answer, and scroll to the table unless all from there to the last answer can be seen. */
  #focus() {
    (byId("options").querySelector("button") ?? byId("question")).focus({ preventScroll: true });
    const { top } = byId("own-table").getBoundingClientRect();
    if (top < 0 || byId("options").getBoundingClientRect().bottom > innerHeight) this.#scrollToTable();
  }

  #scrollToTable() {
    byId("own-table").scrollIntoView({ block: "start" });
  }

  /** Show the table, the cards in hand that are no options, and what the cards on the table do. */
  #lay() {
    const { asked, rest, game, played, teller, seat, names } = this.#sitting;
    const place = asked?.place ?? game.place;
    byId("own-board").replaceChildren(drawTable(played, place, teller, seat));
    byId("own-hand").replaceChildren(...(rest.length ? [drawRest(names[seat], rest, asked.hand, played)] : []));
    const texts = drawTexts(played, place, teller);
    update(byId("texts"), ...texts);
    byId("about-cards").hidden = !texts.some(Boolean);
  }

  #log() {
    const log = byId("log");
    const { fresh, teller } = this.#sitting;
    const told = fresh.filter(({ event }) => event !== "shuffle");
    const lines = byId("told");
    for (const line of lines.children) line.classList.add("old");
    lines.append(...eventLines(this.data.story, told, (event) => teller.sentence(event)));
    while (lines.children.length > MOST_LINES) lines.firstChild.remove();
    log.scrollTop = log.scrollHeight;
  }

  /** @param {Asked} asked @param {number[]} triggering */
  #options({ kind, options }, triggering) {
    const { teller, played, order } = this.#sitting;
    return order.map((k) => {
      const value = options[k];
      const card = teller.isCard(kind, value) ? played.cards[value] : undefined;
      const title = `${card ? fullTitle(card) : this.#choices[k]}${triggering.includes(k) ? "\u00a0*" : ""}`;
      return html`<li><button type="button" data-option="${k}" @click=${() => this.#give(k)}>
        <b>${card && dot(card)}${title}</b>${card && html`<small>${card.text}</small>`}</button></li>`;
    });
  }

  /** @param {number} index  of the option that the person takes */
  #give(index) {
    this.#about.times?.push(Math.round(performance.now() - this.#asked));
    this.#sitting.answer(index);
    this.#show(true);
  }

  // --- the game as a file ---

  /** The deck, and the changes as a house rule. @param {Answer} answer @returns {Rules} */
  #rulesOf({ state, isCompared }) {
    const { data } = this;
    const deck = deckOf(data, state);
    const { name } = data.decks[state.deck];
    const own = { ...data.files[name] };
    const [file = name] = Object.keys(own);
    if (!isCompared) return { deck: file, rules: [], own };
    const rule = houseRule(deck, state.edits, data, "As it was played in the laboratory.");
    return { deck: file, rules: [RULE_FILE], own: { ...own, [RULE_FILE]: rule } };
  }

  /** Let the person save the game as `tda play --record` does, whether it is over or not. */
  #save() {
    const { seat, strategy, players, seed, times } = this.#about;
    const { answers, game } = this.#sitting;
    const { over } = game;
    const strategies = Array(players).fill(this.data.strategies[strategy].name);
    const abilities = /** @type {string[]} */ ([]);
    const of = { ...this.#rules, players, strategies, seat, seed, abilities, answers };
    const how = { same: { engine: this.data.engine }, over, format: FORMAT, player: byId("own-name").value.trim() };
    const kept = { ...of, ...how, times: times ?? null, gold: over ? game.result.gold : null };
    download(`game-${seed}.json`, "application/json", `${JSON.stringify(kept, null, 1)}\n`);
  }

  // --- the coach ---

  #ask() {
    const { answers, played } = this.#sitting;
    const { players, seed } = this.#about;
    const { judge, deals, at_once: atOnce, seed_bits: bits } = this.data.story.coach;
    this.#dismissCoach();
    byId("hint").disabled = true;
    update(byId("hint-text"), html`<p class="soft">The coach plays ahead …</p>`);
    byId("hint-text").scrollIntoView({ block: "nearest" });
    const parts = /** @type {Weighed[]} */ ([]);
    this.#coach = this.hire();
    this.#coach.onmessage = ({ data: { it, error } }) => {
      if (it) parts.push(it);
      this.#advise(parts, error);
      if (error || !it || parts.length * atOnce >= deals) this.#dismissCoach();
    };
    const kept = played.cards.map((card) => card.kept);
    const parameters = this.data.weights[played.deck][judge] ?? [];
    const task = { seed, number: 0, answers, seeds: [seed % 2 ** bits, answers.length] };
    this.#coach.postMessage({ coach: { ...played.tables, players, kept, parameters, task, deals, atOnce } });
  }

  #dismissCoach() {
    this.#coach?.terminate();
    this.#coach = undefined;
    byId("hint").disabled = false;
  }

  /** Say what each option is worth. @param {Weighed[]} parts @param {string} [error] */
  #advise(parts, error) {
    const { say } = this.#sitting.teller;
    if (!parts.length) return update(byId("hint-text"), html`<p>${error ?? say("card_game.coach.nothing")}</p>`);
    const { z, judge_title: judge } = this.data.story.coach;
    const it = { ...parts[0], cells: parts.flatMap(({ cells }) => cells) };
    const deals = it.cells.length / it.options.length;
    const { best, worth, behind } = worthOfOptions(it, z);
    const titles = it.options.map((_, k) => this.#choices[k]);
    const close = titles.filter((_, k) => k !== best && behind[k].value <= behind[k].half);
    const half = (/** @type {Mean} */ { value, half: own }) => `${value.toFixed(1)} ±${own.toFixed(1)}`;
    const wins = worth[best].value.toFixed(1);
    const about = { best: titles[best], wins, close: close.length ? close : null, judge, own: titles[it.judge] };
    const rows = this.#sitting.order.map(
      (k) => html`<tr class="${k === best && "best"}"><th scope="row">${titles[k]}</th>
      <td class="num">${half(worth[k])}</td><td class="num">${k === best ? "best" : half(behind[k])}</td></tr>`,
    );
    update(
      byId("hint-text"),
      html`<p id="advice">${narrow(say("card_game.coach.advice", about))}</p>`,
      html`<div class="scroll" tabindex="0">${table(["option", "wins, %", "behind, points"], rows)}</div>`,
      html`<p class="soft small">${say("card_game.coach.how", { deals, judge })}</p>`,
    );
    if (parts.length === 1) byId("hint-text").scrollIntoView({ block: "nearest" }); // later ones leave the page alone
  }
}

/** @param {Ending} ending */
const endingText = ({ gambit, sentences, lines }) => html`<div>
  <p><b>Gambit ${gambit} is over. ${sentences.join(" ")}</b></p>
  <details><summary>Flights and gold at its end</summary>
  <ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></details></div>`;

/** Do something with what the browser keeps, unless it keeps nothing. @template T @param {() => T} task */
function inStore(task) {
  try {
    return task();
  } catch {
    return undefined;
  }
}

/** The game that was left, if there is one. @returns {Kept | undefined} */
const readKept = () => inStore(() => JSON.parse(localStorage.getItem(KEPT_AS) ?? "null") ?? undefined);

/** Keep a game for the next visit; nothing if undefined. @param {Kept | undefined} about */
const keep = (about) => inStore(() => localStorage.setItem(KEPT_AS, JSON.stringify(about ?? null)));
