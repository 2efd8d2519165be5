/** A search in the page: which games it plays, and what it has found. Fresh games confirm it. */
import { newId, questionOf, seatedAt } from "./answer.js";
import { edited, problems, turn } from "./edits.js";
import { deckOf } from "./presets.js";
import { Search, gridOf, verdictOf } from "./searching.js";

/** @import { Statistics, Sums } from "./comparison.js" */
/** @import { Data, Edits, Job, Knob, Metric, Played, Point, Row, State, Tables } from "./types.js" */
/**
 * A number that may change, and a measure that is wanted.
 * @typedef {{knob: Knob, values: number[], now: number}} Varied
 * @typedef {{metric: Metric, low: number, high: number}} Want
 * @typedef {{numbers: Varied[], wants: Want[]}} Wish
 *
 * What is proposed: by want what the search believed, and what fresh games showed; edits: the game with it.
 * @typedef {{point: Point, edits: Edits, believed: number[], rows: Row[], verdicts: string[], question: string}}
 *   Proposal
 * @typedef {{proposals: Proposal[], now: Proposal, way: Metric[], isMet: boolean}} Outcome
 *
 * Games that are played next: blocks of each point, which share their shuffles.
 * @typedef {{points: Point[], first: number, blocks: number, stage: string}} Round
 */

const BLOCK = 50; // games
const TRIAL = 10; // blocks of a point in a round
const ROUNDS = 20;
const FINAL = 40; // blocks of each of the best, before they are proposed
const FINALISTS = 3;
const CONFIRMED = 200; // blocks of what is proposed
const SEARCHED = 100_000 / BLOCK; // the first block of a search: the answer plays those before it
const FRESH = 1_000_000 / BLOCK; // the first block that no search plays
const Z = 1.96; // standard errors on each side of an interval

export class Finding {
  games = 0; // of the search
  confirmed = 0; // fresh games of each proposal
  /** @type {Round | undefined} */ round;
  /** @type {Outcome | undefined} */ outcome;
  /** @type {Search | undefined} */ search;
  /** @type {Map<Point, Sums>} */ #sums = new Map();
  /** @type {Map<Point, Tables>} */ #tables = new Map();
  /** @type {Sums[]} */ #played = [];
  #dealt = 0; // blocks of the round
  #done = 0;
  #blocks = SEARCHED;

