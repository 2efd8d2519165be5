/** "Look at a game": step through a game that was played, hands open or hidden. */
import { entrantOf } from "./answer.js";
import { drawBoard, eventLines, playedDeck, playerNames, seatedIn } from "./board.js";
import { CHOICES, LOOKED, chosenGames, momentsOf } from "./chosen_games.js";
import { byId, html, option, update } from "./dom.js";
import { OneGame } from "./one_game.js";
import { LAST_NUMBER } from "./state.js";
import { Teller, publicEvents, worthTelling } from "./telling.js";

/** @import { Answer } from "./answer.js" */
/** @import { Moment } from "./chosen_games.js" */
/** @import { Engine } from "./engine.js" */
/** @import { Data, Look, Place, Story, Told } from "./types.js" */

const NO_SEAT = -2; // whoever looks on holds no cards
const UNTOLD = ["gambit", "shuffle"]; // the title of the step says it

/** @typedef {{title: string, gambit: number, events: Told[], place: Place, turn: number}} Step */

/**
 * Play a game through and write down its steps.
 * @param {OneGame} game @param {Teller} teller @param {Story} story @returns {Step[]}
 */
export function stepsOf(game, teller, { stops }) {
  const steps = [{ title: "The deal", gambit: 0, events: teller.data(game.takeDealt()), place: game.place, turn: -1 }];
  let round = 0;
  while (!game.over) {
    const stop = game.nextStop;
    const events = teller.data(game.goOn());
    const place = game.place;
    const turning = events.findIndex(({ event }) => event === "turn");
    const turn = stop === stops.TURN ? (events[turning]?.seat ?? -1) : -1;
    round = roundIn(events.slice(0, turning + 1)) ?? round; // the next round may be announced after a turn
    const whose = `round ${round}, ${teller.names[turn] ?? "nobody"}`;
    const what = { [stops.TURN]: whose, [stops.ANTE]: "the ante", [stops.GAMBIT]: "the scoring" }[stop] ?? "new cards";
    const gambit = stop === stops.NEXT ? steps.at(-1).gambit : place.gambit;
    steps.push({ title: `Gambit ${gambit}: ${what}`, gambit, events, place, turn });
    round = roundIn(events) ?? round;
  }
  return steps;
}

/** The round that events announce last. @param {Told[]} events */
const roundIn = (events) => events.findLast(({ event }) => event === "round")?.round;

export class GamesView {
  /** @type {Step[]} */ #steps = [];
  #at = 0;
  #key = ""; // of what is shown
  #number = ""; // of the game that is shown
  /** @type {Look | undefined} */ #look;

  /**
   * @param {Data} data @param {() => Promise<Engine>} makeEngine
   * @param {(look: Partial<Look>) => void} move  to another game, or to another step of this one
   */
  constructor(data, makeEngine, move) {
    this.data = data;
    this.makeEngine = makeEngine;
    this.move = move;
    this.#connect();
  }

