import { paths } from '@busker/core/documents/documents';
import { totalsShardDocument } from '@busker/core/money-documents/tip-document';
import { allDocuments } from '@busker/functions/store/store';
import { totalsAgree } from '@busker/functions/reconcile/reconcile-account';
import { adaUid, openApi, showAllMethods } from '@busker/local/api/open-api';
import { unreliableRun } from '@busker/local/api/unreliable-run';
import type { BenchOptions, BenchRow } from '../bench-row';
import { crowd, ownWork, withoutStripe } from './own-work';

/** Money: what a tip and a webhook cost without Stripe, a crowd at one profile, and the bad day of 2,000 tips. */
export async function run({ quick, log }: BenchOptions): Promise<BenchRow[]> {
  // The TypeScript runner maps every stack trace, and the Firestore SDK creates one per call. A deployed server does not.
  process.setSourceMapsEnabled(false);
  const api = await openApi({ LIMIT_FACTOR: '1000000' });
  try {
    const calm = withoutStripe(api);
    const work = await ownWork(calm, quick ? 40 : 200);
    const size = 200;
    const many = await crowd(calm, size);
    for (const refused of many.refused.slice(0, 3)) log(refused);
    const shards: string[] = [];
    for await (const { path } of allDocuments(
      api.deps.store,
      paths.totals(adaUid),
      totalsShardDocument.decode,
    ))
      shards.push(path);
    const agree = await totalsAgree(api.deps, adaUid);
    return [
      { what: 'POST /v1/tips, own work, median', value: work.tip, unit: 'ms', atMost: 15 },
      { what: 'webhook, own work, median', value: work.webhook, unit: 'ms', atMost: 15 },
      {
        what: `${size} tips to one profile at once: refused`,
        value: many.refused.length,
        unit: 'count',
        atMost: 0,
      },
      {
        what: `${size} tips to one profile at once: made and paid`,
        value: many.ms,
        unit: 'ms',
        atMost: null,
      },
      {
        what: 'shards that carry their totals',
        value: shards.length,
        unit: 'count',
        atMost: null,
        atLeast: 4,
      },
      { what: 'totals that differ from the tips', value: agree ? 0 : 1, unit: 'count', atMost: 0 },
      ...(await badDay(quick ? 100 : 2000, log)),
    ];
  } finally {
    await api.close();
  }
}

/** On its own server: the measurements above leave tips without payments in the sandbox. In euros, where most payment methods are. */
async function badDay(tips: number, log: BenchOptions['log']): Promise<BenchRow[]> {
  const api = await openApi({ LIMIT_FACTOR: '1000000' }, { home: { country: 'NL', currency: 'eur' } });
  await showAllMethods(api);
  try {
    const seen = await unreliableRun(api, tips, 20_261_121, 'any-way');
    for (const difference of seen.differing.slice(0, 10)) log(difference);
    log(
      `of ${tips} tips ${seen.stored} were stored, ${seen.paid} paid, ${seen.refunded} refunded, ${seen.disputed} disputed`,
    );
    return [
      {
        what: `tips of ${tips} that differ from Stripe after a bad day`,
        value: seen.differing.length,
        unit: 'count',
        atMost: 0,
      },
      { what: 'totals that differ from Stripe', value: seen.totalsExact ? 0 : 1, unit: 'count', atMost: 0 },
      { what: 'tips paid on that day', value: seen.paid, unit: 'count', atMost: null, atLeast: tips / 2 },
    ];
  } finally {
    await api.close();
  }
}
