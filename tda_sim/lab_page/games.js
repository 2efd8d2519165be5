/** "Look at a game": step through a game that was played, hands open or hidden. */
import { drawBoard, entrantOf, eventLines, playedDeck, playerNames, seatedIn } from "./board.js";
import { CHOICES, LOOKED, chosenGames, momentsOf } from "./chosen_games.js";
import { element } from "./controls.js";
import { OneGame } from "./one_game.js";
import { Teller, publicEvents, worthTelling } from "./telling.js";

const NO_SEAT = -2; // whoever looks on holds no cards

/**
 * @typedef {{title: string, gambit: number, events: import("./telling.js").Told[], place: import("./one_game.js").Place,
 *   turn: number}} Step
 */

/** Play a game through and write down its steps. @param {OneGame} game @param {Teller} teller @param {any} story @returns {Step[]} */
export function stepsOf(game, teller, story) {
  const { stops } = story;
  const steps = [{ title: "The deal", gambit: 0, events: teller.data(game.takeDealt()), place: game.place, turn: -1 }];
  let round = 0;
  while (!game.over) {
    const stop = game.nextStop;
    const events = teller.data(game.goOn());
    const place = game.place;
    const turn = stop === stops.TURN ? (events.find(({ event }) => event === "turn")?.seat ?? -1) : -1;
    const before = events.slice(0, events.findIndex(({ event }) => event === "turn") + 1);
    round = roundIn(before) ?? round; // the next round may be announced after a turn
    const what =
      stop === stops.TURN
        ? `round ${round}, ${teller.names[turn] ?? "nobody"}`
        : stop === stops.ANTE
          ? "the ante"
          : stop === stops.GAMBIT
            ? "the scoring"
            : "new cards";
    const gambit = stop === stops.NEXT ? steps.at(-1).gambit : place.gambit;
    steps.push({ title: `Gambit ${gambit}: ${what}`, gambit, events, place, turn });
    round = roundIn(events) ?? round;
  }
  return steps;
}

/** The round that events announce last. @param {import("./telling.js").Told[]} events @returns {number | undefined} */
const roundIn = (events) => events.findLast(({ event }) => event === "round")?.round;

export class GamesView {
  /**
   * @param {HTMLElement} there @param {any} data @param {() => Promise<import("./engine.js").Engine>} makeEngine
   * @param {() => any} asked  what the page plays: see `asked` in app.js
   */
  constructor(there, data, makeEngine, asked) {
    this.there = there;
    this.data = data;
    this.makeEngine = makeEngine;
    this.asked = asked;
    this.wanted = { choice: CHOICES[0].name, number: -1, changed: true, open: true };
    /** @type {Step[]} */ this.steps = [];
    this.at = 0;
    this.key = "";
    this.#build();
  }

  /** Look whether there is something else to show than before. */
  update() {
    if (this.there.hidden) return;
    const asked = this.asked();
    const side = asked && this.wanted.changed ? asked.sides.length - 1 : 0;
    const blocks = asked?.marks[side].filter(Boolean) ?? [];
    const ready = blocks.length * asked?.games >= LOOKED;
    this.parts.side.hidden = !(asked?.sides.length > 1);
    if (!asked || (!ready && this.wanted.number < 0)) {
      this.key = "";
      this.parts.why.textContent = asked
        ? `Choosing among the first ${LOOKED.toLocaleString("en")} games …`
        : "There is no game to look at yet.";
      this.parts.stage.hidden = true;
      return;
    }
    const number = this.wanted.number >= 0 ? this.wanted.number : chosenGames(blocks)[this.wanted.choice];
    const key = [asked.id, side, number].join();
    if (key !== this.key) {
      this.key = key;
      this.#load(asked, side, number, key);
    }
  }

