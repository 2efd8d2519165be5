/** What the page is given as data, see `tda_sim.lab`, and what its modules and workers hand one another. */

// --- the engine -----------------------------------------------------------------------------------------

/** Offset in bytes, numbers in a row, and bytes of each. */
export type Field = [number, number, number];
export type RecordLayout = { size: number; fields: Record<string, Field> };
export type Layout = {
  records: Record<string, RecordLayout>;
  sizes: number[];
  /** bytes of the rooms of a game */
  rooms: number;
  ways: number;
  /** of the places, game by game, by number of players: see `tda_sim.runs.plan.seatings` */
  orders: Record<string, number[][]>;
};
/** A strategy by its place in the page's list. */
export type Entrant = {
  strategy: number;
  parameters: number[];
  modifiers?: Record<string, number>;
  members?: Entrant[];
};
/** The engine's records of type CARDS and RULES. */
export type Tables = { cards: Uint8Array; rules: Uint8Array };
/** What the compiled module exports. */
export type Code = {
  memory: WebAssembly.Memory;
  reserve: (bytes: number) => number;
  release: (start: number) => void;
  handle: (strategy: number) => bigint;
  start: (game: number, size: bigint, number: bigint, seed: bigint, players: bigint) => number;
  advance: (game: number, size: bigint, stop: bigint) => number;
  draw: (
    game: number,
    ofGame: bigint,
    entrants: number,
    n: bigint,
    ofEntrant: bigint,
    seating: number,
    number: bigint,
    seed: bigint,
    rows: number,
    players: bigint,
  ) => number;
  play: (...numbers: (number | bigint)[]) => bigint;
} & Record<
  "block_sums" | "card_sums" | "compare" | "at_once" | "level_of_orders",
  (...numbers: (number | bigint)[]) => number
>;

// --- decks and rules ------------------------------------------------------------------------------------

export type Card = {
  name: string;
  title: string;
  strength: number;
  colour: string;
  colours: string[];
  alignment: string;
  kind: string;
  groups: string[];
  bars: string;
  text: string;
  family: string;
  /** whether it is no dragon of a colour */
  single: boolean;
  settable: boolean;
  drawn: boolean;
  kept: number;
  /** whether a house rule adds it */
  new?: boolean;
};
/** An instruction: its operation, whether it always happens, and its values; a group by name, a place as a list. */
export type Line = (number | string | number[])[];
/** A number in an effect; places: the lines and arguments that hold it. */
export type Amount = {
  /** what addresses call it */
  key: string;
  part: string;
  path: (string | number)[];
  label: string;
  value: number;
  least: number;
  most: number;
  places: [number, number][];
};
/** Anything that YAML can say. */
export type Plain = string | number | boolean | null | Plain[] | { [key: string]: Plain };
export type Entries = Record<string, Plain>;
/** Cards that share their effects, by part; rule: the house rule that changes them. */
export type Family = {
  title: string;
  amounts: Amount[];
  code: Record<string, Line[]>;
  yaml: Entries;
  rule?: string;
  of?: string;
};
/** Effects that a house rule adds to the powers of a group. */
export type Added = Family & { key: string; of: string; text: { before: string; after: string } };
/** What house rules that ship change of cards. */
export type Changes = {
  dragons?: Entries;
  cards?: Entries;
  powers?: Entries[];
  unique_cards?: Entries;
  [other: string]: Entries | Entries[] | undefined;
};
/** added, changes: by house rules that are laid over it. */
export type Deck = {
  name: string;
  /** the engine's numbers of parameters as printed */
  rules: Record<string, number>;
  title: string;
  players: [number, number];
  edition: string;
  draw: Record<string, number>;
  cards: Card[];
  families: Record<string, Family>;
  added?: Added[];
  changes?: Changes;
};
export type Parameter = {
  name: string;
  title: string;
  group: string;
  meaning: string;
  field: string;
  words: Record<string, number>;
  least?: number;
  most?: number;
};
/** What parameters have to fulfil: left, by name and added up, compared with a parameter or a number. */
export type Comparison = {
  left: string[];
  /** of left minus right, where they fit */
  signs: number[];
  right: string | number;
  sentence: string;
};
/** A house rule that ships: the engine's numbers by parameter, and what it makes of each deck that it fits. */
export type Preset = {
  name: string;
  title: string;
  text: string;
  rules: Record<string, number>;
  changes: Changes;
  unique_cards: Entries;
  /** those that change the same things */
  rivals: string[];
  decks: Record<string, Made>;
};
/** What differs of a deck under a house rule. */
export type Made = {
  rules: Record<string, number>;
  cards: Card[];
  gone: string[];
  families: Record<string, Family>;
  draw: Record<string, number>;
  added: Added[];
};
/** What can be changed: a number with a range, or one of some words. */
export type Knob = {
  key: string;
  title: string;
  /** what a list of changes calls it */
  about: string;
  printed: number;
  least?: number;
  most?: number;
  words?: Record<string, number>;
  /** the house rule that the printed value is of */
  source?: string;
  meaning?: string;
  /** the effects that it is part of */
  yaml?: string;
};
/** House rules by name, and numbers by what they are of: see `knobsOf`. */
export type Edits = { presets: string[]; numbers: Record<string, number> };
/** What is asked; card: the one whose page is open; view: what is shown, unless it is the answer. */
export type State = {
  deck: number;
  players: number;
  lineUp: number[];
  edits: Edits;
  card?: string;
  view?: string;
  look?: Look;
};
/** The game that is looked at: one of the choices or a number, with the changes or as printed, and a step of it. */
export type Look = { game: string; changed: boolean; step: number };
/** A change of the edits. */
export type Edit = (change: (edits: Edits) => void) => void;

