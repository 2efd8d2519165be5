/** The page: what is asked, the workers that play it, and the answer as it settles. */
import {
  asCsv,
  cardLists,
  cardWorths,
  isChanged,
  lengthPicture,
  measureTable,
  scalingNote,
  sentences,
} from "./answer.js";
import { cardTable, firstOrder } from "./cards.js";
import { compare } from "./comparison.js";
import { cardControls, changesOf, element, presetControls, ruleControls } from "./controls.js";
import { edited, houseRule, noEdits, numberIn, problems } from "./edits.js";
import { Engine } from "./engine.js";
import { glance } from "./glance.js";
import { GamesView } from "./games.js";
import { PlayingView } from "./playing.js";
import { cardFacts } from "./one_card.js";
import { deckOf } from "./presets.js";
import { fromHash, toHash } from "./state.js";
import { ruleText } from "./words.js";

const GAMES = 100; // of a block
const MOST_BLOCKS = 1000;
const EVERY = 350; // milliseconds between two looks at the games
const STANDS = 3000; // milliseconds for which an answer stands while games come in, so that it can be read
const SPOKEN = [20, 200, MOST_BLOCKS]; // blocks after which a screen reader hears the answer
const OWN_RULE = " --rules my-house-rule.yaml";
const WAIT = 120; // milliseconds after a change, in which another one may follow
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

/** @type {any} */ let data;
/** @type {Uint8Array} */ let allTables;
/** @type {Worker[]} */ let workers = [];
/** @type {import("./state.js").State} */ let state;
/** @type {any} */ let games;
let job = 0;
let paused = false;
let pressed = false; // a pointer is down on a card: its link must not be replaced before it is up
const order = firstOrder();
/** @type {any} */ let later;
/** @type {{update: () => void}[]} */ let views = [];

/** @param {string} id @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function unpacked(id) {
  const packedBytes = Uint8Array.from(atob(byId(id).textContent.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packedBytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function begin() {
  if (typeof DecompressionStream === "undefined" || typeof WebAssembly === "undefined" || !WebAssembly.validate(SIMD)) {
    say(["This page needs a browser from 2023 or later: it plays the games itself, with WebAssembly SIMD."]);
    return;
  }
  data = JSON.parse(new TextDecoder().decode(await unpacked("data")));
  allTables = await unpacked("tables");
  const module = await WebAssembly.compile(await unpacked("module"));
  const source = URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));
  const count = Math.max(
    1,
    Math.min((navigator.hardwareConcurrency || 2) - (navigator.hardwareConcurrency > 2 ? 1 : 0), 8),
  );
  const hire = () => {
    const worker = new Worker(source);
    worker.postMessage({ module, layout: data.layout, story: data.story });
    return worker;
  };
  workers = Array.from({ length: count }, hire);
  for (const worker of workers) {
    worker.onmessage = ({ data: played }) => take(worker, played);
    worker.onerror = ({ message }) => say([`The games stopped: ${message}`]);
  }
  const makeEngine = async () => new Engine(await WebAssembly.instantiate(module, {}), data.layout);
  views = [
    new GamesView(byId("games"), data, makeEngine, asked),
    new PlayingView(byId("play"), data, makeEngine, asked, hire),
  ];
  state = fromHash(location.hash.slice(1), data);
  fillChoices();
  addEventListener("popstate", () => comeBack());
  addEventListener("resize", () => draw());
  for (const id of ["worths", "every-card"]) byId(id).addEventListener("pointerdown", () => (pressed = true));
  for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, () => (pressed = false));
  byId("strategies").addEventListener("change", () => setStrategy());
  connectButtons();
  ask();
  setInterval(() => {
    draw();
    for (const view of views) view.update();
  }, EVERY);
}

// --- asking ----------------------------------------------------------------------------------------------

/** The tables of the deck as printed. @returns {import("./edits.js").Tables} */
function printedTables() {
  const { CARDS, RULES } = data.layout.records;
  const start = state.deck * (CARDS.size + RULES.size);
  return {
    cards: allTables.slice(start, start + CARDS.size),
    rules: allTables.slice(start + CARDS.size, start + CARDS.size + RULES.size),
  };
}