  /** @param {any} asked @param {number} side @param {number} number @param {string} key */
  async #load({ state, sides, seed, command }, side, number, key) {
    const { data } = this;
    const engine = await this.makeEngine();
    if (key !== this.key) return;
    const changed = side > 0;
    this.played = playedDeck(data, state, sides[side], changed);
    const seated = seatedIn(state, number);
    this.names = playerNames(seated.map((strategy) => data.strategies[strategy].title));
    const game = new OneGame(engine, data.story, {
      ...sides[side],
      players: state.players,
      seed,
      number,
      entrants: seated.map((strategy) => entrantOf(data, state.deck, strategy)),
    });
    this.teller = new Teller(data.story, this.played.cards, this.played.colours, this.names, this.played.hole);
    this.steps = stepsOf(game, this.teller, data.story);
    this.#introduce(number, game.result, command(number, changed));
    this.#show(0);
  }

  /** @param {number} number @param {{winners: number[], gold: number[], gambits: number}} result @param {string} line */
  #introduce(number, { winners, gold, gambits }, line) {
    const { parts, wanted } = this;
    const choice = CHOICES.find(({ name }) => name === wanted.choice);
    const who = winners.map((seat) => `${this.names[seat]} with ${gold[seat]} gold`).join(" and ");
    parts.why.textContent = `Game ${number}${wanted.number < 0 ? `: of the first ${LOOKED.toLocaleString("en")} games, ${choice.text}` : ""}. It takes ${gambits} gambit${gambits === 1 ? "" : "s"}; ${who ? `won by ${who}` : "nobody wins"}.`;
    parts.line.textContent = line;
    parts.stage.hidden = false;
    parts.number.value = String(number);
    parts.moments.replaceChildren(
      "Go to",
      ...momentsOf(this.steps, winners).map((moment) =>
        element("button", {
          type: "button",
          textContent: this.#momentTitle(moment),
          data: { moment: moment.name },
          onclick: () => this.#jumpTo(moment.at),
        }),
      ),
    );
    const firsts = this.#firsts();
    parts.gambit.replaceChildren(
      ...firsts.map((at) =>
        element("option", {
          value: at,
          textContent: this.steps[at].gambit ? `Gambit ${this.steps[at].gambit}` : "The deal",
        }),
      ),
    );
    parts.slider.max = String(this.steps.length - 1);
  }

  /** @param {import("./chosen_games.js").Moment} moment */
  #momentTitle({ name, gold, gambit, card }) {
    if (name === "stakes") return `the largest stakes: ${gold} gold`;
    return name === "power"
      ? `the power that moves most gold: ${this.teller.titles.get(card)}, ${gold}`
      : `where the lead is decided: gambit ${gambit}`;
  }

  /** The first step of each gambit. */
  #firsts() {
    return this.steps.map((_, k) => k).filter((k) => k === 0 || this.steps[k].gambit !== this.steps[k - 1].gambit);
  }

  /** @param {number} at */
  #show(at) {
    if (!this.steps.length) return;
    this.at = Math.min(Math.max(at, 0), this.steps.length - 1);
    const { parts, played, names } = this;
    const { story } = this.data;
    const { title, events, place, turn } = this.steps[this.at];
    const { open } = this.wanted;
    const seen = open
      ? worthTelling(events).filter(({ event }) => !story.not_told.includes(event))
      : publicEvents(story, events, NO_SEAT, played.shown);
    const lines = eventLines(
      story,
      seen.filter(({ event }) => !["gambit", "shuffle"].includes(event)),
      (event) => this.teller.sentence(event),
    );
    parts.step.replaceChildren(
      element("h3", { textContent: title }),
      element(
        "ul",
        { className: "events" },
        lines.length
          ? lines
          : [element("li", { textContent: this.at ? "Nothing happens." : "Everybody has a hand of cards." })],
      ),
    );
    parts.board.replaceChildren(
      drawBoard(
        played,
        place,
        names,
        names.map((_, seat) => (open ? place.hands[seat] : undefined)),
        turn,
      ),
    );
    parts.count.textContent = `Step ${this.at + 1} of ${this.steps.length}`;
    parts.slider.value = String(this.at);
    parts.slider.setAttribute("aria-valuetext", title);
    parts.gambit.value = String(
      this.#firsts()
        .filter((first) => first <= this.at)
        .at(-1),
    );
    parts.back.disabled = this.at === 0;
    parts.forward.disabled = this.at === this.steps.length - 1;
  }

  /** Show a step, and bring it into view. @param {number} at */
  #jumpTo(at) {
    this.#show(at);
    this.parts.stage.scrollIntoView({ block: "start" });
  }

  /** @param {number} by */
  #jumpGambit(by) {
    const firsts = this.#firsts();
    const next = by > 0 ? firsts.find((first) => first > this.at) : firsts.filter((first) => first < this.at).at(-1);
    this.#show(next ?? (by > 0 ? this.steps.length - 1 : 0));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const own = /** @type {HTMLElement} */ (event.target);
    if (
      this.there.hidden ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      own.closest("input, select, textarea, .panel, header")
    )
      return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) event.shiftKey ? this.#jumpGambit(by) : this.#show(this.at + by);
    else if (event.key === "Home") this.#show(0);
    else if (event.key === "End") this.#show(this.steps.length - 1);
    else return;
    event.preventDefault();
  }

  #want(/** @type {Record<string, any>} */ wanted) {
    Object.assign(this.wanted, wanted);
    for (const button of /** @type {any} */ (this.parts.choices.children))
      button.setAttribute(
        "aria-pressed",
        String(this.wanted.number < 0 && button.dataset.choice === this.wanted.choice),
      );
    this.update();
  }

  #build() {
    const button = (
      /** @type {string} */ label,
      /** @type {string} */ before,
      /** @type {string} */ after,
      /** @type {string} */ keys,
      /** @type {() => void} */ onclick,
    ) =>
      element("button", { type: "button", onclick, title: `${label} (${keys})` }, [
        ...(before ? [sign(before), " "] : []),
        label,
        ...(after ? [" ", sign(after)] : []),
      ]);
    const sign = (/** @type {string} */ textContent) => element("span", { textContent, aria: { hidden: true } });
    const side = element("select", { aria: { label: "Which game" } }, [
      element("option", { value: "yes", textContent: "your game" }),
      element("option", { value: "no", textContent: "the printed game" }),
    ]);
    side.addEventListener("change", () => this.#want({ changed: side.value === "yes" }));
    const number = element("input", { type: "number", min: 0, max: 999_999, step: 1, inputMode: "numeric" });
    number.addEventListener("change", () =>
      this.#want({ number: Math.min(Math.max(Math.round(Number(number.value)) || 0, 0), 999_999) }),
    );
    const open = element("input", { type: "checkbox", checked: true });
    open.addEventListener("change", () => {
      this.wanted.open = open.checked;
      this.#show(this.at);
    });
    const slider = element("input", { type: "range", min: 0, value: 0, aria: { label: "Step" } });
    slider.addEventListener("input", () => this.#show(Number(slider.value)));
    const gambit = element("select", { aria: { label: "Jump to a gambit" } });
    gambit.addEventListener("change", () => this.#show(Number(gambit.value)));
    const choices = element(
      "p",
      { className: "buttons" },
      CHOICES.map(({ name, title }) =>
        element("button", {
          type: "button",
          textContent: title,
          data: { choice: name },
          aria: { pressed: name === this.wanted.choice },
          onclick: () => this.#want({ choice: name, number: -1 }),
        }),
      ),
    );
    const back = button("Previous step", "‹", "", "left arrow key", () => this.#show(this.at - 1));
    const forward = button("Next step", "", "›", "right arrow key", () => this.#show(this.at + 1));
    this.parts = {
      side,
      number,
      slider,
      gambit,
      choices,
      back,
      forward,
      why: element("p", { id: "why" }),
      moments: element("p", { className: "buttons moments" }),
      count: element("span", { className: "soft" }),
      line: element("pre"),
      step: element("div", { id: "step", className: "step", aria: { live: "polite" } }),
      board: element("div", { id: "board" }),
      stage: element("div", { hidden: true }),
    };
    const { parts } = this;
    parts.stage.append(
      parts.moments,
      element("div", { className: "steps" }, [
        back,
        forward,
        button("Previous gambit", "«", "", "Shift and left arrow key", () => this.#jumpGambit(-1)),
        button("Next gambit", "", "»", "Shift and right arrow key", () => this.#jumpGambit(1)),
        slider,
        gambit,
        parts.count,
        element("label", {}, [open, "hands open"]),
      ]),
      element("div", { className: "look" }, [parts.step, parts.board]),
      element("p", {
        className: "soft small",
        textContent:
          "Keys: arrows step, with Shift from gambit to gambit; Home and End. The same game on the command line, where player 1 is seat 0:",
      }),
      parts.line,
    );
    this.there.append(
      choices,
      element("p", { className: "buttons" }, [side, element("label", {}, ["or game number ", number])]),
      parts.why,
      parts.stage,
    );
    document.addEventListener("keydown", (event) => this.#press(event));
  }
}
