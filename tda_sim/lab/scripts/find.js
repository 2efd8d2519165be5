/** "Find a rule": numbers of the game with which it becomes as somebody wants it, searched for and then confirmed. */
import { printedTables } from "./answer.js";
import { USUAL, nameOf } from "./controls.js";
import { byId, download, grouped, html, option, table, update } from "./dom.js";
import { isChanged, turn, worded } from "./edits.js";
import { Finding } from "./finding.js";
import { RULE_OF_GOALS, goalsFile, numbersOfGame } from "./goals_file.js";
import { houseRule } from "./house_rule.js";
import { capital, listed } from "./phrases.js";
import { deckOf } from "./presets.js";
import { missOf, stepOf, valuesOf } from "./searching.js";
import { rangeText, shown, tableTitle, withUnit } from "./words.js";

/** @import { Answer } from "./answer.js" */
/** @import { Crew } from "./crew.js" */
/** @import { Outcome, Proposal, Varied, Want, Wish } from "./finding.js" */
/** @import { Statistics } from "./comparison.js" */
/** @import { Data, Edit, Knob, Metric, Point, Row } from "./types.js" */

const ROWS = [1, 2]; // of numbers, and of wants
const FIRST_METRIC = "minutes";
const LEAST_RANGE = 4; // of the range that a list begins with
const NOTHING = "nothing else";
const GOALS_FILE = "my-goals.yaml";
const HOLDS = /** @type {Record<string, string>} */ ({ holds: "yes", not: "no", unclear: "cannot tell" });

export class FindView {
  /** @type {Answer | undefined} */ #answer;
  /** @type {Finding | undefined} */ #finding;
  /** @type {Map<string, Knob>} */ #knobs = new Map();
  /** @type {Map<string, Row>} */ #now = new Map(); // measures of the game as it stands
  #listed = { question: "", games: 0 }; // what the lists show
  #isOn = false;

