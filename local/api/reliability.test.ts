import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../stripe/events/unrest';
import { refundTip } from '../../functions/refund-tip';
import { stored } from '../../functions/stored';
import { totalsAgree } from '../../functions/sweeps/reconcile';
import { runSweep } from '../../functions/sweeps/run-sweep';
import { syncTip } from '../../functions/sync-tip';
import { adaAccount, adaUid, openApi, type OpenApi } from './open-api';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi({ LIMIT_FACTOR: '1000' });
}, 30_000);
afterAll(() => api.close());

const tips = 24;
const random = seededRandom(20_261_120);

async function oneTip(): Promise<string | null> {
  const tip = await api.sendTip().catch(() => null);
  if (tip === null) return null;
  await api
    .pay(tip.paymentIntentId, random() < 0.15 ? 'pm_card_createDispute' : 'pm_card_visa')
    .catch(() => null);
  const reference = { uid: adaUid, tipId: tip.tipId };
  if (random() < 0.3) {
    await syncTip(api.deps, reference, { cause: 'poll', eventId: null });
    const amount = 100 + Math.floor(random() * 300);
    const refund = { requestId: randomUUID(), amount, reason: 'duplicate', by: 'owner' } as const;
    await refundTip(api.deps, reference, refund);
  }
  return tip.tipId;
}

it('ends with every tip as Stripe has it and exact totals, whatever was lost, doubled, shuffled or cut', async () => {
  await api.control('unrest', { drop: 0.3, duplicate: 0.3, shuffle: 200 });
  const half = { share: 0.05 };
  await api.control('faults/add', { route: '*', fault: { kind: 'fail', status: 500 }, ...half });
  await api.control('faults/add', { route: '*', fault: { kind: 'cut', when: 'before' }, ...half });
  await api.control('faults/add', { route: '*', fault: { kind: 'cut', when: 'after' }, ...half });
  const made: string[] = [];
  for (let done = 0; done < tips; done += 4) {
    const ids = await Promise.all([1, 2, 3, 4].map(oneTip));
    made.push(...ids.filter((id) => id !== null));
  }
  await api.control('faults/clear');
  await api.control('unrest', { drop: 0, duplicate: 0, shuffle: 0 });
  for (const name of ['every-5-minutes', 'hourly', 'daily', 'daily'] as const) await runSweep(api.deps, name);
  expect(made.length).toBeGreaterThan(tips / 2);
  const listed = await api.deps.payments.listIntents(adaAccount, 0);
  if (!listed.ok) throw new Error('Stripe does not answer');
  for (const { reference, succeeded, refunded, disputed } of listed.value) {
    if (reference === null) continue;
    const tip = await api.deps.store.read(stored.tip(reference.uid, reference.tipId));
    expect(tip?.payment.status === 'succeeded').toBe(succeeded);
    expect(tip?.contrib.refunded).toBe(refunded);
    expect(tip?.dispute.status !== 'none').toBe(disputed);
  }
  expect(await totalsAgree(api.deps, adaUid)).toBe(true);
}, 120_000);
