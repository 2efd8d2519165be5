/** Pictures as SVG, drawn anew as games come in. Shapes and places carry what colours do. */
import { signed } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Record<string, string | number>} attributes @param {(Node | string)[]} children */
export function svg(name, attributes = {}, children = []) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * How long games last: two outlines over the same axis, the printed game's filled.
 * @param {Record<string, number>[]} counts  games by cards played, of the printed game and of the changed one
 * @param {number} width @param {number} players  a round has as many plays, so a bar spans whole rounds
 */
export function lengths(counts, width, players) {
  const height = 212;
  const [left, bottom, above] = [8, 28, 36]; // above: the labels, over all lines
  const totals = counts.map((count) => Object.values(count).reduce((a, b) => a + b, 0));
  const most = Math.max(...counts.map((count, k) => quantile(count, totals[k], 0.99)), 10);
  const bin = players * Math.max(1, Math.ceil(most / 40 / players));
  const bins = Math.ceil(most / bin) + 1;
  const shares = counts.map((count, k) => {
    const made = Array(bins).fill(0);
    for (const [plays, games] of Object.entries(count))
      if (Number(plays) < bins * bin) made[Math.floor(Number(plays) / bin)] += games / totals[k];
    return made;
  });
  const top = Math.max(...shares.flat(), 1e-9);
  const x = (/** @type {number} */ plays) => left + ((width - 2 * left) * plays) / (bins * bin);
  const y = (/** @type {number} */ share) => height - bottom - ((height - bottom - above) * share) / top;
  const outline = (/** @type {number[]} */ own) =>
    `M${x(0)},${y(0)}${own.map((share, k) => `L${x(k * bin)},${y(share)}L${x((k + 1) * bin)},${y(share)}`).join("")}L${x(bins * bin)},${y(0)}`;
  const step = [10, 20, 50, 100, 200, 500, 1000].find((each) => (bins * bin) / each <= width / 60) ?? 1000;
  const ticks = Array.from({ length: Math.floor((bins * bin) / step) + 1 }, (_, k) => k * step);
  const parts = [
    svg("line", { x1: left, x2: width - left, y1: y(0), y2: y(0), class: "axis" }),
    ...ticks.map((tick) => svg("text", { x: x(tick), y: height - 9, class: "tick" }, [String(tick)])),
    ...shares.map((own, k) => svg("path", { d: outline(own), class: k ? "changed" : "printed" })),
    ...counts.map((count, k) => {
      const middle = quantile(count, totals[k], 0.5);
      return svg("g", { class: k ? "changed mark" : "printed mark" }, [
        svg("line", { x1: x(middle), x2: x(middle), y1: y(0), y2: above - 4 }),
        svg(
          "text",
          { x: Math.min(Math.max(x(middle) - 3, 0), width - 120), y: above - 10 - 14 * (counts.length - 1 - k) },
          [`${k ? "yours" : "printed"}: half by ${middle}`],
        ),
      ]);
    }),
  ];
  const label = `Length of games in cards played. ${counts.map((count, k) => `${k ? "Changed" : "Printed"}: half of the games end by ${quantile(count, totals[k], 0.5)} cards`).join(". ")}.`;
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, class: "lengths" }, parts);
}

/** @param {Record<string, number>} count @param {number} total @param {number} q */
function quantile(count, total, q) {
  let below = 0;
  for (const plays of Object.keys(count)
    .map(Number)
    .sort((a, b) => a - b)) {
    below += count[plays];
    if (below >= q * total) return plays;
  }
  return 0;
}

/**
 * A change with its interval, in margins: the band in the middle is what does not matter.
 * @param {{estimate: number, low: number, high: number}} change @param {number} margin @param {string} verdict
 */
export function changeBar(change, margin, verdict) {
  const [width, height] = [120, 18];
  const scale = (/** @type {number} */ value) => {
    const units = value / margin;
    const bent = Math.sign(units) * Math.min(Math.log2(1 + Math.abs(units)), 4.5);
    return width / 2 + (bent * (width / 2 - 6)) / 4.5;
  };
  const [low, middle, high] = [change.low, change.estimate, change.high].map((value) =>
    scale(Number.isNaN(value) ? 0 : value),
  );
  const turned = verdict === "more" ? 1 : verdict === "less" ? -1 : 0;
  const mark = turned
    ? svg("path", {
        d: `M${middle + 6 * turned},9L${middle - 4 * turned},3.5L${middle - 4 * turned},14.5Z`,
        class: verdict,
      })
    : svg("circle", { cx: middle, cy: 9, r: 4, class: verdict });
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "bar", "aria-hidden": "true" }, [
    svg("rect", { x: scale(-margin), width: scale(margin) - scale(-margin), y: 0, height, class: "band" }),
    svg("line", { x1: width / 2, x2: width / 2, y1: 0, y2: height, class: "zero" }),
    svg("line", { x1: low, x2: high, y1: 9, y2: 9, class: `range ${verdict}` }),
    mark,
  ]);
}

/**
 * An interval in words; `write` puts a sign before differences, and none before levels.
 * @param {{low: number, high: number}} interval @param {(value: number, half?: number) => string} write
 */
export const rangeText = ({ low, high }, write = signed) =>
  Number.isNaN(low) ? "no interval yet" : `${write(low, (high - low) / 2)} to ${write(high, (high - low) / 2)}`;
