/** Numbers and answers in words. */
import { capital } from "./phrases.js";

/** @import { Guest, Headline, Measures, Metric, Ratios, Row, Say, Shift } from "./types.js" */

const MINUS = "\u2212";
const NARROW = "\u202f";

/**
 * A number with so many decimals as its half-width makes worth printing.
 * @param {number} value @param {number} [half]
 */
export function shown(value, half = 0) {
  if (!Number.isFinite(value)) return "–";
  const steps = half > 0 && half < 0.05 ? 2 : half >= 5 || Math.abs(value) >= 100 ? 0 : 1;
  const text = value.toLocaleString("en", { minimumFractionDigits: steps, maximumFractionDigits: steps });
  return text.replace("-", /[1-9]/.test(text) ? MINUS : ""); // nothing that looks like zero has a sign
}

/** A number with its sign. @param {number} value @param {number} [half] */
export const signed = (value, half = 0) => `${value > 0 ? "+" : ""}${shown(value, half)}`;

/**
 * An interval in words; `write` puts a sign before differences, and none before levels.
 * @param {{low: number, high: number}} interval @param {(value: number, half?: number) => string} write
 */
export const rangeText = ({ low, high }, write = signed) =>
  Number.isNaN(low) ? "no interval yet" : `${write(low, (high - low) / 2)} to ${write(high, (high - low) / 2)}`;

/** A number with its unit; `one`: the unit of 1. @param {number} value @param {string} unit @param {number} [half] */
export function withUnit(value, unit, half = 0, one = unit) {
  const text = shown(value, half);
  if (unit === "%") return `${text}${NARROW}%`;
  return unit === "in 100 gambits" ? text : `${text} ${text === "1" ? one : unit}`;
}

/**
 * The answer in the sentences of `tda house-rule`, see `tda_sim.answers.headlines`: what changes of the main measures,
 * the first of them first, then what changes most; what does not, and what is open; whether the guest gains.
 * @param {Shift[]} rows  of the main measures @param {Shift[]} others  come in where no main measure has changed
 * @param {Guest | undefined} guest @param {Measures} measures @param {Say} say
 */
export function answer(rows, others, guest, { headlines, most_changes: most, ratios }, say) {
  const named = rows.filter(({ metric }) => metric.name in headlines);
  const [first, ...rest] = named;
  const heaviest = (/** @type {Shift[]} */ all) => all.filter(isClear).sort(byWeight).slice(0, most);
  const clear = heaviest(rest);
  const said = [...(first.verdict === "unclear" ? [] : [first]), ...(clear.length ? clear : heaviest(others))];
  const clauses = (said.length ? said : [first]).map((row) => clause(row, headlines[row.metric.name], ratios, say));
  const stays = (/** @type {Shift[]} */ all, /** @type {string} */ verdict) => [
    ...all.filter((row) => row.verdict === verdict).map(({ metric }) => headlines[metric.name].name),
    ...(guest?.row.verdict === verdict ? [say("answers.win_rate", { strategy: guest.strategy })] : []),
  ];
  const [same, open] = [stays(rest, "same"), stays(named, "unclear")].map((names) => (names.length ? names : null));
  return [
    ...clauses.map((text) => `${capital(text)}.`),
    ...(same || open ? [say("answers.rest", { same, open, within: null })] : []),
    ...(guest && isClear(guest.row) ? [`${gain(guest, say)}.`] : []),
  ].map(narrow);
}

const isClear = (/** @type {Shift} */ { verdict }) => verdict === "more" || verdict === "less";
const byWeight = (/** @type {Shift} */ one, /** @type {Shift} */ other) => weight(other) - weight(one);
const weight = (/** @type {Shift} */ { estimate, margin }) => Math.abs(estimate) / margin;

/**
 * A change as a clause, with both numbers.
 * @param {Shift} row @param {Headline | undefined} words @param {Ratios} ratios @param {Say} say
 */