  /**
   * @param {Data} data @param {Uint8Array} tables  of all decks @param {Statistics} statistics @param {Crew} crew
   * @param {Edit} takeUp  changes the game, and shows the answer
   */
  constructor(data, tables, statistics, crew, takeUp) {
    this.data = data;
    this.tables = tables;
    this.statistics = statistics;
    this.crew = crew;
    this.takeUp = takeUp;
    for (const k of ROWS) {
      byId(`knob-${k}`).onchange = () => this.#showRange(k);
      byId(`metric-${k}`).onchange = () => this.#showUnit(k);
      for (const end of ["from", "to"]) byId(`${end}-${k}`).oninput = () => this.#showSteps(k);
    }
    byId("wish").onsubmit = (event) => {
      event.preventDefault();
      this.#isOn ? this.#stop("Stopped.") : this.#begin();
    };
    byId("save-goals").onclick = () => download(GOALS_FILE, "application/yaml", byId("goals").textContent);
    byId("save-start").onclick = () => download(RULE_OF_GOALS, "application/yaml", this.#ruleOfStart());
  }

  /** Look how far a search is, and whether the game is still that of the search. @param {Answer | undefined} answer */
  update(answer) {
    this.#answer = answer;
    const isHidden = byId("find").hidden;
    if (this.#isOn && isHidden) this.#stop("Stopped, since you looked elsewhere.");
    if (this.#isOn && answer?.question !== this.#finding.question) this.#stop("Stopped, since the game has changed.");
    if (isHidden) return;
    if (answer) this.#showLists(answer);
    if (this.#isOn) byId("so-far").textContent = this.#progress();
    this.#showAge();
  }

  // --- the form ---

  /** Show what can be chosen, with its values in the game as it stands. @param {Answer} answer */
  #showLists(answer) {
    const { question, state, blocks, isReady } = answer;
    const games = isReady ? answer.games : 0;
    const isNew = question !== this.#listed.question;
    const isChosen = ROWS.some((k) => document.activeElement === byId(`metric-${k}`));
    if (!isNew && (isChosen || games < 2 * this.#listed.games || !games)) return;
    this.#listed = { question, games };
    this.#knobs = numbersOfGame(deckOf(this.data, state), state.edits, this.data);
    const { metrics } = this.data.measures;
    const rows = games ? this.statistics.compare([blocks.at(-1).filter(Boolean)], metrics) : [];
    this.#now = new Map(rows.map((row) => [row.metric.name, row]));
    for (const k of ROWS) {
      this.#fill(byId(`knob-${k}`), this.#knobOptions(), k === 1 ? [...this.#knobs.keys()][0] : "");
      this.#fill(byId(`metric-${k}`), this.#metricOptions(), k === 1 ? FIRST_METRIC : "");
    }
  }

  /**
   * Fill a list; what was chosen stays, if it is still there.
   * @param {HTMLInputElement} list @param {Node[]} options @param {string} usual  without one, nothing may be chosen
   */
  #fill(list, options, usual) {
    const before = list.children.length ? list.value : undefined;
    update(list, !usual && option("", NOTHING), ...options);
    list.value = before ?? usual;
    if (!list.value) list.value = usual;
    if (list.value !== before) list.dispatchEvent(new Event("change"));
  }

  #knobOptions() {
    const groups = new Map(this.data.rules.map(({ name, group }) => [`rules.${name}`, group]));
    return grouped([...this.#knobs.values()], ({ key }) => groups.get(key) ?? "Cards").map(([group, own]) => {
      const options = own.map((knob) => option(knob.key, `${nameOf(knob)} (now ${worded(knob, this.#valueOf(knob))})`));
      return html`<optgroup label="${group}">${options}</optgroup>`;
    });
  }

  #metricOptions() {
    return grouped(this.data.measures.metrics, ({ group }) => group).map(([group, own]) => {
      const options = own.map((metric) =>
        option(metric.name, `${tableTitle(metric, this.data.measures.short)}${this.#nowText(metric)}`),
      );
      return html`<optgroup label="${group}">${options}</optgroup>`;
    });
  }

  /** @param {Metric} metric */
  #nowText({ name, unit, one }) {
    const row = this.#now.get(name);
    return row ? ` (now ${withUnit(row.before, unit, (row.own_high - row.own_low) / 2, one)})` : "";
  }

  /** The value in the game as it stands. @param {Knob} knob */
  #valueOf = ({ key, printed }) => this.#answer.state.edits.numbers[key] ?? printed;

  /** Begin with a range around the value of the game as it stands. @param {number} k */
  #showRange(k) {
    const knob = this.#knobs.get(byId(`knob-${k}`).value);
    byId(`range-${k}`).hidden = !knob;
    if (!knob) return;
    const [from, to] = rangeAround(knob, this.#valueOf(knob));
    Object.assign(byId(`from-${k}`), { value: from, min: knob.least, max: knob.most });
    Object.assign(byId(`to-${k}`), { value: to, min: knob.least, max: knob.most });
    this.#showSteps(k);
  }

  /** @param {number} k */
  #showSteps(k) {
    const [from, to] = ["from", "to"].map((end) => typedIn(`${end}-${k}`));
    const isRange = Number.isInteger(from) && Number.isInteger(to) && from < to;
    const text = isRange ? `${valuesOf(from, to).length} values, in steps of ${stepOf(from, to)}` : "";
    byId(`steps-${k}`).textContent = text;
  }

