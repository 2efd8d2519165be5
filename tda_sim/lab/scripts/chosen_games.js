/** Which games are worth a look: by what is counted in each of the first games. */
import { EngineRecord } from "./engine.js";

/** @import { Engine } from "./engine.js" */
/** @import { Step } from "./games.js" */
/** @import { Marks, Told } from "./types.js" */

/** Games that are looked through. */
export const LOOKED = 1000;

/**
 * The choices of the page, each with its criterion: the game that scores highest, by its ranks from 0 to 1, is shown.
 * @type {{name: string, title: string, text: string, score: (ranks: Record<string, number>) => number}[]}
 */
export const CHOICES = [
  {
    name: "typical",
    title: "A typical game",
    text: "the one nearest to the median in length and in changes of the lead, taken together",
    score: ({ plays, lead_changes }) => -Math.abs(plays - 0.5) - Math.abs(lead_changes - 0.5),
  },
  {
    name: "wild",
    title: "A wild game",
    text: "the one that ranks highest by its largest stakes and by the gold that powers move, taken together",
    score: ({ max_stakes, power_gold }) => max_stakes + power_gold,
  },
  {
    name: "one-sided",
    title: "A one-sided game",
    text: "the one whose winner ends with the largest lead in gold",
    score: ({ margin }) => margin,
  },
];

/**
 * A step that is worth a jump: "stakes", where the stakes are largest; "power", where a power moves the most gold;
 * "lead", where the winner takes the lead for good.
 * @typedef {{name: string, at: number, gold: number, gambit: number, card?: string}} Moment  at: the number of the step
 */

const POWER_MOVES = ["pay", "pay_stakes", "steal"];
const ENDS_POWER = ["play", "turn", "colour_flight", "strength_flight"];

/** The moments of a game. @param {Step[]} steps @param {number[]} winners @returns {Moment[]} */
export function momentsOf(steps, winners) {
  const stakes = steps.map((step, at) => {
    const gold = highestStakes(step, steps[at - 1]);
    return { name: "stakes", at, gambit: step.gambit, gold };
  });
  const powers = steps.flatMap(({ events, gambit }, at) =>
    powersOf(events).map((power) => ({ name: "power", at, gambit, ...power })),
  );
  const most = (/** @type {Moment[]} */ from) =>
    from
      .filter(({ gold }) => gold > 0)
      .sort((a, b) => b.gold - a.gold)
      .slice(0, 1);
  return [...most(stakes), ...most(powers), ...leadForGood(steps, winners)];
}

/** The most gold in the stakes during a step. @param {Step} step @param {Step | undefined} before */
function highestStakes({ events, place }, before) {
  let now = before?.place.stakes ?? 0;
  let highest = Math.max(place.stakes, now);
  for (const { event, gold, to } of events) {
    if (event === "pay_stakes" || (event === "repay" && to === "stakes")) now += gold;
    else if (["steal", "share", "award"].includes(event)) now -= gold;
    highest = Math.max(highest, now);
  }
  return highest;
}

/** The gold that each power of a step moves. @param {Told[]} events */
function powersOf(events) {
  const made = /** @type {{card: string, gold: number}[]} */ ([]);
  let power = made[0];
  for (const { event, card, gold } of events) {
    if (event === "trigger") made.push((power = { card, gold: 0 }));
    else if (ENDS_POWER.includes(event)) power = undefined;
    else if (power && POWER_MOVES.includes(event)) power.gold += gold;
  }
  return made;
}

/**
 * The end of the gambit after which the winner was richest until the end, if one player wins.
 * @param {Step[]} steps @param {number[]} winners @returns {Moment[]}
 */
function leadForGood(steps, [winner, ...others]) {
  if (winner === undefined || others.length) return [];
  const ahead = (/** @type {Step} */ { place: { hoards } }) =>
    hoards[winner] - Math.max(...hoards.toSpliced(winner, 1));
  const ends = steps.filter(({ gambit }, at) => gambit > 0 && gambit !== steps[at + 1]?.gambit);
  const end = ends[ends.findLastIndex((step) => ahead(step) <= 0) + 1];
  if (!end) return [];
  const scores = (/** @type {Step} */ { gambit, events }) =>
    gambit === end.gambit && events.some(({ event }) => event === "award");
  const at = steps.indexOf(steps.find(scores) ?? end);
  return [{ name: "lead", at, gambit: end.gambit, gold: ahead(end) }];
}

const COUNTED = /** @type {const} */ (["plays", "lead_changes", "max_stakes", "power_gold"]);

/**
 * Read the marks of games whose tallies lie in memory.
 * @param {Engine} engine @param {number} start @param {number} games @param {number} players @returns {Marks}
 */
export function marksOf(engine, start, games, players) {
  const { size } = engine.layout.records.TALLY;
  const tallies = Array.from({ length: games }, (_, k) => new EngineRecord(engine, "TALLY", start + k * size));
  const [plays, lead_changes, max_stakes, power_gold] = COUNTED.map((name) => tallies.map((tally) => tally.read(name)));
  const gold = tallies.map((tally) => tally.list("gold", players).sort((a, b) => b - a));
  return { plays, lead_changes, max_stakes, power_gold, margin: gold.map(([most, next]) => most - next) };
}

/**
 * The number of the game for each of `CHOICES`; of several as good, the first.
 * @param {Marks[]} blocks  in the order of the games @returns {Record<string, number>}
 */
export function chosenGames(blocks) {
  const names = /** @type {(keyof Marks)[]} */ (Object.keys(blocks[0]));
  const ranks = names.map((name) => midRanks(blocks.flatMap((block) => block[name])));
  const games = ranks[0].map((_, game) => Object.fromEntries(names.map((name, k) => [name, ranks[k][game]])));
  const best = (/** @type {number[]} */ scores) => scores.indexOf(Math.max(...scores));
  return Object.fromEntries(CHOICES.map(({ name, score }) => [name, best(games.map(score))]));
}

/** Ranks from 0 to 1; values that are equal share the middle of their ranks. @param {number[]} values */
function midRanks(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const ranks = new Map(
    [...new Set(sorted)].map((value) => [value, sorted.indexOf(value) + sorted.lastIndexOf(value) + 1]),
  );
  return values.map((value) => ranks.get(value) / (2 * values.length));
}
