// What the page makes of phrases, as JSON: node say.mjs FILE, with {book, cases}.
import { readFileSync } from "node:fs";
import { phrasebook } from "../../tda_sim/lab/scripts/phrases.js";

const { book, cases } = JSON.parse(readFileSync(process.argv[2], "utf8"));

const said = ({ path, phrase, parts }) => {
  const say = phrasebook({ ...book, own: { phrase } });
  try {
    return say(path ?? "own.phrase", parts);
  } catch {
    return null;
  }
};

process.stdout.write(JSON.stringify(cases.map(said)));