// --- measures -------------------------------------------------------------------------------------------

export type Metric = {
  name: string;
  title: string;
  unit: string;
  meaning: string;
  group: string;
  one: string;
  /** what `tda_sim.lab.statistics.METRIC` names */
  numbers: number[];
};
/** What the sentences of the command line say of a measure: see `tda_sim.answers.headlines`. */
/** The words of a measure that sentences have; unit: what follows its numbers there. */
export type Headline = {
  name: string;
  subject: string;
  more: string;
  less: string;
  like: string;
  unit: string;
  sized: boolean;
};
/** Ratios that have words of their own. */
export type Ratios = { twice: number[]; half: number[]; many: number };
export type Way = { title: string; once: boolean };
export type Verdict = "more" | "less" | "same" | "unclear";
export type Measures = {
  metrics: Metric[];
  turns: Record<string, Metric[]>;
  win: Metric;
  primary: string;
  first_place: string;
  of_one_game: string;
  main: string[];
  short: Record<string, string>;
  headlines: Record<string, Headline>;
  most_changes: number;
  ratios: Ratios;
  ways: Way[];
  verdicts: Record<Verdict, string>;
  level: number;
  signs: Record<string, string[]>;
  columns: number;
  row: string[];
  verdict_names: Verdict[];
  far: number;
  nearest: number;
  z_cards: number;
};
/** A measure in the printed game and in the changed one; own: of the last; estimate: of the change; scale: what a unit of `after` counts for. */
export type Row = {
  metric: Metric;
  before: number;
  after: number;
  own_low: number;
  own_high: number;
  estimate: number;
  low: number;
  high: number;
  margin: number;
  verdict: Verdict;
  /** Of gold: both sides as shares of what everybody starts with, where that differs. */
  shares?: number[];
};
/** What sentences need of a row; a strategy that meets others, by its title, with its win rate. */
export type Shift = Pick<
  Row,
  "metric" | "before" | "after" | "shares" | "estimate" | "low" | "high" | "margin" | "verdict"
>;
export type Guest = { strategy: string; row: Shift };
/** What a card is worth to who is dealt it in one of the games; times: how often players meet it, by way. */
export type Dealt = { worth: number; half: number; times: number[] };
/** A card in both games, undefined where it is in one only; half: of the interval of the change. */
export type Worth = { card: Card; sides: (Dealt | undefined)[]; strengths: number[]; change: number; half: number };

// --- searches -------------------------------------------------------------------------------------------

/** A value for each number that may change. */
export type Point = number[];
/** Where a measure should lie; scale: by how much a miss counts as 1. */
export type Goal = { low: number; high: number; scale: number };
/** A measure in all games of a point, with its standard error. */
export type Shown = { value: number; error: number };

// --- stories --------------------------------------------------------------------------------------------

