import { expect, test } from 'vitest';
import type { BooksQuery } from '../../../core/api/books-api';
import { fail, ok } from '../../../core/base/result';
import { booksOf } from '../../in-memory/in-memory-books';
import { makeTip } from '../../testing/fakes';
import { readYear } from './read-year';

const tips = [1, 5, 11].map((month) => {
  const succeededAt = Date.UTC(2026, month, 28, 12);
  const stripe = { ...makeTip({}).stripe, paymentMethodType: month === 1 ? 'card' : 'mobilepay' };
  return makeTip({ stripe, payment: { status: 'succeeded', attempts: 1, lastError: null, succeededAt } });
});

test('reads a year with too many tips month by month, and gets the same', async () => {
  const asked: BooksQuery[] = [];
  const books = async (range: BooksQuery) => {
    asked.push(range);
    return asked.length === 1 ? fail({ code: 'api/books-too-long' } as const) : ok(booksOf(tips, range));
  };
  const year = { from: '2026-01-01', until: '2026-12-31', zone: 'UTC' };
  expect(await readYear({ books }, 2026, 'UTC')).toEqual(ok(booksOf(tips, year)));
  expect(asked).toHaveLength(13);
  expect(asked[2]).toEqual({ from: '2026-02-01', until: '2026-02-28', zone: 'UTC' });
});

test('stops at the first month that cannot be read', async () => {
  let calls = 0;
  const books = async () => {
    calls += 1;
    return fail({ code: calls === 1 ? 'api/books-too-long' : 'api/unreachable' } as const);
  };
  expect(await readYear({ books }, 2026, 'UTC')).toEqual(fail({ code: 'api/unreachable' }));
  expect(calls).toBe(2);
});
