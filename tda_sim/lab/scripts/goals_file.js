/** What can be searched for, in the page as by `tda design`: numbers by name, and the file of goals of a search. */
import { knobsOf } from "./edits.js";
import { flow } from "./house_rule.js";

/** @import { Finding, Want } from "./finding.js" */
/** @import { Amount, Data, Deck, Edits, Knob, Plain } from "./types.js" */

export const RULE_OF_GOALS = "my-house-rule.yaml";
const BUDGET = 150_000; // games of the search on the command line
const UNLIKE = "# Here players play unlike; the search of the command line has one strategy in all seats.\n";

/**
 * The numbers that may change: of ways to deal gold the one that holds, and nothing that is added to a group's power.
 * @param {Deck} deck  under its house rules @param {Edits} edits @param {Data} data @returns {Map<string, Knob>}
 */
export function numbersOfGame(deck, { numbers }, data) {
  const mayChange = (/** @type {Knob} */ { key, least, printed }) => {
    const [kind, whole] = key.split(".");
    const isOff = data.whole.includes(whole) && !(numbers[key] ?? printed);
    return least !== undefined && kind !== "powers" && !isOff;
  };
  return new Map([...knobsOf(deck, data)].filter(([, knob]) => mayChange(knob)));
}

/** The file of a search. @param {Finding} finding @param {boolean} changed  whether it starts from a changed game */
export function goalsFile({ data, state, deck, wish }, changed) {
  const isAlike = new Set(state.lineUp).size === 1;
  const table = isAlike ? data.strategies[state.lineUp[0]].name : data.strategy;
  const change = wish.numbers.map(({ knob: { key }, values }) => {
    const [from, to, step] = [values[0], values.at(-1), values[1] - values[0]];
    return [parameterOf(deck, key), `${from}..${to}${step > 1 ? `:${step}` : ""}`];
  });
  const want = wish.wants.map((each) => [each.metric.name, wishOf(each)]);
  const head = {
    title: "My goals",
    deck: deck.name,
    ...(changed ? { rules: RULE_OF_GOALS } : {}),
    ...{ players: state.players, table, change, want, budget: BUDGET },
  };
  const lines = Object.entries(head).map(([key, value]) => {
    if (!Array.isArray(value)) return `${key}: ${flow(value)}`;
    return [`${key}:`, ...value.map(([name, own]) => `  ${name}: ${flow(own)}`)].join("\n");
  });
  return `${isAlike ? "" : UNLIKE}${lines.join("\n")}\n`;
}

/** @param {Want} want */
function wishOf({ low, high }) {
  if (low === -Infinity) return `<= ${high}`;
  return high === Infinity ? `>= ${low}` : `${low}..${high}`;
}

/**
 * The name that commands have for what a knob changes.
 * @param {Deck} deck @param {string} key
 */
export function parameterOf({ families }, key) {
  for (const [family, { amounts, yaml }] of Object.entries(families)) {
    const amount = amounts.find((one) => one.key === key);
    if (amount) return [...family.split("/"), amount.part, ...stepsTo(amount, yaml[amount.part])].join(".");
  }
  return key;
}

/**
 * The way to an amount: effects by name or, where a list has one twice, by place.
 * @param {Amount} amount @param {Plain} effects
 */
function stepsTo({ path }, effects) {
  let here = /** @type {any} */ (effects);
  return path.flatMap((step, k) => {
    const list = here;
    here = here[step];
    if (typeof step === "number") {
      const same = list.filter((/** @type {Plain} */ one) => one === path[k + 1] || Object(one)[path[k + 1]]);
      return same.length > 1 ? [step + 1] : [path[k + 1]];
    }
    return typeof path[k - 1] === "number" ? [] : [step];
  });
}
