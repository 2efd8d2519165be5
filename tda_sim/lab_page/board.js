/** The table of a game as it lies there: stakes and ante, and every player's gold, hand and flight. */
import { element } from "./controls.js";
import { keptCards, numberIn } from "./edits.js";
import { seatings } from "./engine.js";
import { textOf } from "./one_card.js";
import { deckOf } from "./presets.js";
import { capital } from "./words.js";

const NO_ONE = -1;

/**
 * What is played: a deck with its changes, as the engine has it and as a person reads it.
 * @param {any} data @param {import("./state.js").State} state @param {import("./edits.js").Tables} tables
 * @param {boolean} changed  whether the tables hold the changes
 */
export function playedDeck(data, state, tables, changed) {
  const { CARDS, RULES } = data.layout.records;
  const { deck, edits } = state;
  const about = changed ? deckOf(data, state) : data.decks[deck];
  const cards = (changed ? keptCards(about, edits) : about.cards).map((/** @type {any} */ card) => {
    const own = Object.entries((changed && edits.amounts[card.family]) || {});
    const notes = own.map(([which, value]) => `${about.families[card.family].amounts[Number(which)].label} ${value}`);
    return { ...card, text: `${textOf(card, about)}${notes.length ? ` Changed: ${notes.join(", ")}.` : ""}` };
  });
  return {
    tables,
    cards,
    deck,
    changed,
    colours: [...new Set(cards.map(({ colour }) => colour).filter(Boolean))],
    keptValues: cards.map(({ kept }) => kept),
    hole: numberIn(tables.rules, RULES, "debt") === data.story.hole,
    series: numberIn(tables.rules, RULES, "series"),
    shown: numberIn(tables.cards, CARDS, "shown") === 1,
  };
}

/** The strategies by seat in a game of the run. @param {import("./state.js").State} state @param {number} game */
export function seatedIn(state, game) {
  const rows = seatings(state.lineUp);
  return rows[game % rows.length];
}

/** A strategy of the page with what it is given for a deck. @param {any} data @param {number} deck @param {number} strategy */
export function entrantOf(data, deck, strategy) {
  return { strategy, parameters: data.weights[deck][data.strategies[strategy].name] ?? [] };
}

/** A card in a row; a button where a click chooses it. @param {any} card @param {string} [mark] @param {() => void} [choose] */
function chip({ title, strength, colour, alignment, text }, mark = "", choose = undefined) {
  const number = title.endsWith(` ${strength}`) ? "" : ` (${strength})`;
  const parts = [element("span", { className: `dot ${colour || alignment}` }), `${title}${number}`];
  const about = { className: ["chip", mark].filter(Boolean).join(" "), title: text };
  if (!choose) return element("li", about, parts);
  return element("li", {}, [
    element(
      "button",
      { type: "button", ...about, onclick: choose, aria: { label: `Choose ${title}${number}` } },
      parts,
    ),
  ]);
}

/** @param {string} label @param {any[]} cards @param {number} marked  the place of a card that stands out @param {((() => void) | undefined)[]} choosing  by place */
function chips(label, cards, marked = NO_ONE, choosing = []) {
  if (!cards.length) return element("span", { className: "soft", textContent: "–" });
  return element(
    "ul",
    { className: "chips", aria: { label } },
    cards.map((card, k) => chip(card, k === marked ? "now" : "", choosing[k])),
  );
}

/**
 * Draw the table.
 * @param {any} played  see `playedDeck` @param {import("./one_game.js").Place} place @param {string[]} names
 * @param {(number[] | undefined)[]} hands  the cards that are shown, by seat; undefined for a hidden hand
 * @param {number} turn  the seat that stands out, or -1
 * @param {Map<number, () => void>} [choosing]  what a click on a card in a hand does, by card
 */
