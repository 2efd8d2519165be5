// What the page's modules make of a request, as JSON: node page.mjs FILE, with {layout, data, tables, task}.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Engine, Table, seatings } from "../../tda_sim/lab/scripts/engine.js";
import { entrantOf } from "../../tda_sim/lab/scripts/answer.js";
import { playedDeck } from "../../tda_sim/lab/scripts/board.js";
import { LOOKED, chosenGames, marksOf, momentsOf } from "../../tda_sim/lab/scripts/chosen_games.js";
import { cardStrength } from "../../tda_sim/lab/scripts/cards.js";
import { Coach, worthOfOptions } from "../../tda_sim/lab/scripts/coach.js";
import { stepsOf } from "../../tda_sim/lab/scripts/games.js";
import { Sitting } from "../../tda_sim/lab/scripts/sitting.js";
import { OneGame } from "../../tda_sim/lab/scripts/one_game.js";
import { Teller, publicEvents } from "../../tda_sim/lab/scripts/telling.js";
import { coloursOf, edited, keptCards, noEdits, problems, ruleOf } from "../../tda_sim/lab/scripts/edits.js";
import { houseRule } from "../../tda_sim/lab/scripts/house_rule.js";
import { phrasebook } from "../../tda_sim/lab/scripts/phrases.js";
import { deckOf } from "../../tda_sim/lab/scripts/presets.js";
import { asCsv } from "../../tda_sim/lab/scripts/measures.js";
import { fromHash, readHash, toHash } from "../../tda_sim/lab/scripts/state.js";
import { Statistics, compare } from "../../tda_sim/lab/scripts/comparison.js";
import { numbersOfGame, parameterOf } from "../../tda_sim/lab/scripts/goals_file.js";
import { Search, gridOf, valuesOf } from "../../tda_sim/lab/scripts/searching.js";
import { answer } from "../../tda_sim/lab/scripts/words.js";

const folder = process.argv[2];
const { data, tasks } = JSON.parse(readFileSync(`${folder}/request.json`, "utf8"));
const module = new WebAssembly.Module(readFileSync(`${folder}/engine.wasm`));
const tables = readFileSync(`${folder}/tables.bin`);
const { records } = data.layout;
const statistics = new Statistics(new Engine(module, data.layout), data.measures);

const printed = (deck) => {
  const start = deck * (records.CARDS.size + records.RULES.size);
  const middle = start + records.CARDS.size;
  return { cards: tables.slice(start, middle), rules: tables.slice(middle, middle + records.RULES.size) };
};

const games = ({ cards, rules }, { players, seed, games: count, strategy, parameters = [] }) => {
  const engine = new Engine(module, data.layout);
  const table = new Table(
    engine,
    players,
    [{ strategy, parameters }],
    seatings(Array(players).fill(0), data.layout),
    count,
  );
  table.lay({ cards: Uint8Array.from(cards), rules: Uint8Array.from(rules) });
  table.play(seed, 0, count);
  return { engine, table };
};

// A game set up, and what reads its log; seats: a strategy for each seat.
const oneGame = ({ deck, edits, seats, seed, number, driven }) => {
  const own = (({ cards, rules }) => ({ cards: Uint8Array.from(cards), rules: Uint8Array.from(rules) }))(printed(deck));
  const about = edits ? deckOf(data, { deck, edits }) : data.decks[deck];
  const laid = edits ? edited(about, own, edits, data) : own;
  const entrants = seats.map((strategy) => entrantOf(data, deck, strategy, seats.length));
  const game = new OneGame(new Engine(module, data.layout), data.story, {
    ...laid,
    players: seats.length,
    entrants,
    seed,
    number,
    driven,
  });
  const cards = keptCards(about, edits ?? noEdits());
  const hole = ruleOf(about, edits ?? noEdits(), "debt") === data.story.hole;
  const names = seats.map((_, seat) => `seat ${seat}`);
  const teller = new Teller(data, { cards, colours: coloursOf(cards), hole }, names);
  return { game, teller, laid, cards, shown: about.draw.shown === 1 };
};

const named = (cards, place) => {
  const names = (row) => row.map((card) => cards[card].name);
  return {
    stakes: place.stakes,
    hoards: place.hoards,
    hands: place.hands.map(names),
    flights: place.flights.map(names),
    ante: names(place.ante),
  };
};

const scoring = (place) => ({
  barred: place.barred.flatMap((barred, seat) => (barred ? [seat] : [])),
  weakest_wins: place.weakestWins,
});

