/**
 * What happened in a game, as data and as sentences; and questions in words. The words come from `tda_sim.one_game`.
 */
import { capital } from "./words.js";

/** @import { Asked, LogRow, Story, Told } from "./types.js" */

const MISSING = -1; // no card, no seat, or the stakes

/** Reads the log of a game in the words of its deck. */
export class Teller {
  /**
   * @param {Story} story @param {{cards: {name: string, title: string}[], colours: string[], hole: boolean}} played
   *   hole: whether debts go to the hole
   * @param {string[]} names  of the players
   */
  constructor(story, { cards, colours, hole }, names) {
    this.story = story;
    this.cards = cards;
    this.colours = colours;
    this.names = names;
    this.creditor = hole ? "hole" : "stakes";
    this.titles = new Map(cards.map(({ name, title }) => [name, title]));
  }

  /** @param {LogRow[]} log @returns {Told[]} */
  data(log) {
    const made = /** @type {Told[]} */ ([]);
    let kind = MISSING; // of the question that the options belong to, if it was not asked before
    for (const row of log) {
      const { name, fields } = this.story.events[row.kind];
      if (name === "option" || name === "answer") {
        if (kind === MISSING) continue;
        const option = this.option(kind, row.other);
        if (name === "option") made.at(-1).options.push(option);
        else made.at(-1).answer = option;
        continue;
      }
      const facts = fields.map(([key, field, reading]) => [key, this.#value(row[field], reading)]);
      const isQuestion = name === "question";
      kind = isQuestion ? row.other : MISSING;
      made.push({ event: name, ...Object.fromEntries(facts), ...(isQuestion && { options: [], answer: null }) });
    }
    return made;
  }

  /** @param {number} number @param {string} reading */
  #value(number, reading) {
    if (reading === "card") return this.cards[number].name;
    if (reading === "card or none") return number === MISSING ? null : this.cards[number].name;
    if (reading === "seat or none") return number === MISSING ? null : number;
    if (reading === "colour") return this.colours[number] ?? this.story.mortal;
    if (reading === "creditor") return number === MISSING ? this.creditor : number;
    if (reading === "end") return this.story.ends[number];
    return reading === "question" ? this.story.questions[number].name : number;
  }

  /** An option as scripts write it. @param {number} kind @param {number} value */
  option(kind, value) {
    const { options } = this.story.questions[kind];
    if (options === "seats") return `seat ${value}`;
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
    if (word === "no" && options.some((other) => other >= 0)) return this.story.no_card;
    const texts = this.story.choices[word];
    const [happens, amount] = Object.keys(texts)
      .map((event) => /** @type {const} */ ([event, amountMoved(event, follows, seat)]))
      .find(([, found]) => found) ?? ["", gold];
    return filled(texts[happens], { gold: String(amount), payee: this.names[payee] });
  }

  /** @param {number} kind @param {number} value */
  isCard(kind, value) {
    return value >= 0 && this.story.questions[kind].options === "cards";
  }

  /** The question in words, addressed to who answers. @param {Asked} asked */
  question({ kind, card, gold, payee, about }) {
    const parts = { gold: String(gold), payee: this.names[payee], about: this.cards[about]?.title ?? "it" };
    const text = filled(this.story.questions[kind].text, parts);
    return capital(card === MISSING ? text : `${this.cards[card].title}: ${text}`);
  }

  /** An event as a sentence. @param {Told} fact */
  sentence(fact) {
    const { story } = this;
    const parts = Object.fromEntries(Object.entries(fact).map(([key, value]) => [key, this.#phrase(key, value)]));
    const kind = story.events.find(({ name }) => name === fact.event);
    const template =
      fact.event === "trigger"
        ? fact.card === fact.power
          ? story.own_power
          : story.other_power
        : fact.event === "unique" && fact.seat !== null
          ? story.picked
          : kind.sentence;
    return capital(filled(template, parts));
  }

  /** @param {string} key @param {Told[keyof Told]} value */
  #phrase(key, value) {
    const { story } = this;
    if (story.named.includes(key)) return typeof value === "number" ? this.names[value] : `the ${value}`;
    const text = String(value);
    if (story.titled.includes(key)) return this.titles.get(text) ?? "a card";
    if (key === "colour") return text === story.mortal ? "mortals" : `${text} dragons`;
    return key === "reason" ? story.reasons[text] : text;
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

/** @param {string} template @param {Record<string, string>} parts */
function filled(template, parts) {
  return template.replace(/\{(\w+)\}/g, (_, key) => parts[key]);
}