/** Begin anew with what the state asks for. */
function ask() {
  const printed = printedTables();
  const deck = deckOf(data, state);
  const { records } = data.layout;
  const wrong = problems(deck, printed, state.edits, data);
  job += 1;
  showControls(printed, wrong);
  showCard();
  if (wrong.length) {
    games = undefined;
    clearAnswer(wrong);
    return;
  }
  const changed = isChanged(state) ? [edited(deck, printed, state.edits, data)] : [];
  const sides = [printed, ...changed];
  const gold = sides.map(
    ({ rules }) =>
      numberIn(rules, records.RULES, "gold_each") + state.players * numberIn(rules, records.RULES, "gold_per_player"),
  );
  const [cards] = data.layout.sizes.slice(5, 6);
  games = {
    sides,
    id: job,
    next: 0,
    done: 0,
    gold,
    coin: gold[0] / gold.at(-1),
    series: sides.some(({ rules }) => numberIn(rules, records.RULES, "series") > 1),
    blocks: sides.map(() => []),
    lengths: sides.map(() => ({})),
    opening: sides.map(() => new Float64Array(3 * cards)),
    marks: sides.map(() => []),
    times: sides.map(() => new Float64Array(data.measures.ways.length * cards)),
    asked: question(),
    drawn: -1,
    spoken: 0,
    shownAt: 0,
  };
  fill();
}

/** Give each worker a block, and another to go on with while the page takes in the first one. */
function fill() {
  for (let k = 0; k < 2; k += 1) for (const worker of workers) deal(worker);
}

/** @param {Worker} worker */
function deal(worker) {
  if (!games || paused || games.next >= MOST_BLOCKS) return;
  const names = [...new Set(state.lineUp)];
  const weights = data.weights[state.deck];
  worker.postMessage({
    id: games.id,
    sides: games.sides,
    players: state.players,
    block: games.next++,
    games: GAMES,
    seed: data.seed,
    lineUp: state.lineUp.map((strategy) => names.indexOf(strategy)),
    entrants: names.map((strategy) => ({ strategy, parameters: weights[data.strategies[strategy].name] ?? [] })),
    clockwork: { milliseconds: data.clockwork.milliseconds[state.players], ends: data.clockwork.ends },
  });
}

/** @param {Worker} worker @param {any} played */
function take(worker, played) {
  if (!games || played.id !== games.id) {
    return;
  }
  if (played.error) {
    clearAnswer([`The games stopped: ${played.error}`]);
    games = undefined;
    return;
  }
  played.sides.forEach((/** @type {any} */ { sums, plays, opening, times, marks }, /** @type {number} */ side) => {
    if (marks) games.marks[side][played.block] = marks;
    games.blocks[side][played.block] = sums;
    for (const count of plays) games.lengths[side][count] = (games.lengths[side][count] ?? 0) + 1;
    opening.forEach((/** @type {number} */ value, /** @type {number} */ k) => (games.opening[side][k] += value));
    times.forEach((/** @type {number} */ value, /** @type {number} */ k) => (games.times[side][k] += value));
  });
  games.done += 1;
  deal(worker);
  if (games.done === 10) draw();
}

/** What the other views need to know of what is played. */
function asked() {
  return (
    games && {
      state: structuredClone(state),
      id: games.id,
      sides: games.sides,
      marks: games.marks,
      games: GAMES,
      seed: data.seed,
      hash: toHash(state, data),
      command: (/** @type {number} */ game, /** @type {boolean} */ changed) =>
        `${command("replay", changed)} --seed ${data.seed} --game ${game}`,
      playCommand: (/** @type {string} */ opponents, /** @type {number} */ seat, /** @type {number} */ seed) =>
        `tda play ${data.decks[state.deck].name}${isChanged(state) ? OWN_RULE : ""} --players ${state.players} --strategies ${opponents} --seat ${seat} --seed ${seed}`,
    }
  );
}

/** @param {(edits: import("./edits.js").Edits) => void} change */
function edit(change) {
  change(state.edits);
  settle();
}

