/** What cards are worth to who is dealt them: lists, a table that sorts and filters, and a page for each card. */
import { dot, html, silentHead, table } from "./dom.js";
import { addedTo, keptCards } from "./edits.js";
import { deckOf } from "./presets.js";
import { rangeText, shown, signed } from "./words.js";

/** @import { Card, Data, Dealt, Deck, Measures, Say, State, Way, Worth } from "./types.js" */

const FULL = 8; // points at which the shade is darkest
const MOST_CARDS = 6; // gained and lost, each

/**
 * Cards by what they are worth to who is dealt them, and how that changed. A card that is only in one of the games has
 * no worth in the other, and no change.
 * @param {Data} data @param {State} state @param {{opening: Float64Array[], times: Float64Array[]}} answer
 * @returns {Worth[]}
 */
export function cardWorths(data, state, { opening, times }) {
  const decks = [data.decks[state.deck].cards, keptCards(deckOf(data, state), state.edits)];
  const { ways, z_cards: z } = data.measures;
  const names = [...new Set(decks.flat().map(({ name }) => name))];
  return names.flatMap((name) => {
    const places = decks.map((cards) => cards.findIndex((card) => card.name === name));
    const cards = places.map((place, side) => decks[side][place]);
    const found = opening.map((own, side) => {
      if (places[side] < 0) return undefined;
      const dealt = dealtWorth(own, places[side], state.players);
      const met = [...times[side].subarray(ways.length * places[side], ways.length * (places[side] + 1))];
      return { ...dealt, half: z * Math.sqrt(dealt.variance), times: met };
    });
    if (!found.some((one) => one?.count > 0)) return [];
    const [before, after] = found;
    const change = before && after ? after.worth - before.worth : NaN;
    const half = z * Math.sqrt(before && after ? before.variance + after.variance : NaN);
    return [{ card: cards[1] ?? cards[0], sides: found, strengths: cards.map((card) => card?.strength), change, half }];
  });
}

/**
 * Return a card's worth to who is dealt it in the opening hand: win share minus par, in points, with its variance.
 * @param {Float64Array} opening  for each card the times dealt, win shares in sixtieths and their squares
 * @param {number} card @param {number} players
 */
function dealtWorth(opening, card, players) {
  const [count, win, squares] = opening.subarray(3 * card, 3 * card + 3);
  const mean = win / count;
  const variance = (squares / count - mean * mean) / count;
  return { worth: (100 * mean) / 60 - 100 / players, variance: variance * (100 / 60) ** 2, count };
}

/**
 * The cards that stand out, as two lists.
 * @param {Worth[]} worths @param {boolean} two @param {(card: Card) => Node} link
 */
export function cardLists(worths, two, link) {
  const all = worths.map(({ card, sides: [before], change, half }) =>
    two ? { card, value: change, half } : { card, value: before.worth, half: before.half },
  );
  const clear = all.filter(({ value, half }) => Math.abs(value) > half).sort((a, b) => b.value - a.value);
  const item = (/** @type {typeof all[0]} */ { card, value, half }) => html`<li data-key="${card.name}">${link(card)}
    <b class="${value > 0 ? "more" : "less"}">${signed(value, half)} points</b></li>`;
  const list = (/** @type {string} */ title, /** @type {typeof all} */ rows) => html`<div><h3>${title}</h3>
    <ul class="cards">${rows.map(item)}</ul>${!rows.length && html`<p class="soft">No card clearly so far.</p>`}</div>`;
  const up = clear.filter(({ value }) => value > 0).slice(0, MOST_CARDS);
  const down = clear
    .filter(({ value }) => value < 0)
    .slice(-MOST_CARDS)
    .reverse();
  return two
    ? [list("Worth more than printed", up), list("Worth less than printed", down)]
    : [list("Best to be dealt", up), list("Worst to be dealt", down)];
}

// --- all cards -------------------------------------------------------------------------------------------

