/** The page: what is asked, who plays it, and what is shown of it. */
import { Answer, command, printedTables, questionOf } from "./answer.js";
import { Controls, changesOf } from "./controls.js";
import { Crew } from "./crew.js";
import { byId, download, escaped, html, option, update } from "./dom.js";
import { isChanged, noEdits, problems } from "./edits.js";
import { Engine } from "./engine.js";
import { FindView } from "./find.js";
import { GamesView } from "./games.js";
import { houseRule } from "./house_rule.js";
import { showOnPaper } from "./paper.js";
import { PlayingView } from "./playing.js";
import { deckOf } from "./presets.js";
import { Result } from "./result.js";
import { Statistics } from "./comparison.js";
import { firstLook, readHash, sit, toHash, unreadText, usualStrategy } from "./state.js";

/** @import { Card, Data, Edits, Look } from "./types.js" */

const EVERY = 350; // milliseconds between two looks at the games
const WAIT = 120; // milliseconds after a change, in which another one may follow
const COPIED = 2500; // milliseconds for which a button says so
const SKIPS = /** @type {Record<string, string>} */ ({
  result: "Skip to the answer",
  "one-card": "Skip to the card",
  games: "Skip to the game",
  play: "Skip to the table",
  find: "Skip to the search",
}); // what the link at the top says, by the section that it leads to
const IS_PUBLIC = /^https?:$/.test(location.protocol); // otherwise nobody else can open the page's address
const SOURCE = IS_PUBLIC ? "" : document.documentElement.outerHTML; // of the page, before anything changes in it
const TOO_OLD = "This page needs a browser from 2023 or later: it plays the games itself, with WebAssembly SIMD.";

class Laboratory {
  /**
   * @param {Data} data @param {Uint8Array} tables  of all decks @param {WebAssembly.Module} module
   * @param {string} worker  its script @param {Statistics} statistics
   */
  constructor(data, tables, module, worker, statistics) {
    this.statistics = statistics;
    this.data = data;
    this.tables = tables;
    /** @type {string[]} */ this.unread = []; // parts of the address
    this.#readAddress();
    const known = { module, layout: data.layout, story: data.story };
    this.crew = new Crew(
      worker,
      known,
      () => this.#draw(),
      (message) => this.#stop([`The games stopped: ${message}`]),
    );
    const makeEngine = async () => new Engine(await WebAssembly.instantiate(module, {}), data.layout);
    this.games = new GamesView(data, makeEngine, (look) => this.#lookAt(look));
    this.playing = new PlayingView(data, makeEngine, () => this.crew.hire());
    this.find = new FindView(data, tables, statistics, this.crew, (change) => this.#takeUp(change));
    this.result = new Result(data, (card) => this.#cardLink(card));
    this.controls = new Controls(data, (change) => this.#edit(change));
    this.#connect();
    this.#showView();
    this.#ask();
    setInterval(() => this.#look(), EVERY);
  }

  // --- asking ---

  /** Play what the state asks for. @param {string[]} [wrong]  what is known to be wrong with it */
  #ask(wrong = this.#showSetting()) {
    const printed = printedTables(this.data, this.tables, this.state);
    this.answer = wrong.length ? undefined : new Answer(this.data, this.state, printed, this.statistics);
    this.crew.play(this.answer);
    this.#showCard();
    if (wrong.length) this.#stop(wrong);
  }

  /** @param {string[]} lines  why nothing is played */
  #stop(lines) {
    this.answer = undefined;
    this.crew.play(undefined);
    this.result.clear(["This cannot be played yet.", ...lines]);
    this.#showJump();
  }

  /** @param {(edits: Edits) => void} change */
  #edit(change) {
    change(this.state.edits);
    this.#leaveLink();
    this.#note();
    const wrong = this.#showSetting();
    document.body.classList.add("stale");
    clearTimeout(this.later);
    this.later = setTimeout(() => this.#ask(wrong), WAIT);
  }

  /** Change the game, and show the answer. @param {(edits: Edits) => void} change */
  #takeUp(change) {
    this.#edit(change);
    this.#openView("result");
    byId("asked").focus();
  }

  /** Take up another deck, number of players or strategy, as a page that one can go back from. */
  #move() {
    this.#leaveLink();
    this.#push();
    document.body.classList.add("stale");
    this.#ask();
  }

  /** Take up what the address asks for, after a step back or forward. */
  #comeBack() {
    clearTimeout(this.noting);
    this.#readAddress();
    const wrong = this.#showSetting();
    this.#showView();
    if (this.answer?.question !== questionOf(this.state, this.data)) return this.#ask(wrong);
    this.#look(true);
  }

  // --- the address ---

