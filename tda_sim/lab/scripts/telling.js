/**
 * What happened in a game, as data and as sentences; and questions in words: as in `tda_sim.one_game`.
 */
import { capital, phrasebook } from "./phrases.js";

/** @import { Asked, Data, LogRow, Story, Told } from "./types.js" */

const MISSING = -1; // no card, no seat, chance, or the stakes
const MOVES = ["steal", "pay", "pay_stakes"]; // events that an option may stand for, if they are what it does

/** Reads the log of a game in the words of its deck. */
export class Teller {
  /**
   * @param {Data} data @param {{cards: {name: string, title: string}[], colours: string[], hole: boolean}} played
   *   hole: whether debts go to the hole
   * @param {string[]} names  of the players
   */
  constructor({ story, phrases }, { cards, colours, hole }, names) {
    this.story = story;
    this.book = phrases.card_game;
    this.say = phrasebook(phrases);
    this.cards = cards;
    this.colours = colours;
    this.names = names;
    this.creditor = hole ? "hole" : "stakes";
    this.titles = new Map(cards.map(({ name, title }) => [name, title]));
  }

  /**
   * The facts of a kind of event, each with its field of the log and how the number there is read.
   * @param {string} event @returns {[name: string, field: keyof LogRow, how: string][]}
   */
  #facts(event) {
    const { events, fields } = this.book;
    return events[event].has.map((fact) => [fact.split(" ")[0], ...fields[fact]]);
  }

  /** @param {LogRow[]} log @returns {Told[]} */
  data(log) {
    const made = /** @type {Told[]} */ ([]);
    let kind = MISSING; // of the question that the options belong to, if it was not asked before
    for (const row of log) {
      const name = this.story.events[row.kind];
      if (name === "option" || name === "answer") {
        if (kind === MISSING) continue;
        const option = this.option(kind, row.other);
        if (name === "option") made.at(-1).options.push(option);
        else made.at(-1).answer = option;
        continue;
      }
      const facts = this.#facts(name).map(([key, field, how]) => [key, this.#value(row[field], how)]);
      const isQuestion = name === "question";
      kind = isQuestion ? row.other : MISSING;
      made.push({ event: name, ...Object.fromEntries(facts), ...(isQuestion && { options: [], answer: null }) });
    }
    return made;
  }

  /** @param {number} number @param {string} how */
  #value(number, how) {
    const [kind, ...optional] = how.split(" ");
    if (optional.length && number === MISSING) return null;
    if (kind === "card") return this.cards[number].name;
    if (kind === "colour") return this.colours[number] ?? this.story.mortal;
    if (kind === "creditor") return number === MISSING ? this.creditor : number;
    if (kind === "end") return this.story.ends[number];
    return kind === "question" ? this.story.questions[number].name : number;
  }

  /** An option as scripts write it. @param {number} kind @param {number} value */
  option(kind, value) {
    const { options } = this.story.questions[kind];
    if (options === "seats") return this.say("card_game.seat", { number: value });
    if (options === "colours") return this.colours[value];
    if (options === "numbers") return String(value);
    return value < 0 ? this.story.words[value] : this.cards[value].name;
  }

  /** An option as a person reads it. @param {number} kind @param {number} value */
  optionTitle(kind, value) {
    if (this.story.questions[kind].options === "seats") return this.names[value];
    return this.isCard(kind, value) ? this.cards[value].title : this.option(kind, value);
  }

  /**
   * What an option of an open question does, as a person reads it: "Take 3 gold from the stakes".
   * @param {Asked} asked @param {number} index @param {Told[]} follows  what happens after that answer
   */
  choice({ kind, options, gold, payee, seat }, index, follows = []) {
    const value = options[index];
    if (value >= 0) return this.optionTitle(kind, value);
    const word = this.story.words[value];
    if (word === "no" && options.some((other) => other >= 0)) return this.say("card_game.choices.no_card");
    const [event, amount] = MOVES.map((each) => /** @type {const} */ ([each, amountMoved(each, follows, seat)])).find(
      ([, found]) => found,
    ) ?? ["", gold];
    return this.say(`card_game.choices.${word}`, { follows: event, gold: amount, payee: this.names[payee] });
  }

  /** @param {number} kind @param {number} value */
  isCard(kind, value) {
    return value >= 0 && this.story.questions[kind].options === "cards";
  }

  /** The question in words, addressed to who answers. @param {Asked} asked */
  question({ kind, card, gold, payee, about }) {
    const parts = { gold, payee: this.names[payee] ?? "", about: this.cards[about]?.title ?? "it" };
    const question = this.say(`card_game.questions.${this.story.questions[kind].name}`, parts);
    return capital(this.say("card_game.asked", { card: this.cards[card]?.title ?? null, question }));
  }

  /** An event as a sentence. @param {Told} fact */
  sentence(fact) {
    const parts = this.#facts(fact.event).map(([key, , how]) => [
      key,
      this.#spoken(/** @type {any} */ (fact)[key], how),
    ]);
    const more = { is_own: fact.card === fact.power, options: fact.options?.join(" | "), answer: fact.answer ?? "?" };
    return this.say(`card_game.events.${fact.event}.says`, { ...Object.fromEntries(parts), ...more });
  }

  /** A value as a part of a sentence. @param {any} value @param {string} how */
  #spoken(value, how) {
    if (value === null) return how === "card" ? this.say("card_game.unseen") : null;
    const [kind] = how.split(" ");
    if (kind === "creditor" && typeof value === "string") return this.say("card_game.creditor", { place: value });
    if (kind === "seat" || kind === "creditor") return this.names[value] ?? this.say("card_game.chance");
    if (kind === "card") return this.titles.get(value);
    if (kind === "colour") return this.say("card_game.colour", { colour: value });
    if (kind === "end") return this.say(`card_game.reasons.${value}`);
    return kind === "question" ? value.replaceAll("_", " ") : value;
  }
}