/** @type {Record<string, [string, (row: Worth) => string | number]>} */
const COLUMNS = {
  title: ["card", ({ card }) => card.title],
  strength: ["strength", ({ card }) => card.strength],
  kind: ["kind", ({ card }) => card.colour || card.alignment],
  before: ["printed", ({ sides }) => sides[0]?.worth ?? -Infinity],
  after: ["yours", ({ sides }) => sides[1]?.worth ?? -Infinity],
  change: ["change", ({ change }) => (Number.isNaN(change) ? -Infinity : change)],
};

/**
 * The order that the table opens with.
 * @typedef {{key: string, up: boolean, text: string}} Order
 * @returns {Order}
 */
export const firstOrder = () => ({ key: "before", up: false, text: "" });

/**
 * All cards, shaded by what they are worth.
 * @param {Worth[]} worths @param {boolean} two @param {Order} order  changed when a heading is clicked
 * @param {() => void} again  draws the table once more @param {(card: Card) => Node} link
 */
export function cardTable(worths, two, order, again, link) {
  const columns = Object.keys(COLUMNS).slice(0, two ? 6 : 4);
  const [, value] = COLUMNS[order.key];
  const sign = order.up ? 1 : -1;
  const rows = worths
    .filter(({ card }) => fitsFilter(card, order.text))
    .sort((a, b) => sign * (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0));
  const head = (/** @type {string} */ key) => {
    const click = () => {
      order.up = order.key === key ? !order.up : key === "title" || key === "kind";
      order.key = key;
      again();
    };
    const sort = order.key === key ? (order.up ? "ascending" : "descending") : "none";
    return html`<th scope="col" aria-sort="${sort}">
      <button type="button" @click=${click}>${COLUMNS[key][0]}</button></th>`;
  };
  const made = rows.map((row) => cardRow(row, two, link));
  return table(columns.map(head), made, "all-cards");
}

/**
 * Whether a card has all words of a filter: a number is its strength, 5-9 a range of them.
 * @param {Card} card @param {string} text
 */
function fitsFilter({ title, alignment, colour, strength }, text) {
  const words = `${title} ${alignment} ${colour}`.toLowerCase();
  return text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => {
      const range = /^(\d+)(?:[-\u2013](\d+))?$/.exec(word);
      if (!range) return words.includes(word);
      return strength >= Number(range[1]) && strength <= Number(range[2] ?? range[1]);
    });
}

/** @param {Worth} row @param {boolean} two @param {(card: Card) => Node} link */
function cardRow({ card, sides: [before, after], change, half }, two, link) {
  const cell = (/** @type {number} */ value, /** @type {number} */ width) => {
    const made = html`<td class="num" title="± ${width.toFixed(1)}">${signed(value, width)}</td>`;
    const shade = Math.round(Math.min(Math.abs(value) / FULL, 1) * 45);
    const colour = `var(--${value > 0 ? "more" : "less"})`;
    if (Math.abs(value) > width) made.style.background = `color-mix(in srgb, ${colour} ${shade}%, transparent)`;
    return made;
  };
  const none = (/** @type {string} */ word) => html`<td class="num soft">${word}</td>`;
  const level = (/** @type {Dealt | undefined} */ side, /** @type {string} */ word) =>
    side ? cell(side.worth, side.half) : none(word);
  const more = two && [level(after, "out"), before && after ? cell(change, half) : none("–")];
  return html`<tr data-key="${card.name}"><th scope="row" title="${card.text}">${dot(card)}${link(card)}</th>
    <td class="num">${card.strength}</td><td>${card.colour || card.alignment}</td>${level(before, "new")}${more}</tr>`;
}

// --- one card --------------------------------------------------------------------------------------------

/**
 * What stands on a card, what it is worth in both games, and how often players meet it.
 * @param {Worth} row @param {Worth[]} worths  of all cards @param {number} games  of each side
 * @param {Deck} deck  under its house rules @param {Way[]} ways  in which players meet cards
 * @param {string} strength  whether it is too strong, see `cardStrength`
 */
