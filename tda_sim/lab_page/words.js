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
 * What a change amounts to beside the printed value: "−37 %", "about twice", or points for shares.
 * @param {number} before @param {number} after @param {string} unit
 */
export function compared(before, after, unit) {
  if (unit === "points" || unit === "%") return `${signed(after - before)} points`;
  if (before <= 0) return `${signed(after - before)} ${unit}`;
  const times = after / before;
  if (times > 0.45 && times < 0.55) return "about half";
  if (times > 1.9 && times < 2.1) return "about twice";
  if (times >= 1.75) return `${times.toFixed(1)} times`;
  return `${signed(Math.round(100 * (times - 1)), 5)}${NARROW}%`;
}

/**
 * The answer in sentences: what differs, then what stays, then what is open.
 * @param {{metric: any, before: number, after: number, scale: number, verdict: string}[]} rows  of the main measures
 * @param {{phrases: Record<string, string[]>}} measures
 */
export function answer(rows, { phrases }) {
  const named = rows.filter(({ metric }) => metric.name in phrases);
  const [first, ...others] = named;
  const of = (/** @type {string[]} */ words) => others.filter(({ verdict }) => words.includes(verdict));
  const subject = (/** @type {any} */ row) => phrases[row.metric.name][0];
  const changed = (/** @type {any} */ row) => {
    const [who, more, less] = phrases[row.metric.name];
    const values = `${withUnit(row.scale * row.after, row.metric.unit)} instead of ${shown(row.before)}`;
    const coins = row.scale === 1 ? "" : ", in coins of the printed game";
    return `${capital(who)} ${row.verdict === "more" ? more : less}: ${values} (${compared(row.before, row.scale * row.after, row.metric.unit)}${coins}).`;
  };
  const unchanged = (/** @type {any} */ row) => `${capital(subject(row))} ${phrases[row.metric.name][3]} as before${row === first ? `: ${withUnit(row.after, row.metric.unit)}` : ""}.`;
  const sentences = [first.verdict === "same" ? unchanged(first) : first.verdict === "unclear" ? `${capital(subject(first))} may change in length: too early to tell.` : changed(first)];
  sentences.push(...of(["more", "less"]).map(changed));
  const same = of(["same"]);
  if (same.length === 1) sentences.push(unchanged(same[0]));
  if (same.length > 1) sentences.push(`No difference that matters: ${listed(same.map((row) => subject(row)))}.`);
  const open = of(["unclear"]);
  if (open.length) sentences.push(`Too early to tell: ${listed(open.map((row) => subject(row)))}.`);
  return sentences;
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
