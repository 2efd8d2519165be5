/** What stands on paper instead of the controls: what was asked. */
import { changesOf } from "./controls.js";
import { byId, html, update } from "./dom.js";

/** @import { Data, State } from "./types.js" */

/** Write down what a state asks, for whoever prints the page. @param {Data} data @param {State} state */
export function showOnPaper(data, state) {
  const titles = state.lineUp.map((strategy) => data.strategies[strategy].title);
  const isAlike = new Set(titles).size === 1;
  const changes = changesOf(data, state).map(({ text }) => text);
  const facts = {
    Deck: [data.decks[state.deck].title],
    Table: [`${state.players} players`],
    Strategy: [isAlike ? `all play ${titles[0]}` : titles.join(", ")],
    Changes: changes.length ? changes : ["none, this is the printed game"],
  };
  const line = (/** @type {[string, string[]]} */ [name, texts]) => html`<div><dt>${name}</dt>
    ${texts.map((text) => html`<dd>${text}</dd>`)}</div>`;
  update(byId("on-paper"), ...Object.entries(facts).map(line));
}
