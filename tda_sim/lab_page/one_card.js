/** One card's page: what stands on it, what it is worth in both games, and how often players meet it. */
import { dotOf, element } from "./controls.js";
import { addedTo } from "./edits.js";
import { rangeText } from "./pictures.js";
import { shown, signed } from "./words.js";

/**
 * @param {any} row  of `cardWorths` @param {any[]} worths  of all cards @param {number} games  of each side
 * @param {boolean} two @param {import("./edits.js").Deck} deck  under its house rules
 * @param {{title: string, once: boolean}[]} ways  in which players meet cards; once a game, or any number of times
 */
export function cardFacts(row, worths, games, two, deck, ways) {
  const sides = two ? [0, 1] : [0];
  const cells = (/** @type {(side: number) => string} */ write) =>
    sides.map((side) =>
      element("td", { className: "num", textContent: isIn(row, side) ? write(side) : side ? "out" : "new" }),
    );
  const line = (
    /** @type {string} */ title,
    /** @type {(side: number) => string} */ write,
    /** @type {Node[]} */ more = [],
  ) => element("tr", {}, [element("th", { scope: "row", textContent: title }), ...cells(write), ...more]);
  const value = (/** @type {number} */ side) => (side ? row.after : row.before);
  const half = (/** @type {number} */ side) => row.halves[side];
  const change =
    two && isIn(row, 0) && isIn(row, 1)
      ? [
          element("p", { data: { change: "" } }, [
            `Change: ${signed(row.change, row.half)} points (${rangeText({ low: row.change - row.half, high: row.change + row.half })}).`,
          ]),
        ]
      : [];
  return [
    element("p", { className: "soft" }, [element("span", { className: dotOf(row.card) }), kindOf(row.card)]),
    element("p", { className: "power", textContent: textOf(row.card, deck) }),
    element("table", { className: "one-card" }, [
      element("thead", {}, [
        element(
          "tr",
          {},
          ["", "printed", ...(two ? ["yours"] : [])].map((text) => element("th", { scope: "col", textContent: text })),
        ),
      ]),
      element("tbody", {}, [
        line("Strength", (side) => String((side ? row.card : row.printed).strength)),
        line("Worth to who is dealt it, points", (side) => signed(value(side), half(side))),
        line("95 % interval, all cards at once", (side) =>
          rangeText({ low: value(side) - half(side), high: value(side) + half(side) }),
        ),
        line("Rank", (side) => rankText(row, worths, side)),
        ...ways.map(({ title, once }, k) =>
          line(title, (side) =>
            once ? shown((100 * row.times[side][k]) / games, 1) : shown(row.times[side][k] / games, 0.01),
          ),
        ),
      ]),
    ]),
    ...change,
    element("p", {
      className: "soft small",
      textContent: `After ${games.toLocaleString("en")} games${two ? " of each" : ""}. The rank in brackets is what the intervals allow.`,
    }),
  ];
}

/** Whether a card is in the printed game, or in the changed one. */
const isIn = (/** @type {any} */ row, /** @type {number} */ side) => (side ? !row.out : !row.fresh);

/** @param {import("./edits.js").Card} card */
function kindOf({ alignment, colour, colours, groups }) {
  const side =
    alignment === "mortal" ? "mortal" : `${alignment} ${groups.includes("dragon_god") ? "dragon god" : "dragon"}`;
  const also = colours.length ? `counts as ${colours.join(", ")}` : "";
  return [side, colour, also].filter(Boolean).join(", ");
}

/** The text of a card with what house rules add to its power. @param {import("./edits.js").Card} card @param {import("./edits.js").Deck} deck */
export function textOf({ text, groups }, deck) {
  const own = addedTo(deck, groups).map((added) => added.text);
  return [...own.map(({ before }) => before).reverse(), text || "No power.", ...own.map(({ after }) => after)]
    .filter(Boolean)
    .join(" ");
}

/** The place of a card by its worth, and the places that the intervals allow. */
function rankText(row, worths, side) {
  const all = worths.filter((one) => isIn(one, side));
  const value = (/** @type {any} */ one) => (side ? one.after : one.before);
  const ends = (/** @type {any} */ one) => [value(one) - one.halves[side], value(one) + one.halves[side]];
  const [low, high] = ends(row);
  const place = 1 + all.filter((one) => value(one) > value(row)).length;
  const best = 1 + all.filter((one) => ends(one)[0] > high).length;
  const worst = all.length - all.filter((one) => ends(one)[1] < low).length;
  return `${place} of ${all.length}${best < worst ? ` (${best} to ${worst})` : ""}`;
}