const answers = {
  // A game step by step: events, sentences and positions.
  steps(about) {
    const { game, teller, cards, shown } = oneGame(about);
    const step = (rows) => {
      const events = teller.data(rows);
      return {
        events,
        scoring: scoring(game.place),
        seen: publicEvents(data.story, events, 0, shown),
        position: named(cards, game.place),
      };
    };
    const dealt = step(game.takeDealt());
    const steps = [];
    while (!game.over) steps.push(step(game.goOn()));
    const sentences = steps.flatMap(({ events }) =>
      events.filter(({ event }) => event !== "question").map((event) => teller.sentence(event)),
    );
    return { dealt, steps, sentences, result: game.result };
  },
  // A game in which one seat is answered by a rule: option number (7 * k) modulo the options, for the k-th question.
  sat({ seat, peeked, ...about }) {
    const { game, teller } = oneGame({ ...about, driven: [seat] });
    const questions = [];
    const log = [...game.takeDealt()];
    const peeks = [];
    while (!game.over) {
      log.push(...game.goOn());
      if (!game.asked) continue;
      const { kind, options, hand } = game.asked;
      if (peeked && peeks.length < peeked) peeks.push(game.peek(options.length - 1).length);
      questions.push({
        text: teller.question(game.asked),
        options: options.map((value) => teller.option(kind, value)),
        hand,
        sees: Object.keys(game.asked.place),
      });
      game.answer((7 * questions.length) % options.length);
    }
    return { questions, events: teller.data(log), result: game.result, peeks };
  },
  // A game as a person plays it in the page: what the options are called, what follows, and how gambits end.
  sitting({ deck, ...about }) {
    const own = (({ cards, rules }) => ({ cards: Uint8Array.from(cards), rules: Uint8Array.from(rules) }))(
      printed(deck),
    );
    const played = playedDeck(data, { deck, edits: noEdits() }, own, false);
    const sitting = new Sitting(new Engine(module, data.layout), data, played, about);
    const asked = [];
    while (sitting.asked) {
      const { kind, options } = sitting.asked;
      const index = (7 * asked.length) % options.length;
      const own = {
        question: data.story.questions[kind].name,
        options: options.map((value) => sitting.teller.option(kind, value)),
        choices: sitting.choices,
        index,
      };
      sitting.answer(index);
      asked.push({
        ...own,
        follows: sitting.fresh.map((event) => sitting.teller.sentence(event)),
        endings: sitting.endings,
      });
    }
    return { names: sitting.names, asked, result: sitting.game.result };
  },
  // The moments of a game, and what the engine has counted.
  moments(about) {
    const { game, teller } = oneGame(about);
    const steps = stepsOf(game, teller, data.story);
    const moments = momentsOf(steps, game.result.winners);
    const most = game.now.inner("tally", "TALLY").read("max_stakes");
    return { moments, titles: steps.map(({ title }) => title), most };
  },
  sentences({ rows, others, guest }) {
    const metric = (name) => data.measures.metrics.find((each) => each.name === name);
    const [main, rest] = [rows, others].map((all) => all.map((row) => ({ ...row, metric: metric(row.metric) })));
    const say = phrasebook(data.phrases);
    return answer(main, rest, guest, data.measures, say).map((text) => text.replaceAll("\u202f", " "));
  },
  // Whether a card is too strong.
  strength({ worth, half, games, who }) {
    const sides = [undefined, ...(half === undefined ? [] : [{ worth, half }])];
    return cardStrength({ sides }, games, who, data.measures, phrasebook(data.phrases));
  },
  // The games that are worth a look, of all seats alike.
  chosen({ deck, strategy, players, seed }) {
    const engine = new Engine(module, data.layout);
    const parameters = data.weights[deck][data.strategies[strategy].name] ?? [];
    const table = new Table(engine, players, [{ strategy, parameters }], [Array(players).fill(0)], LOOKED / 10);
    const { cards, rules } = printed(deck);
    table.lay({ cards: Uint8Array.from(cards), rules: Uint8Array.from(rules) });
    const blocks = Array.from({ length: 10 }, (_, block) => {
      table.play(seed, (block * LOOKED) / 10, LOOKED / 10);
      return marksOf(engine, table.tallies, LOOKED / 10, players);
    });
    return chosenGames(blocks);
  },
  // The open question after some answers, weighed.
  weigh({ deck, seats, deals, ...task }) {
    const { laid } = oneGame({ deck, seats, seed: task.seed, number: task.number });
    const parameters = data.weights[deck][data.story.coach.judge] ?? [];
    const engine = new Engine(module, data.layout);
    const coach = new Coach(engine, data.story, {
      ...laid,
      players: seats.length,
      parameters,
      kept: data.decks[deck].cards.map(({ kept }) => kept),
    });
    const it = coach.weigh({ ...task, first: 0, deals });
    return { ...it, ...worthOfOptions(it, data.story.coach.z) };
  },
  // The house rule of changes, and the digest of some games under them.
  edit({ deck, edits, ...how }) {
    const before = printed(deck);
    const own = { cards: new Uint8Array(before.cards), rules: new Uint8Array(before.rules) };
    const ruled = deckOf(data, { deck, edits });
    const wrong = problems(ruled, edits, data);
    if (wrong.length) return { wrong };
    const after = edited(ruled, own, edits, data);
    const { engine, table } = games(after, how);
    const memory = new Uint8Array(engine.code.memory.buffer, table.tallies, how.games * records.TALLY.size);
    const state = { deck, players: how.players, lineUp: Array(how.players).fill(how.strategy), edits };
    const back = fromHash(toHash(state, data), data);
    return {
      wrong,
      digest: createHash("sha256").update(memory).digest("hex"),
      yaml: houseRule(ruled, edits, data, "Made up."),
      back,
    };
  },
  sums({ deck, ...how }) {
    const { table } = games(printed(deck), how);
    const made = { ...table.summed(how.games, data.paces[how.players]), ...table.met() };
    return Object.fromEntries(Object.entries(made).map(([name, values]) => [name, [...values]]));
  },
  // All rows of the answer, after blocks of games of a deck, and of the deck with changes if there are any.
  compare({ deck, edits, lineUp, seed, blocks, games: count, ...about }) {
    const own = (({ cards, rules }) => ({ cards: Uint8Array.from(cards), rules: Uint8Array.from(rules) }))(
      printed(deck),
    );
    const state = { deck, edits, players: lineUp.length, lineUp };
    const sides = edits ? [own, edited(deckOf(data, state), own, edits, data)] : [own];
    const names = [...new Set(lineUp)];
    const entrants = names.map((strategy) => entrantOf(data, deck, strategy, lineUp.length));
    const engine = new Engine(module, data.layout);
    const table = new Table(
      engine,
      lineUp.length,
      entrants,
      seatings(
        lineUp.map((strategy) => names.indexOf(strategy)),
        data.layout,
      ),
      count,
    );
    const played = sides.map(({ cards, rules }) => {
      table.lay({ cards, rules });
      return Array.from({ length: blocks }, (_, block) => {
        table.play(seed, block * count, count);
        return table.summed(count, data.paces[lineUp.length]).sums;
      });
    });
    const tables = compare(statistics, data, { ...about, blocks: played }, state);
    return Object.fromEntries(
      Object.entries(tables).map(([name, rows]) => [name, rows.map((row) => ({ ...row, metric: row.metric.name }))]),
    );
  },
  // The rows of metrics, from two tables of sums over blocks.
  rows: ({ sides, metrics, ...how }) => statistics.compare(sides, metrics, how),
  // A search among made-up measures: polynomials of the values, with noise that a point and a round decide.
  search({ ranges, start, goals, measures, noise, refused, rounds }) {
    const points = gridOf(ranges.map(([from, to]) => valuesOf(from, to))).filter(
      (point) => !refused || point.reduce((sum, value) => sum + value, 0) <= refused,
    );
    const given = goals.map(({ low, high, scale }) => ({ low: low ?? -Infinity, high: high ?? Infinity, scale }));
    const search = new Search(points, points.find((point) => point.join() === start.join()) ?? start, given, rounds);
    const asked = [];
    for (let round = search.next(); round.length; round = search.next()) {
      asked.push(round);
      for (const point of round) {
        const shown = measures.map(({ constant, slopes, squares = [] }, k) => {
          const truth = point.reduce(
            (sum, value, j) => sum + slopes[j] * value + (squares[j] ?? 0) * value ** 2,
            constant,
          );
          return { value: truth + noise * Math.sin(1000 * (asked.length + k) + point.join("").length), error: noise };
        });
        search.tell(point, 500, shown);
      }
    }
    const proposals = search.proposals(3).map(({ point }) => point);
    return { asked, proposals, way: search.inTheWay(), isMet: search.isMet };
  },
  values: ({ from, to }) => valuesOf(from, to),
  // What commands call the numbers of a deck that can be searched for.
  parameters: ({ deck }) =>
    [...numbersOfGame(data.decks[deck], noEdits(), data).keys()].map((key) => parameterOf(data.decks[deck], key)),
  hash: ({ hash }) => toHash(fromHash(hash, data), data),
  unread: ({ hash }) => readHash(hash, data).unread,
  csv: ({ worths }) => asCsv([], worths, 0),
  seatings: ({ lineUp }) => seatings(lineUp, data.layout),
};

process.stdout.write(JSON.stringify(tasks.map(({ kind, ...task }) => answers[kind](task))));
