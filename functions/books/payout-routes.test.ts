import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { balanceAnswer, payoutAnswer, payoutsAnswer } from '@busker/core/books/books-api';
import type { Payout, PayoutLine } from '@busker/core/books/payout';
import { noPayments } from '@busker/core/payments/payments-state';
import type { PaymentsFailure } from '../stripe/payments';
import {
  adasScenario,
  adaToken,
  bearerOf,
  emptyScenario,
  paidTip,
  putPayments,
  refusedFields,
  signIn,
  type Scenario,
} from '../testing/ada';

describe('payout routes', () => {
  const payout = (given: Partial<Payout> = {}): Payout => ({
    id: 'po_1',
    amount: 955,
    currency: 'usd',
    status: 'paid',
    createdAt: 1,
    arrivesAt: 2,
    contents: 'listed',
    failureCode: null,
    ...given,
  });
  const line = (given: Partial<PayoutLine> = {}): PayoutLine => ({
    id: 'txn_1',
    kind: 'tip',
    bookedAt: 1,
    amount: 1000,
    fee: 45,
    paymentIntentId: null,
    about: null,
    ...given,
  });

  const asked = (scenario: Scenario, path: string, token = adaToken) =>
    scenario.call('GET', path, undefined, bearerOf(token));
  const codeOf = async (scenario: Scenario, path: string, token = adaToken) => {
    const { status, json } = await asked(scenario, path, token);
    return [status, json['code']];
  };
  const everyRoute = ['/v1/me/balance', '/v1/me/payouts', '/v1/me/payouts/po_1'];

  // Holds pay-210.
  describe('the balance', () => {
    it('is read at Stripe on the owner’s account, with the schedule', async () => {
      const scenario = await adasScenario();
      scenario.deps.payouts.balance = {
        balances: [
          { currency: 'usd', available: -250, pending: 1000 },
          { currency: 'jpy', available: 900, pending: 0 },
        ],
        schedule: { interval: 'weekly', days: ['friday'] },
        paused: true,
      };
      const { status, json } = await asked(scenario, '/v1/me/balance');
      expect([status, json]).toEqual([200, scenario.deps.payouts.balance]);
      expect(v.is(balanceAnswer, json)).toBe(true);
      expect(scenario.deps.payouts.accounts).toEqual(['acct_ada']);
    });
  });

  describe('the list of payouts', () => {
    it('comes in pages, which a cursor connects', async () => {
      const scenario = await adasScenario();
      scenario.deps.payouts.onAPage = 2;
      for (const id of ['po_3', 'po_2', 'po_1']) scenario.deps.payouts.payouts.push(payout({ id }));
      const first = await asked(scenario, '/v1/me/payouts');
      expect(v.is(payoutsAnswer, first.json)).toBe(true);
      expect(first.json).toMatchObject({ payouts: [{ id: 'po_3' }, { id: 'po_2' }], next: 'po_2' });
      const second = await asked(scenario, '/v1/me/payouts?after=po_2');
      expect(second.json).toMatchObject({ payouts: [{ id: 'po_1' }], next: null });
    });

    it('refuses a cursor that is none, and unknown parameters, before Stripe is asked', async () => {
      const scenario = await adasScenario();
      expect(refusedFields(await asked(scenario, '/v1/me/payouts?after=..%2Fx'))).toEqual(['after']);
      expect(refusedFields(await asked(scenario, '/v1/me/payouts?limit=9'))).toEqual(['limit']);
      expect(scenario.deps.payouts.calls).toEqual([]);
    });
  });

  describe('one payout', () => {
    it('names the tip and the fan of each line, and leaves others without', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario, { name: 'Jörg' });
      scenario.deps.payouts.payouts.push(payout());
      scenario.deps.payouts.lines.set('po_1', [
        line({ id: 'txn_2', kind: 'refund', amount: -200, fee: 0, paymentIntentId: tip.paymentIntentId }),
        line({ id: 'txn_1', paymentIntentId: tip.paymentIntentId }),
        line({ id: 'txn_0', kind: 'other', paymentIntentId: 'pi_of_somebody', about: 'Sale' }),
      ]);
      const { json } = await asked(scenario, '/v1/me/payouts/po_1');
      expect(v.is(payoutAnswer, json)).toBe(true);
      const jorg = { tipId: tip.tipId, fan: 'Jörg' };
      expect(json).toMatchObject({ lines: [{ tip: jorg }, { tip: jorg }, { tip: null }], next: null });
    });

    // Holds pay-212.
    it.each(['never', 'later'] as const)('has no lines while its contents are %s', async (contents) => {
      const scenario = await adasScenario();
      scenario.deps.payouts.payouts.push(payout({ contents }));
      scenario.deps.payouts.lines.set('po_1', [line()]);
      expect((await asked(scenario, '/v1/me/payouts/po_1')).json).toMatchObject({ lines: [], next: null });
      expect(scenario.deps.payouts.calls).toEqual(['readPayout']);
    });

    it('is not found when Stripe does not know it, or when its id is none', async () => {
      const scenario = await adasScenario();
      expect(await codeOf(scenario, '/v1/me/payouts/po_9')).toEqual([404, 'payout-not-found']);
      expect(await codeOf(scenario, '/v1/me/payouts/pi_1')).toEqual([404, 'payout-not-found']);
      expect(scenario.deps.payouts.calls).toEqual(['readPayout']);
    });
  });

  describe('every route about payouts', () => {
    // Holds pay-210.
    it.each(everyRoute)('%s needs a sign-in, and an account that is connected', async (path) => {
      const scenario = emptyScenario();
      expect(await codeOf(scenario, path, 'nobody')).toEqual([401, 'sign-in-required']);
      signIn(scenario.deps, 'uid-eve', 'token-eve');
      expect(await codeOf(scenario, path, 'token-eve')).toEqual([409, 'payments-not-ready']);
      putPayments(scenario.deps, 'uid-eve', noPayments('sandbox', false, 0));
      expect(await codeOf(scenario, path, 'token-eve')).toEqual([409, 'payments-not-ready']);
      const disconnected = { ...noPayments('sandbox', false, 0), accountId: 'acct_eve', disconnectedAt: 1 };
      putPayments(scenario.deps, 'uid-eve', disconnected);
      expect(await codeOf(scenario, path, 'token-eve')).toEqual([409, 'payments-not-ready']);
      expect(scenario.deps.payouts.calls).toEqual([]);
    });

    // Holds pay-212.
    it.each(everyRoute)(
      '%s says when Stripe is away, when the key is at fault, and logs both',
      async (path) => {
        const scenario = await adasScenario();
        const away: PaymentsFailure = { kind: 'unavailable', error: new Error('down') };
        scenario.deps.payouts.outage = away;
        expect(await codeOf(scenario, path)).toEqual([503, 'payouts-unavailable']);
        const key = { why: 'permission', code: 'x', requestId: null, permission: 'rak_payout_read' } as const;
        scenario.deps.payouts.outage = { ...away, key };
        expect(await codeOf(scenario, path)).toEqual([503, 'payouts-not-allowed']);
        expect(scenario.deps.lines.join('\n')).toContain('rak_payout_read');
        scenario.deps.payouts.outage = { kind: 'refused', code: 'odd', requestId: null };
        expect(await codeOf(scenario, path)).toEqual([503, 'payouts-unavailable']);
      },
    );

    it('are limited together, for each owner', async () => {
      const scenario = await adasScenario({ limitFactor: 1 });
      scenario.deps.payouts.payouts.push(payout());
      for (let round = 0; round < 50; round += 1)
        for (const path of everyRoute) expect((await asked(scenario, path)).status).toBe(200);
      expect(await codeOf(scenario, '/v1/me/balance')).toEqual([429, 'too-many-requests']);
      signIn(scenario.deps, 'uid-eve', 'token-eve');
      expect(await codeOf(scenario, '/v1/me/balance', 'token-eve')).toEqual([409, 'payments-not-ready']);
    });

    it('asks about the server’s own account in single mode', async () => {
      const scenario = await adasScenario({ mode: 'single' }, { payments: { accountId: null } });
      await asked(scenario, '/v1/me/balance');
      expect(scenario.deps.payouts.accounts).toEqual([null]);
    });
  });
});
