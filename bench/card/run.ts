import { brotliCompressSync } from 'node:zlib';
import { median, type BenchOptions, type BenchRow } from '../bench-row';
import { buildTargets, startCardsStore } from './build-targets';
import { visitPage, type Visit, type VisitFigures } from './measure';
import { servePages } from './serve-pages';
import { links } from './socks-link';

/** The measured build targets. */
export const needs = ['widget'] as const;

const one = { cards: 1, wanted: 1, preloaded: false } as const;
const slow = links['slow 4G'];
const fast = links['fast 4G'];
/** How many of the fifty cards are near the top of the page. Cards further down load later. */
const many = { cards: 50, wanted: 2, preloaded: false, link: null } as const;

const visits = {
  'blank, slow': { ...one, target: 'blank', wanted: 0, link: slow },
  'card, slow': { ...one, target: 'busker', link: slow },
  'card preloaded, slow': { ...one, target: 'busker', link: slow, preloaded: true },
  'floor, slow': { ...one, target: 'floor', link: slow },
  'floor preloaded, slow': { ...one, target: 'floor', link: slow, preloaded: true },
  'naive, slow': { ...one, target: 'naive', link: slow },
  'card, fast': { ...one, target: 'busker', link: fast },
  'floor, fast': { ...one, target: 'floor', link: fast },
  'naive, fast': { ...one, target: 'naive', link: fast },
  'card, tapped': { ...one, target: 'busker', link: null, tap: 'rested' },
  'card, tapped at once': { ...one, target: 'busker', link: null, tap: 'at-once' },
  'empty popover, tapped': { ...one, target: 'busker', link: null, tap: 'empty' },
  'blank, 50': { ...many, target: 'blank', wanted: 0 },
  'tags, 50': { ...many, target: 'tags', wanted: 0 },
  'card, 50': { ...many, target: 'busker' },
  'floor, 50': { ...many, target: 'floor', wanted: 50 },
} as const satisfies Readonly<Record<string, Visit>>;

type VisitName = keyof typeof visits;
const names = Object.keys(visits) as VisitName[];

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((value) => [Math.random(), value] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, value]) => value);

type Figures = Readonly<Record<VisitName, VisitFigures[]>>;

/** The card beside its baselines: each round takes every visit once, in random order, each in a new browser. */
export async function run({ quick, log }: BenchOptions): Promise<BenchRow[]> {
  const files = await buildTargets();
  const store = await startCardsStore();
  const server = await servePages(files);
  const places = {
    'page.localhost': server.port,
    'busker.localhost': server.port,
    'firestore.localhost': store.port,
  };
  const figures = Object.fromEntries(names.map((name) => [name, [] as VisitFigures[]])) as unknown as Figures;
  let asked: readonly string[] = [];
  try {
    const rounds = quick ? 1 : 9;
    for (let round = 1; round <= rounds; round += 1) {
      for (const name of shuffled(names)) {
        server.asked();
        figures[name].push(await visitPage(visits[name], places));
        if (name === 'card, 50') asked = server.asked();
      }
      log(`card: round ${round} of ${rounds}`);
    }
  } finally {
    await server.close();
    await store.close();
  }
  for (const name of new Set(names.flatMap((visit) => figures[visit].flatMap(({ refused }) => refused))))
    if (!name.includes('google')) log(`card: a page asked for ${name}, which nobody serves`);
  return [...sizes(files), ...speeds(figures), ...manyCards(figures, asked)];
}

const kilobytes = (code: Buffer | undefined): number => brotliCompressSync(code ?? '').length / 1_000;

const sizes = (files: Readonly<Record<string, Buffer>>): BenchRow[] => [
  { what: "card's script, brotli", value: kilobytes(files['/embed/v1.js']), unit: 'kB', atMost: 13 },
  { what: "floor's script, brotli", value: kilobytes(files['/floor.js']), unit: 'kB', atMost: null },
  { what: "naive build's script, brotli", value: kilobytes(files['/naive.js']), unit: 'kB', atMost: null },
];

