import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { booksQuery, isPayoutId, payoutQuery, payoutsQuery } from './books-api';

describe('books api', () => {
  const reads = (from: string, until: string, zone = 'UTC') =>
    v.safeParse(booksQuery, { from, until, zone }).success;

  it('reads days and a time zone, a leap year at most', () => {
    expect(reads('2028-01-01', '2028-12-31', 'Asia/Tokyo')).toBe(true);
    expect(reads('2026-05-05', '2026-05-05')).toBe(true);
    expect(reads('2028-01-01', '2029-01-01')).toBe(false);
    expect(reads('2026-05-05', '2026-05-04')).toBe(false);
  });

  it('refuses days that do not exist, and unknown time zones', () => {
    for (const day of ['2026-02-30', '2026-13-01', '2026-00-10', 'today', ''])
      expect(reads(day, '2026-12-31'), day).toBe(false);
    expect(reads('2026-01-01', '2026-12-31', 'Mars')).toBe(false);
  });
});

describe('payouts api', () => {
  it('takes the ids that Stripe gives as the start of a page, and nothing else', () => {
    expect(v.is(payoutsQuery, {})).toBe(true);
    expect(v.is(payoutsQuery, { after: 'po_1Abc' })).toBe(true);
    expect(v.is(payoutQuery, { after: 'txn_1Abc' })).toBe(true);
    for (const after of ['txn_1', 'po_', 'po_../x', '', `po_${'x'.repeat(101)}`])
      expect(v.is(payoutsQuery, { after }), after).toBe(false);
    expect(v.is(payoutsQuery, { limit: '5' })).toBe(false);
  });

  it('knows the id of a payout by its shape', () => {
    expect(isPayoutId('po_1Abc')).toBe(true);
    for (const other of ['', 'pi_1', 'po_1/2', 'po_1?x', '../po_1'])
      expect(isPayoutId(other), other).toBe(false);
  });
});
