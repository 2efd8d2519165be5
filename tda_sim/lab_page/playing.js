/** "Sit down and play": one seat is yours, strategies sit in the others, and the coach advises if you ask. */
import { ENDINGS, drawBoard, entrantOf, eventLines, playedDeck, playerNames } from "./board.js";
import { joinedParts, worthOfOptions } from "./coach.js";
import { element } from "./controls.js";
import { OneGame } from "./one_game.js";
import { Teller, publicEvents } from "./telling.js";
import { capital, listed } from "./words.js";

const KEPT_AS = "tda_sim.lab.game"; // the game that was left, in the browser's store
const MOST_SEED = 2 ** 32;

/** How a gambit ended: in sentences, with the flights and the gold of all players. @typedef {{gambit: number, sentences: string[], lines: string[]}} Ending */

/** A game with a person in one seat. Only answers of that seat come from outside. */
export class Sitting {
  /**
   * @param {import("./engine.js").Engine} engine @param {any} data @param {any} played  see `playedDeck`
   * @param {{seat: number, strategy: number, players: number, seed: number}} about
   */
  constructor(engine, data, played, { seat, strategy, players, seed }) {
    this.story = data.story;
    this.played = played;
    this.seat = seat;
    this.names = playerNames(Array(players).fill(data.strategies[strategy].title), seat);
    const entrants = this.names.map(() => entrantOf(data, played.deck, strategy));
    this.game = new OneGame(engine, data.story, {
      ...played.tables,
      players,
      seed,
      number: 0,
      entrants,
      driven: [seat],
    });
    this.teller = new Teller(data.story, played.cards, played.colours, this.names, played.hole);
    /** @type {number[]} */ this.own = []; // the person's answers
    /** @type {number[]} */ this.answers = []; // those of all players
    /** @type {import("./telling.js").Told[]} */ this.fresh = []; // what the person has seen happen since the last answer
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

  /** @param {import("./one_game.js").LogRow[]} rows */
  #tell(rows) {
    const { events } = this.story;
    this.answers.push(
      ...rows.filter(({ kind, seat }) => events[kind].name === "answer" && seat >= 0).map(({ gold }) => gold),
    );
    const news = publicEvents(this.story, this.teller.data(rows), this.seat, this.played.shown);
    this.fresh.push(...news);
    return news;
  }

  /** Note the end of a gambit, if it is among what has happened. @param {import("./telling.js").Told[]} events @param {import("./one_game.js").Place} before */
  #end(events, before) {
    this.lastly.push(
      ...events.filter(({ event }) => ENDINGS.includes(event)).map((event) => this.teller.sentence(event)),
    );
    if (!events.some(({ event }) => event === "award" || event === "no_winner")) return;
    const { cards } = this.played;
    const counts = new Map(
      events.filter(({ event }) => event === "scores").map(({ seat, counts: own }) => [seat, own]),
    );
    const { hoards } = this.game.place;
    const flight = (/** @type {number[]} */ own, /** @type {number} */ seat) =>
      own.length
        ? `${own.map((card) => cards[card].title).join(", ")} = ${counts.get(seat) ?? own.reduce((sum, card) => sum + cards[card].strength, 0)}`
        : "no flight";
    this.endings.push({
      gambit: before.gambit,
      sentences: this.lastly,
      lines: before.flights.map((own, seat) =>
        capital(`${this.names[seat]}: ${flight(own, seat)}; ${hoards[seat]} gold`),
      ),
    });
    this.lastly = [];
  }

  /** What the options of the open question do. */
  get choices() {
    const asked = this.asked;
    const moves = this.story.questions[asked.kind].name === "take_or_stakes";
    return asked.options.map((_, k) => this.teller.choice(asked, k, moves ? this.teller.data(this.game.peek(k)) : []));
  }

  /** The options whose power would trigger now, by index; each is tried. */
  triggering() {
    const { events, questions } = this.story;
    if (questions[this.asked.kind].name !== "play") return new Set();
    return new Set(
      this.asked.options
        .map((_, k) => k)
        .filter((k) => {
          const kinds = this.game.peek(k).map(({ kind }) => events[kind].name);
          return kinds[kinds.indexOf("play") + 1] === "trigger";
        }),
    );
  }

  /** Who has won. */
  get verdict() {
    const { winners } = this.game.result;
    if (winners.includes(this.seat)) return winners.length > 1 ? "You share the win." : "You win!";
    return winners.length
      ? `You do not win this time: ${listed(winners.map((seat) => this.names[seat]))} had the most gold.`
      : "Nobody wins.";
  }
}

