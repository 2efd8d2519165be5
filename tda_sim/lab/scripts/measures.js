/** Measures as the page shows them: tables, tiles, and numbers to take away. */
import { grouped, html, silentHead, table } from "./dom.js";
import { changeBar } from "./pictures.js";
import { changeUnit, narrow, percent, rangeText, shown, signed, tableTitle, withUnit } from "./words.js";

/** @import { Measures, Row, Worth } from "./types.js" */

const SHADES = 5;
const MARKS = { more: "▲", less: "▼", same: "=", unclear: "?" };

/**
 * A table of measures.
 * @param {Measures} measures @param {Row[]} rows @param {boolean} two  whether there is something to compare
 */
export function measureTable(measures, rows, two) {
  const made = rows.map((row) => measureRow(row, measures, two));
  const heads = two ? ["yours", "change", silentHead("verdict")] : ["95 % interval"];
  return table([silentHead("measure"), "printed", ...heads], made);
}

/** @param {Row} row @param {Measures} measures @param {boolean} two */
function measureRow(row, measures, two) {
  const { metric, before, after, own_low: low, own_high: high, estimate, verdict } = row;
  const half = (row.high - row.low) / 2;
  const full = (/** @type {number} */ value) => withUnit(value, metric.unit, (high - low) / 2, metric.one);
  const [share = "", ownShare = ""] = (row.shares ?? []).map(
    (each) => html`<small>${narrow(`(${percent(each)})`)}</small>`,
  );
  const head = html`<th scope="row" title="${metric.meaning}">${tableTitle(metric, measures.short)}</th>`;
  const printed = html`<td class="num">${full(before)}${share}</td>`;
  if (!two) return html`<tr>${head}${printed}<td class="num soft">${rangeText({ low, high }, shown)}</td></tr>`;
  const unit = changeUnit(metric);
  const isClear = verdict === "more" || verdict === "less";
  const size = isClear && `${verdict} by ${shown(Math.abs(estimate), half)} ${unit}`;
  const word = measures.verdicts[verdict];
  return html`<tr data-metric="${metric.name}" data-verdict="${verdict}">${head}${printed}
    <td class="num">${full(after)}${ownShare}</td>
    <td class="num ${verdict}">${signed(estimate, half)}</td>
    <td class="verdict">${changeBar(row)}
    <span class="hide">${word}, ${rangeText(row)} ${unit}</span><small>${size || word}</small></td></tr>`;
}

/**
 * What changed, at a glance: a tile for each measure, by group, the darker the more it changed.
 * @param {Row[]} rows @param {Measures} measures
 */
export function glance(rows, measures) {
  const groups = grouped(rows, ({ metric }) => metric.group).map(([group, own]) => {
    return html`<div><h4>${group}</h4><ul>${own.map((row) => tile(row, measures))}</ul></div>`;
  });
  return html`<div class="glance">${groups}</div>`;
}

/** @param {Row} row @param {Measures} measures */
function tile({ metric, estimate, low, high, margin, verdict }, { short, verdicts }) {
  const isClear = verdict === "more" || verdict === "less";
  const size = isClear && ` ${signed(estimate, (high - low) / 2)}`;
  const about = `${verdicts[verdict]}${isClear ? `:${size} ${changeUnit(metric)}` : ""}`;
  const made = html`<li class="${verdict}" title="${about}"><span>${tableTitle(metric, short)}</span>
    <b><span aria-hidden="true">${MARKS[verdict]}</span><span class="hide">${verdicts[verdict]}</span>${size}</b></li>`;
  if (isClear) made.dataset.shade = String(shadeOf(estimate, margin));
  return made;
}

/**
 * How dark a tile is, 1 to 5: one shade more for each doubling of the change in margins.
 * @param {number} change @param {number} margin
 */
const shadeOf = (change, margin) =>
  Math.min(SHADES, Math.max(1, Math.ceil(Math.log2(Math.abs(change) / margin + 1e-9))));

/** What brackets mean in tables, where players start with another amount. @param {number[]} gold */
export const sharesNote = ([before, after]) =>
  `In brackets: gold as a share of what everybody starts with, ${before} as printed and ${after} in yours.`;

const SHARES = "printed_share_of_start,changed_share_of_start"; // of gold, where players start with another amount
const FORMULA = /^(?=\s*[=+\-@\t\r＝＋－＠])/; // how a text begins that spreadsheets would calculate: somebody's title

/** The numbers as CSV. @param {Row[]} rows @param {Worth[]} worths @param {number} games */
export function asCsv(rows, worths, games) {
  const head = `kind,name,title,unit,printed,changed,change,low,high,margin,verdict,games,${SHARES}`.split(",");
  const measures = rows.map(({ metric, before, after, estimate, low, high, margin, verdict, shares = [] }) => {
    const { name, title, unit } = metric;
    return ["measure", name, title, unit, before, after, estimate, low, high, margin, verdict, games, ...shares];
  });
  const cards = worths.map(({ card: { name, title }, sides: [before, after], change, half }) => {
    const values = [before?.worth, (after ?? before)?.worth, change, change - half, change + half];
    return ["card", name, title, "points", ...values, "", "", games];
  });
  const quoted = (/** @type {string | number | undefined} */ value) =>
    typeof value === "string"
      ? `"${value.replace(FORMULA, "'").replaceAll('"', '""')}"`
      : Number.isFinite(value)
        ? value
        : "";
  return [head, ...measures, ...cards].map((line) => line.map(quoted).join(",")).join("\n");
}
