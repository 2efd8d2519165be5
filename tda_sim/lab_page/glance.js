/** What changed, at a glance: a tile for each measure, by group, the darker the more it changed. */
import { element } from "./controls.js";
import { changeUnit, signed, tableTitle } from "./words.js";

const SHADES = 5;
const MARKS = { more: "▲", less: "▼", same: "=", unclear: "?" };

/** How dark a tile is, 1 to 5: one shade more for each doubling of the change in margins. @param {number} change @param {number} margin */
const shadeOf = (change, margin) =>
  Math.min(SHADES, Math.max(1, Math.ceil(Math.log2(Math.abs(change) / margin + 1e-9))));

/**
 * The heat map of all measures.
 * @param {any[]} rows  see `compare` in answer.js
 * @param {any} data
 */
export function glance(rows, { measures }) {
  const groups = [...new Set(rows.map(({ metric }) => metric.group))];
  return element(
    "div",
    { className: "glance" },
    groups.map((group) =>
      element("div", {}, [
        element("h4", { textContent: group }),
        element(
          "ul",
          {},
          rows.filter(({ metric }) => metric.group === group).map((row) => tile(row, measures)),
        ),
      ]),
    ),
  );
}

/** @param {any} row @param {any} measures */
function tile({ metric, change, margin, verdict, scale }, { short, verdicts }) {
  const half = (change.high - change.low) / 2;
  const clear = verdict === "more" || verdict === "less";
  const size = clear ? `${signed(change.estimate, half)}${scale === 1 ? "" : "*"}` : "";
  return element(
    "li",
    {
      className: verdict,
      title: `${verdicts[verdict]}${clear ? `: ${size} ${changeUnit(metric)}` : ""}`,
      data: clear ? { shade: shadeOf(change.estimate, margin) } : {},
    },
    [
      element("span", { textContent: tableTitle(metric, short) }),
      element("b", {}, [
        element("span", { textContent: MARKS[verdict], aria: { hidden: "true" } }),
        element("span", { className: "hide", textContent: verdicts[verdict] }),
        size && ` ${size}`,
      ]),
    ],
  );
}
