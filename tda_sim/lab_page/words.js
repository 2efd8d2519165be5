/** Numbers and answers in words. */

const MINUS = "\u2212";
const NARROW = "\u202f";

/** A number with so many decimals as its half-width makes worth printing. @param {number} value @param {number} [half] */
export function shown(value, half = 0) {
  if (!Number.isFinite(value)) return "–";
  const steps = half > 0 && half < 0.05 ? 2 : half >= 5 || Math.abs(value) >= 100 ? 0 : 1;
  return value.toLocaleString("en", { minimumFractionDigits: steps, maximumFractionDigits: steps }).replace("-", MINUS);
}

/** A number with its sign. @param {number} value @param {number} [half] */
export function signed(value, half = 0) {
  const text = shown(value, half);
  return value > 0 ? `+${text}` : text;
}

/** A number with its unit. @param {number} value @param {string} unit @param {number} [half] */
export function withUnit(value, unit, half = 0) {
  const text = shown(value, half);
  if (unit === "%") return `${text}${NARROW}%`;
  return unit === "in 100 gambits" ? text : `${text} ${text === "1" ? unit.replace(/s$/, "") : unit}`;
}

/** Parts as a sentence lists them. @param {string[]} parts */
export function listed(parts) {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/**
 * What the sentences of the command line say of a measure: see `tda_sim.answers.headlines`.
 * @typedef {{name: string, subject: string, words: string[], sized: boolean}} Headline
 * @typedef {{twice: number[], half: number[], many: number}} Ratios  that have words of their own
 */

/**
 * Return a change as a claim: "stakes are 10 % higher". `ratio`: of the new value to the old one.
 * @param {Headline} headline @param {string} verdict @param {number} ratio @param {Ratios} ratios
 */
export function claim({ subject, words, sized }, verdict, ratio, { twice, half, many }) {
  const [, , as] = words;
  if (verdict === "same") return `${subject} as ${as} as before`;
  const word = words[Number(verdict === "less")];
  const size = () => {
    if (!sized || !(ratio > 0)) return word;
    if (ratio >= twice[0] && ratio < twice[1]) return `twice as ${as}`;
    if (ratio >= half[0] && ratio <= half[1]) return `half as ${as}`;
    return ratio >= many
      ? `${ratio.toFixed(1).replace(/\.0$/, "")} times as ${as}`
      : `${(100 * Math.abs(ratio - 1)).toFixed(0)}${NARROW}% ${word}`;
  };
  return `${subject} ${size()}`;
}

/**
 * The answer in sentences: what differs, then what stays, then what is open. The first measure comes first, unless it is open.
 * @param {{metric: any, before: number, after: number, scale: number, verdict: string}[]} rows  of the main measures
 * @param {{headlines: Record<string, Headline>, ratios: Ratios, same_in: string, cannot_tell: string}} measures
 * @param {number[]} startGold  of a player, in the printed game and in the changed one
 */
export function answer(rows, { headlines, ratios, same_in: sameIn, cannot_tell: cannotTell }, startGold) {
  const named = rows.filter(({ metric }) => metric.name in headlines);
  const [first, ...others] = named;
  const sentence = (/** @type {any} */ row) => {
    const { metric, before, after, scale, verdict } = row;
    const start = capital(claim(headlines[metric.name], verdict, (scale * after) / before, ratios));
    if (scale !== 1) return `${start} ${SCALED}: ${inStarts(row, startGold)}.`;
    const value = inFull(after, metric.unit);
    return `${start}: ${verdict === "same" ? value : (SAYS[metric.name]?.(value, inFull(before, metric.unit)) ?? instead(after, before, metric.unit))}.`;
  };
  const name = (/** @type {any} */ { metric, scale }) =>
    `${headlines[metric.name].name}${scale === 1 ? "" : ` (${SCALED})`}`;
  const names = (/** @type {string} */ verdict, /** @type {any[]} */ from) =>
    from.filter((row) => row.verdict === verdict).map(name);
  const rest = (/** @type {string} */ words, /** @type {string[]} */ which) =>
    which.length ? [`${capital(words)} ${listed(which)}.`] : [];
  const clear = others.filter(({ verdict }) => verdict === "more" || verdict === "less").map(sentence);
  const open = rest(cannotTell, names("unclear", named));
  return [
    ...(first.verdict === "unclear" ? [] : [sentence(first)]),
    ...clear,
    ...rest(sameIn, names("same", others)),
    ...open,
  ];
}

/** How the command line says that gold is compared as parts of what players start with: see `tda_sim.answers.house_rules`. */
const SCALED = "after scaling to the same starting gold";

/** What a rate counts, in its sentence. @type {Record<string, (after: string, before: string) => string>} */
const SAYS = {
  comebacks: (after, before) =>
    `the player who is poorest halfway through a game wins ${after} of the games instead of ${before}`,
};

const inFull = (/** @type {number} */ value, /** @type {string} */ unit) =>
  unit === "in 100 gambits" ? `${shown(value)} ${unit}` : withUnit(value, unit);

/** Two values, with the unit once where it is a word. @param {number} after @param {number} before @param {string} unit */
function instead(after, before, unit) {
  return unit === "in 100 gambits"
    ? `${shown(after)} instead of ${inFull(before, unit)}`
    : `${inFull(after, unit)} instead of ${unit === "%" ? inFull(before, unit) : shown(before)}`;
}

/** Amounts of gold as parts of the starting gold, and as they lie on the table. @param {{before: number, after: number}} row @param {number[]} startGold */
function inStarts({ before, after }, startGold) {
  const [one, other] = [before, after].map((gold, side) => `${shown((100 * gold) / startGold[side], 5)}${NARROW}%`);
  return `${other} of what a player starts with instead of ${one}. In coins, ${withUnit(after, "gold")} instead of ${shown(before)}`;
}

/** A measure's title in tables. @param {{name: string, title: string}} metric @param {Record<string, string>} short  titles of main measures */
export const tableTitle = ({ name, title }, short) => short[name] ?? capital(title);

/** The unit of a measure's differences. @param {{unit: string}} metric */
export const changeUnit = ({ unit }) => (unit === "%" ? "points" : unit);

export const capital = (/** @type {string} */ text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** What the printed game is like. @param {Record<string, number>} values */
export function portrait(values) {
  return [
    `A game takes about ${shown(values.minutes, 1)} minutes: ${shown(values.plays, 1)} cards played.`,
    `The winner of a gambit takes ${shown(values.stakes, 1)} gold with the stakes, and ${shown(values.special_flights, 1)} special flights come up in 100 gambits.`,
    `The player who is poorest halfway through still wins ${withUnit(values.comebacks, "%", 0.1)} of the games.`,
  ];
}

/** What a house rule changes, in a sentence. @param {string[]} changes */
export const ruleText = (changes) => `${changes.join("; ")}.`;
