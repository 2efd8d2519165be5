/** The answer: what the games so far say, in words, numbers and pictures. */
import { countEdits, keptCards } from "./edits.js";
import { element } from "./controls.js";
import { changeBar, lengths, rangeText } from "./pictures.js";
import { deckOf } from "./presets.js";
import { dealtWorth } from "./statistics.js";
import { answer, changeUnit, portrait, shown, signed, tableTitle, withUnit } from "./words.js";

const MOST_CARDS = 6; // gained and lost, each

/** What sentences say of the win rate of a strategy. @param {import("./words.js").Headline} headline @param {string} title */
const winHeadline = ({ name, subject, ...words }, title) => ({
  ...words,
  name: `the ${title}`,
  subject: subject.replace(name, `the ${title}`),
});

/**
 * The sentences of the answer.
 * @param {any} data @param {any} games @param {any[]} rows  of the main measures
 * @param {any[]} wins  of the strategies, if there are several
 */
export function sentences(data, games, rows, wins) {
  if (games.blocks.length < 2) {
    const equal = wins.length ? [`The ${wins[0].metric.title} is ${withUnit(wins[0].before, "%")}.`] : [];
    return [...equal, ...portrait(Object.fromEntries(rows.map((row) => [row.metric.name, row.before])))];
  }
  const guest = wins.slice(0, 1);
  const { headlines } = data.measures;
  const ofGuest = guest.map(({ metric }) => [metric.name, winHeadline(headlines.win, metric.title)]);
  return answer(
    [...rows, ...guest],
    { ...data.measures, headlines: { ...headlines, ...Object.fromEntries(ofGuest) } },
    games.gold,
  );
}

/** A table of measures. @param {any} data @param {any[]} rows @param {boolean} two  whether there is something to compare */
export function measureTable(data, rows, two) {
  const head = ["", "printed", ...(two ? ["yours", "change", ""] : ["95 % interval"])];
  return element("table", {}, [
    element("thead", {}, [
      element(
        "tr",
        {},
        head.map((text) => element("th", { scope: "col", textContent: text })),
      ),
    ]),
    element(
      "tbody",
      {},
      rows.map((row) => measureRow(data, row, two)),
    ),
  ]);
}

function measureRow(data, { metric, before, after, own, change, margin, verdict: word, scale }, two) {
  const half = (change.high - change.low) / 2;
  const ownHalf = (own.high - own.low) / 2;
  const unit = changeUnit(metric);
  const title = tableTitle(metric, data.measures.short);
  const cells = [
    element("th", { scope: "row", textContent: title, title: metric.meaning }),
    element("td", {
      className: "num",
      textContent: withUnit(before, metric.unit === "in 100 gambits" ? "" : metric.unit, ownHalf).trim(),
    }),
  ];
  if (!two)
    return element("tr", {}, [...cells, element("td", { className: "num soft", textContent: rangeText(own, shown) })]);
  const coin = scale === 1 ? "" : "*";
  const onTable = coin && `${withUnit(after, metric.unit, ownHalf)} before scaling`;
  return element("tr", { data: { metric: metric.name, verdict: word } }, [
    ...cells,
    element("td", {
      className: "num",
      title: onTable,
      textContent: `${withUnit(scale * after, metric.unit === "in 100 gambits" ? "" : metric.unit, ownHalf).trim()}${coin}`,
    }),
    element("td", { className: `num ${word}`, textContent: `${signed(change.estimate, half)}${coin}` }),
    element("td", { className: "verdict" }, [
      changeBar(change, margin, word),
      element("span", {
        className: "hide",
        textContent: `${data.measures.verdicts[word]}, ${rangeText(change)} ${unit}`,
      }),
      element("small", {
        textContent:
          word === "same" || word === "unclear"
            ? data.measures.verdicts[word]
            : `${word} by ${shown(Math.abs(change.estimate), half)} ${unit}${coin}`,
      }),
    ]),
  ]);
}

/**
 * Cards by what they are worth to who is dealt them, and how that changed. A card that is only in one of the games has
 * no worth in the other, and no change.
 * @param {any} data @param {import("./state.js").State} state @param {{opening: Float64Array[], times: Float64Array[], done: number}} games
 */