export function cardFacts({ card, sides, strengths, change, half }, worths, games, deck, ways, strength) {
  const two = sides.length > 1;
  const ends = (/** @type {number} */ value, /** @type {number} */ own) =>
    rangeText({ low: value - own, high: value + own });
  const line = (/** @type {string} */ title, /** @type {(side: Dealt, k: number) => string} */ write) => html`
    <tr><th scope="row">${title}</th>
    ${sides.map((side, k) => html`<td class="num">${side ? write(side, k) : k ? "out" : "new"}</td>`)}</tr>`;
  const met = (/** @type {Dealt} */ { times }, /** @type {number} */ k) =>
    ways[k].once ? shown((100 * times[k]) / games, 1) : shown(times[k] / games, 0.01);
  const known = sides.map((_, k) => worths.map((one) => one.sides[k]).filter(Boolean));
  const rows = [
    line("Strength", (_, k) => String(strengths[k])),
    line("Worth to who is dealt it, points", ({ worth, half: own }) => signed(worth, own)),
    line("95 % interval, all cards at once", ({ worth, half: own }) => ends(worth, own)),
    line("Rank", (side, k) => rankText(side, known[k])),
    ...ways.map(({ title }, k) => line(title, (side) => met(side, k))),
  ];
  const changed = `Change: ${signed(change, half)} points (${ends(change, half)}).`;
  const after = `After ${games.toLocaleString("en")} games${two ? " of each" : ""}.`;
  return [
    html`<p class="soft">${dot(card)}${card.kind}</p>`,
    html`<p class="power">${textOf(card, deck)}</p>`,
    table([silentHead("what"), "printed", "yours"].slice(0, sides.length + 1), rows, "one-card"),
    strength && html`<p id="too-strong">${strength}</p>`,
    !Number.isNaN(change) && html`<p data-change>${changed}</p>`,
    html`<p class="soft small">${after} The rank in brackets is what the intervals allow.</p>`,
  ];
}

/**
 * Whether a card of the changed game is too strong beside an average one, as `tda cards DECK CARD` says it; nothing
 * without an interval, or of a card that is out.
 * @param {Worth} row @param {number} games  of each side @param {string} who  plays, such as "with Regular"
 * @param {Measures} measures @param {Say} say
 */
export function cardStrength({ sides }, games, who, { far, nearest }, say) {
  const { worth = NaN, half = NaN } = sides[1] ?? {};
  if (!(half >= 0)) return "";
  const off = Math.abs(worth) - far;
  const verdict = off > half ? (worth > 0 ? "more" : "less") : -off > half ? "same" : "unclear";
  const isOpen = verdict === "unclear";
  const needed = games * (half / Math.max(Math.abs(off), nearest * far)) ** 2;
  const settles = say("answers.would_settle", { games: roundedUp(needed), of: "all", count: 1, where: "" });
  return say("answers.judged", {
    margin: far,
    strengths: isOpen ? say("answers.strength_open") : `${say("answers.strength", { verdict })} ${who}`,
    settled: isOpen ? ` (${settles} ${who})` : "",
  });
}

/** A number of games, rounded up to two digits. @param {number} count */
function roundedUp(count) {
  const digit = 10 ** Math.max(0, String(Math.floor(count)).length - 2);
  return (Math.ceil(count / digit) * digit).toLocaleString("en");
}

/** The text of a card with what house rules add to its power. @param {Card} card @param {Deck} deck */
export function textOf({ text, groups }, deck) {
  const own = addedTo(deck, groups).map((added) => added.text);
  const parts = [...own.map(({ before }) => before).reverse(), text || "No power.", ...own.map(({ after }) => after)];
  return parts.filter(Boolean).join(" ");
}

/**
 * The place of a card by its worth, and the places that the intervals allow.
 * @param {Dealt} own @param {Dealt[]} all
 */
function rankText({ worth, half }, all) {
  const place = 1 + all.filter((one) => one.worth > worth).length;
  const best = 1 + all.filter((one) => one.worth - one.half > worth + half).length;
  const worst = all.length - all.filter((one) => one.worth + one.half < worth - half).length;
  return `${place} of ${all.length}${best < worst ? ` (${best} to ${worst})` : ""}`;
}