export class PlayingView {
  /**
   * @param {HTMLElement} there @param {any} data @param {() => Promise<import("./engine.js").Engine>} makeEngine
   * @param {() => any} asked  see `asked` in app.js @param {() => Worker} hire  a worker of its own, for the coach
   */
  constructor(there, data, makeEngine, asked, hire) {
    this.there = there;
    this.data = data;
    this.makeEngine = makeEngine;
    this.asked = asked;
    this.hire = hire;
    /** @type {Sitting | undefined} */ this.sitting = undefined;
    /** @type {Worker | undefined} */ this.coach = undefined;
    this.players = 0;
    this.#build();
  }

  /** Look whether there is a game to take up, and what may be chosen. */
  update() {
    const asked = this.there.hidden ? undefined : this.asked();
    if (!asked) return;
    const { players } = asked.state;
    if (players !== this.players) {
      this.players = players;
      this.parts.seat.replaceChildren(
        ...Array.from({ length: players }, (_, seat) =>
          element("option", { value: seat, textContent: `player ${seat + 1}` }),
        ),
      );
    }
    const about = this.about;
    this.parts.stale.hidden = !about || about.hash === asked.hash;
    if (!about && !this.#takeUp(asked)) this.parts.stage.hidden = true;
  }

  /** @param {any} asked */
  #takeUp(asked) {
    const kept = readKept();
    if (kept?.hash !== asked.hash || kept.players !== asked.state.players || this.refused === asked.hash) return false;
    this.begin(asked, kept, kept.own);
    return true;
  }

  /** @param {any} asked @param {any} about @param {number[]} [own]  answers that were given before */
  async begin(asked, { seat, strategy, players, seed }, own = []) {
    this.#dismissCoach();
    this.about = { hash: asked.hash, seat, strategy, players, seed };
    const engine = await this.makeEngine();
    this.sitting = new Sitting(
      engine,
      this.data,
      playedDeck(this.data, asked.state, asked.sides.at(-1), asked.sides.length > 1),
      this.about,
    );
    try {
      for (const index of own) this.sitting.answer(index);
    } catch {
      keep(undefined); // a game of other rules
      this.refused = asked.hash;
      return this.begin(asked, { seat, strategy, players, seed });
    }
    Object.assign(this.parts.seat, { value: String(seat) });
    Object.assign(this.parts.strategy, { value: String(strategy) });
    this.parts.dealt.textContent = String(seed);
    this.parts.line.textContent = asked.playCommand(this.data.strategies[strategy].name, seat, seed);
    this.parts.log.replaceChildren();
    this.parts.stale.hidden = true;
    this.parts.stage.hidden = false;
    this.#show(false);
    this.#bringIntoView(true);
  }

