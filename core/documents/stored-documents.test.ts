import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { keptOf } from '../money/totals';
import { documentRows, paidTipValue, storedRefund } from '../testing/document-rows';
import { ledgerEntryOf } from '../money-documents/stripe-account-document';
import { reservedBy } from '../money-documents/tip-document';
import { decodeTotalsShard, sumTotals } from '../money-documents/tip-document';

/** As Firestore returns times. */
function asTimestamps(stored: unknown): unknown {
  if (stored instanceof Date) return { toMillis: () => stored.getTime() };
  if (Array.isArray(stored)) return stored.map(asTimestamps);
  if (typeof stored !== 'object' || stored === null) return stored;
  return Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, asTimestamps(value)]));
}

/** The versions that are not the first. */
const raised: Readonly<Record<string, number>> = { 'channel secret': 2, 'channel secret with a code': 2 };
const versionOf = (name: string): number => raised[name] ?? 1;

describe('every document type', () => {
  test.each(documentRows)(
    '%s: is equal after encoding and decoding, from Dates and from timestamps',
    (_name, value, stored, decode) => {
      expect(decode(stored)).toEqual({ ok: true, value });
      expect(decode(asTimestamps(stored))).toEqual({ ok: true, value });
    },
  );

  test.each(documentRows)('%s: stores a version, and no time as a number', (name, _value, stored) => {
    expect(stored['v']).toBe(versionOf(name));
    const times = Object.entries(stored).filter(([key, value]) => key.endsWith('At') && value !== null);
    for (const [, value] of times) expect(value).toBeInstanceOf(Date);
  });

  test.each(documentRows)(
    '%s: refuses newer versions and values that are not documents',
    (name, _value, stored, decode) => {
      const newer = decode({ ...stored, v: versionOf(name) + 1 });
      expect(newer).toMatchObject({
        ok: false,
        problem: { code: 'document-unreadable', fields: { v: expect.any(String) } },
      });
      for (const nothing of [undefined, null, 'text', 7, []]) expect(decode(nothing).ok).toBe(false);
    },
  );

  test.each(documentRows)('%s: never throws, whatever is stored', (_name, _value, stored, decode) => {
    const key = fc.constantFrom(...Object.keys(stored));
    fc.assert(
      fc.property(key, fc.anything(), fc.anything(), (broken, value, anything) => {
        expect(typeof decode({ ...stored, [broken]: value }).ok).toBe('boolean');
        expect(typeof decode(anything).ok).toBe('boolean');
      }),
    );
  });
});

// Holds pay-057.
it('totals are summed per currency, and the kept amount is right', () => {
  const shard = { v: 1, currency: 'usd', count: 1, gross: 500, refunded: 100, disputed: 50 } as const;
  const totals = sumTotals([shard, { ...shard, currency: 'jpy' }, shard]);
  expect(totals.usd).toEqual({ count: 2, gross: 1000, refunded: 200, disputed: 100 });
  expect(totals.jpy).toEqual({ count: 1, gross: 500, refunded: 100, disputed: 50 });
  expect(keptOf(totals.usd ?? shard)).toBe(700);
});

it('a totals shard with missing fields reads as zeros', () => {
  expect(decodeTotalsShard({ currency: 'usd', gross: 5 })).toEqual({
    ok: true,
    value: { v: 1, currency: 'usd', count: 0, gross: 5, refunded: 0, disputed: 0 },
  });
});

it('refund requests that Stripe does not have yet are reserved', () => {
  expect(
    reservedBy([storedRefund, { ...storedRefund, status: 'succeeded' }, { ...storedRefund, amount: 1 }]),
  ).toBe(201);
});

it('the ledger has no texts and no names', () =>
  expect(JSON.stringify(ledgerEntryOf(paidTipValue))).not.toMatch(/Grace|Thank|example/));
