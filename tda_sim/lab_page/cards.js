/** All cards as a table that sorts and filters, shaded by what they are worth. */
import { dotOf, element } from "./controls.js";
import { signed } from "./words.js";

const FULL = 8; // points at which the shade is darkest

/**
 * @typedef {{key: string, up: boolean, text: string}} Order
 * @type {Record<string, [string, (row: any) => string | number]>}
 */
const COLUMNS = {
  title: ["card", ({ card }) => card.title],
  strength: ["strength", ({ card }) => card.strength],
  kind: ["kind", ({ card }) => card.colour || card.alignment],
  before: ["printed", ({ before }) => before],
  after: ["yours", ({ after }) => after],
  change: ["change", ({ change }) => change],
};

/** The order that the table opens with. @returns {Order} */
export const firstOrder = () => ({ key: "before", up: false, text: "" });

/**
 * @param {any[]} worths @param {boolean} two @param {Order} order  changed when a heading is clicked
 * @param {() => void} again  draws the table once more @param {(card: any) => Node} cardLink
 */
export function cardTable(worths, two, order, again, cardLink) {
  const shown = Object.entries(COLUMNS).filter(([key]) => two || !["after", "change"].includes(key));
  const own = COLUMNS[order.key][1];
  const value = (/** @type {any} */ row) => (Number.isNaN(own(row)) ? -Infinity : own(row));
  const rows = worths
    .filter(({ card }) => fitsFilter(card, order.text))
    .sort((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0) * (order.up ? 1 : -1));
  const head = shown.map(([key, [title]]) => {
    const click = () => {
      order.up = order.key === key ? !order.up : key === "title" || key === "kind";
      order.key = key;
      again();
    };
    const sort = order.key === key ? (order.up ? "ascending" : "descending") : "none";
    return element("th", { scope: "col", aria: { sort } }, [
      element("button", { type: "button", textContent: title, onclick: click, data: { key: `column ${key}` } }),
    ]);
  });
  return element("table", { className: "all-cards" }, [
    element("thead", {}, [element("tr", {}, head)]),
    element(
      "tbody",
      {},
      rows.map((row) => cardRow(row, two, cardLink)),
    ),
  ]);
}

/**
 * Whether a card has all words of a filter: a number is its strength, 5-9 a range of them.
 * @param {{title: string, alignment: string, colour: string, strength: number}} card @param {string} text
 */
export function fitsFilter(card, text) {
  const words = `${card.title} ${card.alignment} ${card.colour}`.toLowerCase();
  return text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => {
      const range = /^(\d+)(?:[-\u2013](\d+))?$/.exec(word);
      return range
        ? card.strength >= Number(range[1]) && card.strength <= Number(range[2] ?? range[1])
        : words.includes(word);
    });
}

/** @param {any} row @param {boolean} two @param {(card: any) => Node} cardLink */
function cardRow({ card, before, after, change, half, halves, out, fresh }, two, cardLink) {
  const cell = (/** @type {number} */ value, /** @type {number} */ width) => {
    const shade = Math.round(Math.min(Math.abs(value) / FULL, 1) * 45);
    const made = element("td", { className: "num", textContent: signed(value, width), title: `± ${width.toFixed(1)}` });
    if (Math.abs(value) > width)
      made.style.background = `color-mix(in srgb, var(--${value > 0 ? "more" : "less"}) ${shade}%, transparent)`;
    return made;
  };
  const none = (/** @type {string} */ word) => element("td", { className: "num soft", textContent: word });
  return element("tr", {}, [
    element("th", { scope: "row", title: card.text }, [element("span", { className: dotOf(card) }), cardLink(card)]),
    element("td", { className: "num", textContent: String(card.strength) }),
    element("td", { textContent: card.colour || card.alignment }),
    fresh ? none("new") : cell(before, halves[0]),
    ...(two ? [out ? none("out") : cell(after, halves[1]), out || fresh ? none("–") : cell(change, half)] : []),
  ]);
}