  /** Scroll to what has just happened and to the question, unless both can be seen. @param {boolean} [always] */
  #bringIntoView(always = false) {
    const { top, bottom } = this.parts.ask.getBoundingClientRect();
    if (always || top < 0 || bottom > innerHeight) this.parts.stage.scrollIntoView({ block: "start" });
  }

  /** @param {boolean} focus */
  #show(focus) {
    const { sitting, parts, data } = this;
    this.#dismissCoach();
    parts.advice.replaceChildren();
    const tell = sitting.fresh.filter(({ event }) => event !== "shuffle");
    for (const line of parts.log.children) line.classList.add("old");
    parts.log.append(...eventLines(data.story, tell, (event) => sitting.teller.sentence(event)));
    while (parts.log.children.length > 120) parts.log.firstChild.remove();
    parts.log.scrollTop = parts.log.scrollHeight;
    const { asked } = sitting;
    const place = asked?.place ?? sitting.game.place;
    const hands = sitting.names.map((_, seat) => (seat === sitting.seat && asked ? asked.hand : undefined));
    const onBoard = parts.board.contains(document.activeElement);
    const inHand = (asked?.options ?? [])
      .map((value, k) => [value, k])
      .filter(([value]) => sitting.teller.isCard(asked.kind, value) && asked.hand.includes(value));
    const choosing = new Map(inHand.map(([value, k]) => [value, () => this.#answer(k)]));
    parts.board.replaceChildren(
      drawBoard(sitting.played, place, sitting.names, hands, asked ? sitting.seat : -1, choosing),
    );
    parts.ended.replaceChildren(...sitting.endings.map(endingText));
    parts.ended.hidden = sitting.endings.length === 0;
    this.choices = asked ? sitting.choices : [];
    parts.hint.hidden = !asked || sitting.played.series > 1;
    parts.question.textContent = asked ? sitting.teller.question(asked) : sitting.verdict;
    parts.marks.hidden = true;
    parts.options.replaceChildren(...(asked ? this.#options(asked) : []));
    const first =
      (onBoard && parts.board.querySelector("button")) || parts.options.querySelector("button") || parts.question;
    if (focus) {
      first.focus({ preventScroll: true });
      this.#bringIntoView();
    }
    keep(asked ? { ...this.about, own: sitting.own } : undefined);
  }

  /** @param {import("./one_game.js").Asked} asked */
  #options({ kind, options }) {
    const { sitting } = this;
    const triggering = sitting.triggering();
    this.parts.marks.hidden = triggering.size === 0;
    return options.map((value, k) => {
      const card = sitting.teller.isCard(kind, value) ? sitting.played.cards[value] : undefined;
      const title = this.choices[k];
      const text = card ? [element("small", { textContent: card.text })] : [];
      const dot = card ? [element("span", { className: `dot ${card.colour || card.alignment}` })] : [];
      const strength = card && !title.endsWith(` ${card.strength}`) ? ` (${card.strength})` : "";
      return element("li", {}, [
        element("button", { type: "button", data: { option: k }, onclick: () => this.#answer(k) }, [
          element("b", {}, [...dot, `${title}${strength}${triggering.has(k) ? " *" : ""}`]),
          ...text,
        ]),
      ]);
    });
  }

  /** @param {number} index */
  #answer(index) {
    this.sitting.answer(index);
    this.#show(true);
  }

  // --- the coach ---

  #ask() {
    const { sitting, about, data, parts } = this;
    const { judge, deals, at_once: atOnce, seed_bits: bits } = data.story.coach;
    const { tables, keptValues, deck } = sitting.played;
    this.#dismissCoach();
    parts.hint.disabled = true;
    this.advised = false;
    parts.advice.replaceChildren(element("p", { className: "soft", textContent: "The coach plays ahead …" }));
    parts.advice.scrollIntoView({ block: "nearest" });
    this.coach = this.hire();
    /** @type {import("./coach.js").Weighed[]} */
    const advice = [];
    this.coach.onmessage = ({ data: answer }) => {
      if (answer.it) advice.push(answer.it);
      this.#advise(advice.length ? joinedParts(advice) : undefined, answer.error);
      if (answer.error || !answer.it || advice.length * atOnce >= deals) this.#dismissCoach();
    };
    this.coach.postMessage({
      coach: {
        ...tables,
        players: about.players,
        kept: keptValues,
        parameters: data.weights[deck][judge] ?? [],
        task: {
          seed: about.seed,
          number: 0,
          answers: sitting.answers,
          seeds: [about.seed % 2 ** bits, sitting.answers.length],
        },
        deals,
        atOnce,
      },
    });
  }

  #dismissCoach() {
    this.coach?.terminate();
    this.coach = undefined;
    this.parts.hint.disabled = false;
  }

  /** Say what each option is worth. @param {import("./coach.js").Weighed | undefined} it @param {string} [error] */
  #advise(it, error) {
    const { parts, data } = this;
    const { coach } = data.story;
    if (!it) {
      parts.advice.replaceChildren(
        element("p", { textContent: error ?? "The coach has no advice here: too much has happened in this turn." }),
      );
      return;
    }
    const title = (/** @type {number} */ k) => this.choices[k];
    const { best, worth, behind } = worthOfOptions(it, coach.z);
    const close = it.options.map((_, k) => k).filter((k) => k !== best && behind[k].value <= behind[k].half);
    const half = ({ value, half: own }) => `${value.toFixed(1)} ±${own.toFixed(1)}`;
    const sentences = [
      `Best, by playing ahead: ${title(best)}, which wins ${worth[best].value.toFixed(1)}\u202f% of games.`,
      ...(close.length ? [`Too close to call: ${listed(close.map(title))}.`] : []),
      `${coach.judge_title} would answer: ${title(it.judge)}.`,
    ];
    const cells = (/** @type {string[]} */ texts) =>
      texts.map((textContent, k) =>
        element(k ? "td" : "th", { textContent, className: k ? "num" : "", ...(k ? {} : { scope: "row" }) }),
      );
    const rows = it.options.map((_, k) =>
      element(
        "tr",
        { className: k === best ? "best" : "" },
        cells([title(k), half(worth[k]), k === best ? "best" : half(behind[k])]),
      ),
    );
    const head = element(
      "tr",
      {},
      ["option", "wins, %", "behind, points"].map((textContent) => element("th", { textContent, scope: "col" })),
    );
    parts.advice.replaceChildren(
      element("p", { id: "advice", textContent: sentences.join(" ") }),
      element("div", { className: "scroll", tabIndex: 0 }, [
        element("table", {}, [element("thead", {}, [head]), element("tbody", {}, rows)]),
      ]),
      element("p", {
        className: "soft small",
        textContent: `Each option was played to the end on ${it.wins.length} deals of the cards that you cannot see, with ${coach.judge_title} in all seats.`,
      }),
    );
    if (!this.advised) parts.advice.scrollIntoView({ block: "nearest" }); // only once: later estimates leave the page where it is
    this.advised = true;
  }

  // --- the form ---

  #build() {
    const { data } = this;
    const seed = element("input", {
      type: "number",
      min: 0,
      max: MOST_SEED - 1,
      step: 1,
      inputMode: "numeric",
      placeholder: "by chance",
      id: "own-seed",
      aria: { describedby: "seed-hint" },
    });
    const seat = element("select", { id: "own-seat" });
    const strategy = element(
      "select",
      { id: "opponents" },
      data.strategies.map((/** @type {any} */ { title }, /** @type {number} */ k) =>
        element("option", { value: k, textContent: title, selected: title === "Weighted" }),
      ),
    );
    const start = element("button", {
      type: "button",
      id: "new-game",
      textContent: "New game",
      onclick: () => {
        const asked = this.asked();
        if (!asked) return;
        const wanted = Number(seed.value);
        const fresh = seed.value === "" || !Number.isInteger(wanted) || wanted < 0 || wanted >= MOST_SEED;
        this.begin(asked, {
          seat: Number(seat.value),
          strategy: Number(strategy.value),
          players: asked.state.players,
          seed: fresh ? Math.floor(Math.random() * MOST_SEED) : wanted,
        });
      },
    });
    this.parts = {
      seat,
      strategy,
      seed,
      line: element("pre"),
      dealt: element("b"),
      ask: element("section", { className: "ask", aria: { labelledby: "question" } }),
      ended: element("div", { className: "ended", hidden: true }),
      stale: element("p", {
        hidden: true,
        className: "soft",
        textContent: "The game above has changed; this one is played by the rules that it began with.",
      }),
      log: element("ul", { className: "events log", role: "log", tabIndex: 0, aria: { label: "What has happened" } }),
      board: element("div"),
      question: element("h3", { id: "question", tabIndex: -1 }),
      marks: element("p", { className: "soft small", textContent: "* Its power would trigger now.", hidden: true }),
      options: element("ol", { className: "options", aria: { labelledby: "question" } }),
      advice: element("div", { id: "hint-text", aria: { live: "polite" } }),
      hint: element("button", { type: "button", id: "hint", textContent: "A hint", onclick: () => this.#ask() }),
      stage: element("div", { hidden: true }),
    };
    const { parts } = this;
    parts.ask.append(
      parts.ended,
      parts.question,
      parts.options,
      parts.marks,
      element("div", { className: "help" }, [parts.hint, parts.advice]),
    );
    parts.stage.append(
      parts.stale,
      element("div", { className: "table" }, [parts.log, parts.ask, parts.board]),
      element("p", { className: "soft small" }, [
        "The seed of this game is ",
        parts.dealt,
        ". The same game at the terminal, where player 1 is seat 0:",
      ]),
      parts.line,
    );
    this.there.append(
      element("p", {
        textContent:
          "Take a seat: the strategies play the others, and you see only what your seat may see. Your changes to the game hold.",
      }),
      element(
        "form",
        {
          className: "setting",
          onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
          aria: { label: "Your game" },
        },
        [
          element("label", {}, ["You are", seat]),
          element("label", {}, ["against", strategy]),
          element("label", {}, ["seed", seed]),
          start,
        ],
      ),
      element("p", {
        className: "soft small",
        id: "seed-hint",
        textContent:
          "A seed is the number of a shuffle: the same number deals the same cards again. Leave it empty to be dealt others each time.",
      }),
      parts.stage,
    );
  }
}

/** @param {Ending} ending */
function endingText({ gambit, sentences, lines }) {
  return element("div", {}, [
    element("p", {}, [element("b", { textContent: `Gambit ${gambit} is over. ${sentences.join(" ")}` })]),
    element("details", {}, [
      element("summary", { textContent: "Flights and gold at its end" }),
      element(
        "ul",
        {},
        lines.map((textContent) => element("li", { textContent })),
      ),
    ]),
  ]);
}

/** The game that was left, if the browser has kept it. */
function readKept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT_AS) ?? "null");
  } catch {
    return undefined;
  }
}

/** Keep a game for the next visit; nothing if undefined. @param {any} about */
function keep(about) {
  try {
    if (about) localStorage.setItem(KEPT_AS, JSON.stringify(about));
    else localStorage.removeItem(KEPT_AS);
  } catch {
    return; // a browser that keeps nothing
  }
}