/** Write the state into the address, and ask anew. */
function settle() {
  history.replaceState(null, "", `#${toHash(state, data)}`);
  showControls(printedTables(), []);
  document.body.classList.add("stale");
  clearTimeout(later);
  later = setTimeout(() => ask(), WAIT);
}

/** Take up another deck, number of players or strategy, as a page that one can go back from. */
function move() {
  history.pushState(null, "", `#${toHash(state, data)}`);
  document.body.classList.add("stale");
  ask();
}

/** What is asked, apart from the card that is looked at. */
const question = () => toHash({ ...state, card: undefined }, data);

/** Take up what the address asks for, after a step back or forward. */
function comeBack() {
  state = fromHash(location.hash.slice(1), data);
  if (games?.asked !== question()) return ask();
  showCard();
  drawAgain();
}

/** Open a card's page, or close it. @param {string | undefined} name */
function openCard(name) {
  state.card = name;
  history.pushState(null, "", `#${toHash(state, data)}`);
  showCard();
  drawAgain();
  byId(name ? "card-title" : "asked").focus({ preventScroll: true });
  byId(name ? "one-card" : "every").scrollIntoView({ block: "start" });
}

/** Show the page of a card, or the answer, unless a game is looked at. */
function showCard() {
  const elsewhere = !document.querySelector('#views [value="result"][aria-pressed="true"]');
  byId("one-card").hidden = elsewhere || !state.card;
  byId("result").hidden = elsewhere || !!state.card;
}

/** A link to the page of a card. @param {import("./edits.js").Card} card */
function cardLink({ name, title }) {
  const link = element("a", {
    href: `#${toHash({ ...state, card: name }, data)}`,
    textContent: title,
    className: "to-card",
    data: { key: name },
  });
  link.addEventListener("click", (event) => {
    event.preventDefault();
    openCard(name);
  });
  return link;
}

/** @param {any[]} worths @param {boolean} two */
function drawCard(worths, two) {
  const deck = deckOf(data, state);
  const row = worths.find(({ card }) => card.name === state.card);
  const card = row?.card ?? [...deck.cards, ...data.decks[state.deck].cards].find(({ name }) => name === state.card);
  byId("card-title").textContent = card?.title ?? state.card;
  byId("card-facts").replaceChildren(
    ...(row
      ? cardFacts(row, worths, games.done * GAMES, two, deck, data.measures.ways)
      : [element("p", { textContent: "Nobody has been dealt this card so far." })]),
  );
  byId("change-card").hidden = !card || !deck.cards.some(({ name }) => name === state.card);
  byId("change-card").onclick = () => showControlsOf(card.family);
}

/** Open the controls of a card, and go there. @param {string} family */
function showControlsOf(family) {
  byId("search").value = "";
  filterCards();
  const there = byId("cards").querySelector(`[data-family="${CSS.escape(family)}"]`);
  there.open = true;
  there.scrollIntoView({ block: "center" });
  there.querySelector("summary").focus({ preventScroll: true });
}

// --- the controls ----------------------------------------------------------------------------------------

function fillChoices() {
  byId("deck").replaceChildren(
    ...data.decks.map((/** @type {any} */ { title }, /** @type {number} */ k) =>
      element("option", { value: k, textContent: title }),
    ),
  );
  byId("deck").addEventListener("change", () => {
    state.deck = Number(byId("deck").value);
    state.edits = noEdits();
    state.card = undefined;
    const [low, high] = data.decks[state.deck].players;
    seat(Math.min(Math.max(state.players, low), high));
    move();
  });
  byId("players").addEventListener("change", () => {
    seat(Number(byId("players").value));
    move();
  });
  byId("search").addEventListener("input", () => filterCards());
}

/** @param {number} players */
function seat(players) {
  state.players = players;
  state.lineUp = Array.from({ length: players }, (_, place) => state.lineUp[place] ?? state.lineUp[0]);
}

