import { describe, expect, it } from 'vitest';
import type { ProblemCode } from '../../core/problem-codes';
import {
  adasStage,
  adaToken,
  bearerOf,
  goodTip,
  paidTip,
  refusedFields,
  sendTip,
  type Stage,
} from '../testing/ada';

interface Endpoint {
  readonly method: string;
  /** `:tip` and `:paid` stand for a tip that waits and for one that was paid. */
  readonly path: string;
  readonly as: 'anybody' | 'owner' | 'fan';
  readonly valid: Readonly<Record<string, unknown>>;
  /** Values that each field refuses; `undefined` = left out. */
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
}

const noText = [7, true, {}, []];
const noNumber = [undefined, null, '500', true, {}, [], 0.5, -1];
const noAmount = [...noNumber, 100_000_000, 1e300];
const noFlag = [undefined, null, 1, 'true', {}];
const noWord = [undefined, null, '', 'other', 7, {}, []];
const long = (length: number) => 'x'.repeat(length);
const optionalText = (limit: number) => [...noText, long(limit * 8 + 1), long(limit + 1)];
const requestId = '0f9b1c2d-3e4f-4a5b-8c6d-000000000001';

/** Every endpoint that takes JSON. Those of /v1/tips get their session and ids when they are asked. */
const endpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/tip-sessions',
    as: 'anybody',
    valid: { handle: 'ada' },
    wrong: { handle: [undefined, null, ...noText, '', 'a', 'a b', long(31), 'ada/..'] },
  },
  {
    method: 'POST',
    path: '/v1/tips',
    as: 'anybody',
    valid: {},
    wrong: {
      handle: [undefined, null, ...noText, long(31)],
      tipAmount: noAmount,
      coverCosts: noFlag,
      total: noAmount,
      currency: [...noWord, 'USD', 'usd '],
      name: optionalText(40),
      message: optionalText(200),
      for: optionalText(120),
      placement: optionalText(60),
      anonymous: [null, 1, 'true', {}],
      receiptEmail: [
        ...noText,
        'zoe',
        `${long(250)}@a.example`,
        'zoe@a.example, eve@b.example',
        'a@b.example\nBcc: c@d.example',
      ],
      clientRequestId: [undefined, null, ...noText, '', 'x', `${requestId}0`],
      session: [undefined, null, ...noText, '', long(2001)],
      surface: noWord,
      challenge: [...noText, long(4001)],
    },
  },
  {
    method: 'POST',
    path: '/v1/tips/:tip/amount',
    as: 'fan',
    valid: { tipAmount: 500, coverCosts: false, total: 500 },
    wrong: { tipAmount: noAmount, coverCosts: noFlag, total: noAmount },
  },
  {
    method: 'PATCH',
    path: '/v1/tips/:tip',
    as: 'fan',
    valid: { name: 'Zoe' },
    wrong: { name: optionalText(40), message: optionalText(200) },
  },
  {
    method: 'POST',
    path: '/v1/me/publish',
    as: 'owner',
    valid: { revision: 1 },
    wrong: { revision: noNumber },
  },
  {
    method: 'POST',
    path: '/v1/me/tips/:paid/refunds',
    as: 'owner',
    valid: { requestId, amount: 100, reason: 'duplicate' },
    wrong: {
      requestId: [undefined, null, ...noText, '', 'undo'],
      amount: [...noAmount.filter((each) => each !== null), 0],
      reason: noWord,
    },
  },
  {
    method: 'POST',
    path: '/v1/me/tips/:paid/moderation',
    as: 'owner',
    valid: { state: 'hidden' },
    wrong: { state: [...noWord, 'held'] },
  },
  {
    method: 'POST',
    path: '/v1/me/payments/connect',
    as: 'owner',
    valid: { country: 'US', currency: null },
    wrong: {
      country: [undefined, null, ...noText, '', 'us', 'USA'],
      currency: [undefined, ...noText, '', 'USD', 'xyz'],
    },
  },
  {
    method: 'POST',
    path: '/v1/me/sites',
    as: 'owner',
    valid: { domain: 'blog.example.com' },
    wrong: {
      domain: [
        undefined,
        null,
        ...noText,
        '',
        'blog',
        'https://blog.example',
        'a..example',
        '1.2.3.4',
        long(300),
      ],
    },
  },
  {
    method: 'POST',
    path: '/v1/me/sites/check',
    as: 'owner',
    valid: { url: 'https://blog.example', pay: 'hosted' },
    wrong: { url: [undefined, null, ...noText, '', 'file:///etc/passwd', long(2049)], pay: noWord },
  },
  {
    method: 'POST',
    path: '/v1/me/links/verify',
    as: 'owner',
    valid: { url: 'https://ada.example/' },
    wrong: { url: [undefined, null, ...noText, 'https://other.example/', long(2049)] },
  },
  {
    method: 'POST',
    path: '/v1/me/delete',
    as: 'owner',
    valid: { handle: 'ada' },
    wrong: { handle: [undefined, null, ...noText, '', 'grace'] },
  },
];