export function drawBoard(played, place, names, hands, turn, choosing = new Map()) {
  const { cards } = played;
  const of = (/** @type {number[]} */ numbers) => numbers.map((number) => cards[number]);
  const facts = [
    `Stakes ${place.stakes}`,
    ...(place.hole ? [`hole ${place.hole}`] : []),
    `deck ${place.deck}`,
    `discarded ${place.discard}`,
    ...(place.weakestWins ? ["the weakest flight wins"] : []),
  ];
  const rows = names.map((name, seat) => {
    const total = of(place.flights[seat]).reduce((sum, { strength }) => sum + strength, 0);
    const notes = [
      ...(place.leader === seat && place.round > 0 ? ["leads"] : []),
      ...(turn === seat ? ["turn"] : []),
      ...(place.barred[seat] ? ["cannot win the gambit"] : []),
      ...(place.out[seat] ? ["has left"] : []),
    ];
    const hand = hands[seat];
    return element("li", { className: turn === seat ? "player turn" : "player" }, [
      element("p", {}, [
        element("b", { textContent: name }),
        ...notes.map((text) => element("span", { className: "note", textContent: text })),
        element("span", { className: "hoard", textContent: `${place.hoards[seat]} gold` }),
      ]),
      element("div", { className: "lies" }, [
        element("span", { className: "what", textContent: total ? `Flight (${total})` : "Flight" }),
        chips(`Flight of ${name}`, of(place.flights[seat]), place.played[seat]),
      ]),
      element("div", { className: "lies" }, [
        element("span", { className: "what", textContent: "Hand" }),
        hand
          ? chips(
              `Hand of ${name}`,
              of(hand),
              NO_ONE,
              hand.map((card) => choosing.get(card)),
            )
          : element("span", {
              className: "soft",
              textContent: place.sizes[seat] === 1 ? "1 card" : `${place.sizes[seat]} cards`,
            }),
      ]),
    ]);
  });
  return element("div", { className: "board" }, [
    element("p", { className: "facts", textContent: facts.join(" · ") }),
    element("div", { className: "lies ante" }, [
      element("span", { className: "what", textContent: "Ante" }),
      chips("Ante", of(place.ante)),
    ]),
    element("ul", { className: "players" }, rows),
    ...pending(played, place, names),
  ]);
}

/** What still matters in this gambit: powers in force, and debts. */
function pending({ cards }, place, names) {
  const powers = [...new Set(place.lasting.map(({ seat, card }) => `${cards[card].title} (${names[seat]})`))];
  const lines = [
    ...(powers.length ? [`In force: ${powers.join(", ")}`] : []),
    ...place.debts.map(
      ({ debtor, creditor, gold }) =>
        `${capital(names[debtor])} owes ${gold} gold to ${creditor === NO_ONE ? "the stakes" : names[creditor]}.`,
    ),
    ...place.owed.flatMap((gold, seat) => (gold ? [`${capital(names[seat])} owes ${gold} gold to the hole.`] : [])),
  ];
  return lines.map((textContent) => element("p", { className: "soft small", textContent }));
}

/**
 * The players of a game, counted from 1 as people do; `tda play` and `tda replay` call the first one seat 0.
 * @param {string[]} titles  of those who play, by seat @param {number} [person]  the seat of whoever reads this, if any
 */
export function playerNames(titles, person = NO_ONE) {
  const alike = person === NO_ONE && new Set(titles).size === 1;
  return titles.map((title, seat) =>
    alike ? `player ${seat + 1}` : `player ${seat + 1} (${seat === person ? "you" : title})`,
  );
}

/** The events that end a gambit. */
export const ENDINGS = ["award", "no_winner", "stakes_empty"];

/** Sentences, those that follow from others set in. @param {any} story @param {{event: string}[]} events @param {(event: any) => string} sentence */
export function eventLines(story, events, sentence) {
  return events.map((event) => {
    const kind = story.headings.includes(event.event)
      ? "heading"
      : story.main.includes(event.event)
        ? "does"
        : "follows";
    return element("li", { className: ENDINGS.includes(event.event) ? "ending" : kind, textContent: sentence(event) });
  });
}
