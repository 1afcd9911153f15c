import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Way } from '../../../core/ways/ways';
import { runSweep } from '../../jobs/run-sweep';
import type { CheckoutOrder, TipOrder } from '../../stripe/payments';
import { adasStage, goodTip, storedTips, word, type Stage } from '../../testing/ada';
import { tipIn } from '../../testing/stored-state';

const table = vi.hoisted((): { now: readonly Way[]; first: readonly Way[] } => ({ now: [], first: [] }));

vi.mock(import('../../../core/ways/ways'), async (original) => {
  const actual = await original();
  table.first = actual.ways;
  return {
    ...actual,
    get ways() {
      return table.now;
    },
  };
});

beforeEach(() => {
  table.now = table.first;
});

/** A deploy of a release whose table has lost one way, has another order, and offers a way that was for pounds in euros. */
function deployAnotherTable(): void {
  const without = table.now.filter(({ type }) => type !== 'bancontact').toReversed();
  table.now = without.map((way) => (way.type === 'twint' ? { ...way, currencies: ['chf', 'eur'] } : way));
}

const minute = 60_000;
const cut = { kind: 'unavailable', error: new Error('cut') } as const;
const before = ['card', 'link', 'ideal', 'wero', 'bancontact', 'eps', 'p24'];

const euroStage = () => adasStage({}, { payments: { currency: 'eur' } });

const session = (stage: Stage) => stage.call('POST', '/v1/tip-sessions?where=in-page', { handle: 'ada' });

/** What reaches Stripe from now on. */
function watch({ deps: { payments } }: Stage) {
  const orders: TipOrder[] = [];
  const [createIntent, openCheckout] = [
    payments.createIntent.bind(payments),
    payments.openCheckout.bind(payments),
  ];
  payments.createIntent = (order: TipOrder) => {
    orders.push(order);
    return createIntent(order);
  };
  payments.openCheckout = (order: CheckoutOrder) => {
    orders.push(order);
    return openCheckout(order);
  };
  return orders;
}

describe('a deploy of another table of the ways to pay', () => {
  // Holds pay-337.
  it('while a sheet is open: the payment has the ways that the sheet shows, and the next sheet has the new ones', async () => {
    const stage = await euroStage();
    const orders = watch(stage);
    const shown = await session(stage);
    expect(shown.json['ways']).toEqual(expect.arrayContaining(before));
    deployAnotherTable();
    const request = await goodTip(stage, { currency: 'eur', session: word(shown, 'session') });
    const paid = await stage.call('POST', '/v1/tips', request);
    expect(paid.status).toBe(201);
    expect(orders.map(({ ways }) => ways)).toEqual([shown.json['ways']]);
    expect(tipIn(stage, word(paid, 'tipId')).ways).toEqual(shown.json['ways']);
    const next = (await session(stage)).json['ways'];
    expect(next).toEqual(expect.arrayContaining(['twint', 'ideal']));
    expect(next).not.toEqual(expect.arrayContaining(['bancontact']));
  });

  // Holds pay-337.
  it.each(['before', 'after'] as const)(
    'while a draft has no answer (lost %s the payment was made): the schedule sends the same again, for one payment',
    async (when) => {
      const stage = await euroStage();
      const orders = watch(stage);
      const shown = await session(stage);
      stage.deps.payments.failNext('createIntent', cut, when);
      const request = await goodTip(stage, { currency: 'eur', session: word(shown, 'session') });
      expect((await stage.call('POST', '/v1/tips', request)).status).toBe(503);
      deployAnotherTable();
      stage.deps.clock.advance(5 * minute);
      await runSweep(stage.deps, 'every-5-minutes');
      expect(orders).toHaveLength(2);
      expect(orders[1]).toEqual(orders[0]);
      expect(orders[0]?.ways).toEqual(shown.json['ways']);
      expect(stage.deps.payments.payments.size).toBe(1);
      const tips = storedTips(stage);
      expect(tips).toHaveLength(1);
      expect(tipIn(stage, orders[0]?.tipId ?? '')).toMatchObject({ payment: { status: 'awaiting' } });
    },
  );

  // Holds pay-337.
  it('while the page of a tip has no answer: the repeated request opens the same page with the same ways', async () => {
    const stage = await euroStage();
    const orders = watch(stage);
    stage.deps.payments.failNext('openCheckout', cut, 'after');
    const request = await goodTip(stage, { currency: 'eur', surface: 'hosted' });
    expect((await stage.call('POST', '/v1/tips', request)).status).toBe(503);
    deployAnotherTable();
    expect((await stage.call('POST', '/v1/tips', request)).status).toBe(201);
    expect(orders[0]?.ways).toEqual(expect.arrayContaining(['card', 'bancontact']));
    expect(orders[1]).toEqual(orders[0]);
    expect(stage.deps.payments.sessions.size).toBe(1);
  });
});