function setStrategy() {
  const [kind, strategy] = byId("strategies").value.split(":");
  const number = Number(strategy);
  const weighted = data.strategies.findIndex((/** @type {any} */ { name }) => name === "weighted");
  state.lineUp = Array.from({ length: state.players }, (_, place) =>
    kind === "all" || place === 0 ? number : weighted,
  );
  move();
}

/** @param {import("./edits.js").Tables} printed @param {string[]} wrong */
function showControls(printed, wrong) {
  const deck = data.decks[state.deck];
  byId("deck").value = state.deck;
  const [low, high] = deck.players;
  byId("players").replaceChildren(
    ...Array.from({ length: high - low + 1 }, (_, k) =>
      element("option", { value: low + k, textContent: `${low + k} players`, selected: low + k === state.players }),
    ),
  );
  showStrategies();
  const here = keyOfFocus();
  byId("presets").replaceChildren(...keepOpen(byId("presets"), presetControls(data, state, printed, settle)));
  byId("rules").replaceChildren(...keepOpen(byId("rules"), ruleControls(data, state, printed, edit)));
  byId("cards").replaceChildren(...keepOpen(byId("cards"), cardControls(data, state, edit)));
  filterCards();
  focusAgain(here);
  const changes = changesOf(data, state, printed);
  byId("changes").replaceChildren(
    ...changes.map(({ text, undo }) =>
      element("li", {}, [
        text,
        element("button", {
          type: "button",
          textContent: "×",
          title: "Undo",
          aria: { label: `Undo: ${text}` },
          onclick: () => edit(undo),
        }),
      ]),
    ),
  );
  byId("none").hidden = changes.length > 0;
  byId("reset").hidden = changes.length === 0;
  byId("rule-file").hidden = changes.length === 0;
  byId("command").textContent = `${command("simulate", changes.length > 0)} --games 100000 --seed ${data.seed}`;
  byId("wrong").replaceChildren(...wrong.map((text) => element("li", { textContent: text })));
}

function showStrategies() {
  const weighted = data.strategies.findIndex((/** @type {any} */ { name }) => name === "weighted");
  const alike = new Set(state.lineUp).size === 1;
  const guest = state.lineUp.find((strategy) => strategy !== weighted) ?? weighted;
  byId("strategies").replaceChildren(
    ...data.strategies.map((/** @type {any} */ { title }, /** @type {number} */ k) =>
      element("option", {
        value: `all:${k}`,
        textContent: `all play ${title}`,
        selected: alike && state.lineUp[0] === k,
      }),
    ),
    ...data.strategies.flatMap((/** @type {any} */ { title }, /** @type {number} */ k) =>
      k === weighted
        ? []
        : [
            element("option", {
              value: `one:${k}`,
              textContent: `one ${title}, the others Weighted`,
              selected: !alike && guest === k,
            }),
          ],
    ),
  );
  byId("who").textContent = data.strategies[guest].text;
}

/** Leave those open that are. @param {HTMLElement} there @param {any[]} made */
function keepOpen(there, made) {
  const name = (/** @type {any} */ one) => one.dataset.group ?? one.dataset.family;
  const folded = (/** @type {any} */ one) => [...one.querySelectorAll("details")];
  const open = new Map(folded(there).map((one) => [name(one), one.open]));
  for (const one of made.flatMap((each) => [each, ...folded(each)]))
    if (open.get(name(one)) !== undefined)
      one.open = open.get(name(one)) || (one.open && one.classList.contains("edited"));
  return made;
}

function keyOfFocus() {
  const focus = /** @type {any} */ (document.activeElement);
  const place = focus?.closest?.(".row");
  return place ? { key: place.dataset.key, step: focus.dataset.step, name: focus.tagName } : undefined;
}

/** @param {any} here */
function focusAgain(here) {
  if (!here) return;
  const place = document.querySelector(`.row[data-key="${CSS.escape(here.key)}"]`);
  const wanted = here.step
    ? place?.querySelector(`button[data-step="${here.step}"]`)
    : place?.querySelector(here.name.toLowerCase());
  /** @type {any} */ (wanted ?? place?.querySelector("input, select"))?.focus({ preventScroll: true });
}

