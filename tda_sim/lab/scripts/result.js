/** The answer on the screen: it stands for a while, so that it can be read while games come in. */
import { cardFacts, cardLists, cardTable, firstOrder, cardStrength } from "./cards.js";
import { byId, download, html, update } from "./dom.js";
import { asCsv, glance, measureTable, sharesNote } from "./measures.js";
import { phrasebook } from "./phrases.js";
import { lengths } from "./pictures.js";
import { deckOf } from "./presets.js";

/** @import { Answer } from "./answer.js" */
/** @import { Card, Data, State } from "./types.js" */

const STANDS = 3000; // milliseconds for which an answer stands
const SPOKEN = [2_000, 20_000, 100_000]; // games after which a screen reader hears the answer
const HELD = ["answer", "worths"]; // they become no lower while games come in, so that what is below stays where it is
const PLACES = ["measures", "lengths", "turns", "worths", "every-card", "all"];
const WIDEST = 760; // picture

export class Result {
  /** @param {Data} data @param {(card: Card) => Node} link  to the page of a card */
  constructor(data, link) {
    this.data = data;
    this.link = link;
    this.order = firstOrder();
    this.pressed = false; // a pointer is down on a card: its link must not be replaced before it is up
    /** @type {{answer?: Answer, done: number, width: number, at: number, csv?: () => string}} */ this.drawn = none();
    this.spoken = 0; // times
    for (const id of ["worths", "every-card"]) byId(id).addEventListener("pointerdown", () => (this.pressed = true));
    for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, () => (this.pressed = false));
    byId("csv").onclick = () => this.#saveNumbers();
  }

  /**
   * Say what the games so far say, unless what stands there is to be read.
   * @param {Answer} answer @param {State} state @param {boolean} paused
   */
  draw(answer, state, paused) {
    this.#progress(answer, paused);
    const isSame = this.drawn.answer === answer && this.drawn.width === innerWidth;
    const goesOn = !paused && answer.share < 1 && performance.now() < this.drawn.at + STANDS;
    if (this.pressed || !answer.isReady || (isSame && (goesOn || this.drawn.done === answer.done))) return;
    if (this.drawn.answer !== answer) this.spoken = 0;
    if (this.drawn.width !== innerWidth) this.#hold(() => "");
    this.drawn = { answer, done: answer.done, width: innerWidth, at: performance.now() };
    document.body.classList.remove("stale");
    this.#show(answer, state);
    document.body.dataset.games = String(answer.games);
  }

  /** Draw anew the next time, whatever stands there. */
  forget() {
    this.drawn = none();
  }

  /** Say in place of an answer why there is none. @param {string[]} lines */
  clear(lines) {
    document.body.classList.remove("stale");
    this.#hold(() => "");
    this.forget();
    this.say(lines);
    for (const id of PLACES) update(byId(id));
    byId("played").textContent = "";
  }

  /** Let somebody save the numbers of the answer, in a file named after what was asked. */
  #saveNumbers() {
    const { answer, csv } = this.drawn;
    if (!answer || !csv) return;
    const deck = this.data.decks[answer.state.deck].name;
    download(`${deck}-${answer.isCompared ? "changed" : "printed"}-${answer.state.players}p.csv`, "text/csv", csv());
  }

  /** @param {string[]} lines */
  say(lines) {
    update(byId("answer"), ...lines.map((text) => html`<p>${text}</p>`));
  }

  /** @param {Answer} answer @param {State} state */
  #show(answer, state) {
    const { data, link } = this;
    const { measures } = data;
    const two = answer.isCompared;
    const { main, all, wins, turns, worths, sentences } = answer.findings();
    const otherGold = answer.gold[0] !== answer.gold.at(-1);
    this.say(sentences);
    byId("asked").textContent = two ? "Your rule against the printed game" : "The printed game";
    byId("coin").hidden = !otherGold;
    byId("coin").textContent = otherGold ? sharesNote(answer.gold) : "";
    const width = Math.min(byId("lengths").clientWidth || 600, WIDEST);
    update(byId("lengths"), lengths(answer.lengths, width, state.players));
    update(byId("worths"), ...cardLists(worths, two, link));
    this.#hold((place) => `${place.offsetHeight}px`);
    update(byId("measures"), measureTable(measures, [...wins, ...main], two));
    byId("at-a-glance").hidden = !two;
    update(byId("glance"), two && glance([...main, ...all], measures));
    update(byId("turns"), measureTable(measures, turns, two));
    const again = () => update(byId("every-card"), cardTable(worths, two, this.order, again, link));
    byId("which").oninput = () => {
      this.order.text = byId("which").value;
      again();
    };
    again();
    update(byId("all"), measureTable(measures, all, two));
    if (state.card) this.#showCard(state.card, worths, answer);
    this.drawn.csv = () => asCsv([...wins, ...main, ...turns, ...all], worths, answer.games);
    const passed = SPOKEN.filter((games) => answer.games >= games).length;
    if (passed > this.spoken) byId("spoken").textContent = sentences.join(" ");
    this.spoken = passed;
  }

  /** @param {string} name @param {import("./types.js").Worth[]} worths @param {Answer} answer */
  #showCard(name, worths, { state, games }) {
    const { decks, measures, phrases, strategies } = this.data;
    const deck = deckOf(this.data, state);
    const row = worths.find(({ card }) => card.name === name);
    const card = [...deck.cards, ...decks[state.deck].cards].find((one) => one.name === name);
    const players = new Set(state.lineUp);
    const who = players.size === 1 ? `with ${strategies[state.lineUp[0]].title}` : "at this table";
    const strength = row && cardStrength(row, games, who, measures, phrasebook(phrases));
    const facts = row && cardFacts(row, worths, games, deck, measures.ways, strength);
    byId("card-title").textContent = card?.title ?? name;
    update(byId("card-facts"), ...(facts ?? [html`<p>Nobody has been dealt this card so far.</p>`]));
    byId("change-card").hidden = !deck.cards.some((one) => one.name === name);
    byId("change-card").value = card?.family ?? "";
  }

  /** @param {Answer} answer @param {boolean} paused */
  #progress({ games, isCompared, share }, paused) {
    const each = isCompared ? " of each, on the same shuffles" : "";
    const end = share === 1 ? "" : paused ? ", paused" : " so far";
    byId("played").textContent = `${games.toLocaleString("en")} games${each}${end}`;
    Object.assign(byId("meter"), { value: share });
    byId("pause").style.visibility = share === 1 ? "hidden" : ""; // its place stays, or the table below would move up
  }

  /** @param {(place: HTMLElement) => string} height */
  #hold(height) {
    if (!byId("result").hidden) for (const id of HELD) byId(id).style.minHeight = height(byId(id));
  }
}

const none = () => ({ done: -1, width: 0, at: 0 });
