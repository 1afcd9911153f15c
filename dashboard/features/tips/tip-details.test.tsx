import { noContribution } from '@busker/core/money/money';
import type { Tip } from '@busker/core/tip/tip';
import { replyChangeMs } from '@busker/core/tip/tip-text';
import { cleanup, screen, within, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { adasBackend, showScreen } from '../../testing/fake-screen';
import { declinedTip, makeTip, makeUser } from '../../testing/fakes';

describe('tip card', () => {
  afterEach(cleanup);

  // Holds dash-146.
  test('says which payment of a monthly tip it is, in the list and in its details', async () => {
    const fake = adasBackend();
    const period = { from: Date.UTC(2026, 9, 15), to: Date.UTC(2026, 10, 15) };
    const cycle = { monthlyId: 'm1', number: 3, invoiceId: 'in_1', subscriptionId: 'sub_1', period };
    const monthly = makeTip({ mode: 'connect', livemode: true, cycle });
    const yearly = makeTip({
      tipId: 'y1',
      cycle: { ...cycle, number: 2, period: { ...period, to: Date.UTC(2027, 9, 15) } },
    });
    const unpaid = makeTip({ tipId: 'u1', cycle: { ...cycle, number: 1, period: null } });
    for (const tip of [monthly, yearly, unpaid]) fake.receive(tip);
    showScreen(`/money/tips?tip=${monthly.tipId}`, fake);
    expect(await screen.findByText(/Oct 15\s–\sNov 15, 2026/)).toBeDefined();
    const page = screen.getByRole('link', { name: 'sub_1' });
    expect(page.getAttribute('href')).toBe('https://dashboard.stripe.com/subscriptions/sub_1');
    expect(screen.getAllByText('Monthly · 3')).toHaveLength(2);
    expect(screen.getAllByText('Yearly · 2')).toHaveLength(1);
    expect(screen.queryByText('Monthly · 1')).toBeNull();
  });

  test('names the card’s brand as the receipt does', async () => {
    const fake = adasBackend();
    const tip = makeTip({});
    fake.receive({ ...tip, stripe: { ...tip.stripe, brand: 'visa', last4: '4242' } });
    showScreen(`/money/tips?tip=${tip.tipId}`, fake);
    await screen.findByText('Charged');
    expect(screen.getByText('Visa •••• 4242')).toBeDefined();
  });
});

describe('tip risk', () => {
  afterEach(cleanup);

  async function openTip(given: Partial<Tip>) {
    const fake = adasBackend();
    const tip = makeTip(given);
    fake.receive(tip);
    showScreen(`/money/tips?tip=${tip.tipId}`, fake);
    await screen.findByText('Charged');
  }

  // Holds pay-012.
  test('explains Stripe’s risk level when it is above normal', async () => {
    await openTip({ risk: 'elevated' });
    expect(screen.getByText('Elevated risk of fraud')).toBeDefined();
    expect(screen.getByText(/refund the tip. A dispute costs you the tip and a fee/)).toBeDefined();
    expect(screen.getByText('Stripe’s risk check').nextSibling?.textContent).toBe('Elevated');
    cleanup();
    await openTip({ risk: 'highest' });
    expect(screen.getByText('High risk of fraud')).toBeDefined();
  });

  test('shows no risk for a normal or unrated payment', async () => {
    await openTip({ risk: 'normal' });
    expect(screen.queryByText(/risk of fraud/)).toBeNull();
    expect(screen.getByText('Stripe’s risk check').nextSibling?.textContent).toBe('Normal');
    cleanup();
    await openTip({ risk: null });
    expect(screen.queryByText('Stripe’s risk check')).toBeNull();
  });

  // Holds pay-011.
  test('marks a test tip, without a refund', async () => {
    await openTip({ livemode: false, contrib: noContribution });
    expect(screen.getAllByText('Test').length).toBeGreaterThan(0);
    expect(screen.getByText(/No money moved/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Refund…' })).toBeNull();
  });
});

describe('tip truth', () => {
  afterEach(cleanup);

  const lost: Partial<Tip> = {
    tipId: 'lost',
    state: 'lost',
    warning: { type: 'made_with_stolen_card', actionable: true, at: 1 },
    risk: 'highest',
    refund: {
      status: 'failed',
      refunded: 0,
      pending: 0,
      failure: { amount: 500, reason: 'charge_for_pending_refund_disputed' },
    },
    dispute: { status: 'lost', amount: 500, disputeId: 'dp_1', dueBy: null },
    contrib: { count: 1, gross: 500, refunded: 0, disputed: 500 },
    fees: { estimated: 45, stripe: 45, application: 0, net: 455, settlementCurrency: 'usd' },
    returned: { refundNet: 0, disputeNet: -2000, disputeFee: 1500, refundedAt: null, disputedAt: 1 },
  };

  function showTip(tip: Partial<Tip>) {
    const fake = adasBackend();
    fake.begin(makeTip(tip));
    return showScreen(`/money/tips?state=all&tip=${tip.tipId}`, fake);
  }

  // Holds dash-141.
  test('a lost dispute is all that is said about its tip: no refund, no warning, and what it cost', async () => {
    showTip(lost);
    expect(await screen.findByText('You lost the dispute')).toBeDefined();
    expect(screen.getAllByText('Dispute lost').length).toBeGreaterThan(0);
    for (const other of [
      /while the bank decides/,
      /A full refund now/,
      /Refund the tip unless/,
      /try the refund/,
    ])
      expect(screen.queryByText(other)).toBeNull();
    for (const tag of ['Fraud suspected', 'Refund failed'])
      expect(screen.queryByText(tag, { ignore: 'option' })).toBeNull();
    expect(screen.getByText('Stripe’s fees for disputes').nextSibling?.textContent).toBe('$15.00');
    expect(
      screen.getByText('You keep', { selector: 'div[role=dialog] dt, section dt' }).nextSibling?.textContent,
    ).toBe('−$15.45');
  });

  test('a declined tip says so in the list and in its details, and that nothing was charged', async () => {
    showTip(declinedTip);
    expect(await screen.findByText('Nothing was charged. The fan may still try another card.')).toBeDefined();
    expect(screen.getAllByText('Declined').length).toBeGreaterThan(1);
    expect(screen.queryByText('Charged')).toBeNull();
    expect(screen.queryByText('Stripe’s fee, estimated')).toBeNull();
  });

  test('a refund that failed is not called a refund in the history', async () => {
    const fake = adasBackend();
    fake.begin(makeTip({ tipId: 'failed' }));
    const request = {
      v: 1,
      requestId: 'r1',
      amount: 500,
      reason: 'duplicate',
      by: 'owner',
      status: 'failed',
      stripeRefundId: 're_1',
      failureReason: 'unknown',
      keyRound: 0,
      keptErrorAt: null,
      createdAt: 50,
      updatedAt: 60,
    } as const;
    fake.refunds.set('failed', [request]);
    showScreen('/money/tips?tip=failed', fake);
    expect(await screen.findByText('Refund of $5.00')).toBeDefined();
    expect(screen.queryByText('You refunded $5.00')).toBeNull();
  });

  // Holds pay-945.
  test('the history says what the owner did with a reply; of an entry of an earlier release it can only say both', async () => {
    const fake = adasBackend();
    fake.begin(makeTip({ tipId: 'answered' }));
    const place = { payment: 'succeeded', state: 'paid' } as const;
    const nothing = { count: 0, gross: 0, refunded: 0, disputed: 0 };
    const entry = { v: 1, cause: 'reply', eventId: null, from: place, to: place, delta: nothing } as const;
    fake.tipLogs.set('answered', [
      { ...entry, rev: 3, at: 30 },
      ...(['written', 'changed', 'removed'] as const).map((reply, index) => {
        return { ...entry, rev: 4 + index, at: 40 + index, reply };
      }),
    ]);
    showScreen('/money/tips?tip=answered', fake);
    for (const words of [
      'You replied',
      'You changed your reply',
      'You took your reply back',
      'You replied, or took the reply back',
    ])
      expect(await screen.findByText(words)).toBeDefined();
  });

  // Holds pay-229.
  test('the wallet of a card is named, and a fee that Stripe books apart', async () => {
    const { stripe } = makeTip();
    const booked = {
      tipId: 'paid',
      fees: { estimated: 45, stripe: 45, application: 0, net: 455, settlementCurrency: 'usd' },
    } as const;
    showTip({ ...booked, stripe: { ...stripe, paymentMethodType: 'card', wallet: 'apple_pay' } });
    expect((await screen.findByText('Paid with')).nextSibling?.textContent).toBe('Apple Pay');
    expect(screen.getByText('You receive').nextSibling?.textContent).toBe('$4.55');
    cleanup();
    showTip({ ...booked, stripe: { ...stripe, paymentMethodType: 'mobilepay' } });
    expect((await screen.findByText('Paid with')).nextSibling?.textContent).toBe('MobilePay');
    expect(screen.getByText('You receive, before MobilePay’s own fee').nextSibling?.textContent).toBe(
      '$4.55',
    );
  });
});

describe('tip ways', () => {
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

  function show(tip: Tip, at = `/money/tips?tip=${tip.tipId}`) {
    const fake = adasBackend();
    fake.receive(tip);
    return { fake, ...showScreen(at, fake) };
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
      const { fake } = show(paidBy('twint', { currency: 'chf', payment: daysAgo(181) }));
      const last = new Date(Date.now() - day).toLocaleDateString('en', { dateStyle: 'medium' });
      const why = `TWINT payments can be refunded for 180 days. For this one that ended on ${last}.`;
      expect(await screen.findByText(why)).toBeDefined();
      expect(screen.queryByRole('button', { name: 'Refund…' })).toBeNull();
      expect(fake.timesAsked('refund')).toBe(0);
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
      ['eps', 'The money goes back through EPS.'],
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
      show(going, '/money/tips');
      expect(await screen.findAllByText('On its way back')).toHaveLength(1);
      cleanup();
      show({ ...going, refund: { status: 'full', refunded: 500, pending: 0 } }, '/money/tips');
      expect(await screen.findByText('Mary')).toBeDefined();
      expect(screen.queryByText('On its way back')).toBeNull();
    });
  });

  // Holds dash-153.
  describe('a tip of 50 DKK paid with MobilePay, whose own fee Stripe books apart', () => {
    const fees = { estimated: 0, stripe: 255, application: 0, net: 4745, settlementCurrency: 'dkk' };
    const tip = paidBy('mobilepay', { currency: 'dkk', amount: 5000, fees });

    test('has its net before that fee in the list, and the totals say that they are before it and where it is subtracted', async () => {
      show(tip, '/money/tips');
      expect(await screen.findByText('DKK 47.45 net, before MobilePay’s own fee')).toBeDefined();
      expect(
        screen.getByText(/“You keep” is before MobilePay’s own fee, which Stripe books apart/),
      ).toBeDefined();
      const link = screen.getByRole('link', { name: 'Books subtract it' });
      expect(link.getAttribute('href')).toBe('/money/books');
    });

    test('has it in the details too', async () => {
      show(tip);
      const name = await screen.findByText('You receive, before MobilePay’s own fee');
      expect(name.nextSibling?.textContent).toBe('DKK\u00a047.45');
    });

    test('paid with a card has neither', async () => {
      show(paidBy('card', { currency: 'dkk', amount: 5000, fees }), '/money/tips');
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
});

// happy-dom has no layout, so every row has the default height.
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 88 });

afterEach(cleanup);

function show(given: Partial<Tip> = {}) {
  const fake = adasBackend();
  fake.receive(
    makeTip({
      tipId: 'paid',
      fan: { name: 'Zoe', message: null, anonymous: false, country: null },
      ...given,
    }),
  );
  return { fake, ...showScreen('/money/tips?tip=paid', fake) };
}
const button = (name: string) => screen.findByRole('button', { name });
const stored = (fake: ReturnType<typeof adasBackend>) =>
  fake.allTips.value.find(({ tipId }) => tipId === 'paid')?.reply?.text;

// Holds dash-1273, dash-1294.
test('sends a sentence with the fan’s name by one press, once, and shows it', async () => {
  const { fake, user } = show();
  const send = await button('Send “Thank you, Zoe!”');
  fireEvent.click(send);
  fireEvent.click(send);
  expect(await screen.findByText('Thank you, Zoe!', { selector: 'blockquote > bdi' })).toBeDefined();
  expect([stored(fake), fake.timesAsked('reply')]).toEqual(['Thank you, Zoe!', 1]);
  await user.click(await button('Change'));
  await user.type(screen.getByLabelText('Your answer'), ' See you soon.');
  await user.click(await button('Save answer'));
  await vi.waitFor(() => expect(stored(fake)).toBe('Thank you, Zoe! See you soon.'));
});

test('keeps what was typed when the server does not answer, and sends it the next time', async () => {
  const { fake, user } = show();
  fake.failNext('reply', 'api/unreachable');
  await user.type(await screen.findByLabelText('Your answer'), 'Thanks!');
  await user.click(await button('Send answer'));
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your answer').value).toBe('Thanks!');
  await user.click(await button('Send answer'));
  await vi.waitFor(() => expect(stored(fake)).toBe('Thanks!'));
});

test('keeps an answer that is not sent over a reload of the tab, for its owner alone, until it is sent', async () => {
  const first = show();
  await first.user.type(await screen.findByLabelText('Your answer'), 'Thanks for the long evening!');
  cleanup();
  const other = adasBackend();
  other.session.set({ kind: 'signed-in', user: makeUser({ uid: 'uid-grace' }) });
  other.receive(makeTip({ tipId: 'paid' }));
  showScreen('/money/tips?tip=paid', other);
  expect(await screen.findByLabelText('Your answer')).toHaveProperty('value', '');
  cleanup();
  const { fake, user } = show();
  expect(await screen.findByLabelText('Your answer')).toHaveProperty('value', 'Thanks for the long evening!');
  await user.click(await button('Send answer'));
  await vi.waitFor(() => expect(stored(fake)).toBe('Thanks for the long evening!'));
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('the next form begins with the answer that was sent when the kept change of it is empty', async () => {
  const sent = { reply: { text: 'Thanks!', at: Date.now() } };
  const first = show(sent);
  await first.user.click(await button('Change'));
  await first.user.clear(screen.getByLabelText('Your answer'));
  cleanup();
  const { user } = show(sent);
  await user.click(await button('Change'));
  expect(screen.getByLabelText('Your answer')).toHaveProperty('value', 'Thanks!');
});

test('an answer can be changed within its hour, and the change can be cancelled', async () => {
  const { fake, user } = show({ reply: { text: 'Thanks!', at: Date.now() - replyChangeMs / 2 } });
  await user.click(await button('Change'));
  await user.type(screen.getByLabelText('Your answer'), ' Really.');
  await user.click(await button('Cancel'));
  expect(stored(fake)).toBe('Thanks!');
  await user.click(await button('Change'));
  await user.type(screen.getByLabelText('Your answer'), ' Really.');
  await user.click(await button('Save answer'));
  await vi.waitFor(() => expect(stored(fake)).toBe('Thanks! Really.'));
});

test('after an hour an answer can only be removed', async () => {
  const { fake, user } = show({ reply: { text: 'Thanks!', at: Date.now() - replyChangeMs } });
  await user.click(await button('Remove'));
  await vi.waitFor(() => expect(stored(fake)).toBeUndefined());
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
});

test('a tip that is not paid cannot be answered', async () => {
  show({ state: 'failed', contrib: { count: 0, gross: 0, refunded: 0, disputed: 0 } });
  await screen.findByText('What happened');
  expect(screen.queryByLabelText('Your answer')).toBeNull();
});

test('an answer above 500 characters is marked, and cannot be sent', async () => {
  const { user } = show();
  await user.click(await screen.findByLabelText('Your answer'));
  await user.paste('x'.repeat(501));
  expect(await screen.findByText('Use at most 500 characters.')).toBeDefined();
  expect((await button('Send answer')).hasAttribute('disabled')).toBe(true);
});

test('pressed twice, an answer is sent once, and its button is busy', async () => {
  const { fake, user } = show();
  fake.hold('reply');
  await user.type(await screen.findByLabelText('Your answer'), 'Thanks!');
  const send = await button('Send answer');
  fireEvent.click(send);
  fireEvent.click(send);
  await vi.waitFor(() => expect(send.getAttribute('data-loading')).toBe('true'));
  expect(fake.timesAsked('reply')).toBe(1);
});

test('an answer that was stored is shown although the server’s own answer was lost', async () => {
  const { fake, user } = show();
  fake.loseAnswer('reply');
  await user.type(await screen.findByLabelText('Your answer'), 'Thanks!');
  await user.click(await button('Send answer'));
  expect(await screen.findByText('Thanks!', { selector: 'blockquote > bdi' })).toBeDefined();
});
