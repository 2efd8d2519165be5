/**
 * What games of a block add up to: the columns that measures are ratios of, as `tda_sim.measures.blocks` has them.
 *
 * @import { Clockwork } from "./types.js"
 */

const WIN = 60; // a win share is a whole number of sixtieths
const NONE = -1;
const PLAIN = [
  "gambits",
  "rounds",
  "plays",
  "lead_changes",
  "max_stakes",
  "power_gold",
  "triggers",
  "colour_flights",
  "strength_flights",
  "debts",
  "emptied",
  "drawn_gambits",
  "reshuffles",
];

/**
 * Return the sums over games whose tallies lie in memory, by column, and how many cards each game took.
 * @param {DataView} view @param {number} start @param {number} games @param {number} players
 * @param {import("./types.js").RecordLayout} tally @param {Clockwork} clockwork
 */
export function blockSums(view, start, games, players, tally, clockwork) {
  /** @type {Record<string, number>} */
  const sums = { games };
  const add = (/** @type {string} */ name, /** @type {number} */ value) => {
    sums[name] = (sums[name] ?? 0) + value;
  };
  const plays = new Uint32Array(games);
  for (let k = 0; k < games; k++) {
    const at = start + k * tally.size;
    const read = (/** @type {string} */ field, place = 0) =>
      Number(view.getBigInt64(at + tally.fields[field][0] + 8 * place, true));
    const total = (/** @type {string} */ field) => seats(players).reduce((sum, seat) => sum + read(field, seat), 0);
    plays[k] = read("plays");
    const own = Object.fromEntries(PLAIN.map((name) => [name, read(name)]));
    own.purchases = total("purchases");
    own.stakes_won = total("stakes_won");
    for (const [name, value] of Object.entries(own)) add(name, value);
    addGambits(add, own, read("behind"), read("deficit"));
    addWins(add, players, read, own);
    add(
      "milliseconds",
      Object.entries(clockwork.milliseconds.each).reduce(
        (sum, [name, each]) => sum + each * own[name],
        clockwork.milliseconds.once,
      ),
    );
    const end = clockwork.ends[read("end")];
    add(end === "unfinished" ? end : `end_${end}`, 1);
  }
  return { sums, plays };
}

const seats = (/** @type {number} */ players) => Array.from({ length: players }, (_, seat) => seat);

/**
 * @param {(name: string, value: number) => void} add @param {Record<string, number>} own @param {number} behind
 * @param {number} deficit
 */
function addGambits(add, own, behind, deficit) {
  add("special_flights", own.colour_flights + own.strength_flights);
  add("further_gambits", own.gambits - 1);
  add("won_gambits", own.gambits - own.drawn_gambits);
  if (behind === NONE) return; // nobody won alone
  add("behind", behind);
  add("deficit", deficit);
  add("won_games", 1);
  add("behind_gambits", own.gambits);
}

/**
 * @param {(name: string, value: number) => void} add @param {number} players
 * @param {(field: string, place?: number) => number} read @param {Record<string, number>} own
 */
function addWins(add, players, read, own) {
  const winners = read("winners");
  const shared = read("n_winners");
  const par = WIN / players;
  const won = (/** @type {number} */ seat) => ((winners >> seat) & 1) * (WIN / Math.max(shared, 1));
  for (const seat of seats(players)) {
    const entrant = read("entrant", seat);
    add(`won_${entrant}`, won(seat));
    add(`held_${entrant}`, 1);
  }
  add("finished", winners > 0 ? 1 : 0);
  add("ties", shared > 1 ? 1 : 0);
  add("opener_above_par", WIN * read("openers_won") - par * (own.gambits - own.drawn_gambits));
  for (const half of ["half_richest", "half_poorest"]) {
    const seat = read(half);
    add(`${half}_games`, seat !== NONE && winners > 0 ? 1 : 0);
    add(`${half}_won`, seat === NONE ? 0 : won(seat));
  }
  const first = read("first_leader");
  const led = first !== NONE && winners > 0;
  add("led_games", led ? 1 : 0);
  for (const turn of seats(players)) add(`turn_${turn}_above_par`, led ? won((first + turn) % players) - par : 0);
}

/**
 * Return for each card how often it was dealt in an opening hand, with the win shares of who was dealt it, in
 * sixtieths,
 * and their squares: three numbers a card, from the engine's sums of all strategies together.
 * @param {BigInt64Array} sums @param {number[]} sizes @param {number} entrants @param {string[]} names
 */
export function openingSums(sums, sizes, entrants, names) {
  const [contacts, cards, each] = sizes.slice(4, 7);
  const places = ["count", "win", "win2"].map((name) => names.indexOf(name));
  const made = new Float64Array(3 * cards);
  for (let entrant = 0; entrant < entrants; entrant++)
    for (let card = 0; card < cards; card++)
      places.forEach((place, k) => {
        // contact 0: opening hand
        made[3 * card + k] += Number(sums[(entrant * contacts * cards + card) * each + place]);
      });
  return made;
}

/**
 * Return how often each card was met in each of some ways: so many numbers a card, of all strategies together.
 * @param {BigInt64Array} sums @param {number[]} sizes @param {number} entrants @param {string[]} names
 * @param {number[]} ways  by the engine's numbers
 */
export function cardTimes(sums, sizes, entrants, names, ways) {
  const [contacts, cards, each] = sizes.slice(4, 7);
  const times = names.indexOf("times");
  const made = new Float64Array(ways.length * cards);
  for (let entrant = 0; entrant < entrants; entrant++)
    for (let card = 0; card < cards; card++)
      ways.forEach((way, k) => {
        made[ways.length * card + k] += Number(sums[((entrant * contacts + way) * cards + card) * each + times]);
      });
  return made;
}
