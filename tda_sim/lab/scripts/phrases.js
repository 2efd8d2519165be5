/** The phrasebook: see `tda_sim.wording.phrases`, which does the same. */

/** @import { Part, Phrase, Say } from "./types.js" */

const PLACE = /\{(=?)(\w[\w.]*)((?:\|[^{}|]*)*)\}/g;

/** What says a phrase of a book with its parts. @param {object} book @returns {Say} */
export function phrasebook(book) {
  /** @type {Say} */
  const say = (path, parts = {}) => filled(at(path), parts);

  const at = (/** @type {string} */ path) =>
    path.split(".").reduce((phrases, step) => present(phrases, step), /** @type {any} */ (book));

  /** @param {Phrase} phrase @param {Record<string, Part>} parts @returns {string} */
  function filled(phrase, parts) {
    if (typeof phrase !== "string") {
      const key = caseOf(present(parts, String(phrase.by)));
      return filled(key in phrase ? phrase[key] : present(phrase, "else"), parts);
    }
    return phrase.replace(PLACE, (_, isPhrase, name, forms) => {
      const key = name[0].toLowerCase() + name.slice(1);
      const text = isPhrase ? say(key, parts) : wordsOf(present(parts, key), forms.split("|").slice(1));
      return name === key ? text : capital(text);
    });
  }

  return say;
}

/** Names as a list in a sentence; "none" if there are none. @param {string[]} names */
export const listed = (names, last = "and") =>
  [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(` ${last} `) || "none";

export const capital = (/** @type {string} */ text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** @param {Part} value @param {string[]} forms */
function wordsOf(value, forms) {
  if (Array.isArray(value)) return listed(value, forms[0]);
  if (forms.length) return forms[value === 1 ? 0 : 1];
  if (typeof value === "string") return value;
  if (Number.isInteger(value)) return value.toLocaleString("en");
  throw new TypeError(`${value} is no text, no whole number and no list`);
}

/** @param {Part} value */
const caseOf = (value) => (value === null ? "none" : value === true ? "yes" : value === false ? "no" : String(value));

/** @template T @param {Record<string, T>} things @param {string} name @returns {T} */
function present(things, name) {
  if (things[name] === undefined) throw new Error(`there is no ${name} in the phrasebook, or among the parts`);
  return things[name];
}