/**
 * How much gold an answer moves at once: what its player steals, or what each opponent has to pay; undefined if that
 * differs, or if something else follows.
 * @param {string} event @param {Told[]} follows @param {number} seat  of whoever answers
 */
function amountMoved(event, follows, seat) {
  const end = follows.findIndex((each) => ![event, "owe", "repay"].includes(each.event));
  /** @type {Map<number, number>} */
  const due = new Map();
  for (const each of follows.slice(0, end < 0 ? follows.length : end))
    if (each.event !== "repay" && (each.seat === seat) === (event === "steal"))
      due.set(each.seat, (due.get(each.seat) ?? 0) + each.gold);
  const amounts = new Set(due.values());
  return amounts.size === 1 ? [...amounts][0] : undefined;
}

/** Events without those that mean nothing to a player. @param {Told[]} events */
export function worthTelling(events) {
  const same = (/** @type {Told} */ one, /** @type {Told} */ other) =>
    other && JSON.stringify(one) === JSON.stringify(other);
  return events.filter((event, k) => {
    if (event.event === "lasts") return !same(event, events[k - 1]);
    return !(event.event === "pay" || event.event === "pay_stakes") || event.gold !== 0;
  });
}

/**
 * Events as a seat sees them: cards that are none of its business are null.
 * @param {Story} story @param {Told[]} events @param {number} seat @param {boolean} shown  whether the cards drawn for
 * the game are known
 */
export function publicEvents(story, events, seat, shown) {
  const isTold = (/** @type {Told} */ { event, seat: own }) => {
    if (story.not_told.includes(event) || (event === "seen" && own !== seat)) return false;
    return event !== "unique" || own !== null || shown;
  };
  return worthTelling(events)
    .filter(isTold)
    .map((fact) => {
      const other = story.between_two[fact.event];
      const hidden = other
        ? fact.seat !== seat && fact[other] !== seat
        : story.own_business.includes(fact.event) && fact.seat !== seat;
      return hidden ? { ...fact, card: null } : fact;
    });
}
