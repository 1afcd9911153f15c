import { expect, it } from 'vitest';
import { expiringNotes, judgeExpiring, leaveExpiring } from '@busker/functions/store/expiry-contract';
import { InMemoryStore } from '@busker/functions/testing/in-memory-store';
import { expireDocuments, expiringCollections } from './expire-documents';

// Holds pay-146.
it('deletes what has expired, of any number of documents, and nothing else', async () => {
  const store = new InMemoryStore();
  const now = Date.UTC(2026, 10, 20);
  for (let index = 0; index < 450; index += 1)
    store.put(`tipAddresses/t${index}`, { v: 1, hash: 'a', expiresAt: new Date(now - (index % 2)) });
  store.put('tipAddresses/young', { v: 1, hash: 'a', expiresAt: new Date(now + 1) });
  store.put('accounts/ada/events/e1', { v: 1, expiresAt: new Date(now) });
  store.put('accounts/ada/deliveries/d1', { v: 1, expiresAt: new Date(now) });
  store.put('accounts/ada/deliveries/young', { v: 1, expiresAt: new Date(now + 1) });
  store.put('jobs/follow-links-all', { v: 1, expiresAt: null });
  store.put('profiles/ada', { v: 1, expiresAt: new Date(0) });
  await expireDocuments(store, now);
  await expireDocuments(store, now);
  expect(Object.keys(store.dump())).toEqual([
    'accounts/ada/deliveries/young',
    'jobs/follow-links-all',
    'profiles/ada',
    'tipAddresses/young',
  ]);
});

it('keeps the contract of expiry: within three days, documents go that have expired, and no others', async () => {
  const store = new InMemoryStore();
  const now = Date.UTC(2026, 10, 20);
  const later = now + 3 * 24 * 60 * 60_000;
  await leaveExpiring(store, now);
  expect(await judgeExpiring(store, now + 1)).toBe('undecided');
  await expect(judgeExpiring(store, later)).rejects.toThrow('-gone');
  await expireDocuments(store, later, [expiringNotes]);
  expect(await judgeExpiring(store, later)).toBe('holds');
  expect(Object.keys(store.dump())).toEqual([`expiringNotes/${now}-kept`]);
});

it('knows every collection with a time to live', () => {
  expect(expiringCollections()).toEqual(
    expect.arrayContaining(['limits', 'tipAddresses', 'viewBatches', 'events', 'deliveries']),
  );
});
