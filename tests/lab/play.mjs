// Plays cells of games in WebAssembly and prints digests: node play.mjs FOLDER. tests/lab/played_cells.py writes the folder.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Engine, Table, seatings } from "../../tda_sim/lab/scripts/engine.js";

const folder = process.argv[2];
const request = JSON.parse(readFileSync(`${folder}/request.json`, "utf8"));
const module = new WebAssembly.Module(readFileSync(`${folder}/engine.wasm`));
const tables = readFileSync(`${folder}/tables.bin`);
const { CARDS, RULES, TALLY } = request.layout.records;
const sha = (bytes) => createHash("sha256").update(bytes).digest("hex");

const digests = request.cells.map((cell) => {
  const engine = new Engine(module, request.layout);
  const table = new Table(engine, cell.players, cell.entrants, seatings(cell.lineUp, request.layout), cell.games);
  const start = cell.deck * (CARDS.size + RULES.size);
  const middle = start + CARDS.size;
  table.lay({ cards: tables.subarray(start, middle), rules: tables.subarray(middle, middle + RULES.size) });
  const begun = process.cpuUsage();
  table.play(cell.seed, cell.first, cell.games);
  const used = process.cpuUsage(begun);
  const memory = new Uint8Array(engine.code.memory.buffer);
  const tallies = memory.subarray(table.tallies, table.tallies + cell.games * TALLY.size);
  return {
    tallies: sha(tallies),
    sums: sha(memory.subarray(table.sums, table.sums + 8 * table.sumCount)),
    seconds: (used.user + used.system) / 1e6,
  };
});
process.stdout.write(JSON.stringify(digests));
