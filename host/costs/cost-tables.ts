import { listPrices, waitingInstances } from './list-prices';

/** Documents that Firestore charges. */
export interface Charged {
  readonly read: number;
  readonly written: number;
}

/**
 * The documents that each act of a visitor costs, in the order of the page. cost-tables.test.ts counts them. An instance that has read a card in
 * the last ten seconds reads one document less.
 */
export const documentsByAct = {
  'a view of a card (`/v1/profiles/ada`), or of several, each': { read: 1, written: 0 },
  'the goal and the wall of a card (`/v1/profiles/ada/wall`)': { read: 2, written: 0 },
  'the public page, with goal and wall (`/@ada`)': { read: 2, written: 0 },
  'the frame, the badge, the QR code, or oEmbed': { read: 1, written: 0 },
  'a handle that nobody has': { read: 2, written: 0 },
  'the page of a handle that nobody has (`/@nobody`)': { read: 3, written: 0 },
  'a view of a card that was made more than three days ago': { read: 6, written: 1 },
  'a wall after a tip, with 50 supporters': { read: 64, written: 1 },
  'a tip session': { read: 6, written: 0 },
  'a tip, until the card form is shown': { read: 14, written: 9 },
  'the event of Stripe that a tip is paid': { read: 6, written: 8 },
  'a look at the receipt': { read: 2, written: 0 },
} as const satisfies Readonly<Record<string, Charged>>;

export type CountedAct = keyof typeof documentsByAct;

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
  /** The most documents that a day of checks at Stripe may read and write. */
  reconcileReadsADay: 40_000,
  reconcileWritesADay: 12_000,
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
  const { reconcileReadsADay, reconcileWritesADay } = scenario;
  return {
    what: 'looks at Stripe, jobs, schedules',
    how: `at most ${whole(reconcileReadsADay)} documents read and ${whole(reconcileWritesADay)} written a day; an hour of computing a day`,
    cost:
      documents({ read: reconcileReadsADay * days, written: reconcileWritesADay * days }) +
      computing(3600 * days),
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
      how: 'by list price, while it waits',
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

export interface OutboxCost extends Charged {
  /** Tasks of Cloud Tasks, each of which is a request to a function. */
  readonly tasks: number;
}

/** What telling the owner costs for one tip, besides the tip itself. cost-tables.test.ts counts them. */
export const outboxActs = {
  'the event of a paid tip, and its plan, without channels': { read: 4, written: 2, tasks: 0 },
  'a webhook that works, each': { read: 12, written: 4, tasks: 1 },
  'a channel that collects (mail, push, chats), a message for this tip alone': {
    // Mail, which costs most: each one is counted for the number of a day.
    read: 10,
    written: 5,
    tasks: 1,
  },
  'the same, as one more tip of the same message': { read: 3, written: 1, tasks: 0 },
} as const satisfies Readonly<Record<string, OutboxCost>>;

export type OutboxAct = keyof typeof outboxActs;

/** A run of the minute's sweep that finds nothing. cost-tables.test.ts counts it. */
export const idleSweep: Charged = { read: 6, written: 1 };

/** Seconds of one vCPU, estimated: planning lets Stripe's event wait longer, a message waits for its receiver. */
const seconds = { plan: 0.03, task: 0.15, sweep: 0.2 };

/** Creating a task and handing it to its function are two operations (cloud.google.com/tasks/pricing). */
const taskCost = 2 * listPrices.taskOperation + listPrices.request + computing(seconds.task);

const planned: OutboxAct = 'the event of a paid tip, and its plan, without channels';

/** US dollars for a million tips. */
export const costOfMillion = (act: OutboxAct): number => {
  const { tasks, ...charged }: OutboxCost = outboxActs[act];
  return million * (documents(charged) + tasks * taskCost + (act === planned ? computing(seconds.plan) : 0));
};

export const sweepsOfAMonth = 30 * 24 * 60;

/** US dollars a month. */
export const costOfSweeps = (): number =>
  sweepsOfAMonth * (documents(idleSweep) + listPrices.request + computing(seconds.sweep));

const dollars = (amount: number): string => amount.toFixed(2);
const bold = (text: string): string => `**${text}**`;

/** One instance of the function `app`, in a region of the cheaper tier. */
const warmInstance = (): number => waitingInstances('europe-west1', 1);

type Rows = readonly (readonly string[])[];

/** The rows of the tables under "What it costs", by the table's name. */
export const costTables: Readonly<Record<string, { readonly head: readonly string[]; readonly rows: Rows }>> =
  {
    prices: {
      head: ['service', 'US dollars'],
      rows: [
        ['Hosting', `${listPrices.hostingGb} a GB sent`],
        [
          'Firestore (multi-region nam5), 100,000 documents',
          `${dollars(listPrices.read * 100_000)} read, ${dollars(listPrices.written * 100_000)} written or removed`,
        ],
        [
          'Functions',
          `${dollars(listPrices.request * million)} a million requests, ${dollars(listPrices.vcpuSecond * 100_000)} for 100,000 vCPU seconds, ${dollars(listPrices.gibSecond * 100_000)} for 100,000 GiB seconds`,
        ],
        ['Cloud Tasks', `${dollars(listPrices.taskOperation * million)} a million operations`],
      ],
    },
    'documents by act': { head: ['documents read', 'documents written', 'acts'], rows: actRows() },
    'costs of a month': {
      head: ['what', 'how much', 'US dollars', 'basis'],
      rows: monthRows(),
    },
  };

/** Acts that cost the same are one row. */
function actRows(): Rows {
  const rows = new Map<string, string[]>();
  for (const [act, { read, written }] of Object.entries(documentsByAct))
    rows.set(`${read} ${written}`, [...(rows.get(`${read} ${written}`) ?? []), act]);
  return [...rows].map(([counts, acts]) => [...counts.split(' '), acts.join('; ')]);
}

/** What telling owners costs, in one sentence. */
export function notificationCosts(): string {
  const [plan, webhook, collecting, more] = (Object.keys(outboxActs) as OutboxAct[]).map((act) =>
    dollars(costOfMillion(act)),
  );
  return `Telling owners of a million tips costs ${plan} US dollars for the events and their plans, which the tables above have too, and for each channel: ${webhook} for a webhook that works, ${collecting} for one that collects (mail, push, chats) when each tip has a message of its own, and ${more} for a million further tips of the same messages. The sweep costs ${dollars(costOfSweeps())} a month.`;
}

function monthRows(): Rows {
  const lines = costsOfAMonth(warmInstance());
  const sum = lines.reduce((all, { cost }) => all + cost, 0);
  const perThousand = (sum / scenario.views) * 1000;
  return [
    ...lines.map(({ what, how, cost, basis }) => [what, how, dollars(cost), basis]),
    [bold('together'), `${perThousand.toFixed(4)} per thousand views`, bold(dollars(sum)), ''],
  ];
}
