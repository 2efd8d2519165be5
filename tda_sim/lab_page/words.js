/** Numbers and answers in words. */
import { capital, listed } from "./phrases.js";

/** @import { Headline, Measures, Metric, Ratios, Row } from "./types.js" */

const MINUS = "\u2212";
const NARROW = "\u202f";

/**
 * A number with so many decimals as its half-width makes worth printing.
 * @param {number} value @param {number} [half]
 */
export function shown(value, half = 0) {
  if (!Number.isFinite(value)) return "–";
  const steps = half > 0 && half < 0.05 ? 2 : half >= 5 || Math.abs(value) >= 100 ? 0 : 1;
  return value.toLocaleString("en", { minimumFractionDigits: steps, maximumFractionDigits: steps }).replace("-", MINUS);
}

/** A number with its sign. @param {number} value @param {number} [half] */
export const signed = (value, half = 0) => `${value > 0 ? "+" : ""}${shown(value, half)}`;

/**
 * An interval in words; `write` puts a sign before differences, and none before levels.
 * @param {{low: number, high: number}} interval @param {(value: number, half?: number) => string} write
 */
export const rangeText = ({ low, high }, write = signed) =>
  Number.isNaN(low) ? "no interval yet" : `${write(low, (high - low) / 2)} to ${write(high, (high - low) / 2)}`;

/** A number with its unit. @param {number} value @param {string} unit @param {number} [half] */
export function withUnit(value, unit, half = 0) {
  const text = shown(value, half);
  if (unit === "%") return `${text}${NARROW}%`;
  return unit === "in 100 gambits" ? text : `${text} ${text === "1" ? unit.replace(/s$/, "") : unit}`;
}

/**
 * Return a change as a claim: "stakes are 10 % higher". `ratio`: of the new value to the old one.
 * @param {Headline} headline @param {string} verdict @param {number} ratio @param {Ratios} ratios
 */
export function claim({ subject, words, sized }, verdict, ratio, { twice, half, many }) {
  const [more, less, as] = words;
  if (verdict === "same") return `${subject} as ${as} as before`;
  const word = verdict === "less" ? less : more;
  if (!sized || !(ratio > 0)) return `${subject} ${word}`;
  if (ratio >= twice[0] && ratio < twice[1]) return `${subject} twice as ${as}`;
  if (ratio >= half[0] && ratio <= half[1]) return `${subject} half as ${as}`;
  if (ratio >= many) return `${subject} ${ratio.toFixed(1).replace(/\.0$/, "")} times as ${as}`;
  return `${subject} ${(100 * Math.abs(ratio - 1)).toFixed(0)}${NARROW}% ${word}`;
}

/**
 * How the command line says that gold is compared as parts of what players start with: see
 * `tda_sim.answers.house_rules`.
 */
const SCALED = "after scaling to the same starting gold";

/**
 * The answer in sentences, in the words and the order of `tda house-rule`: what differs, then what stays, then what is
 * open. The first measure comes first, unless it is open.
 * @param {Pick<Row, "metric" | "before" | "after" | "scale" | "verdict">[]} rows  of the main measures
 * @param {Measures} measures @param {number[]} startGold  of a player, in the printed game and in the changed one
 */
export function answer(rows, { headlines, ratios, same_in: sameIn, cannot_tell: cannotTell }, startGold) {
  const named = rows.filter(({ metric }) => metric.name in headlines);
  const [first, ...others] = named;
  const sentences = named
    .filter(({ verdict }) => verdict !== "unclear")
    .filter((row) => row === first || row.verdict !== "same")
    .map(({ metric, before, after, scale, verdict }) => {
      const headline = headlines[metric.name];
      const start = capital(claim(headline, verdict, (scale * after) / before, ratios));
      if (scale !== 1) return `${start} ${SCALED}: ${inStarts(before, after, startGold)}.`;
      return `${start} (${values(before, after, headline.unit)}).`;
    });
  const list = (/** @type {string} */ words, /** @type {string} */ verdict, /** @type {typeof rows} */ from) => {
    const names = from
      .filter((row) => row.verdict === verdict)
      .map(({ metric, scale }) => `${headlines[metric.name].name}${scale === 1 ? "" : ` (${SCALED})`}`);
    return names.length ? [`${capital(words)} ${listed(names)}.`] : [];
  };
  return [...sentences, ...list(sameIn, "same", others), ...list(cannotTell, "unclear", named)];
}

/**
 * Two values, "from 67 to 84 cards"; one where they look the same.
 * @param {number} before @param {number} after @param {string} unit
 */
function values(before, after, unit) {
  const [one, other] = [shown(before), shown(after)];
  return `${one === other ? one : `from ${one} to ${other}`}${unit.startsWith("%") ? NARROW : " "}${unit}`;
}

/**
 * Amounts of gold as parts of the starting gold, and as they lie on the table.
 * @param {number} before @param {number} after @param {number[]} startGold
 */
function inStarts(before, after, startGold) {
  const [one, other] = [before, after].map((gold, side) => `${shown((100 * gold) / startGold[side], 5)}${NARROW}%`);
  const coins = `In coins, ${withUnit(after, "gold")} instead of ${shown(before)}`;
  return `${other} of what a player starts with instead of ${one}. ${coins}`;
}

/**
 * A measure's title in tables.
 * @param {Metric} metric @param {Record<string, string>} short  titles of main measures
 */
export const tableTitle = ({ name, title }, short) => short[name] ?? capital(title);

/** The unit of a measure's differences. @param {Metric} metric */
export const changeUnit = ({ unit }) => (unit === "%" ? "points" : unit);

/** What the printed game is like. @param {Record<string, number>} values */
export const portrait = ({ plays, minutes, stakes, special_flights: flights, comebacks }) => [
  `A game takes about ${shown(plays, 1)} cards and ${shown(minutes, 1)} minutes.`,
  `The winner of a gambit takes ${shown(stakes, 1)} gold with the stakes.`,
  `In 100 gambits, ${shown(flights, 1)} special flights come up.`,
  `The player who is poorest halfway through still wins ${withUnit(comebacks, "%", 0.1)} of the games.`,
];
