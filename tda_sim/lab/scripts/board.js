/** The table of a game as it lies there: stakes and ante, and every player's gold, hand and flight. */
import { textOf } from "./cards.js";
import { dot, grouped, html, silentHead, table } from "./dom.js";
import { changedAmounts, coloursOf, keptCards, noEdits, ruleOf } from "./edits.js";
import { seatings } from "./engine.js";
import { deckOf } from "./presets.js";

/** @import { Teller } from "./telling.js" */
/** @import { Card, Data, Place, Say, State, Story, Tables, Told } from "./types.js" */

const NO_ONE = -1;
const WEAKEST = "the weakest flight wins";

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
 * The numbers of cards as one holds them in a hand: by colour, then by strength; those of no colour last.
 * @param {number[]} numbers @param {{cards: Card[], colours: string[]}} played
 */
export function asHeld(numbers, { cards, colours }) {
  const place = (/** @type {Card} */ { colour }) => (colour ? colours.indexOf(colour) : colours.length);
  return numbers.toSorted((one, other) => {
    const [a, b] = [cards[one], cards[other]];
    return place(a) - place(b) || a.strength - b.strength || a.title.localeCompare(b.title) || one - other;
  });
}

/**
 * Cards in a row.
 * @param {string} label @param {Card[]} cards @param {number} [marked]  the place of a card that stands out
 * @param {(card: Card) => (string | Node)[]} [words]  what is said of a card beside its dot
 */
function chips(label, cards, marked = NO_ONE, words = (card) => [fullTitle(card)]) {
  if (!cards.length) return html`<span class="soft">–</span>`;
  const chip = (/** @type {Card} */ card, /** @type {number} */ k) => html`<li class="chip ${k === marked && "now"}"
    title="${fullTitle(card)}: ${card.text}">${dot(card)}${words(card)}</li>`;
  return html`<ul class="chips" aria-label="${label}">${cards.map(chip)}</ul>`;
}

/** A card's title, of which narrow pages show the strength only if the dot says the colour. @param {Card} card */
function shortTitle({ title, strength, colour }) {
  const name = title.endsWith(` ${strength}`) ? title.slice(0, -`${strength}`.length) : `${title} `;
  return [html`<span class="${colour && "of-colour"}">${name}</span>`, html`<b>${strength}</b>`];
}

/** @param {string} what @param {Node} there */
const lies = (what, there) =>
  html`<div class="lies ${what === "Ante" && "ante"}"><span class="what">${what}</span>${there}</div>`;

/** How much lies where, the stakes first. @param {Place} place */
const factsOf = ({ stakes, hole, deck, discard }) =>
  [`Stakes ${stakes}`, hole && `hole ${hole}`, `deck ${deck}`, `discarded ${discard}`].filter(Boolean);

/** @param {Card[]} flight */
const strengthOf = (flight) => flight.reduce((sum, { strength }) => sum + strength, 0);

/**
 * What matters of a player besides cards and gold: who leads, whose turn it is, powers in force, debts.
 * @param {number} seat @param {Place} place
 * @param {{cards: Card[], turn: number, say: Say, called?: (seat: number) => string}} about  turn: whose it is, or -1;
 *   called: what players are called
 */
function notesOf(seat, { leader, round, barred, out, lasting, debts, owed }, { cards, turn, say, called = seatName }) {
  const powers = lasting.filter((power) => power.seat === seat).map(({ card }) => cards[card].title);
  const to = (/** @type {string} */ place) => say("card_game.creditor", { place });
  const own = debts.filter(({ debtor }) => debtor === seat);
  const due = [
    ...grouped(own, ({ creditor }) => (creditor < 0 ? to("stakes") : called(creditor))).map(
      ([creditor, all]) => `${all.reduce((sum, { gold }) => sum + gold, 0)} gold to ${creditor}`,
    ),
    ...(owed[seat] ? [`${owed[seat]} gold to ${to("hole")}`] : []),
  ];
  return [
    leader === seat && round > 0 && "leads",
    turn === seat && "turn",
    barred[seat] && "cannot win the gambit",
    out[seat] && "has left",
    powers.length && `in force: ${[...new Set(powers)].join(", ")}`,
    due.length && `owes ${due.join(", ")}`,
  ]
    .filter(Boolean)
    .map((text) => html`<span class="note">${text}</span>`);
}

/**
 * Draw the table.
 * @param {PlayedDeck} played @param {Place} place @param {Teller} teller
 * @param {(number[] | undefined)[]} hands  the cards that are shown, by seat; undefined for a hidden hand
 * @param {number} turn  the seat that stands out, or -1
 */