function filterCards() {
  const wanted = byId("search").value.trim().toLowerCase();
  for (const one of byId("cards").children) one.hidden = !one.dataset.words.includes(wanted);
}

// --- the answer ------------------------------------------------------------------------------------------

/** Whether more games come in, so that what is drawn will soon be drawn again. */
const goesOn = () => !paused && games.done < MOST_BLOCKS;

/** Draw what the games so far say. */
function draw() {
  if (games) progress();
  if (!games || pressed || games.done < 10 || (games.drawn === games.done && games.width === innerWidth)) return;
  if (games.asked !== question()) return; // something has been changed, and is about to be played
  const now = performance.now();
  if (games.drawn >= 0 && games.width === innerWidth && goesOn() && now < games.shownAt + STANDS) return;
  if (games.width !== innerWidth) release();
  Object.assign(games, { drawn: games.done, width: innerWidth, shownAt: now });
  const whole = { ...games, blocks: games.blocks.map((/** @type {any[]} */ side) => side.filter(Boolean)) };
  document.body.classList.remove("stale");
  const two = isChanged(state);
  const { main, all, wins, turns } = compare(data, whole, state);
  const worths = cardWorths(data, state, games);
  say(sentences(data, games, main, wins));
  byId("lengths").replaceChildren(
    lengthPicture(games, Math.min(byId("lengths").clientWidth || 600, 760), state.players),
  );
  renew("worths", cardLists(worths, two, cardLink));
  byId("coin").hidden = games.coin === 1;
  byId("coin").textContent = games.coin === 1 ? "" : scalingNote(games, main);
  hold();
  byId("asked").textContent = two ? "Your rule against the printed game" : "The printed game";
  byId("measures").replaceChildren(measureTable(data, [...wins, ...main], two));
  byId("at-a-glance").hidden = !two;
  byId("glance").replaceChildren(...(two ? [glance([...main, ...all], data)] : []));
  byId("turns").replaceChildren(measureTable(data, turns, two));
  if (byId("every").open) renew("every-card", [cardTable(worths, two, order, drawAgain, cardLink)]);
  if (byId("more").open) byId("all").replaceChildren(measureTable(data, all, two));
  if (state.card) drawCard(worths, two);
  const drawn = games.done * GAMES;
  games.csv = () => asCsv([...wins, ...main, ...turns, ...all], worths, drawn);
  hear();
  document.body.dataset.games = String(games.done * GAMES);
}

const HELD = ["answer", "worths"]; // places that become no lower while games come in

/** Keep the room that places have, so that what is below them stays where it is. */
function hold() {
  if (byId("result").hidden) return;
  for (const id of HELD) byId(id).style.minHeight = `${byId(id).offsetHeight}px`;
}

/** Give back the room that places kept. */
function release() {
  for (const id of HELD) byId(id).style.minHeight = "";
}

