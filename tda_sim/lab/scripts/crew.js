/** The workers that play the games of an answer, and of what comes before it. */

/** @import { Known, Played, Plays } from "./types.js" */

const MOST = 8;

export class Crew {
  /** @type {Plays | undefined} */ #answer;
  /** @type {Plays | undefined} */ #first;
  #paused = false;

  /**
   * @param {string} script @param {Known} known  what each worker has to know
   * @param {() => void} news  called when games have come in @param {(message: string) => void} stopped
   */
  constructor(script, known, news, stopped) {
    this.script = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    this.known = known;
    this.news = news;
    this.stopped = stopped;
    const processors = navigator.hardwareConcurrency || 2;
    const count = Math.min(processors > 2 ? processors - 1 : processors, MOST);
    this.workers = Array.from({ length: count }, () => this.hire());
    for (const worker of this.workers) {
      worker.onmessage = ({ data }) => this.#take(worker, data);
      worker.onerror = ({ message }) => stopped(message);
    }
  }

  /** A worker that knows the rules. */
  hire() {
    const worker = new Worker(this.script);
    worker.postMessage(this.known);
    return worker;
  }

  get paused() {
    return this.#paused;
  }

  set paused(paused) {
    this.#paused = paused;
    if (!paused) this.#fill();
  }

  /** Play an answer, or nothing. @param {Plays | undefined} answer */
  play(answer) {
    this.#answer = answer;
    this.#fill();
  }

  /** Play something before the answer goes on, also where that is paused; or nothing more. @param {Plays} [first] */
  playFirst(first) {
    this.#first = first;
    this.#fill();
  }

  /** Give each worker a block, and another to go on with while the page takes in the first one. */
  #fill() {
    for (const worker of [...this.workers, ...this.workers]) this.#deal(worker);
  }

  /** @param {Worker} worker */
  #deal(worker) {
    const job = this.#first ? this.#first.next() : this.#paused ? undefined : this.#answer?.next();
    if (job) worker.postMessage(job);
  }

  /** @param {Worker} worker @param {Played} played */
  #take(worker, played) {
    const of = [this.#first, this.#answer].find((one) => one?.id === played.id);
    if (!of) return;
    if (played.error) return this.stopped(played.error);
    of.take(played);
    if (of === (this.#first ?? this.#answer)) this.#deal(worker); // what waits for its turn has had its last block
    this.news();
  }
}