  /**
   * Look whether there is something else to show than before.
   * @param {Answer | undefined} answer @param {Look} look
   */
  update(answer, look) {
    if (byId("games").hidden) return;
    if (look !== this.#look) this.#showChoices(look);
    this.#look = look;
    const { game, changed } = look;
    const choice = choiceOf(look);
    const side = answer && changed ? answer.sides.length - 1 : 0;
    const marks = answer?.marks[side].filter(Boolean) ?? [];
    const isKnown = !choice || marks.flatMap(({ plays }) => plays).length >= LOOKED;
    byId("which-side").hidden = !answer?.isCompared;
    if (!answer || !isKnown) {
      const first = `Choosing among the first ${LOOKED.toLocaleString("en")} games …`;
      this.#key = "";
      byId("why").textContent = answer ? first : "There is no game to look at yet.";
      byId("looked-at").hidden = true;
      return;
    }
    const number = choice ? chosenGames(marks)[choice.name] : Number(game);
    const key = [answer.id, side, number, choice?.name].join();
    if (key !== this.#key) this.#load(answer, side, number, (this.#key = key));
    else if (look.step !== this.#at) this.#show(look.step);
  }

  /** @param {Answer} answer @param {number} side @param {number} number @param {string} key */
  async #load(answer, side, number, key) {
    const { data } = this;
    this.#steps = [];
    const engine = await this.makeEngine();
    if (key !== this.#key) return;
    const { state, sides } = answer;
    this.played = playedDeck(data, state, sides[side], side > 0);
    const seated = seatedIn(state, number, data);
    this.names = playerNames(seated.map((strategy) => data.strategies[strategy].title));
    const entrants = seated.map((strategy) => entrantOf(data, state.deck, strategy, state.players));
    const about = { ...sides[side], players: state.players, seed: data.seed, number, entrants };
    const game = new OneGame(engine, data.story, about);
    this.teller = new Teller(data, this.played, this.names);
    this.#steps = stepsOf(game, this.teller, data.story);
    this.#introduce(number, game.result);
    byId("replay").textContent = answer.replay(number, side > 0);
    this.#show(this.#look.step);
  }

  /** @param {number} number @param {{winners: number[], gold: number[], gambits: number}} result */
  #introduce(number, { winners, gold, gambits }) {
    const choice = choiceOf(this.#look);
    const chosen = choice ? `: of the first ${LOOKED.toLocaleString("en")} games, ${choice.text}` : "";
    const who = winners.map((seat) => `${this.names[seat]} with ${gold[seat]} gold`).join(" and ");
    const end = `${gambits} gambit${gambits === 1 ? "" : "s"}; ${who ? `won by ${who}` : "nobody wins"}.`;
    byId("why").textContent = `Game ${number}${chosen}. It takes ${end}`;
    byId("looked-at").hidden = false;
    this.#number = String(number);
    if (document.activeElement !== byId("number")) byId("number").value = this.#number; // nobody types another one
    byId("slider").max = String(this.#steps.length - 1);
    const moment = (/** @type {Moment} */ one) => html`<button type="button" data-moment="${one.name}"
      @click=${() => this.#jumpTo(one.at)}>${this.#momentTitle(one)}</button>`;
    update(byId("moments"), "Go to", ...momentsOf(this.#steps, winners).map(moment));
    const title = (/** @type {number} */ gambit) => (gambit ? `Gambit ${gambit}` : "The deal");
    update(byId("gambit"), ...this.#firsts.map((at) => option(at, title(this.#steps[at].gambit))));
  }

  /** @param {Moment} moment */
  #momentTitle({ name, gold, gambit, card }) {
    if (name === "stakes") return `the largest stakes: ${gold} gold`;
    if (name === "power") return `the power that moves most gold: ${this.teller.titles.get(card)}, ${gold}`;
    return `where the lead is decided: gambit ${gambit}`;
  }

  /** The first step of each gambit. */
  get #firsts() {
    const steps = this.#steps;
    return steps.flatMap(({ gambit }, k) => (gambit === steps[k - 1]?.gambit ? [] : [k]));
  }

  /** @param {number} at */
  #show(at) {
    if (!this.#steps.length) return;
    const last = this.#steps.length - 1;
    this.#at = Math.min(Math.max(at, 0), last);
    const { played, names, teller } = this;
    const { story } = this.data;
    const { title, events, place, turn } = this.#steps[this.#at];
    const isOpen = byId("open").checked;
    const seen = isOpen
      ? worthTelling(events).filter(({ event }) => !story.not_told.includes(event))
      : publicEvents(story, events, NO_SEAT, played.shown);
    const told = seen.filter(({ event }) => !UNTOLD.includes(event));
    const lines = eventLines(story, told, (event) => teller.sentence(event));
    const nothing = html`<li>${this.#at ? "Nothing happens." : "Everybody has a hand of cards."}</li>`;
    update(byId("step"), html`<h3>${title}</h3>`, html`<ul class="events">${lines.length ? lines : nothing}</ul>`);
    const hands = names.map((_, seat) => (isOpen ? place.hands[seat] : undefined));
    update(byId("board"), drawBoard(played, place, teller, hands, turn));
    byId("count").textContent = `Step ${this.#at + 1} of ${last + 1}`;
    byId("slider").value = String(this.#at);
    byId("slider").ariaValueText = title;
    byId("gambit").value = String(this.#firsts.findLast((first) => first <= this.#at));
    byId("back").disabled = this.#at === 0;
    byId("forward").disabled = this.#at === last;
    this.move({ step: this.#at });
  }

  /** Show a step, and bring it into view. @param {number} at */
  #jumpTo(at) {
    this.#show(at);
    byId("looked-at").scrollIntoView({ block: "start" });
  }

  /** @param {number} by */
  #jumpGambit(by) {
    const [before, after] = [(/** @type {number} */ at) => at < this.#at, (/** @type {number} */ at) => at > this.#at];
    const next = by > 0 ? this.#firsts.find(after) : this.#firsts.findLast(before);
    this.#show(next ?? (by > 0 ? Infinity : 0));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const own = /** @type {HTMLElement} */ (event.target);
    const isTaken =
      own.closest("input:not([type=checkbox]), select, textarea, .panel, header") ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey;
    if (byId("games").hidden || isTaken) return;
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined) return;
    event.shiftKey && Number.isFinite(by) ? this.#jumpGambit(by) : this.#show(this.#at + by);
    event.preventDefault();
  }

  /** @param {Look} look */
  #showChoices({ game, changed }) {
    const button = (/** @type {{name: string, title: string}} */ { name, title }) => html`<button type="button"
      aria-pressed="${String(name === game)}" @click=${() => this.move({ game: name })}>${title}</button>`;
    update(byId("choices"), ...CHOICES.map(button));
    byId("which-side").value = changed ? "yes" : "no";
  }

  /** Go to the game whose number has been typed, if it is one. */
  #takeNumber() {
    const number = Number(byId("number").value || NaN);
    if (Number.isInteger(number) && number >= 0 && number <= LAST_NUMBER) this.move({ game: String(number) });
    else byId("number").value = this.#number;
  }

  #connect() {
    const value = (/** @type {string} */ id) => Number(byId(id).value);
    byId("which-side").onchange = () => this.move({ changed: byId("which-side").value === "yes" });
    byId("number").onchange = () => this.#takeNumber();
    byId("number").onkeydown = ({ key }) => key === "Enter" && byId("number").blur(); // arrow keys step again
    byId("open").onchange = () => this.#show(this.#at);
    byId("slider").oninput = () => this.#show(value("slider"));
    byId("gambit").onchange = () => this.#show(value("gambit"));
    byId("back").onclick = () => this.#show(this.#at - 1);
    byId("forward").onclick = () => this.#show(this.#at + 1);
    byId("back-gambit").onclick = () => this.#jumpGambit(-1);
    byId("forward-gambit").onclick = () => this.#jumpGambit(1);
    document.addEventListener("keydown", (event) => this.#press(event));
  }
}

/** The choice that is looked at, unless it is a game by its number. @param {Look} look */
const choiceOf = ({ game }) => CHOICES.find(({ name }) => name === game);
