/** A game with a person in one seat. Only answers of that seat come from outside. */
import { entrantOf } from "./answer.js";
import { ENDINGS, asHeld, playerNames } from "./board.js";
import { OneGame } from "./one_game.js";
import { capital } from "./phrases.js";
import { Teller, publicEvents } from "./telling.js";

/** @import { PlayedDeck } from "./board.js" */
/** @import { Engine } from "./engine.js" */
/** @import { Data, LogRow, Place, Told } from "./types.js" */

/**
 * How a gambit ended: in sentences, with the flights and the gold of all players.
 * @typedef {{gambit: number, sentences: string[], lines: string[]}} Ending
 * @typedef {{seat: number, strategy: number, players: number, seed: number}} Seated
 */

export class Sitting {
  /** @param {Engine} engine @param {Data} data @param {PlayedDeck} played @param {Seated} about */
  constructor(engine, data, played, { seat, strategy, players, seed }) {
    this.story = data.story;
    this.played = played;
    this.seat = seat;
    this.names = playerNames(Array(players).fill(data.strategies[strategy].title), seat);
    const entrants = this.names.map(() => entrantOf(data, played.deck, strategy, players));
    this.game = new OneGame(engine, data.story, {
      ...played.tables,
      players,
      seed,
      number: 0,
      entrants,
      driven: [seat],
    });
    this.teller = new Teller(data, played, this.names);
    /** @type {number[]} */ this.own = []; // the person's answers
    /** @type {number[]} */ this.answers = []; // those of all players
    /** @type {Told[]} */ this.fresh = []; // what the person has seen happen since the last answer
    /** @type {Ending[]} */ this.endings = []; // of the gambits that ended since
    /** @type {string[]} */ this.lastly = []; // what has led to the end of this one
    this.#tell(this.game.takeDealt());
    this.#goOn();
  }

  get asked() {
    return this.game.asked;
  }

  /** @param {number} index */
  answer(index) {
    this.game.answer(index);
    this.own.push(index);
    this.fresh = [];
    this.endings = [];
    this.#goOn();
  }

  #goOn() {
    while (!this.game.over && !this.game.asked) {
      const before = this.game.place;
      this.#end(this.#tell(this.game.goOn()), before);
    }
  }

  /** @param {LogRow[]} rows */
  #tell(rows) {
    const { events } = this.story;
    const given = rows.filter(({ kind, seat }) => events[kind] === "answer" && seat >= 0);
    this.answers.push(...given.map(({ gold }) => gold));
    const news = publicEvents(this.story, this.teller.data(rows), this.seat, this.played.shown);
    this.fresh.push(...news);
    return news;
  }

  /** Note the end of a gambit, if it is among what has happened. @param {Told[]} events @param {Place} before */
  #end(events, { gambit, flights }) {
    const endings = events.filter(({ event }) => ENDINGS.includes(event));
    this.lastly.push(...endings.map((event) => this.teller.sentence(event)));
    if (!events.some(({ event }) => event === "award" || event === "no_winner")) return;
    const { hoards } = this.game.place;
    const lines = flights.map((own, seat) => {
      const cards = own.map((card) => this.played.cards[card]);
      const scored = events.find((each) => each.event === "scores" && each.seat === seat)?.counts;
      const total = scored ?? cards.reduce((sum, { strength }) => sum + strength, 0);
      const flight = cards.length ? `${cards.map(({ title }) => title).join(", ")} = ${total}` : "no flight";
      return capital(`${this.names[seat]}: ${flight}; ${hoards[seat]} gold`);
    });
    this.endings.push({ gambit, sentences: this.lastly, lines });
    this.lastly = [];
  }

  /** What the options of the open question do. */
  get choices() {
    const asked = this.asked;
    const moves = this.story.questions[asked.kind].name === "take_or_stakes";
    return asked.options.map((_, k) => this.teller.choice(asked, k, moves ? this.teller.data(this.game.peek(k)) : []));
  }

  /** The options in the order that a person reads them in, by index: cards as in a hand, and then the others. */
  get order() {
    const { kind, options } = this.asked;
    const isCard = (/** @type {number} */ value) => this.teller.isCard(kind, value);
    const cards = asHeld(options.filter(isCard), this.played);
    return [...cards, ...options.filter((value) => !isCard(value))].map((value) => options.indexOf(value));
  }

  /** The cards in hand that are no options of the open question; none if there is no question. */
  get rest() {
    if (!this.asked) return [];
    const { kind, options, hand } = this.asked;
    return hand.filter((card) => !(this.teller.isCard(kind, card) && options.includes(card)));
  }

  /** The options whose power would trigger now, by index; each is tried. */
  get triggering() {
    const { events, questions } = this.story;
    if (questions[this.asked.kind].name !== "play") return [];
    return [...this.asked.options.keys()].filter((k) => {
      const kinds = this.game.peek(k).map(({ kind }) => events[kind]);
      return kinds[kinds.indexOf("play") + 1] === "trigger";
    });
  }

  /** Who has won. */
  get verdict() {
    const { winners } = this.game.result;
    const others = winners.length ? "others" : "nobody";
    const who = winners.includes(this.seat) ? (winners.length > 1 ? "shared" : "you") : others;
    return this.teller.say("card_game.outcome", { who, winners: winners.map((seat) => this.names[seat]) });
  }
}