  /**
   * @param {Data} data @param {State} state  the game as it stands @param {Tables} printed  the tables of its deck
   * @param {Statistics} statistics @param {Wish} wish @param {() => void} news  called when a round has ended
   */
  constructor(data, state, printed, statistics, wish, news) {
    this.id = newId();
    this.data = data;
    this.state = structuredClone(state);
    this.question = questionOf(state, data);
    this.deck = deckOf(data, state);
    this.printed = printed;
    this.statistics = statistics;
    this.wish = wish;
    this.news = news;
    this.grid = gridOf(wish.numbers.map(({ values }) => values));
    this.points = this.grid.filter((point) => !this.#wrong(point).length);
    const now = wish.numbers.map((number) => number.now);
    this.start = this.points.find((point) => point.every((value, k) => value === now[k])) ?? now;
    this.rounds = this.#plan();
    if (this.points.length) this.#begin();
  }

  /** What the rules say against the first of the points that they refuse. */
  get refusal() {
    return this.grid.map((point) => this.#wrong(point)).find((wrong) => wrong.length)?.[0];
  }

  /** The next block to play, if there is one. @returns {Job | undefined} */
  next() {
    if (!this.round || this.#dealt >= this.round.blocks) return undefined;
    const block = this.round.first + this.#dealt++;
    const sides = this.round.points.map((point) => this.#tablesOf(point));
    return { ...seatedAt(this.data, this.state), id: this.id, sides, block, games: BLOCK };
  }

  /** @param {Played} played */
  take({ block, sides }) {
    sides.forEach(({ sums }, k) => (this.#played[k][block - this.round.first] = sums));
    this.#done += 1;
    if (this.round.first === FRESH) this.confirmed += BLOCK;
    else this.games += BLOCK * sides.length;
    if (this.#done < this.round.blocks) return;
    const { points } = this.round;
    points.forEach((point, k) => this.#sums.set(point, [...(this.#sums.get(point) ?? []), ...this.#played[k]]));
    this.#begin();
    this.news();
  }

  /** The values of a point as changes to the game. @param {Point} point */
  editsOf(point) {
    const edits = structuredClone(this.state.edits);
    this.wish.numbers.forEach(({ knob }, k) => turn(edits, knob, point[k]));
    return edits;
  }

  // --- which games ---

  /** Go on to the next round, if there is one. */
  #begin() {
    this.round = this.rounds.next().value || undefined;
    this.#dealt = this.#done = 0;
    this.#played = (this.round?.points ?? []).map(() => Array(0));
  }

  /** All rounds, each of which begins when the one before it has been played. @returns {Generator<Round, void>} */
  *#plan() {
    yield this.#next([this.start], TRIAL);
    const scales = this.#rows(this.start).map(({ margin }) => margin);
    const goals = this.wish.wants.map(({ low, high }, k) => {
      return { low, high, scale: Number.isFinite(high - low) ? (high - low) / 2 : scales[k] || 1 };
    });
    this.search = new Search(this.points, this.start, goals, ROUNDS);
    if (this.points.includes(this.start)) this.#tell([this.start]);
    for (let asked = this.search.next(); asked.length; asked = this.search.next()) {
      yield this.#next(asked, TRIAL);
      this.#tell(asked);
    }
    if (!this.search.known.size) return;
    const finalists = [...this.search.proposals(FINALISTS), ...this.search.ranked().slice(0, FINALISTS)];
    const best = [...new Set(finalists.map(({ point }) => point))];
    yield this.#next(best, FINAL);
    this.#tell(best);
    yield* this.#confirm();
  }

  /** Play proposals, and the game as it stands, on fresh games. @returns {Generator<Round, void>} */
  *#confirm() {
    const { search } = this;
    const proposed = search.proposals(FINALISTS);
    const believed = new Map(proposed.map(({ point, shown }) => [point, shown.map(({ value }) => value)]));
    const points = [...new Set([...believed.keys(), this.start])];
    for (const point of points) this.#sums.delete(point);
    yield { points, first: FRESH, blocks: CONFIRMED, stage: "fresh" };
    const judged = points.map((point) => this.#judged(point, believed.get(point) ?? []));
    const { wants } = this.wish;
    const way = search.inTheWay().map((k) => wants[k].metric);
    const rank = (/** @type {Proposal} */ { verdicts }) =>
      Number(verdicts.includes("not")) + Number(!verdicts.every((one) => one === "holds"));
    const proposals = judged.slice(0, proposed.length).sort((one, other) => rank(one) - rank(other));
    const now = judged.find(({ point }) => point === this.start);
    this.outcome = { proposals, now, way, isMet: search.isMet };
  }

  /** @param {Point} point @param {number[]} believed @returns {Proposal} */
  #judged(point, believed) {
    const edits = this.editsOf(point);
    const rows = this.#rows(point);
    const verdicts = rows.map(({ own_low: low, own_high: high }, k) => verdictOf(this.search.goals[k], low, high));
    return { point, edits, believed, rows, verdicts, question: questionOf({ ...this.state, edits }, this.data) };
  }

  /** A round of a search, on its own shuffles. @param {Point[]} points @param {number} blocks @returns {Round} */
  #next(points, blocks) {
    const first = this.#blocks;
    this.#blocks += blocks;
    return { points, first, blocks, stage: "search" };
  }

  /** @param {Point[]} points */
  #tell(points) {
    for (const point of points) {
      const shown = this.#rows(point).map(({ before: value, own_low: low, own_high: high }) => {
        return { value, error: (high - low) / 2 / Z };
      });
      this.search.tell(point, BLOCK * this.#sums.get(point).length, shown);
    }
  }

  /** What all games of a point showed. @param {Point} point */
  #rows(point) {
    return this.statistics.compare(
      [this.#sums.get(point)],
      this.wish.wants.map(({ metric }) => metric),
    );
  }

  /** @param {Point} point */
  #wrong(point) {
    return problems(this.deck, this.editsOf(point), this.data);
  }

  /** @param {Point} point */
  #tablesOf(point) {
    if (!this.#tables.has(point))
      this.#tables.set(point, edited(this.deck, this.printed, this.editsOf(point), this.data));
    return this.#tables.get(point);
  }
}