/** An event as `tda replay --json` writes it: its name, and the numbers, cards and words that it has. */
export type Told = {
  event: string;
  seat?: number;
  card?: string;
  power?: string;
  gold?: number;
  round?: number;
  counts?: number;
  to?: number | string;
  from?: number;
  options?: string[];
  answer?: string;
};
/** A text, or a choice of phrases; and what is put into one: see phrases.js. */
export type Phrase = string | { [name: string]: Phrase };
export type Part = string | number | boolean | null | string[];
export type Say = (path: string, parts?: Record<string, Part>) => string;
export type Phrases = Record<"answers", Phrase> & {
  card_game: {
    fields: Record<string, [field: keyof LogRow, how: string]>;
    events: Record<string, { has: string[] }>;
  };
};
export type Story = {
  events: string[];
  main: string[];
  headings: string[];
  between_two: Record<string, "to" | "from">;
  own_business: string[];
  not_told: string[];
  questions: { name: string; options: string }[];
  words: Record<string, string>;
  ends: string[];
  mortal: string;
  hole: number;
  stops: Record<string, number>;
  phases: Record<string, number>;
  halts: Record<string, number>;
  handles: Record<string, number>;
  coach: CoachFacts;
};
export type CoachFacts = {
  judge: string;
  judge_title: string;
  deals: number;
  at_once: number;
  z: number;
  seed_bits: number;
  header: string[];
  values: number;
  over: number;
  gold: number;
  used: number;
  kept: number;
  first: number;
  cards: number;
};
export type LogRow = { kind: number; seat: number; card: number; other: number; gold: number };
/** What lies on the table, cards by number; barred: a dragon god keeps the flight from winning. */
export type Place = {
  phase: number;
  gambit: number;
  seriesGame: number;
  round: number;
  leader: number;
  turn: number;
  stakes: number;
  hole: number;
  deck: number;
  discard: number;
  hoards: number[];
  sizes: number[];
  flights: number[][];
  played: number[];
  ante: number[];
  out: boolean[];
  owed: number[];
  debts: { debtor: number; creditor: number; gold: number }[];
  lasting: { seat: number; card: number }[];
  barred: boolean[];
  weakestWins: boolean;
  hands?: number[][];
};
/** An open question; the answer is the index of an option. */
export type Asked = {
  seat: number;
  kind: number;
  card: number;
  gold: number;
  payee: number;
  about: number;
  options: number[];
  hand: number[];
  place: Place;
};

// --- everything -----------------------------------------------------------------------------------------

export type Strategy = { name: string; title: string; text: string; is_level: boolean };
export type Data = {
  layout: Layout;
  strategies: Strategy[];
  levels: Record<string, Record<number, Record<string, (Record<string, number> & { strategy: number })[]>>>;
  strategy: string;
  engine: string;
  files: Record<string, Record<string, string>>;
  decks: Deck[];
  weights: Record<string, number[]>[];
  rules: Parameter[];
  comparisons: Comparison[];
  whole: string[];
  presets: Preset[];
  groups: Record<string, number>;
  own_group: number;
  measures: Measures;
  paces: Record<string, number[]>;
  reach: number[];
  story: Story;
  phrases: Phrases;
  deck: string;
  seed: number;
};

// --- workers --------------------------------------------------------------------------------------------

export type Known = { module: WebAssembly.Module; layout: Layout; story: Story };
/** A block of games that a worker plays. */
export type Job = {
  id: number;
  sides: Tables[];
  players: number;
  block: number;
  games: number;
  seed: number;
  lineUp: number[];
  entrants: Entrant[];
  paces: number[];
};
/** By game: cards played, changes of the lead, highest stakes, gold moved by powers, the winner's lead in gold. */
export type Marks = Record<"plays" | "lead_changes" | "max_stakes" | "power_gold" | "margin", number[]>;
/** What a block of one of the games adds up to. */
export type Side = {
  sums: Float64Array;
  plays: Uint32Array;
  opening: Float64Array;
  times: Float64Array;
  marks?: Marks;
};
export type Played = { id: number; block: number; sides: Side[]; error?: string };
/** What workers play, block by block. */
export type Plays = { id: number; next: () => Job | undefined; take: (played: Played) => void };
/** What the coach plays with, and the question; seeds: two numbers below 2^31 for the deals. */
export type Advised = Tables & { players: number; parameters: number[]; kept: number[] };
export type Task = {
  seed: number;
  number: number;
  answers: number[];
  seeds: number[];
};
/** Cells: deal by deal, one for each option; the judge's own answer is an index. */
export type Weighed = { options: number[]; judge: number; cells: { gold: number; win: number; goesOn: boolean }[] };