/** Replace what a place holds, and leave the focus where it is. @param {string} id @param {Node[]} parts */
function renew(id, parts) {
  const place = byId(id);
  const { key } = place.contains(document.activeElement)
    ? /** @type {any} */ (document.activeElement).dataset
    : { key: undefined };
  place.replaceChildren(...parts);
  if (key) place.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** Draw the same games once more. */
function drawAgain() {
  if (games) games.drawn = -1;
  draw();
}

function progress() {
  const played = games.done * GAMES;
  const each = games.blocks.length > 1 ? " of each, on the same shuffles" : "";
  const end = games.done >= MOST_BLOCKS;
  byId("played").textContent =
    `${played.toLocaleString("en")} games${each}${end ? "" : paused ? ", paused" : " so far"}`;
  byId("meter").value = games.done / MOST_BLOCKS;
  byId("pause").hidden = end;
}

/** Let a screen reader say the answer, now and then. */
function hear() {
  const passed = SPOKEN.filter((blocks) => games.done >= blocks).length;
  if (passed > games.spoken)
    byId("spoken").textContent = [...byId("answer").children].map(({ textContent }) => textContent).join(" ");
  games.spoken = passed;
}

/** @param {string[]} lines */
function say(lines) {
  if (lines.join("\n") !== [...byId("answer").children].map(({ textContent }) => textContent).join("\n"))
    byId("answer").replaceChildren(...lines.map((text) => element("p", { textContent: text })));
  showJump();
}

/** On narrow pages a bar below the controls says the answer, or what else is shown, and leads back to it. */
function showJump() {
  const view = document.querySelector('#views [aria-pressed="true"]').textContent;
  if (!byId("jump").hidden)
    byId("jump").textContent = byId("result").hidden ? view : byId("answer").firstChild.textContent;
}

/** Go to a part of the page without a change of the address, which holds what is asked. @param {Event} event */
function goTo(event) {
  event.preventDefault();
  const there = byId(/** @type {HTMLAnchorElement} */ (event.currentTarget).hash.slice(1));
  there.tabIndex = -1;
  there.focus({ preventScroll: true });
  there.scrollIntoView();
}

/** @param {string[]} lines */
function clearAnswer(lines) {
  document.body.classList.remove("stale");
  release();
  say(["This cannot be played yet.", ...lines]);
  for (const id of ["measures", "lengths", "turns", "worths", "every-card", "all"]) byId(id).replaceChildren();
  byId("played").textContent = "";
}

// --- taking it away --------------------------------------------------------------------------------------

/** What gives the same games on the command line. @param {string} verb @param {boolean} changed */
function command(verb, changed) {
  const names = state.lineUp.map((k) => data.strategies[k].name);
  const line = new Set(names).size === 1 ? names[0] : names.join(",");
  return `tda ${verb} ${data.decks[state.deck].name}${changed ? OWN_RULE : ""} --players ${state.players} --strategies ${line}`;
}

/** The house rule as YAML. */
function yaml() {
  const printed = printedTables();
  return houseRule(
    deckOf(data, state),
    printed,
    state.edits,
    data,
    ruleText(changesOf(data, state, printed).map(({ text }) => text)),
  );
}

/** @param {string} name @param {string} type @param {string} text */
function download(name, type, text) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // a busy browser begins to read it late
}

/** Show one of the views: the answer, a game, or the table to play at. @param {string} name */
function showView(name) {
  for (const button of byId("views").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.value === name));
    byId(button.value).hidden = button.value !== name;
  }
  showCard();
  for (const view of views) view.update();
  showJump();
  if (name === "result") drawAgain();
}

function connectButtons() {
  for (const button of byId("views").querySelectorAll("button")) button.onclick = () => showView(button.value);
  byId("close-card").onclick = () => openCard(undefined);
  for (const link of document.querySelectorAll("a[href^='#']")) link.addEventListener("click", goTo);
  byId("reset").onclick = () => {
    state.edits = noEdits();
    settle();
  };
  byId("pause").onclick = () => {
    paused = !paused;
    byId("pause").textContent = paused ? "Go on" : "Pause";
    if (!paused && games) fill();
    if (games) progress();
  };
  byId("rule-file").onclick = () => download("my-house-rule.yaml", "application/yaml", yaml());
  byId("csv").onclick = () => games?.csv && download("answer.csv", "text/csv", games.csv());
  byId("link").hidden = location.protocol === "blob:"; // in a report: nobody else can open this address
  byId("link").onclick = async () => {
    history.replaceState(null, "", `#${toHash(state, data)}`);
    try {
      await navigator.clipboard.writeText(location.href);
      byId("link").textContent = "Copied";
    } catch {
      byId("link").textContent = "The address above has it";
    }
    setTimeout(() => (byId("link").textContent = "Copy a link"), 2500);
  };
  for (const id of ["more", "every"]) byId(id).addEventListener("toggle", drawAgain);
  byId("which").addEventListener("input", () => {
    order.text = byId("which").value;
    drawAgain();
  });
  new IntersectionObserver(
    ([{ isIntersecting }]) => {
      byId("jump").hidden = !isIntersecting;
      showJump();
    },
    { rootMargin: "-25% 0px -25% 0px" },
  ).observe(byId("panel"));
}

begin().catch((error) => say([`This page could not start: ${error}`]));