function speeds(figures: Figures): BenchRow[] {
  // A single missing card makes the figure NaN: a median would hide it.
  const at = (name: VisitName, key: 'painted' | 'usable') => {
    const times = figures[name].flatMap((visit) => visit[key] ?? []);
    return times.length === figures[name].length ? median(times) : Number.NaN;
  };
  const painted = (name: VisitName) => at(name, 'painted');
  const of = (name: VisitName, key: 'longTask' | 'shift' | 'sheet') =>
    median(figures[name].map((visit) => visit[key] ?? Number.NaN));
  const ratio = (what: string, value: number, atMost: number | null): BenchRow => ({
    what,
    value,
    unit: 'ratio',
    atMost,
  });
  const times = names
    .filter((name) => visits[name].wanted === 1 && !('tap' in visits[name]))
    .map((name): BenchRow => ({
      what: `links painted: ${name} 4G`,
      value: painted(name),
      unit: 'ms',
      atMost: null,
    }));
  return [
    ...times,
    ratio('slow 4G: card / floor', painted('card, slow') / painted('floor, slow'), 1.1),
    ratio(
      'slow 4G: card / floor, both preloaded',
      painted('card preloaded, slow') / painted('floor preloaded, slow'),
      1.1,
    ),
    ratio('slow 4G: card / naive build', painted('card, slow') / painted('naive, slow'), 0.36),
    ratio(
      'slow 4G: card preloaded / naive build',
      painted('card preloaded, slow') / painted('naive, slow'),
      0.3,
    ),
    ratio(
      'slow 4G: tip button answers a tap / links of the floor painted',
      at('card, slow', 'usable') / painted('floor, slow'),
      1.35,
    ),
    ratio('fast 4G: card / floor', painted('card, fast') / painted('floor, fast'), null),
    ratio('fast 4G: card / naive build', painted('card, fast') / painted('naive, fast'), null),
    { what: 'layout shift of the card', value: of('card, slow', 'shift'), unit: 'ratio', atMost: 0.001 },
    { what: 'longest task over 50 ms: card', value: of('card, slow', 'longTask'), unit: 'ms', atMost: 50 },
    {
      what: 'longest task over 50 ms: floor',
      value: of('floor, slow', 'longTask'),
      unit: 'ms',
      atMost: null,
    },
    {
      what: 'longest task over 50 ms: blank page',
      value: of('blank, slow', 'longTask'),
      unit: 'ms',
      atMost: null,
    },
    { what: 'tap to painted sheet, prefetched', value: of('card, tapped', 'sheet'), unit: 'ms', atMost: 100 },
    {
      what: 'tap to painted sheet, without any time to prefetch',
      value: of('card, tapped at once', 'sheet'),
      unit: 'ms',
      atMost: null,
    },
    {
      what: 'tap to a painted empty popover',
      value: of('empty popover, tapped', 'sheet'),
      unit: 'ms',
      atMost: null,
    },
  ];
}

function manyCards(figures: Figures, asked: readonly string[]): BenchRow[] {
  const busy = (name: VisitName) => median(figures[name].map((visit) => visit.busy));
  const long = (name: VisitName, key: 'longTask' | 'lateTask' = 'longTask') =>
    median(figures[name].map((visit) => visit[key]));
  const count = (pattern: RegExp) => asked.filter((path) => pattern.test(path)).length;
  return [
    { what: '50 cards, main thread: blank page', value: busy('blank, 50'), unit: 'ms', atMost: null },
    { what: '50 cards, main thread: card', value: busy('card, 50'), unit: 'ms', atMost: null },
    { what: '50 cards, main thread: floor', value: busy('floor, 50'), unit: 'ms', atMost: null },
    {
      what: '50 cards, main thread: card / floor',
      value: busy('card, 50') / busy('floor, 50'),
      unit: 'ratio',
      atMost: 1,
    },
    {
      what: '50 cards, longest task over 50 ms once the script is there: card',
      value: long('card, 50', 'lateTask'),
      unit: 'ms',
      atMost: 50,
    },
    // The card is not charged for the time in which the page itself parses and lays out fifty tags.
    { what: '50 cards, longest task over 50 ms: card', value: long('card, 50'), unit: 'ms', atMost: null },
    {
      what: '50 cards, longest task over 50 ms: the tags without a script',
      value: long('tags, 50'),
      unit: 'ms',
      atMost: null,
    },
    { what: '50 cards, longest task over 50 ms: floor', value: long('floor, 50'), unit: 'ms', atMost: null },
    { what: '50 cards, first loads asked for', value: count(/\/v1\.js$/), unit: 'count', atMost: 1 },
    // Every page view loads it, after the first paint.
    { what: '50 cards, late parts asked for', value: count(/\/late-parts-/), unit: 'count', atMost: 1 },
    {
      what: '50 cards, other scripts asked for',
      value: count(/\.js$/) - count(/\/v1\.js$|\/late-parts-/),
      unit: 'count',
      atMost: 0,
    },
    { what: '50 cards, requests for profiles', value: count(/^\/v1\/profiles/), unit: 'count', atMost: 1 },
  ];
}