export function cardWorths(data, state, { opening, times }) {
  const printed = data.decks[state.deck].cards;
  const now = keptCards(deckOf(data, state), state.edits);
  const two = opening.length > 1;
  const names = [...new Set([...printed, ...now].map(({ name }) => name))];
  return names.flatMap((name) => {
    const places = [printed, now].map((cards) => cards.findIndex((/** @type {any} */ card) => card.name === name));
    const [before, after] = places.map((place, side) =>
      worthOf(opening[two ? side : 0], times[two ? side : 0], place, state.players, data),
    );
    if (![before, after].some(({ count }) => count > 0)) return [];
    const half = data.measures.z_cards * Math.sqrt(before.variance + (two ? after.variance : 0));
    return [
      {
        card: now[places[1]] ?? printed[places[0]],
        printed: printed[places[0]],
        before: before.worth,
        after: after.worth,
        change: after.worth - before.worth,
        half,
        halves: [before.half, after.half],
        times: [before.times, after.times],
        out: places[1] < 0,
        fresh: places[0] < 0,
      },
    ];
  });
}

/** A card's worth in one of the games; NaN where it is not in it. */
function worthOf(opening, times, place, players, data) {
  if (place < 0) return { worth: NaN, variance: NaN, count: 0, half: NaN, times: [] };
  const ways = data.measures.ways.length;
  const worth = dealtWorth(opening, place, players);
  return {
    ...worth,
    half: data.measures.z_cards * Math.sqrt(worth.variance),
    times: [...times.subarray(ways * place, ways * (place + 1))],
  };
}

/** The cards that stand out, as two lists. @param {any[]} worths @param {boolean} two @param {(card: any) => Node} cardLink */
export function cardLists(worths, two, cardLink) {
  const value = (/** @type {any} */ row) => (two ? row.change : row.before);
  const clear = worths.filter((row) => Math.abs(value(row)) > row.half && !row.out).sort((a, b) => value(b) - value(a));
  const up = clear.filter((row) => value(row) > 0).slice(0, MOST_CARDS);
  const down = clear
    .filter((row) => value(row) < 0)
    .slice(-MOST_CARDS)
    .reverse();
  const list = (/** @type {string} */ title, /** @type {any[]} */ rows) =>
    element("div", {}, [
      element("h3", { textContent: title }),
      rows.length
        ? element(
            "ul",
            { className: "cards" },
            rows.map((row) =>
              element("li", {}, [
                cardLink(row.card),
                element("b", {
                  className: value(row) > 0 ? "more" : "less",
                  textContent: `${signed(value(row), row.half)} points`,
                }),
              ]),
            ),
          )
        : element("p", { className: "soft", textContent: "No card clearly so far." }),
    ]);
  return two
    ? [list("Worth more than printed", up), list("Worth less than printed", down)]
    : [list("Best to be dealt", up), list("Worst to be dealt", down)];
}

/** The lengths of games as a picture. @param {{lengths: Record<string, number>[]}} games @param {number} width @param {number} players */
export const lengthPicture = (games, width, players) => lengths(games.lengths, width, players);

/** What * means in tables: how gold is compared where players start with another amount. @param {{gold: number[], coin: number}} games @param {any[]} rows  of the main measures */
export function scalingNote({ gold, coin }, rows) {
  const [before, after] = gold;
  const stakes = rows.find(({ metric }) => metric.name === "stakes");
  return (
    `* After scaling to the same starting gold: your players start with ${after} gold, not ${before}, so a coin of theirs counts as ${coin.toFixed(2)}. ` +
    `Before scaling, the stakes of a gambit are ${withUnit(stakes.after, "gold")}.`
  );
}

/** The numbers as CSV. @param {any[]} rows @param {any[]} worths @param {number} played */
export function asCsv(rows, worths, played) {
  const quote = (/** @type {any} */ value) =>
    typeof value === "string" ? `"${value.replaceAll('"', '""')}"` : Number.isFinite(value) ? value : "";
  const measures = rows.map(({ metric, before, after, change, margin, verdict: word }) => [
    "measure",
    metric.name,
    metric.title,
    metric.unit,
    before,
    after,
    change.estimate,
    change.low,
    change.high,
    margin,
    word,
    played,
  ]);
  const cards = worths.map(({ card, before, after, change, half }) => [
    "card",
    card.name,
    card.title,
    "points",
    before,
    after,
    change,
    change - half,
    change + half,
    "",
    "",
    played,
  ]);
  const head = [
    "kind",
    "name",
    "title",
    "unit",
    "printed",
    "changed",
    "change",
    "low",
    "high",
    "margin",
    "verdict",
    "games",
  ];
  return [head, ...measures, ...cards].map((line) => line.map(quote).join(",")).join("\n");
}

/** Whether there is something to compare. @param {import("./state.js").State} state */
export const isChanged = ({ edits }) => countEdits(edits) > 0;
