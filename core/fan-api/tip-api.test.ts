import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { parseWith } from '../base/result';
import { ownerStopAnswer, stopAllAnswer, stopAllBody } from './monthly-api';
import { tipAmountRequest, tipCreated, tipRequest, tipSession, tipStatus, type TipRequest } from './tip-api';

describe('tip api', () => {
  const request: TipRequest = {
    handle: 'ada',
    tipAmount: 500,
    coverCosts: true,
    total: 546,
    currency: 'usd',
    clientRequestId: '7b9f6f0e-6c1c-4a8e-9a56-0d1f6f3f1c11',
    session: 'signed',
    surface: 'elements',
  };

  describe('the body of POST /v1/tips', () => {
    it('is accepted with and without the optional texts', () => {
      expect(parseWith(tipRequest, request)).toEqual({ ok: true, value: request });
      const full = {
        ...request,
        name: 'Grace',
        message: null,
        anonymous: true,
        for: 'A post',
        placement: 'end',
      };
      const mailed = { ...full, receiptEmail: 'grace@example.com', challenge: null };
      expect(parseWith(tipRequest, mailed)).toEqual({ ok: true, value: mailed });
    });

    test.each<[field: string, given: Record<string, unknown>]>([
      ['tipAmount', { tipAmount: 5.5 }],
      ['tipAmount', { tipAmount: -1 }],
      ['tipAmount', { tipAmount: '500' }],
      ['total', { total: 1e9 }],
      ['currency', { currency: 'USD' }],
      ['currency', { currency: 'xxx' }],
      ['handle', { handle: 'a' }],
      ['clientRequestId', { clientRequestId: '1' }],
      ['session', { session: '' }],
      ['surface', { surface: 'fax' }],
      ['receiptEmail', { receiptEmail: 'nobody' }],
      ['message', { message: 'x'.repeat(1601) }],
      ['accountId', { accountId: 'acct_evil' }],
      ['amount', { amount: 1 }],
    ])('is refused, naming %s: %j', (field, given) => {
      const parsed = parseWith(tipRequest, { ...request, ...given });
      expect(parsed.ok ? [] : Object.keys(parsed.problem.fields ?? {})).toEqual([field]);
    });

    it('never throws, whatever is sent', () => {
      const key = fc.constantFrom(...Object.keys(request));
      fc.assert(
        fc.property(key, fc.anything(), fc.anything(), (field, value, anything) => {
          expect(typeof parseWith(tipRequest, { ...request, [field]: value }).ok).toBe('boolean');
          expect(parseWith(tipRequest, anything).ok).toBe(false);
          expect(parseWith(tipAmountRequest, anything).ok).toBe(false);
        }),
      );
    });
  });

  describe("the server's answers", () => {
    const money = { tipAmount: 500, coverAmount: 46, amount: 546, currency: 'usd' };

    it('have a client secret or a URL, never both', () => {
      const started = { tipId: 't', tipToken: 'k', ...money };
      const answers = [
        { ...started, clientSecret: 's' },
        { ...started, url: 'https://checkout.stripe.com/x' },
        { ...started, clientSecret: 's', url: 'https://checkout.stripe.com/x' },
        started,
      ];
      expect(answers.map((answer) => v.is(tipCreated, answer))).toEqual([true, true, false, false]);
    });

    it('have a public tip status', () => {
      const status = { tipId: 't', status: 'paid', ...money, undoUntil: null, receiptUrl: '/t/t' };
      expect(v.is(tipStatus, status)).toBe(true);
      expect(v.is(tipStatus, { ...status, status: 'succeeded' })).toBe(false);
    });

    it('have everything the sheet needs in a session', () => {
      const session = {
        session: 'signed',
        expiresAt: 1,
        name: 'Ada',
        currency: 'usd',
        limits: { min: 100, max: 50_000, step: 1 },
        presets: [300],
        fees: { bps: 290, fixed: 30, platformBps: 0 },
        paymentMode: 'sandbox',
        publishableKey: 'pk_test_sandbox_1',
        stripeAccount: 'acct_ada',
        stripeJs: 'http://127.0.0.1:12111/stripe.js',
        link: true,
        ways: ['card', 'link'],
        thanks: '',
        undo: true,
        challenge: null,
      };
      expect(parseWith(tipSession, session)).toEqual({ ok: true, value: session });
      expect(parseWith(tipSession, { ...session, fees: null, stripeAccount: null }).ok).toBe(true);
    });
  });
});

describe('owner monthly api', () => {
  it('takes when to stop, and the handle that confirms it', () => {
    expect(parseWith(stopAllBody, { when: 'now', handle: 'ada' }).ok).toBe(true);
    for (const body of [{ when: 'now' }, { when: 'later', handle: 'ada' }, { handle: 'ada' }])
      expect(parseWith(stopAllBody, body).ok).toBe(false);
  });

  it('answers how the stopped one stands, and how many are to stop', () => {
    expect(parseWith(ownerStopAnswer, { monthlyId: 'm1', state: 'ending', asked: null }).ok).toBe(true);
    expect(parseWith(ownerStopAnswer, { monthlyId: 'm1', state: 'gone', asked: null }).ok).toBe(false);
    expect(parseWith(stopAllAnswer, { count: 3 }).ok).toBe(true);
  });
});