export function drawBoard(played, place, { names, say }, hands, turn) {
  const { cards } = played;
  const of = (/** @type {number[]} */ numbers) => numbers.map((number) => cards[number]);
  const player = (/** @type {string} */ name, /** @type {number} */ seat) => {
    const flight = of(place.flights[seat]);
    const total = strengthOf(flight);
    const size = place.sizes[seat];
    const hand = hands[seat]
      ? chips(`Hand of ${name}`, of(asHeld(hands[seat], played)))
      : html`<span class="soft">${size} card${size === 1 ? "" : "s"}</span>`;
    return html`<li class="player ${turn === seat && "turn"}"><p><b>${name}</b>
      ${notesOf(seat, place, { cards, turn, say })}<span class="hoard">${place.hoards[seat]} gold</span></p>
      ${lies(total ? `Flight (${total})` : "Flight", chips(`Flight of ${name}`, flight, place.played[seat]))}
      ${lies("Hand", hand)}</li>`;
  };
  const facts = [...factsOf(place), ...(place.weakestWins ? [WEAKEST] : [])];
  return html`<div class="board"><p class="facts">${facts.join(" · ")}</p>
    ${lies("Ante", chips("Ante", of(place.ante)))}<ul class="players">${names.map(player)}</ul></div>`;
}

/**
 * Draw the table as somebody sees it who plays: the stakes, the ante, and a line for each player.
 * @param {PlayedDeck} played @param {Place} place @param {Teller} teller @param {number} own  the seat of who looks
 */
export function drawTable({ cards }, place, { names, say, story }, own) {
  const of = (/** @type {number[]} */ numbers) => numbers.map((number) => cards[number]);
  const [, ...facts] = factsOf(place);
  const called = (/** @type {number} */ seat) => (seat === own ? "you" : seatName(seat));
  const turn = place.phase === story.phases.TURN ? place.turn : NO_ONE;
  const when = `gambit ${place.gambit}${place.round ? `, round ${place.round}` : ""}`;
  const line = (/** @type {string} */ name, /** @type {number} */ seat) => {
    const flight = of(place.flights[seat]);
    const more = name.slice(seatName(seat).length);
    return html`<tr class="${seat === own && "own"}">
      <th scope="row">${called(seat)}<span class="who">${seat === own ? ` (${seatName(seat)})` : more}</span></th>
      <td class="num hoard">${place.hoards[seat]}</td><td class="num">${place.sizes[seat]}</td>
      <td class="lying"><b class="total">${strengthOf(flight) || ""}</b>
      ${chips(`Flight of ${name}`, flight, place.played[seat], shortTitle)}
      ${notesOf(seat, place, { cards, turn, say, called })}</td></tr>`;
  };
  const heads = [silentHead("player"), "gold", "hand", "flight"];
  return html`<div class="at-table"><div class="middle"><b>Stakes ${place.stakes}</b>
    ${lies("Ante", chips("Ante", of(place.ante), NO_ONE, shortTitle))}
    ${place.weakestWins && html`<span class="note">${WEAKEST}</span>`}
    <span class="soft small">${[when, ...facts].join(" · ")}</span></div>
    ${table(heads, names.map(line), "seats")}</div>`;
}

/**
 * What cards lie on the table, with their texts.
 * @param {PlayedDeck} played @param {Place} place @param {Teller} teller
 */
export function drawTexts({ cards }, { ante, flights }, { names }) {
  const text = (/** @type {number} */ number) => html`<li>${dot(cards[number])}<b>${fullTitle(cards[number])}</b>
    ${cards[number].text}</li>`;
  const group = (/** @type {string} */ title, /** @type {number[]} */ numbers) =>
    numbers.length > 0 && html`<div><h4>${title}</h4><ul>${numbers.map(text)}</ul></div>`;
  return [group("Ante", ante), ...names.map((name, seat) => group(`Flight of ${name}`, flights[seat]))];
}

/**
 * The cards of a hand that are no options.
 * @param {string} name  whose it is @param {number[]} rest  these cards @param {number[]} hand  all cards
 * @param {PlayedDeck} played
 */
export function drawRest(name, rest, hand, played) {
  const cards = asHeld(rest, played).map((number) => played.cards[number]);
  return lies(rest.length < hand.length ? "Also in hand" : "Hand", chips(`Hand of ${name}`, cards));
}

/**
 * A player, counted from 1 as people do; `tda play` and `tda replay` call the first one seat 0.
 * @param {number} seat
 */
const seatName = (seat) => `player ${seat + 1}`;

/**
 * The players of a game.
 * @param {string[]} titles  of those who play, by seat @param {number} [person]  the seat of whoever reads this, if any
 */
export function playerNames(titles, person = NO_ONE) {
  const alike = person === NO_ONE && new Set(titles).size === 1;
  return titles.map((title, seat) => {
    const who = seat === person ? "you" : title;
    return alike ? seatName(seat) : `${seatName(seat)} (${who})`;
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
