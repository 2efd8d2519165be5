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
    return ratio >= many ? `${ratio.toFixed(1).replace(/\.0$/, "")} times as ${as}` : `${(100 * Math.abs(ratio - 1)).toFixed(0)}${NARROW}% ${word}`;
  };
  return `${subject} ${size()}`;
}

/**
 * The answer in sentences: what differs, then what stays, then what is open. The first measure comes first, unless it is open.
 * @param {{metric: any, before: number, after: number, scale: number, verdict: string}[]} rows  of the main measures
 * @param {{headlines: Record<string, Headline>, ratios: Ratios, same_in: string, cannot_tell: string}} measures
 */
export function answer(rows, { headlines, ratios, same_in: sameIn, cannot_tell: cannotTell }) {
  const named = rows.filter(({ metric }) => metric.name in headlines);
  const [first, ...others] = named;
  const said = (/** @type {any} */ row) => {
    const after = row.scale * row.after;
    const coins = row.scale === 1 ? "" : ", in coins of the printed game";
    const values = row.verdict === "same" ? withUnit(after, row.metric.unit) : `${withUnit(after, row.metric.unit)} instead of ${shown(row.before)}`;
    return `${capital(claim(headlines[row.metric.name], row.verdict, after / row.before, ratios))}: ${values}${coins}.`;
  };
  const names = (/** @type {string} */ verdict, /** @type {any[]} */ from) => from.filter((row) => row.verdict === verdict).map(({ metric }) => headlines[metric.name].name);
  const rest = (/** @type {string} */ words, /** @type {string[]} */ which) => (which.length ? [`${capital(words)} ${listed(which)}.`] : []);
  const clear = others.filter(({ verdict }) => verdict === "more" || verdict === "less").map(said);
  const open = rest(cannotTell, names("unclear", named));
  return [...(first.verdict === "unclear" ? [] : [said(first)]), ...clear, ...rest(sameIn, names("same", others)), ...open];
}

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
