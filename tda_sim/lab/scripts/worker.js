/** A worker: plays blocks of games, printed and changed, on the same shuffles. */
import { LOOKED, marksOf } from "./chosen_games.js";
import { Coach } from "./coach.js";
import { Engine, Table, seatings } from "./engine.js";

/** @import { Advised, Job, Known, Played, Task } from "./types.js" */

/** @type {Known} */
let known;
/** @type {{id: number, table: Table} | undefined} */
let seated;

self.onmessage = ({ data }) => {
  try {
    if (data.module) known = data;
    else if (data.coach) weighInParts(data.coach);
    else postMessage(played(data));
  } catch (error) {
    postMessage({ id: data.id, error: String(error) });
  }
};

/** @param {Job} job @returns {Played} */
function played({ id, sides, players, block, games, seed, lineUp, entrants, paces }) {
  const { layout, module } = known;
  if (seated?.id !== id) {
    const engine = new Engine(module, layout); // memory of the last table goes with its instance
    seated = { id, table: new Table(engine, players, entrants, seatings(lineUp, layout), games) };
  }
  const { table } = seated;
  const playedSides = sides.map((tables) => {
    table.lay(tables);
    table.play(seed, block * games, games);
    const isLooked = block * games < LOOKED;
    const marks = isLooked ? marksOf(table.engine, table.tallies, games, players) : undefined;
    return { ...table.summed(games, paces), ...table.met(), marks };
  });
  return { id, block, sides: playedSides };
}

/**
 * Weigh the open question of a game, deals by deals.
 * @param {Advised & {task: Task, deals: number, atOnce: number}} job
 */
function weighInParts({ task, deals, atOnce, ...about }) {
  const coach = new Coach(new Engine(known.module, known.layout), known.story, about);
  for (let first = 0; first < deals; first += atOnce) {
    const it = coach.weigh({ ...task, first, deals: atOnce });
    postMessage({ it });
    if (!it) return;
  }
}
