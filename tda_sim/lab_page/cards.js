/** All cards as a table that sorts and filters, shaded by what they are worth. */
import { element } from "./controls.js";
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
  after: ["yours", ({ after, out }) => (out ? -Infinity : after)],
  change: ["change", ({ change, out }) => (out ? -Infinity : change)],
};

/** The order that the table opens with. @returns {Order} */
export const firstOrder = () => ({ key: "before", up: false, text: "" });

/**
 * @param {any[]} worths @param {boolean} two @param {Order} order  changed when a heading is clicked
 * @param {() => void} again  draws the table anew
 */
export function cardTable(worths, two, order, again) {
  const shown = Object.entries(COLUMNS).filter(([key]) => two || !["after", "change"].includes(key));
  const value = COLUMNS[order.key][1];
  const wanted = order.text.trim().toLowerCase();
  const rows = worths
    .filter(({ card }) => `${card.title} ${card.alignment} ${card.colour} ${card.strength}`.toLowerCase().includes(wanted))
    .sort((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0) * (order.up ? 1 : -1));
  const head = shown.map(([key, [title]]) => {
    const click = () => {
      order.up = order.key === key ? !order.up : key === "title" || key === "kind";
      order.key = key;
      again();
    };
    const sort = order.key === key ? (order.up ? "ascending" : "descending") : "none";
    return element("th", { scope: "col", aria: { sort } }, [element("button", { type: "button", textContent: title, onclick: click })]);
  });
  return element("table", { className: "all-cards" }, [
    element("thead", {}, [element("tr", {}, head)]),
    element("tbody", {}, rows.map((row) => cardRow(row, two))),
  ]);
}

/** @param {any} row @param {boolean} two */
function cardRow({ card, before, after, change, half, out }, two) {
  const own = two ? half / Math.SQRT2 : half;
  const cell = (/** @type {number} */ value, /** @type {number} */ width) => {
    const shade = Math.round(Math.min(Math.abs(value) / FULL, 1) * 45);
    const made = element("td", { className: "num", textContent: signed(value, width), title: `± ${width.toFixed(1)}` });
    if (Math.abs(value) > width) made.style.background = `color-mix(in srgb, var(--${value > 0 ? "more" : "less"}) ${shade}%, transparent)`;
    return made;
  };
  const gone = () => element("td", { className: "num soft", textContent: "out" });
  return element("tr", {}, [
    element("th", { scope: "row", title: card.text }, [element("span", { className: `dot ${card.colour || card.alignment}` }), card.title]),
    element("td", { className: "num", textContent: String(card.strength) }),
    element("td", { textContent: card.colour || card.alignment }),
    cell(before, own),
    ...(two ? (out ? [gone(), gone()] : [cell(after, own), cell(change, half)]) : []),
  ]);
}
