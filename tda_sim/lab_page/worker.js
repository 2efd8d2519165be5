/** A worker: plays blocks of games, printed and changed, on the same shuffles. */
import { marksOf, LOOKED } from "./chosen_games.js";
import { Coach } from "./coach.js";
import { Engine, Table, seatings } from "./engine.js";
import { blockSums, cardTimes, openingSums } from "./sums.js";

/** @type {Engine} */
let engine;
/** @type {any} */
let setUp;
/** @type {{id: number, table: Table} | undefined} */
let seated;

self.onmessage = ({ data }) => {
  if (data.module) {
    engine = new Engine(data.module, data.layout);
    setUp = data;
    return;
  }
  try {
    if (data.coach) weighInParts(data.coach);
    else postMessage(played(data));
  } catch (error) {
    postMessage({ id: data.id, error: String(error) });
  }
};

/** @param {any} job */
function played(job) {
  if (seated?.id !== job.id) {
    engine = new Engine(setUp.module, setUp.layout); // memory of the last table goes with its instance
    seated = { id: job.id, table: new Table(engine, job.players, job.entrants, seatings(job.lineUp), job.games) };
  }
  const { table } = seated;
  const sides = job.sides.map((/** @type {import("./edits.js").Tables} */ { cards, rules }) => {
    table.lay(cards, rules);
    table.play(BigInt(job.seed), job.block * job.games, job.games);
    const { records, sizes, sums, ways } = setUp.layout;
    const made = blockSums(engine.view, table.tallies, job.games, job.players, records.TALLY, job.clockwork);
    const marks =
      job.block * job.games < LOOKED
        ? marksOf(engine.view, table.tallies, job.games, job.players, records.TALLY)
        : undefined;
    const ofCards = table.cardSums();
    const times = cardTimes(ofCards, sizes, table.entrants, sums, ways);
    return { ...made, marks, opening: openingSums(ofCards, sizes, table.entrants, sums), times };
  });
  return { id: job.id, block: job.block, sides };
}

/** Weigh the open question of a game, deals by deals. @param {any} job */
function weighInParts({ task, deals, atOnce, ...about }) {
  const coach = new Coach(new Engine(setUp.module, setUp.layout), setUp.story, about);
  for (let first = 0; first < deals; first += atOnce) {
    const it = coach.weigh({ ...task, first, deals: atOnce });
    postMessage({ it });
    if (!it) return;
  }
}
