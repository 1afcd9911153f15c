import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { newerAnswer as newer } from '../../core/testing/newer-answer';
import { httpApi, httpMoney, readAnswer, httpModeration } from './http-api';

// A tab of the dashboard stays open over a deploy. Its requests then meet newer functions, whose answers may have more fields.

const booked = {
  received: 500,
  stripeFee: 30,
  hostShare: 0,
  refunds: 0,
  disputes: 0,
  disputeFee: 0,
  kept: 470,
};
const sum = { currency: 'eur', bookedIn: 'eur', count: 1, received: 500, refunded: 0, disputed: 0, booked };

/** Calls of the dashboard, each with an answer of the server. */
const calls = [
  {
    call: 'publish',
    answer: { handle: 'ada', url: 'https://busker.example/@ada', publishedAt: 1, revision: 7 },
    ask: (options: Options) => httpApi(options).publish(7),
  },
  {
    call: 'restriction',
    answer: { restriction: null },
    ask: (options: Options) => httpApi(options).restriction(),
  },
  {
    call: 'readAppeal',
    answer: { state: 'open', madeAt: 1, answer: null },
    ask: (options: Options) => httpApi(options).readAppeal(),
  },
  {
    call: 'terms',
    answer: { version: '2026-11-24', seen: null },
    ask: (options: Options) => httpApi(options).terms(),
  },
  {
    call: 'noteDevice',
    answer: {
      sessions: [{ id: 'd1', browser: 'chrome', system: 'android', signedInAt: 1, lastSeenAt: 2 }],
    },
    ask: (options: Options) => httpApi(options).noteDevice('d1'),
  },
  {
    call: 'deleteAccount, finished',
    answer: { deleted: true },
    ask: (options: Options) => httpApi(options).deleteAccount('ada'),
  },
  {
    call: 'deleteAccount, going on',
    answer: { deleted: false, ticket: 'ticket-1' },
    ask: (options: Options) => httpApi(options).deleteAccount('ada'),
  },
  {
    call: 'deletionOf',
    answer: { name: 'unknown' },
    ask: (options: Options) => httpApi(options).deletionOf('ticket-1'),
  },
  {
    call: 'refund',
    answer: { requestId: 'r1', amount: 500, status: 'succeeded', refunded: 500, pending: 0 },
    ask: (options: Options) => httpMoney(options).refund('tip-1', { requestId: 'r1', amount: 500 } as never),
  },
  {
    call: 'connect',
    answer: { url: 'https://connect.stripe.com/x' },
    ask: (options: Options) => httpMoney(options).connect({} as never),
  },
  {
    call: 'books',
    answer: {
      months: [{ month: '2026-11', sums: [sum] }],
      countries: [{ country: null, sums: [sum] }],
      firstPaidAt: null,
    },
    ask: (options: Options) =>
      httpMoney(options).books({ from: '2026-01-01', until: '2026-12-31', zone: 'UTC' }),
  },
  {
    call: 'reports',
    answer: { role: 'moderator', reports: [] },
    ask: (options: Options) => httpModeration(options).reports(),
  },
] as const;

type Options = Parameters<typeof httpApi>[0];

const answering = (json: unknown): Options => ({
  host: 'https://busker.example',
  idToken: async () => 'token-1',
  fetch: async () => Response.json(json),
});

describe('an open tab of an earlier dashboard', () => {
  test.each(calls)('reads the answer to $call of newer functions as before', async ({ answer, ask }) => {
    const now = await ask(answering(answer));
    expect(now.ok).toBe(true);
    expect(await ask(answering(newer(answer)))).toEqual(now);
  });

  test('still refuses an answer that lacks a field or has a wrong one', async () => {
    for (const wrong of [{}, { version: 7, seen: null }, { version: '2026-11-24' }, null, []])
      expect(await httpApi(answering(newer(wrong))).terms()).toMatchObject({
        problem: { code: 'api/unreadable' },
      });
  });

  test('reads every value of a schema, however many unknown fields are in it and at whatever depth', () => {
    const schema = v.strictObject({
      name: v.string(),
      items: v.array(
        v.strictObject({ id: v.number(), inner: v.nullable(v.strictObject({ at: v.number() })) }),
      ),
      kind: v.union([v.strictObject({ a: v.literal(true) }), v.strictObject({ b: v.string() })]),
    });
    const known = fc.record({
      name: fc.string(),
      items: fc.array(
        fc.record({ id: fc.integer(), inner: fc.option(fc.record({ at: fc.integer() }), { nil: null }) }),
        { maxLength: 4 },
      ),
      kind: fc.oneof(fc.constant({ a: true }), fc.record({ b: fc.string() })),
    });
    fc.assert(
      fc.property(known, (value) => {
        expect(readAnswer(schema, newer(value))).toMatchObject({ success: true, output: value });
      }),
      { numRuns: 200 },
    );
  });
});
