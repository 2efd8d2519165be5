/**
 * Which games are worth a look: by what is counted in each of the first games.
 *
 * @typedef {{plays: number[], lead_changes: number[], max_stakes: number[], power_gold: number[], margin: number[]}} Marks
 *   by game: cards played, changes of the lead, the highest stakes, gold moved by powers, the winner's gold minus the next
 */

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

/** The moments of a game. @param {import("./games.js").Step[]} steps @param {number[]} winners @returns {Moment[]} */
export function momentsOf(steps, winners) {
  const stakes = steps.map((step, at) => ({
    name: "stakes",
    at,
    gambit: step.gambit,
    gold: highestStakes(step, steps[at - 1]),
  }));
  const powers = steps.flatMap((step, at) =>
    powersOf(step.events).map((power) => ({ name: "power", at, gambit: step.gambit, ...power })),
  );
  const most = (/** @type {Moment[]} */ from) =>
    from.reduce((found, each) => (each.gold > found.gold ? each : found), { name: "", at: 0, gold: 0, gambit: 0 });
  return [most(stakes), most(powers), ...leadForGood(steps, winners)].filter(({ name }) => name);
}

/** The most gold in the stakes during a step. @param {import("./games.js").Step} step @param {import("./games.js").Step | undefined} before */
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

/** The gold that each power of a step moves. @param {import("./telling.js").Told[]} events */
function powersOf(events) {
  const made = [];
  let power;
  for (const { event, card, gold } of events) {
    if (event === "trigger") made.push((power = { card, gold: 0 }));
    else if (ENDS_POWER.includes(event)) power = undefined;
    else if (power && POWER_MOVES.includes(event)) power.gold += gold;
  }
  return made;
}

/** The end of the gambit after which the winner was richest until the end, if one player wins. @param {import("./games.js").Step[]} steps @param {number[]} winners @returns {Moment[]} */
function leadForGood(steps, winners) {
  if (winners.length !== 1) return [];
  const ends = steps
    .map((_, at) => at)
    .filter((at) => steps[at].gambit > 0 && steps[at].gambit !== steps[at + 1]?.gambit);
  const ahead = (/** @type {number} */ at) => {
    const { hoards } = steps[at].place;
    return hoards[winners[0]] - Math.max(...hoards.filter((_, seat) => seat !== winners[0]));
  };
  const behind = ends.filter((at) => ahead(at) <= 0).at(-1) ?? -1;
  const first = ends.find((at) => at > behind);
  if (first === undefined) return [];
  const { gambit } = steps[first];
  const scoring = steps.findIndex(
    (step) => step.gambit === gambit && step.events.some(({ event }) => event === "award"),
  );
  return [{ name: "lead", at: scoring < 0 ? first : scoring, gambit, gold: ahead(first) }];
}

const COUNTED = ["plays", "lead_changes", "max_stakes", "power_gold"];

/**
 * Read the marks of games whose tallies lie in memory.
 * @param {DataView} view @param {number} start @param {number} games @param {number} players
 * @param {import("./engine.js").RecordLayout} tally @returns {Marks}
 */
export function marksOf(view, start, games, players, tally) {
  const made = { plays: [], lead_changes: [], max_stakes: [], power_gold: [], margin: [] };
  for (let k = 0; k < games; k++) {
    const read = (/** @type {string} */ field, place = 0) =>
      Number(view.getBigInt64(start + k * tally.size + tally.fields[field][0] + 8 * place, true));
    for (const name of COUNTED) made[name].push(read(name));
    const [most, next] = Array.from({ length: players }, (_, seat) => read("gold", seat)).sort((a, b) => b - a);
    made.margin.push(most - next);
  }
  return made;
}

/** The number of the game for each of `CHOICES`; of several as good, the first. @param {Marks[]} blocks  in the order of the games @returns {Record<string, number>} */
export function chosenGames(blocks) {
  const ranks = Object.fromEntries(
    Object.keys(blocks[0]).map((name) => [name, midRanks(blocks.flatMap((block) => block[name]))]),
  );
  const scores = (/** @type {number} */ game) =>
    Object.fromEntries(Object.entries(ranks).map(([name, own]) => [name, own[game]]));
  const games = ranks.plays.map((_, game) => scores(game));
  return Object.fromEntries(
    CHOICES.map(({ name, score }) => {
      const values = games.map(score);
      return [name, values.indexOf(Math.max(...values))];
    }),
  );
}

/** Ranks from 0 to 1; values that are equal share the middle of their ranks. @param {number[]} values */
function midRanks(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const first = new Map();
  const last = new Map();
  sorted.forEach((value, k) => {
    if (!first.has(value)) first.set(value, k);
    last.set(value, k + 1);
  });
  return values.map((value) => (first.get(value) + last.get(value)) / (2 * values.length));
}
