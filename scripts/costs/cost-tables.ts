import { monthlyMinInstanceCost } from 'firebase-tools/lib/deploy/functions/pricing.js';
import { documentsByAct } from './documents-by-act';
import { listPrices } from './list-prices';
import { costsOfAMonth, scenario } from './month';
import {
  costOfMillion,
  costOfSweeps,
  idleSweep,
  outboxActs,
  sweepsOfAMonth,
  type OutboxAct,
  type OutboxCost,
} from './outbox-acts';

const dollars = (amount: number): string => amount.toFixed(2);
const bold = (text: string): string => `**${text}**`;

/** One instance of the function `app`, in a region of the cheaper tier. */
const warmInstance = (): number =>
  monthlyMinInstanceCost([
    { platform: 'gcfv2', region: 'europe-west1', minInstances: 1, availableMemoryMb: 512, cpu: 1 },
  ]);

type Rows = readonly (readonly string[])[];

/** The rows of the tables under "What it costs", by the table's name. */
export const costTables: Readonly<Record<string, { readonly head: readonly string[]; readonly rows: Rows }>> =
  {
    prices: {
      head: ['service', 'unit', 'US dollars'],
      rows: [
        ['Hosting', 'GB sent', String(listPrices.hostingGb)],
        ['Firestore (multi-region nam5)', '100,000 documents read', dollars(listPrices.read * 100_000)],
        ['', '100,000 documents written or removed', dollars(listPrices.written * 100_000)],
        ['Functions', 'million requests', dollars(listPrices.request * 1_000_000)],
        ['', '100,000 vCPU seconds', dollars(listPrices.vcpuSecond * 100_000)],
        ['', '100,000 GiB seconds of memory', dollars(listPrices.gibSecond * 100_000)],
        ['Cloud Tasks', 'million operations', dollars(listPrices.taskOperation * 1_000_000)],
      ],
    },
    'documents by act': {
      head: ['act', 'documents read', 'documents written'],
      rows: Object.entries(documentsByAct).map(([act, { read, written }]) => [
        act,
        String(read),
        String(written),
      ]),
    },
    'costs of notifications': {
      head: ['for a paid tip', 'documents read', 'documents written', 'tasks', 'US dollars for a million'],
      rows: outboxRows(),
    },
    'costs of a month': {
      head: ['what', 'how much', 'US dollars', 'basis'],
      rows: monthRows(),
    },
  };

function outboxRows(): Rows {
  const acts = Object.entries(outboxActs) as readonly (readonly [OutboxAct, OutboxCost])[];
  return [
    ...acts.map(([act, { read, written, tasks }]) => [
      act,
      ...[read, written, tasks].map(String),
      dollars(costOfMillion(act)),
    ]),
    [
      `a month of the sweep, ${sweepsOfAMonth.toLocaleString('en-US')} runs that find nothing`,
      `${idleSweep.read} a run`,
      `${idleSweep.written} a run`,
      '',
      `${dollars(costOfSweeps())} a month`,
    ],
  ];
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
