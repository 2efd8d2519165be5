/** The workers that play the games of an answer. */

/** @import { Answer } from "./answer.js" */
/** @import { Known, Played } from "./types.js" */

const MOST = 8;

export class Crew {
  /** @type {Answer | undefined} */ #answer;
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

  /** Play an answer, or nothing. @param {Answer | undefined} answer */
  play(answer) {
    this.#answer = answer;
    this.#fill();
  }

  /** Give each worker a block, and another to go on with while the page takes in the first one. */
  #fill() {
    for (const worker of [...this.workers, ...this.workers]) this.#deal(worker);
  }

  /** @param {Worker} worker */
  #deal(worker) {
    const job = this.#paused ? undefined : this.#answer?.next();
    if (job) worker.postMessage(job);
  }

  /** @param {Worker} worker @param {Played} played */
  #take(worker, played) {
    if (played.id !== this.#answer?.id) return;
    if (played.error) return this.stopped(played.error);
    this.#answer.take(played);
    this.#deal(worker);
    this.news();
  }
}
