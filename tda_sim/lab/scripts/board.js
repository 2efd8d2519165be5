/** The table of a game as it lies there: stakes and ante, and every player's gold, hand and flight. */
import { textOf } from "./cards.js";
import { dot, html } from "./dom.js";
import { changedAmounts, coloursOf, keptCards, noEdits, ruleOf } from "./edits.js";
import { seatings } from "./engine.js";
import { deckOf } from "./presets.js";

/** @import { Teller } from "./telling.js" */
/** @import { Card, Data, Place, Say, State, Story, Tables, Told } from "./types.js" */

const NO_ONE = -1;

/**
 * What is played: a deck with its changes, as the engine has it and as a person reads it.
 * @typedef {ReturnType<typeof playedDeck>} PlayedDeck
 * @param {Data} data @param {State} state @param {Tables} tables @param {boolean} changed  whether the tables hold the
 * changes
 */
export function playedDeck(data, state, tables, changed) {
  const edits = changed ? state.edits : noEdits();
  const deck = deckOf(data, { ...state, edits });
  const cards = keptCards(deck, edits).map((card) => {
    const notes = changedAmounts(deck, card.family, edits).map(({ key, label }) => `${label} ${edits.numbers[key]}`);
    return { ...card, text: `${textOf(card, deck)}${notes.length ? ` Changed: ${notes.join(", ")}.` : ""}` };
  });
  return {
    ...{ tables, cards, deck: state.deck, colours: coloursOf(cards) },
    hole: ruleOf(deck, edits, "debt") === data.story.hole,
    series: ruleOf(deck, edits, "series"),
    shown: deck.draw.shown === 1,
  };
}

/** The strategies by seat in a game of the run. @param {State} state @param {number} game @param {Data} data */
export function seatedIn({ lineUp }, game, { layout }) {
  const rows = seatings(lineUp, layout);
  return rows[game % rows.length];
}

/** A card's title with its strength, where the title lacks it. @param {Card} card */
export const fullTitle = ({ title, strength }) => (title.endsWith(` ${strength}`) ? title : `${title} (${strength})`);

/**
 * Cards in a row; buttons where a click chooses one.
 * @param {string} label @param {Card[]} cards @param {number} marked  the place of a card that stands out
 * @param {((() => void) | undefined)[]} choosing  by place
 */
function chips(label, cards, marked = NO_ONE, choosing = []) {
  if (!cards.length) return html`<span class="soft">–</span>`;
  const chip = (/** @type {Card} */ card, /** @type {number} */ k) => {
    const name = `chip ${k === marked ? "now" : ""}`;
    if (!choosing[k]) return html`<li class="${name}" title="${card.text}">${dot(card)}${fullTitle(card)}</li>`;
    return html`<li><button type="button" class="${name}" title="${card.text}" aria-label="Choose ${fullTitle(card)}"
      @click=${choosing[k]}>${dot(card)}${fullTitle(card)}</button></li>`;
  };
  return html`<ul class="chips" aria-label="${label}">${cards.map(chip)}</ul>`;
}

/** @param {string} what @param {Node} there */
const lies = (what, there) =>
  html`<div class="lies ${what === "Ante" && "ante"}"><span class="what">${what}</span>${there}</div>`;

/**
 * Draw the table.
 * @param {PlayedDeck} played @param {Place} place @param {Teller} teller
 * @param {(number[] | undefined)[]} hands  the cards that are shown, by seat; undefined for a hidden hand
 * @param {number} turn  the seat that stands out, or -1
 * @param {Map<number, () => void>} [choosing]  what a click on a card in a hand does, by card
 */
export function drawBoard({ cards }, place, { names, say }, hands, turn, choosing = new Map()) {
  const of = (/** @type {number[]} */ numbers) => numbers.map((number) => cards[number]);
  const facts = [
    `Stakes ${place.stakes}`,
    place.hole && `hole ${place.hole}`,
    `deck ${place.deck}`,
    `discarded ${place.discard}`,
    place.weakestWins && "the weakest flight wins",
  ];
  const player = (/** @type {string} */ name, /** @type {number} */ seat) => {
    const flight = of(place.flights[seat]);
    const total = flight.reduce((sum, { strength }) => sum + strength, 0);
    const notes = [
      place.leader === seat && place.round > 0 && "leads",
      turn === seat && "turn",
      place.barred[seat] && "cannot win the gambit",
      place.out[seat] && "has left",
    ];
    const size = place.sizes[seat];
    const hand = hands[seat]
      ? chips(
          `Hand of ${name}`,
          of(hands[seat]),
          NO_ONE,
          hands[seat].map((card) => choosing.get(card)),
        )
      : html`<span class="soft">${size} card${size === 1 ? "" : "s"}</span>`;
    return html`<li class="player ${turn === seat && "turn"}"><p><b>${name}</b>
      ${notes.map((text) => text && html`<span class="note">${text}</span>`)}
      <span class="hoard">${place.hoards[seat]} gold</span></p>
      ${lies(total ? `Flight (${total})` : "Flight", chips(`Flight of ${name}`, flight, place.played[seat]))}
      ${lies("Hand", hand)}</li>`;
  };
  return html`<div class="board"><p class="facts">${facts.filter(Boolean).join(" · ")}</p>
    ${lies("Ante", chips("Ante", of(place.ante)))}<ul class="players">${names.map(player)}</ul>
    ${pending(cards, place, names, say).map((line) => html`<p class="soft small">${line}</p>`)}</div>`;
}

/**
 * What still matters in this gambit: powers in force, and debts.
 * @param {Card[]} cards @param {Place} place @param {string[]} names @param {Say} say
 */
function pending(cards, { lasting, debts, owed }, names, say) {
  const powers = [...new Set(lasting.map(({ seat, card }) => `${cards[card].title} (${names[seat]})`))];
  const to = (/** @type {string} */ place) => say("card_game.creditor", { place });
  const owes = (/** @type {number} */ seat, /** @type {number} */ gold, /** @type {string} */ creditor) =>
    say("card_game.owes", { debtor: names[seat], gold, creditor });
  return [
    ...(powers.length ? [say("card_game.in_force", { powers: powers.join(", ") })] : []),
    ...debts.map(({ debtor, creditor, gold }) => owes(debtor, gold, names[creditor] ?? to("stakes"))),
    ...owed.flatMap((gold, seat) => (gold ? [owes(seat, gold, to("hole"))] : [])),
  ];
}

/**
 * The players of a game, counted from 1 as people do; `tda play` and `tda replay` call the first one seat 0.
 * @param {string[]} titles  of those who play, by seat @param {number} [person]  the seat of whoever reads this, if any
 */
export function playerNames(titles, person = NO_ONE) {
  const alike = person === NO_ONE && new Set(titles).size === 1;
  return titles.map((title, seat) => {
    const who = seat === person ? "you" : title;
    return alike ? `player ${seat + 1}` : `player ${seat + 1} (${who})`;
  });
}

/** The events that end a gambit. */
export const ENDINGS = ["award", "no_winner", "stakes_empty"];

/**
 * Sentences, those that follow from others set in.
 * @param {Story} story @param {Told[]} events @param {(event: Told) => string} sentence
 */
export function eventLines(story, events, sentence) {
  const kindOfEvent = (/** @type {string} */ name) => {
    if (ENDINGS.includes(name)) return "ending";
    return story.headings.includes(name) ? "heading" : story.main.includes(name) ? "does" : "follows";
  };
  return events.map((event) => html`<li class="${kindOfEvent(event.event)}">${sentence(event)}</li>`);
}
