import { afterAll, beforeAll, expect, it } from 'vitest';
import { cacheSlices, sliceOf } from '../../core/profile-documents/card-document';
import { compareCache } from '../../functions/profile-cache/compare-cache';
import { stored } from '../../functions/store/store';
import { adaUid, openApi, type OpenApi } from './open-api';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi();
  await api.deps.store.transaction(async (tx) => {
    const profile = await tx.read(stored.profile(adaUid));
    if (profile === undefined) throw new Error('Ada is not published');
    const tips = { ...profile.tips, showWall: true, goal: { label: 'A new bow', amount: 5000 } };
    tx.write(stored.profile(adaUid), { ...profile, tips });
  });
});
afterAll(() => api.close());

const day = 24 * 60 * 60_000;
const wall = async () => (await api.deps.store.read(stored.wall(adaUid)))?.made ?? null;
const card = async () => (await api.deps.store.read(stored.card('ada'))) ?? null;

/** The comparison on the next day on which it looks at the card of Ada. */
function compareAda() {
  const now = api.deps.clock.now();
  const today = Math.floor(now / day) % cacheSlices;
  const ahead = ((sliceOf('ada') - today + cacheSlices) % cacheSlices) * day;
  return compareCache({ ...api.deps, clock: { now: () => now + ahead } });
}

/** Writes the card as if it had been made on the day of the comparison. */
async function keepCard(change: { readonly payments?: null }): Promise<void> {
  const kept = await card();
  if (kept?.kind !== 'shown') throw new Error('Ada has no card');
  await api.deps.store.transaction(async (tx) => {
    tx.write(stored.card('ada'), { ...kept, ...change, madeAt: api.deps.clock.now() + cacheSlices * day });
    return Promise.resolve();
  });
}

it('Firestore keeps the card of a profile with each change, and a daily comparison corrects one that differs', async () => {
  expect((await api.call('GET', '/v1/profiles/ada')).status).toBe(200);
  expect(await card()).toMatchObject({ kind: 'shown', isUsed: true, payments: { cardPayments: 'active' } });
  await api.deps.store.transaction(async (tx) => {
    const payments = await tx.read(stored.payments(adaUid));
    if (payments !== undefined) tx.write(stored.payments(adaUid), { ...payments, linkPayments: false });
  });
  await keepCard({});
  expect(await compareAda()).toMatchObject({ checked: 1, changed: 0 });
  await keepCard({ payments: null });
  expect(await compareAda()).toMatchObject({ checked: 1, changed: 1 });
  expect(await card()).toMatchObject({ payments: { cardPayments: 'active' } });
});

it('Firestore keeps the wall, and a text that a fan erases leaves it in the same commit', async () => {
  const tip = await api.sendTip({ name: 'Zoe' });
  await api.pay(tip.paymentIntentId);
  await api.stripe.webhooksIdle();
  expect((await api.call('GET', '/v1/profiles/ada/wall')).json).toMatchObject({
    goal: { reached: 500 },
    supporters: [{ name: 'Zoe' }],
  });
  expect(await wall()).toMatchObject({ kept: { amount: 500 }, supporters: [{ name: 'Zoe' }] });
  await api.call('PATCH', `/v1/tips/${tip.tipId}`, { name: null }, tip.tipToken);
  expect(await wall()).toBeNull();
  expect((await api.call('GET', '/v1/profiles/ada/wall')).json).toMatchObject({ supporters: [] });
});
