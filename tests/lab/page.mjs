// What the page's modules make of a request, as JSON: node page.mjs FILE, with {layout, data, tables, task}.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Engine, Table, seatings } from "../../tda_sim/lab_page/engine.js";
import { edited, houseRule, problems } from "../../tda_sim/lab_page/edits.js";
import { conflict, deckOf } from "../../tda_sim/lab_page/presets.js";
import { blockSums, cardTimes, openingSums } from "../../tda_sim/lab_page/sums.js";
import { fromHash, toHash } from "../../tda_sim/lab_page/state.js";
import { difference, interval, marginOf, ratio, student, verdict } from "../../tda_sim/lab_page/statistics.js";
import { claim } from "../../tda_sim/lab_page/words.js";

const folder = process.argv[2];
const { data, tasks } = JSON.parse(readFileSync(`${folder}/request.json`, "utf8"));
const module = new WebAssembly.Module(readFileSync(`${folder}/engine.wasm`));
const tables = readFileSync(`${folder}/tables.bin`);
const { records, sizes, sums, ways } = data.layout;

const printed = (deck) => {
  const start = deck * (records.CARDS.size + records.RULES.size);
  const middle = start + records.CARDS.size;
  return { cards: tables.slice(start, middle), rules: tables.slice(middle, middle + records.RULES.size) };
};

const games = ({ cards, rules }, { players, seed, games: count, strategy, parameters = [] }) => {
  const engine = new Engine(module, data.layout);
  const table = new Table(engine, players, [{ strategy, parameters }], seatings(Array(players).fill(0)), count);
  table.lay(Uint8Array.from(cards), Uint8Array.from(rules));
  table.play(BigInt(seed), 0, count);
  return { engine, table };
};

const answers = {
  // The house rule of changes, and the digest of some games under them.
  edit({ deck, edits, ...how }) {
    const before = printed(deck);
    const own = { cards: new Uint8Array(before.cards), rules: new Uint8Array(before.rules) };
    const ruled = deckOf(data, { deck, edits });
    const wrong = problems(ruled, own, edits, data);
    if (wrong.length) return { wrong };
    const after = edited(ruled, own, edits, data);
    const { engine, table } = games(after, how);
    const memory = new Uint8Array(engine.code.memory.buffer, table.tallies, how.games * records.TALLY.size);
    const state = { deck, players: how.players, lineUp: Array(how.players).fill(how.strategy), edits };
    const back = fromHash(toHash(state, data), data);
    return { wrong, digest: createHash("sha256").update(memory).digest("hex"), yaml: houseRule(ruled, own, edits, data, "Made up."), back };
  },
  sums({ deck, ...how }) {
    const { engine, table } = games(printed(deck), how);
    const clockwork = { milliseconds: data.clockwork.milliseconds[how.players], ends: data.clockwork.ends };
    const made = blockSums(engine.view, table.tallies, how.games, how.players, records.TALLY, clockwork);
    return { sums: made.sums, plays: [...made.plays], opening: [...openingSums(table.cardSums(), sizes, 1, sums)],
      times: [...cardTimes(table.cardSums(), sizes, 1, sums, ways)] };
  },
  compare: ({ a, b, metric, z, scale }) => {
    const [before, after] = [ratio(a, metric), ratio(b, metric)];
    const change = difference(before, after, z, scale);
    return { change, own: interval(before, z), verdict: verdict(change, marginOf(metric, before.estimate)) };
  },
  claim: ({ metric, verdict: word, ratio: of }) => claim(data.measures.headlines[metric], word, of, data.measures.ratios).replaceAll("\u202f", " "),
  student: ({ z, freedom }) => student(z, freedom),
  conflicts: () => data.presets.map((one) => data.presets.filter((other) => conflict(one, other)).map(({ name }) => name)),
  hash: ({ hash }) => toHash(fromHash(hash, data), data),
  seatings: ({ lineUp }) => seatings(lineUp),
};

process.stdout.write(JSON.stringify(tasks.map(({ kind, ...task }) => answers[kind](task))));
