import { monthlyMinInstanceCost } from 'firebase-tools/lib/deploy/functions/pricing.js';
import { documentsByAct } from './documents-by-act';
import { listPrices } from './list-prices';
import { costsOfAMonth, scenario } from './month';

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
    'costs of a month': {
      head: ['what', 'how much', 'US dollars', 'basis'],
      rows: monthRows(),
    },
  };

function monthRows(): Rows {
  const lines = costsOfAMonth(warmInstance());
  const sum = lines.reduce((all, { cost }) => all + cost, 0);
  const perThousand = (sum / scenario.views) * 1000;
  return [
    ...lines.map(({ what, how, cost, basis }) => [what, how, dollars(cost), basis]),
    [bold('together'), `${perThousand.toFixed(4)} per thousand views`, bold(dollars(sum)), ''],
  ];
}
