import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Tip } from '../../../core/tip/tip';
import { adasWorld, showScreen } from '../../testing/fake-screen';
import { makeTip } from '../../testing/fakes';

// happy-dom has no layout, so every row has the default height.
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 88 });

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const day = 86_400_000;

const paidBy = (paymentMethodType: string, given: Partial<Tip> = {}): Tip =>
  makeTip({
    tipId: 'tip',
    ...given,
    stripe: { ...makeTip().stripe, paymentMethodType, brand: null, last4: null },
  });

function show(tip: Tip, at = `/tips?tip=${tip.tipId}`) {
  const world = adasWorld();
  world.receive(tip);
  return { world, ...showScreen(at, world) };
}

const daysAgo = (days: number): Tip['payment'] => ({
  status: 'succeeded',
  attempts: 1,
  lastError: null,
  succeededAt: Date.now() - days * day,
});

// Holds dash-151.
describe('a refund of a tip paid with TWINT, which takes refunds for 180 days', () => {
  test('is not offered after 181 days: the time and its last day stand in its place, and nothing is asked', async () => {
    const { world } = show(paidBy('twint', { currency: 'chf', payment: daysAgo(181) }));
    const last = new Date(Date.now() - day).toLocaleDateString('en', { dateStyle: 'medium' });
    const why = `TWINT payments can be refunded for 180 days. For this one that ended on ${last}.`;
    expect(await screen.findByText(why)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Refund…' })).toBeNull();
    expect(world.timesAsked('refund')).toBe(0);
  });

  test('is offered on day 179', async () => {
    show(paidBy('twint', { currency: 'chf', payment: daysAgo(179) }));
    expect(await screen.findByRole('button', { name: 'Refund…' })).toBeDefined();
    expect(screen.queryByText(/can be refunded for/)).toBeNull();
  });

  test('with a card has no such end', async () => {
    show(paidBy('card', { payment: daysAgo(900) }));
    expect(await screen.findByRole('button', { name: 'Refund…' })).toBeDefined();
  });
});

// Holds dash-152.
describe('a refund of a tip that was not paid with a card', () => {
  test.each([
    ['ideal', 'The money goes back through iDEAL, which can take up to 7 days.'],
    ['eps', 'The money goes back through EPS. Stripe keeps its fee.'],
  ])('with %s names the way and how long it takes, and no card', async (type, says) => {
    const { user } = show(paidBy(type, { currency: 'eur' }));
    await user.click(await screen.findByRole('button', { name: 'Refund…' }));
    const title = await screen.findByText('Refund this tip');
    const dialog = within(title.closest('section') ?? document.body);
    expect(dialog.getByText(new RegExp(says))).toBeDefined();
    expect(dialog.queryByText(/card/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Refund €5.00' }));
    expect(await screen.findByText(/^€5\.00 is on its way back through/)).toBeDefined();
  });

  test('that is pending at Stripe is on its way back, in the list and in the details', async () => {
    const refund = { status: 'pending', refunded: 0, pending: 500 } as const;
    const going = paidBy('ideal', { currency: 'eur', state: 'refunded', refund });
    show(going);
    const name = (await screen.findAllByText('On its way back')).find(({ tagName }) => tagName === 'DT');
    expect(name?.nextSibling?.textContent).toBe('€5.00');
    cleanup();
    show(going, '/tips');
    expect(await screen.findAllByText('On its way back')).toHaveLength(1);
    cleanup();
    show({ ...going, refund: { status: 'full', refunded: 500, pending: 0 } }, '/tips');
    expect(await screen.findByText('Mary')).toBeDefined();
    expect(screen.queryByText('On its way back')).toBeNull();
  });
});

// Holds dash-153.
describe('a tip of 50 DKK paid with MobilePay, whose own fee Stripe books apart', () => {
  const fees = { estimated: 0, stripe: 255, application: 0, net: 4745, settlementCurrency: 'dkk' };
  const tip = paidBy('mobilepay', { currency: 'dkk', amount: 5000, fees });

  test('has its net before that fee in the list, and the totals say that they are before it and where it is subtracted', async () => {
    show(tip, '/tips');
    expect(await screen.findByText('DKK 47.45 net, before MobilePay’s own fee')).toBeDefined();
    expect(
      screen.getByText(/“You keep” is before MobilePay’s own fee, which Stripe books apart/),
    ).toBeDefined();
    const link = screen.getByRole('link', { name: 'Books subtract it' });
    expect(link.getAttribute('href')).toBe('/books');
  });

  test('has it in the details too', async () => {
    show(tip);
    const name = await screen.findByText('You receive, before MobilePay’s own fee');
    expect(name.nextSibling?.textContent).toBe('DKK\u00a047.45');
  });

  test('paid with a card has neither', async () => {
    show(paidBy('card', { currency: 'dkk', amount: 5000, fees }), '/tips');
    expect(await screen.findByText('Mary')).toBeDefined();
    expect(screen.queryByText(/own fee/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Books subtract it' })).toBeNull();
  });
});

// Holds dash-156.
describe('a tip of five euros that the fan paid in dollars', () => {
  const presented = { amount: 541, currency: 'usd' };
  const { payment } = makeTip();
  const tip = paidBy('card', { currency: 'eur', payment: { ...payment, presented } });
  const valueOf = async (name: string) => (await screen.findByText(name)).nextSibling?.textContent;

  test('says in the details what was charged, and what went back', async () => {
    const refund = {
      status: 'partial',
      refunded: 200,
      pending: 0,
      presented: { refunded: 216, pending: 0 },
    } as const;
    show({ ...tip, state: 'partially_refunded', refund });
    expect(await valueOf('Charged in the fan’s currency')).toBe('$5.41');
    expect(await valueOf('Charged')).toBe('€5.00');
    expect(await valueOf('Refunded in the fan’s currency')).toBe('$2.16');
  });

  test('says before a refund at which rate it goes back', async () => {
    const { user } = show(tip);
    await user.click(await screen.findByRole('button', { name: 'Refund…' }));
    expect(await screen.findByText(/The fan paid \$5\.41 in their own currency/)).toBeDefined();
    cleanup();
    const plain = show(paidBy('card', { currency: 'eur' }));
    await plain.user.click(await screen.findByRole('button', { name: 'Refund…' }));
    expect(await screen.findByText('Refund this tip')).toBeDefined();
    expect(screen.queryByText(/in their own currency/)).toBeNull();
  });
});
