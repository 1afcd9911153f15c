import { documentsByAct, type Charged, type CountedAct } from './documents-by-act';
import { listPrices } from './list-prices';

/** How a line came about. `counted`: from documents or bytes that a test counts. `estimated`: nobody has measured it on the services. */
type Basis = 'counted' | 'partly counted' | 'estimated';

export interface CostLine {
  readonly what: string;
  readonly how: string;
  /** US dollars a month. */
  readonly cost: number;
  readonly basis: Basis;
}

/** The installation that the table is about. */
export const scenario = {
  owners: 10_000,
  /** In a month: a million a day. */
  views: 30_000_000,
  tips: 83_000,
  /** Of all views. 10,000 owners by Zipf's law, the edge at ten places keeps a profile 30 seconds. A model, not a measurement. */
  missedByEdge: 0.8,
  /** Of scripts and pictures, which visitors already have. */
  inBrowserCache: 0.5,
  scriptKb: 16,
  pictureKb: 30,
  /** Milliseconds of one vCPU and half a GiB for a view, with many at once in an instance. */
  viewMs: 8,
  /** Seconds for each of a tip's requests, most of it waiting for Stripe. */
  tipRequestSeconds: 0.5,
  /** By the same model: profiles with views in a window of ten minutes, over a day. */
  countedProfilesADay: 317_000,
  /** The most documents that a day of looks at Stripe may read and write. */
  lookReadsADay: 40_000,
  lookWritesADay: 12_000,
} as const;

const days = 30;
const million = 1_000_000;

export const documents = ({ read, written }: Charged): number =>
  read * listPrices.read + written * listPrices.written;

/** `seconds` of one vCPU and half a GiB. */
export const computing = (seconds: number): number =>
  seconds * (listPrices.vcpuSecond + listPrices.gibSecond / 2);

const whole = (amount: number): string => Math.round(amount).toLocaleString('en-US');

function hosting(): CostLine {
  const { views, inBrowserCache, scriptKb, pictureKb } = scenario;
  const gb = (views * (1 - inBrowserCache) * (scriptKb + pictureKb)) / million;
  return {
    what: 'Hosting: scripts and pictures',
    how: `${whole(gb)} GB: ${scriptKb} kB of script and profile and a picture of ${pictureKb} kB, half of it from browsers’ caches`,
    cost: gb * listPrices.hostingGb,
    basis: 'estimated',
  };
}

function profiles(): CostLine {
  const { views, missedByEdge, viewMs, owners } = scenario;
  const misses = views * missedByEdge;
  const view = documentsByAct['a view of a card (`/v1/profiles/ada`), or of several, each'];
  const anew = documentsByAct['a view of a card that was made more than three days ago'];
  const timesAnew = (owners * days) / 3;
  const cost =
    misses * listPrices.request +
    documents({ read: misses * view.read, written: 0 }) +
    documents({ read: timesAnew * anew.read, written: timesAnew * anew.written }) +
    computing((misses * viewMs) / 1000);
  return {
    what: 'views that the edge does not have',
    how: `${whole(misses / million)} M requests with ${view.read} document each; each card anew every three days; ${viewMs} ms of computing`,
    cost,
    basis: 'partly counted',
  };
}

function counting(): CostLine {
  const { views, countedProfilesADay } = scenario;
  const sums = countedProfilesADay * days;
  // Up to three instances write a batch every ten seconds, which is read and removed again.
  const batches = 3 * 8640 * days;
  const cost =
    views * listPrices.request +
    documents({ read: sums + batches, written: sums + 2 * batches }) +
    computing(views * 0.002);
  return {
    what: 'counting views',
    how: `${whole(views / million)} M requests; ${whole(sums / million)} M sums of profiles, ten minutes each`,
    cost,
    basis: 'estimated',
  };
}

/** The requests of a tip. Each of Stripe's events counts as much as the one that it is paid, which does the most. */
const requestsOfATip = {
  'a tip session': 1,
  'a tip, until the card form is shown': 1,
  'the event of Stripe that a tip is paid': 3,
  'a look at the receipt': 3,
} as const satisfies Partial<Record<CountedAct, number>>;

function tips(): CostLine {
  const acts = Object.entries(requestsOfATip) as readonly (readonly [CountedAct, number])[];
  const sumOf = (of: (act: Charged) => number) =>
    acts.reduce((sum, [act, times]) => sum + of(documentsByAct[act]) * times, 0);
  const read = sumOf((act) => act.read);
  const written = sumOf((act) => act.written);
  const requests = scenario.tips * acts.reduce((sum, [, times]) => sum + times, 0);
  return {
    what: `${whole(scenario.tips)} tips`,
    how: `${read} documents read and ${written} written a tip, with three events of Stripe and three looks; half a second for each of the ${requests / scenario.tips} requests`,
    cost:
      documents({ read: read * scenario.tips, written: written * scenario.tips }) +
      requests * listPrices.request +
      computing(requests * scenario.tipRequestSeconds),
    basis: 'partly counted',
  };
}

function jobs(): CostLine {
  const { lookReadsADay, lookWritesADay } = scenario;
  return {
    what: 'looks at Stripe, jobs, schedules',
    how: `at most ${whole(lookReadsADay)} documents read and ${whole(lookWritesADay)} written a day; an hour of computing a day`,
    cost: documents({ read: lookReadsADay * days, written: lookWritesADay * days }) + computing(3600 * days),
    basis: 'estimated',
  };
}

/** The lines of a month. `warmInstance`: US dollars for one instance that always runs. */
export function costsOfAMonth(warmInstance: number): readonly CostLine[] {
  return [
    hosting(),
    profiles(),
    counting(),
    tips(),
    jobs(),
    {
      what: 'one warm instance (`MIN_INSTANCES=1`)',
      how: 'by the table of firebase-tools, while it waits',
      cost: warmInstance,
      basis: 'estimated',
    },
    {
      what: 'storage, recovery window, backups',
      how: '6 GB of documents, 14 daily and 14 weekly backups',
      cost: 8,
      basis: 'estimated',
    },
  ];
}
