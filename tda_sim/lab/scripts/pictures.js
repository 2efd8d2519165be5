/** Pictures as SVG. Shapes and places carry what colours do. */
import { html } from "./dom.js";

/**
 * How long games last: two outlines over the same axis, the printed game's filled.
 * @param {Record<string, number>[]} counts  games by cards played, of the printed game and of the changed one
 * @param {number} width @param {number} players  a round has as many plays, so a bar spans whole rounds
 */
export function lengths(counts, width, players) {
  const height = 212;
  const [left, bottom, above] = [8, 28, 36]; // above: the labels, over all lines
  const names = ["printed", "yours"].slice(0, counts.length);
  const totals = counts.map((count) => Object.values(count).reduce((a, b) => a + b, 0));
  const halves = counts.map((count, k) => quantile(count, totals[k], 0.5));
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
  const outline = (/** @type {number[]} */ own) => {
    const steps = own.map((share, k) => `L${x(k * bin)},${y(share)}L${x((k + 1) * bin)},${y(share)}`);
    return `M${x(0)},${y(0)}${steps.join("")}L${x(bins * bin)},${y(0)}`;
  };
  const step = [10, 20, 50, 100, 200, 500, 1000].find((each) => (bins * bin) / each <= width / 60) ?? 1000;
  const ticks = Array.from({ length: Math.floor((bins * bin) / step) + 1 }, (_, k) => k * step);
  const kinds = ["printed", "changed"];
  const said = halves.map((half, k) => `${k ? "Changed" : "Printed"}: half of the games end by ${half} cards`);
  const parts = [
    `<line x1="${left}" x2="${width - left}" y1="${y(0)}" y2="${y(0)}" class="axis"/>`,
    ...ticks.map((tick) => `<text x="${x(tick)}" y="${height - 9}" class="tick">${tick}</text>`),
    ...shares.map((own, k) => `<path d="${outline(own)}" class="${kinds[k]}"/>`),
    ...halves.map((half, k) => {
      const line = `<line x1="${x(half)}" x2="${x(half)}" y1="${y(0)}" y2="${above - 4}"/>`;
      const [at, up] = [Math.min(Math.max(x(half) - 3, 0), width - 120), above - 10 - 14 * (counts.length - 1 - k)];
      return `<g class="${kinds[k]} mark">${line}<text x="${at}" y="${up}">${names[k]}: half by ${half}</text></g>`;
    }),
  ];
  const label = `Length of games in cards played. ${said.join(". ")}.`;
  return drawn(`viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}" class="lengths"`, parts);
}

/** A picture; its parts hold numbers and words of the page only. @param {string} about @param {string[]} parts */
function drawn(about, parts) {
  const place = html`<template></template>`;
  place.innerHTML = `<svg ${about}>${parts.join("")}</svg>`;
  return /** @type {HTMLTemplateElement} */ (place).content.firstElementChild;
}

/** @param {Record<string, number>} count @param {number} total @param {number} q */
function quantile(count, total, q) {
  let below = 0;
  // numbers come in their order
  const found = Object.entries(count).find(([, games]) => (below += games) >= q * total);
  return Number(found?.[0] ?? 0);
}

/**
 * A change with its interval, in margins: the band in the middle is what does not matter.
 * @param {import("./types.js").Row} row
 */
export function changeBar({ margin, verdict, ...change }) {
  const [width, height] = [120, 18];
  const scale = (/** @type {number} */ value) => {
    const units = (Number.isNaN(value) ? 0 : value) / margin;
    const bent = Math.sign(units) * Math.min(Math.log2(1 + Math.abs(units)), 4.5);
    return width / 2 + (bent * (width / 2 - 6)) / 4.5;
  };
  const [low, middle, high] = [change.low, change.estimate, change.high].map(scale);
  const turned = { more: 1, less: -1, same: 0, unclear: 0 }[verdict];
  const ends = `${middle - 4 * turned},3.5L${middle - 4 * turned},14.5Z`;
  return drawn(`viewBox="0 0 ${width} ${height}" class="bar" aria-hidden="true"`, [
    `<rect x="${scale(-margin)}" width="${scale(margin) - scale(-margin)}" y="0" height="${height}" class="band"/>`,
    `<line x1="${width / 2}" x2="${width / 2}" y1="0" y2="${height}" class="zero"/>`,
    `<line x1="${low}" x2="${high}" y1="9" y2="9" class="range ${verdict}"/>`,
    turned
      ? `<path d="M${middle + 6 * turned},9L${ends}" class="${verdict}"/>`
      : `<circle cx="${middle}" cy="9" r="4" class="${verdict}"/>`,
  ]);
}