interface Ready {
  readonly stage: Stage;
  readonly path: string;
  readonly valid: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

async function ready({ path, as, valid }: Endpoint): Promise<Ready> {
  const stage = await adasStage();
  const waiting = await sendTip(stage);
  const paid = await paidTip(stage);
  const tokens = { anybody: null, owner: adaToken, fan: waiting.tipToken } as const;
  const token = tokens[as];
  return {
    stage,
    path: path.replace(':tip', waiting.tipId).replace(':paid', paid.tipId),
    valid: path === '/v1/tips' ? { ...(await goodTip(stage)) } : valid,
    headers: token === null ? {} : bearerOf(token),
  };
}

/** All that could have been touched: the store, and every call that went out. */
function traces({ deps }: Stage): string {
  const { payments, refunds, accounts, wallets, pages } = deps;
  const calls = [payments, refunds, accounts, wallets].map((each) => each.calls);
  return JSON.stringify([deps.store.dump(), calls, pages.asked]);
}

const without = (body: Readonly<Record<string, unknown>>, field: string, value: unknown) =>
  Object.fromEntries(Object.entries({ ...body, [field]: value }).filter(([, each]) => each !== undefined));

describe.each(endpoints)('$method $path', (endpoint) => {
  const { method, wrong } = endpoint;

  it('refuses every wrong value of every field by its name, stores nothing and asks nobody', async () => {
    const { stage, path, valid, headers } = await ready(endpoint);
    const before = traces(stage);
    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values) {
        const answer = await stage.call(method, path, without(valid, field, value), headers);
        const seen = [field, value, answer.status, answer.json['code'], refusedFields(answer)];
        expect(seen).toEqual([field, value, 422, 'invalid-fields', [field]]);
        expect(answer.headers.get('content-type')).toBe('application/problem+json');
      }
    }
    expect(traces(stage)).toBe(before);
  });

  it('refuses keys that it does not know, what is no object, and what is no JSON', async () => {
    const { stage, path, valid, headers } = await ready(endpoint);
    const before = traces(stage);
    const refused = async (body: unknown, code: ProblemCode, more: Record<string, string> = {}) => {
      const answer = await stage.call(method, path, body, { ...headers, ...more });
      expect([answer.json['code'], answer.headers.get('content-type')]).toEqual([
        code,
        'application/problem+json',
      ]);
      return refusedFields(answer);
    };
    expect(await refused({ ...valid, isAdmin: true }, 'invalid-fields')).toEqual(['isAdmin']);
    for (const key of ['__proto__', 'constructor', 'toString']) {
      const body = `${JSON.stringify(valid).slice(0, -1)}, "${key}": 1}`;
      expect(await refused(body, 'invalid-fields')).toEqual([key]);
    }
    for (const body of ['[]', 'null', '7', '"text"'])
      expect(await refused(body, 'invalid-fields')).toEqual(['body']);
    for (const body of ['', '{', '{"a":1,}', '\u0000', "{'a':1}"]) await refused(body, 'invalid-json');
    const good = JSON.stringify(valid);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])
      await refused(good, 'unsupported-content-type', { 'content-type': type });
    await refused(JSON.stringify({ ...valid, name: long(1_048_576) }), 'body-too-large');
    expect(traces(stage)).toBe(before);
  });
});