  /** @param {number} k */
  #showUnit(k) {
    const metric = this.#metricOf(k);
    byId(`bounds-${k}`).hidden = !metric;
    byId(`unit-${k}`).textContent = metric?.unit ?? "";
  }

  /** @param {number} k */
  #metricOf(k) {
    return this.data.measures.metrics.find(({ name }) => name === byId(`metric-${k}`).value);
  }

  /** What the form asks for, and what is wrong with it. @returns {{wish: Wish, wrong: string[]}} */
  #read() {
    const wrong = /** @type {string[]} */ ([]);
    const numbers = ROWS.flatMap((k) => this.#readNumber(k, wrong));
    const wants = ROWS.flatMap((k) => this.#readWant(k, wrong));
    const [first, second] = numbers.map(({ knob }) => knob);
    if (first && first === second)
      wrong.push(`${nameOf(first)} stands there twice: choose another number, or ${NOTHING}.`);
    const [one, other] = wants.map(({ metric }) => metric);
    if (one && one === other) wrong.push(`${capital(one.title)} stands there twice: choose another, or ${NOTHING}.`);
    return { wish: { numbers, wants }, wrong };
  }

  /** @param {number} k @param {string[]} wrong @returns {Varied[]} */
  #readNumber(k, wrong) {
    const knob = this.#knobs.get(byId(`knob-${k}`).value);
    if (!knob) return [];
    const [from, to] = ["from", "to"].map((end) => typedIn(`${end}-${k}`));
    const now = this.#valueOf(knob);
    const usual = rangeAround(knob, now).join(" to ");
    const { least, most } = knob;
    if (!Number.isInteger(from) || !Number.isInteger(to))
      wrong.push(`${nameOf(knob)}: write two whole numbers, such as ${usual}.`);
    else if (Math.min(from, to) < least || Math.max(from, to) > most)
      wrong.push(
        `${nameOf(knob)}: ${from} to ${to} is more than ${inAll(least)} to ${inAll(most)}; write ${usual}, say.`,
      );
    else if (from >= to) wrong.push(`${nameOf(knob)}: write the smaller number first, such as ${usual}.`);
    return [{ knob, now, values: from < to ? valuesOf(from, to) : [] }];
  }

  /** @param {number} k @param {string[]} wrong @returns {Want[]} */
  #readWant(k, wrong) {
    const metric = this.#metricOf(k);
    if (!metric) return [];
    const [low, high] = ["least", "most"].map((end) => typedIn(`${end}-${k}`));
    const name = capital(metric.title);
    const row = this.#now.get(metric.name);
    const example = row ? `, such as ${shown(row.before)}, which it is now` : "";
    if (Number.isNaN(low) && Number.isNaN(high)) wrong.push(`${name}: write at least or at most how much${example}.`);
    if (low >= high)
      wrong.push(`${name}: at least ${low} and at most ${high} leave no room; write the smaller number first.`);
    return [{ metric, low: Number.isNaN(low) ? -Infinity : low, high: Number.isNaN(high) ? Infinity : high }];
  }

  // --- the search ---

  #begin() {
    const { data, statistics } = this;
    const answer = this.#answer;
    if (!answer) return this.#complain(["This game cannot be played: see “Change the game”."]);
    const { wish, wrong } = this.#read();
    if (wrong.length) return this.#complain(wrong);
    const printed = printedTables(data, this.tables, answer.state);
    const finding = new Finding(data, answer.state, printed, statistics, wish, () => this.#goOn());
    if (!finding.points.length) return this.#complain([`The rules take none of these values. ${finding.refusal}`]);
    this.#complain([]);
    this.#finding = finding;
    this.#turn(true);
    for (const id of ["found-says", "found"]) update(byId(id));
    for (const id of ["found-age", "as-goals"]) byId(id).hidden = true;
    byId("so-far").textContent = this.#progress();
    this.crew.playFirst(finding);
  }

  /** @param {string[]} wrong */
  #complain(wrong) {
    update(byId("wish-wrong"), ...wrong.map((text) => html`<p>${text}</p>`));
  }

  /** A round has ended. */
  #goOn() {
    const { round, outcome } = this.#finding;
    if (round) return this.crew.playFirst(this.#finding);
    this.#turn(false);
    this.crew.playFirst(undefined);
    if (outcome) this.#show(outcome);
    else this.#complain(["The games that were tried have no such number. Choose another measure."]);
  }

  /** @param {string} why */
  #stop(why) {
    this.#turn(false);
    this.crew.playFirst(undefined);
    byId("so-far").textContent = `${why} ${this.#progress()} No fresh games have confirmed it.`;
  }

  /** @param {boolean} isOn */
  #turn(isOn) {
    this.#isOn = isOn;
    byId("find-it").textContent = isOn ? "Stop" : "Find it";
  }

  /** How many games there are, and what is best so far. */
  #progress() {
    const { search, games, confirmed, round, wish } = this.#finding;
    const best = search?.ranked()[0];
    const played = `${inAll(games)} games.`;
    if (!best) return played;
    const isFresh = round?.stage === "fresh" ? ` ${inAll(confirmed)} fresh games of what is proposed.` : "";
    const measured = best.shown.map(({ value }, k) => {
      const { metric } = wish.wants[k];
      const missed = missOf(search.goals[k], value) ? `, wanted ${wantText(wish.wants[k])}` : "";
      return `${metric.title} ${withUnit(value, metric.unit, 0, metric.one)}${missed}`;
    });
    return `${played}${isFresh} Best so far: ${this.#changeText(best.point)}. ${capital(measured.join("; "))}.`;
  }

  // --- what was found ---

  /** @param {Outcome} outcome */
  #show(outcome) {
    const { state, games, confirmed, points, grid, refusal } = this.#finding;
    const names = [...new Set(state.lineUp)].map((strategy) => this.data.strategies[strategy].title);
    const refused = grid.length - points.length;
    byId("so-far").textContent =
      `Done: ${inAll(games)} games of the search, ${inAll(confirmed)} fresh games of each proposal.`;
    update(
      byId("found-says"),
      html`<h3>${this.#headline(outcome)}</h3>`,
      html`<p>${this.#reason(outcome)} The players: ${state.players}, who play ${listed(names)}.</p>`,
    );
    update(
      byId("found"),
      ...outcome.proposals.map((each, k) => this.#proposal(each, k, outcome)),
      html`<p class="soft small">Believed: in the games of the search, of which the best is a little too good.
        Played: in fresh games, with an interval that holds with 95 % by itself.
        It holds if the whole interval lies in the range.
        ${refused > 0 && `The rules refuse ${inAll(refused)} of ${inAll(grid.length)} values: ${refusal}`}</p>`,
    );
    const changed = isChanged(state);
    byId("goals").textContent = goalsFile(this.#finding, changed);
    byId("save-start").hidden = byId("with-start").hidden = !changed;
    byId("as-goals").hidden = false;
    this.#showAge();
  }

  /** @param {Outcome} outcome */
  #headline({ proposals: [best], now }) {
    const change = this.#changeText(best.point);
    if (now.verdicts.every((one) => one === "holds")) return "Your game already is as you want it.";
    if (best.verdicts.every((one) => one === "holds")) return `${change}.`;
    return best.verdicts.includes("not") ? `Nothing fits. The nearest: ${change}.` : `Perhaps: ${change}.`;
  }

  /** @param {Outcome} outcome */
  #reason({ proposals: [best], now, way, isMet }) {
    if (now.verdicts.every((one) => one === "holds")) return "Fresh games of it, as it stands, meet what you want.";
    if (best.verdicts.every((one) => one === "holds")) return "Fresh games confirm it.";
    if (!best.verdicts.includes("not")) return "Fresh games cannot tell whether all holds.";
    if (isMet) return "The search believed that it fits; fresh games say no.";
    const { wants } = this.#finding.wish;
    if (wants.length === 1) return "No value that was tried reaches it.";
    const titles = listed((way.length ? way : wants.map(({ metric }) => metric)).map(({ title }) => title));
    if (way.length === 1) return `In the way: ${titles}. The other can be had.`;
    return `${way.length ? "Each can be had, but not together" : "Neither can be had"}: ${titles}.`;
  }

  /** @param {Proposal} proposal @param {number} k @param {Outcome} outcome */
  #proposal({ point, believed, rows, verdicts }, k, outcome) {
    const { wish, start } = this.#finding;
    const lines = wish.wants.map((want, place) => {
      const { metric } = want;
      const { before: value, own_low: low, own_high: high } = rows[place];
      const half = (high - low) / 2;
      const text = (/** @type {number} */ number) => shown(number, half);
      return html`<tr data-metric="${metric.name}" data-verdict="${verdicts[place]}">
        <th scope="row">${capital(metric.title)}<small class="soft">
        wanted ${wantText(want)}, now ${text(outcome.now.rows[place].before)}</small></th>
        <td class="num">${text(believed[place])}</td>
        <td class="num">${text(value)}<small>${rangeText({ low, high }, shown)}</small></td>
        <td class="holds">${HOLDS[verdicts[place]]}</td></tr>`;
    });
    const take = () => this.takeUp((edits) => wish.numbers.forEach(({ knob }, at) => turn(edits, knob, point[at])));
    const change = this.#changeText(point);
    const isSaid = k === 0 && this.#headline(outcome).includes(change);
    const columns = ["measure", "believed", "played", "holds"];
    return html`<div class="proposal" data-key="${point.join()}">
      ${!isSaid && html`<h4>${k ? "Or: " : ""}${change}</h4>`}
      <div class="scroll" tabindex="0" role="region" aria-label="${change}">${table(columns, lines)}</div>
      ${point !== start && html`<p class="buttons"><button type="button" @click=${take}>Take it up</button></p>`}
      </div>`;
  }

  /** What a point changes. @param {Point} point */
  #changeText(point) {
    const texts = this.#finding.wish.numbers.map(({ knob, now }, k) => {
      const [value, before] = [point[k], now].map((one) => worded(knob, one));
      return `${nameOf(knob)} ${point[k] === now ? `${value}, as now` : `${value} instead of ${before}`}`;
    });
    return listed(texts);
  }

  /** Say whether the game is still that of the search, or has what it proposed. */
  #showAge() {
    const outcome = this.#isOn ? undefined : this.#finding?.outcome;
    if (!outcome) return;
    const question = this.#answer?.question;
    const isTaken = outcome.proposals.some((one) => one.question === question && one.point !== this.#finding.start);
    const isSame = question === this.#finding.question;
    byId("found-age").hidden = isSame;
    byId("found-age").textContent = isTaken
      ? "Your game has these numbers now. The answer compares it with the printed game."
      : "The game has changed since. This was found for the game as it was.";
    for (const button of byId("found").querySelectorAll("button")) button.disabled = !isSame && !isTaken;
  }

  /** The house rule that a search started from. */
  #ruleOfStart() {
    const { deck, state } = this.#finding;
    return houseRule(deck, state.edits, this.data, "Where the search starts.");
  }
}

/** @param {number} count */
const inAll = (count) => count.toLocaleString("en");

/** The number in a field; NaN if there is none. @param {string} id */
const typedIn = (id) => (byId(id).value.trim() === "" ? NaN : Number(byId(id).value));

/**
 * A range to begin with: half of a value to twice as much, by steps that meet it.
 * @param {Knob} knob @param {number} value
 */
function rangeAround({ key, least, most }, value) {
  const middle = value < least ? (USUAL[key] ?? least) : value;
  const low = Math.max(least, Math.min(Math.floor(middle / 2), most - LEAST_RANGE));
  const to = Math.min(most, Math.max(2 * middle, low + LEAST_RANGE));
  return [low + ((middle - low) % stepOf(low, to)), to];
}

/** @param {Want} want */
function wantText({ metric: { unit }, low, high }) {
  const text = (/** @type {number} */ value) => value.toLocaleString("en", { maximumFractionDigits: 6 });
  const range =
    low === -Infinity
      ? `at most ${text(high)}`
      : high === Infinity
        ? `at least ${text(low)}`
        : `${text(low)} to ${text(high)}`;
  return unit === "in 100 gambits" ? range : `${range} ${unit}`;
}