function clause(row, words, ratios, say) {
  const { metric, before, after, verdict } = row;
  const [one, other] = [before, after].map(suited(row));
  const [share_before, share_after] = row.shares?.map(percent) ?? [null, null];
  const parts = { before: one, after: other, look_alike: one === other, share_before, share_after, verdict };
  if (!words) return say("answers.other_change", { ...parts, title: metric.title, unit: metric.unit });
  return say("answers.change", { ...parts, ...words, ...sizeOf(words, after / before, ratios) });
}

/** What a guest wins more or less. @param {Guest} guest @param {Say} say */
function gain({ strategy, row: { before, after, verdict } }, say) {
  return say("answers.wins", { strategy, verdict, before: before.toFixed(1), after: after.toFixed(1) });
}

/**
 * How a sentence puts a ratio: by what percentage, how many times, or by its direction alone.
 * @param {Headline} words @param {number} ratio @param {Ratios} ratios
 */
function sizeOf({ sized }, ratio, { twice, half, many }) {
  if (!sized || !(ratio > 0 && Number.isFinite(ratio))) return { size: "none" };
  if (ratio >= twice[0] && ratio < twice[1]) return { size: "twice" };
  if (ratio >= half[0] && ratio <= half[1]) return { size: "half" };
  if (ratio >= many) return { size: "times", times: decimals(ratio, 1).replace(/\.0$/, "") };
  return { size: "percent", percent: percent(Math.abs(ratio - 1)) };
}

/** A share in percent. @param {number} share */
export const percent = (share) => `${decimals(100 * share, 0)} %`;

/**
 * Writes numbers beside an estimate: with one decimal, or as many as its interval needs.
 * @param {{estimate: number, low: number, high: number}} estimate
 */
function suited({ estimate, low, high }) {
  const half = Math.max(high - estimate, estimate - low);
  const digits = half > 0 ? Math.min(2, Math.max(half < 10 ? 1 : 0, -Math.floor(Math.log10(half)))) : 1;
  return (/** @type {number} */ value) => decimals(value, digits);
}

/** A number with decimals; what lies in the middle becomes even. @param {number} value @param {number} digits */
function decimals(value, digits) {
  const below = Math.floor(value * 10 ** digits);
  const isMiddle = Number.isInteger(value * 2 ** (digits + 1)) && value * 10 ** digits - below === 0.5;
  const exact = isMiddle ? (below + (below % 2 ? 1 : 0)) / 10 ** digits : Number(value.toFixed(digits));
  return exact.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * A measure's title in tables.
 * @param {Metric} metric @param {Record<string, string>} short  titles of main measures
 */
export const tableTitle = ({ name, title }, short) => short[name] ?? capital(title);

/** The unit of a measure's differences. @param {Metric} metric */
export const changeUnit = ({ unit }) => (unit === "%" ? "points" : unit);

/** A text with narrow spaces before signs of percent. @param {string} text */
export const narrow = (text) => text.replaceAll(" %", `${NARROW}%`);

/**
 * What the printed game is like, as `tda simulate` says.
 * @param {Row[]} rows  of all measures @param {Say} say @param {number[]} reach  of plausible clocks, as multiples
 */
export function portrait(rows, say, reach) {
  const of = (/** @type {string} */ name) => shown(rows.find(({ metric }) => metric.name === name)?.before, 0.1);
  const time = rows.find(({ metric }) => metric.name === "minutes").before;
  const [minutes, fast, slow] = [1, ...reach].map((times) => shown(times * time, 5));
  return [
    say("answers.length", { minutes, fast, slow, cards: `${of("plays")} cards`, first: null, last: null }),
    say("answers.stakes", { stakes: `${of("stakes")} gold`, most: of("max_stakes") }),
    say("answers.flights", { flights: of("special_flights") }),
    say("answers.halfway", { richest: `${of("half_leader_wins")} % of games`, poorest: `${of("comebacks")} %` }),
  ].map(narrow);
}
