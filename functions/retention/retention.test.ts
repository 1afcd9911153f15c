import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { adasScenario, adaToken, bearerOf, paidTip, sendEvent, type Scenario } from '../testing/ada';

const day = 24 * 60 * 60_000;

/** Documents that the store deletes at a stored time: their collection, and when. */
const shortLived = (scenario: Scenario) =>
  Object.entries(scenario.deps.store.dump()).flatMap(([path, data]) => {
    const { expiresAt } = data as { readonly expiresAt?: unknown };
    return expiresAt instanceof Date
      ? [{ path, collection: path.split('/').at(-2), data, at: expiresAt.getTime() }]
      : [];
  });

/** This test creates none of them, or the deletion removes them; other tests cover them. */
const otherShortLived = [
  'alerts',
  'appeals',
  'cardVersions',
  'deliveries',
  'events',
  'jobs',
  'mail',
  'reports',
  'tipWatches',
  'verifyTokens',
  'viewBatches',
];

// Holds pay-147, host-051.
it('every document with an end has an expiry time, and the store has a rule to delete it', async () => {
  const scenario = await adasScenario({ limitFactor: 1 });
  const { tipId, tipToken, paymentIntentId } = await paidTip(scenario);
  await sendEvent(scenario, 'charge.updated', { paymentIntentId });
  await scenario.call('POST', `/v1/tips/${tipId}/undo`, undefined, bearerOf(tipToken));
  const now = scenario.deps.clock.now();
  await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
  const found = shortLived(scenario);
  const events = found.filter(({ collection }) => collection === 'stripeEvents');
  expect(events.length).toBeGreaterThan(0);
  for (const { at, data } of events) {
    const { receivedAt } = data as { readonly receivedAt: Date };
    expect(at - receivedAt.getTime()).toBe(35 * day);
  }
  expect(found.find(({ collection }) => collection === 'deleted')?.at).toBe(now + 30 * day);
  const limits = found.filter(({ collection }) => collection === 'limits');
  expect(limits.length).toBeGreaterThan(3);
  for (const { path, at } of limits) {
    expect(at).toBeGreaterThan(now);
    // Counters of an owner's account may last a week; counters of a fan's address or payment may not.
    expect(at).toBeLessThanOrEqual(now + (path.startsWith('limits/owner-') ? 7 : 2) * day);
  }
  const { fieldOverrides } = JSON.parse(readFileSync('rules/firestore.indexes.json', 'utf8')) as {
    readonly fieldOverrides: readonly { collectionGroup: string; fieldPath: string; ttl?: boolean }[];
  };
  const deleted = fieldOverrides.filter(({ ttl }) => ttl).map(({ collectionGroup }) => collectionGroup);
  const known = new Set([...found.map(({ collection }) => collection), ...otherShortLived]);
  expect([...known].sort()).toEqual(deleted.sort());
});
