import { expect, it } from 'vitest';
import { decodeSupportShard } from './support-document';

it('reads a part of the monthly support', () => {
  const stored = { v: 1, currency: 'eur', active: 2, perYear: 12_000 };
  expect(decodeSupportShard(stored)).toEqual({
    ok: true,
    value: { currency: 'eur', active: 2, perYear: 12_000 },
  });
});

it('reads a part that increments have not given every field yet as zero', () => {
  expect(decodeSupportShard({ v: 1, currency: 'eur' })).toEqual({
    ok: true,
    value: { currency: 'eur', active: 0, perYear: 0 },
  });
});

it.each([
  { v: 2, currency: 'eur' },
  { v: 1, currency: 'xxx' },
  { v: 1, currency: 'eur', active: 0.5 },
])('refuses what is none: %j', (stored) => {
  expect(decodeSupportShard(stored).ok).toBe(false);
});