  /** Read what is asked from the address; without any there, from the page, which may be saved with changes. */
  #readAddress() {
    const saved = document.querySelector("meta[name=state]").getAttribute("content");
    const given = location.hash.slice(1);
    const isState = given.includes("="); // and no place in the page, as #answer is
    const { state, unread } = readHash(isState ? given : saved, this.data);
    this.state = state;
    this.unread = unread;
  }

  /** Something else is asked than the link has said: nothing of it is unread, and a game begins with its deal. */
  #leaveLink() {
    this.unread = [];
    if (this.state.look) this.state.look = { ...this.state.look, step: 0 };
  }

  /** Note what is asked in the address. */
  #note() {
    clearTimeout(this.noting);
    history.replaceState(null, "", this.#address);
  }

  /** The same, as a page that one can go back from. */
  #push() {
    clearTimeout(this.noting);
    history.pushState(null, "", this.#address);
  }

  get #address() {
    return `#${toHash(this.state, this.data)}`;
  }

  // --- the setting ---

  /** Show what is asked; returns what is wrong with it. */
  #showSetting() {
    const { data, state } = this;
    const [low, high] = data.decks[state.deck].players;
    const counts = Array.from({ length: high - low + 1 }, (_, k) => low + k);
    update(byId("deck"), ...data.decks.map(({ title }, k) => option(k, title, k === state.deck)));
    update(byId("players"), ...counts.map((n) => option(n, `${n} players`, n === state.players)));
    const usual = usualStrategy(data);
    const isAlike = new Set(state.lineUp).size === 1;
    const guest = state.lineUp.find((strategy) => strategy !== usual) ?? usual;
    const all = data.strategies.map(({ title }, k) => option(`all:${k}`, `all play ${title}`, isAlike && guest === k));
    const one = data.strategies.map(({ title }, k) =>
      option(`one:${k}`, `one ${title}, the others ${data.strategies[usual].title}`, !isAlike && guest === k),
    );
    update(byId("strategies"), ...all, ...one.filter((_, k) => k !== usual));
    byId("who").textContent = data.strategies[guest].text;
    const wrong = problems(deckOf(data, state), state.edits, data);
    const unread = this.unread.length ? [unreadText(this.unread)] : [];
    update(byId("unread"), ...unread);
    byId("unread").hidden = !unread.length;
    this.controls.show(state, [...unread, ...wrong]);
    showOnPaper(data, state);
    byId("command").textContent =
      `${command("simulate", state, data, isChanged(state))} --games 100000 --seed ${data.seed}`;
    return wrong;
  }

  #setStrategy() {
    const [kind, strategy] = byId("strategies").value.split(":");
    const all = kind === "all" ? Number(strategy) : usualStrategy(this.data);
    this.state.lineUp = this.state.lineUp.map((_, place) => (place ? all : Number(strategy)));
    this.#move();
  }

  /** @param {number} deck */
  #setDeck(deck) {
    this.state.edits = noEdits();
    this.state.card = undefined;
    sit(this.state, deck, this.state.players, this.data);
    this.#move();
  }

  // --- what is shown ---

  /** Look what there is to show. @param {boolean} [again]  even what stands there already */
  #look(again = false) {
    this.#draw(again);
    this.games.update(this.answer, (this.state.look ??= firstLook()));
    this.playing.update(this.answer);
    this.find.update(this.answer);
  }

  /** @param {boolean} [again]  even what stands there already */
  #draw(again = false) {
    if (again) this.result.forget();
    if (this.answer?.question !== questionOf(this.state, this.data)) return; // what is asked now is about to be played
    this.result.draw(this.answer, this.state, this.crew.paused);
    this.#showJump();
  }

  /** Open one of the views. @param {string} name */
  #openView(name) {
    if (name === this.#view) return;
    this.#note();
    this.state.view = name === "result" ? undefined : name;
    this.#push();
    this.#showView();
    this.#look(name === "result");
  }

  /** Show the view that is open: the answer, a game, the table to play at, or the search. */
  #showView() {
    for (const button of byId("views").querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.value === this.#view));
      byId(button.value).hidden = button.value !== this.#view;
    }
    document.body.dataset.view = this.#view;
    this.#showCard();
  }

  get #view() {
    return this.state.view ?? "result";
  }

  /** Look at another game, as a page that one can go back from, or at another step. @param {Partial<Look>} wanted */
  #lookAt(wanted) {
    const look = this.state.look ?? firstLook();
    const names = /** @type {(keyof Look)[]} */ (Object.keys(wanted));
    if (names.every((name) => wanted[name] === look[name])) return;
    const isStep = "step" in wanted;
    if (!isStep) this.#note(); // the step that was reached
    this.state.look = { ...look, step: 0, ...wanted };
    clearTimeout(this.noting);
    if (!isStep) this.#push();
    else this.noting = setTimeout(() => this.#note(), WAIT); // a browser allows so many changes of the address
    this.games.update(this.answer, this.state.look);
  }

  /** Open a card's page, or close it. @param {string | undefined} name */
  #openCard(name) {
    this.state.card = name;
    this.#push();
    this.#showCard();
    this.#draw(true);
    byId(name ? "card-title" : "asked").focus({ preventScroll: true });
    byId(name ? "one-card" : "every").scrollIntoView({ block: "start" });
  }

  /** Show the page of a card, or the answer, unless a game is looked at. */
  #showCard() {
    const isHere = this.#view === "result";
    byId("one-card").hidden = !isHere || !this.state.card;
    byId("result").hidden = !isHere || !!this.state.card;
    const there = isHere && this.state.card ? "one-card" : this.#view;
    Object.assign(byId("skip"), { hash: `#${there}`, textContent: SKIPS[there] });
  }

  /** A link to the page of a card. @param {Card} card */
  #cardLink({ name, title }) {
    const open = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#openCard(name);
    };
    const hash = toHash({ ...this.state, card: name }, this.data);
    return html`<a href="#${hash}" class="to-card" data-key="${name}" @click=${open}>${title}</a>`;
  }

  /** On narrow pages a bar below the controls says the answer, or what else is shown, and leads back to it. */
  #showJump() {
    const view = document.querySelector('#views [aria-pressed="true"]').textContent;
    byId("jump").textContent = byId("result").hidden ? view : byId("answer").firstChild.textContent;
  }

  // --- buttons ---

  #connect() {
    const on = (/** @type {string} */ id, /** @type {() => void} */ click) => (byId(id).onclick = click);
    byId("deck").onchange = () => this.#setDeck(Number(byId("deck").value));
    byId("strategies").onchange = () => this.#setStrategy();
    byId("players").onchange = () => {
      sit(this.state, this.state.deck, Number(byId("players").value), this.data);
      this.#move();
    };
    for (const button of byId("views").querySelectorAll("button")) button.onclick = () => this.#openView(button.value);
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("a[href^='#']")))
      link.onclick = goTo;
    on("close-card", () => this.#openCard(undefined));
    on("change-card", () => this.controls.open(byId("change-card").value));
    on("reset", () => this.#edit((edits) => Object.assign(edits, noEdits())));
    on("pause", () => {
      this.crew.paused = !this.crew.paused;
      byId("pause").textContent = this.crew.paused ? "Go on" : "Pause";
      this.#draw();
    });
    on("rule-file", () => download("my-house-rule.yaml", "application/yaml", this.#yaml()));
    on("link", () => this.#copyLink());
    on("save-page", () => this.#savePage());
    byId("link").hidden = !IS_PUBLIC;
    byId("save-page").hidden = IS_PUBLIC;
    addEventListener("popstate", () => this.#comeBack());
    addEventListener("resize", () => this.#draw());
    const bar = new IntersectionObserver(([{ isIntersecting }]) => (byId("jump").hidden = !isIntersecting), {
      rootMargin: "-25% 0px -25% 0px",
    });
    bar.observe(byId("panel"));
  }

  async #copyLink() {
    this.#note();
    try {
      await navigator.clipboard.writeText(location.href);
      byId("link").textContent = "Copied";
    } catch {
      byId("link").textContent = "The address above has it";
    }
    setTimeout(() => (byId("link").textContent = "Copy a link"), COPIED);
  }

  /** Let somebody save this page so that it opens with what is asked. */
  #savePage() {
    const state = escaped(toHash(this.state, this.data));
    const page = SOURCE.replace(/(<meta name="state" content=)"[^"]*"/, (_, before) => `${before}"${state}"`);
    download("my-laboratory.html", "text/html", `<!doctype html>\n${page}\n`);
  }

  /** The house rule as YAML. */
  #yaml() {
    const { data, state } = this;
    const changes = changesOf(data, state).map(({ text }) => text);
    return houseRule(deckOf(data, state), state.edits, data, `${changes.join("; ")}.`);
  }
}

/** Go to a part of the page without a change of the address, which holds what is asked. @param {Event} event */
function goTo(event) {
  event.preventDefault();
  const there = byId(/** @type {HTMLAnchorElement} */ (event.currentTarget).hash.slice(1));
  there.tabIndex = -1;
  there.focus({ preventScroll: true });
  there.scrollIntoView();
}

/** @param {string} id  of packed bytes in the page @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function unpacked(id) {
  const bytes = Uint8Array.from(atob(byId(id).textContent.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const decoded = (/** @type {Uint8Array} */ bytes) => new TextDecoder().decode(bytes);

async function begin() {
  document.body.classList.add("live");
  if (!("DecompressionStream" in window && "WebAssembly" in window)) throw new Error(TOO_OLD);
  const [text, tables, code, script] = await Promise.all(["data", "tables", "module", "worker"].map(unpacked));
  const [data, worker] = [JSON.parse(decoded(text)), decoded(script)];
  if (!WebAssembly.validate(code)) throw new Error(TOO_OLD);
  const module = await WebAssembly.compile(code);
  const engine = new Engine(await WebAssembly.instantiate(module, {}), data.layout);
  new Laboratory(data, tables, module, worker, new Statistics(engine, data.measures));
}

begin().catch(({ message }) => {
  byId("answer").textContent = message === TOO_OLD ? message : `This page could not start: ${message}`;
});
