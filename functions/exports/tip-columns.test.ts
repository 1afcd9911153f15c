import { expect, it } from 'vitest';
import { daysIn } from '../../core/base/zoned-day';
import { wholeExport } from '../../core/documents/export-choice';
import { fakeTip, noon } from '../../core/testing/fakes';
import type { Tip } from '../../core/tip/tip';
import { csvWriter } from './csv-writer';
import { tipColumns } from './tip-columns';

const paid = (given: Partial<Tip> = {}): Tip =>
  fakeTip({
    payment: { status: 'succeeded', attempts: 0, lastError: null, succeededAt: noon },
    contrib: { count: 1, gross: 546, refunded: 0, disputed: 0 },
    fees: { estimated: 46, stripe: 46, application: 20, net: 480, settlementCurrency: 'usd' },
    ...given,
  });

const style = { decimal: '.', dayOf: daysIn('UTC') } as const;
const cells = (tip: Tip, ...names: readonly string[]) => names.map((name) => tipColumns[name]?.(tip, style));
const amounts = ['amount', 'tip', 'cover', 'refunded', 'disputed', 'booked', 'net'];

// Holds pay-140.
it('has no amount in the row of a tip that was not paid', () => {
  expect(cells(fakeTip(), ...amounts)).toEqual(amounts.map(() => ''));
  expect(cells(paid(), ...amounts)).toEqual(['5.46', '5.00', '0.46', '0.00', '0.00', '5.46', '4.80']);
});

it('takes refunds, disputes and their fees off what is left', () => {
  const returned = {
    refundNet: -90,
    disputeNet: -1946,
    disputeFee: 1500,
    refundedAt: noon,
    disputedAt: Date.UTC(2026, 11, 31, 23, 59, 58),
  };
  const tip = paid({ returned, contrib: { count: 1, gross: 546, refunded: 100, disputed: 446 } });
  expect(
    cells(tip, 'refunded', 'disputed', 'booked_refunds', 'booked_disputes', 'dispute_fee', 'net'),
  ).toEqual(['1.00', '4.46', '-0.90', '-4.46', '15.00', '-15.56']);
  expect(cells(tip, 'refunded_at', 'disputed_at')).toEqual(['2026-10-01 12:00:00', '2026-12-31 23:59:58']);
});

it('leaves out what Stripe has not booked, and balances whose decimals nobody here knows', () => {
  expect(cells(paid({ fees: fakeTip().fees }), 'amount', 'booked', 'net')).toEqual(['5.46', '', '']);
  const other = { estimated: 46, stripe: 1, application: 0, net: 9, settlementCurrency: 'xyz' };
  expect(cells(paid({ fees: other }), 'booked_in', 'booked', 'net')).toEqual(['xyz', '', '']);
});

it('begins with a byte-order mark, without which Excel garbles letters', () => {
  expect(csvWriter(wholeExport('csv')).head({}).startsWith('\ufeffid,state,created,')).toBe(true);
});

it('names a declined tip as the dashboard does', () => {
  const lastError = { code: 'card_declined', declineCode: null, at: noon };
  const payment = { status: 'awaiting', attempts: 1, lastError, succeededAt: null } as const;
  expect(cells(fakeTip({ payment }), 'state')).toEqual(['declined']);
  expect(cells(fakeTip(), 'state')).toEqual(['pending']);
});

it('says on which day of the owner a tip counts, while times are UTC', () => {
  const lateOnNewYearsEve = Date.UTC(2026, 11, 31, 23, 30);
  const tip = paid({
    payment: { status: 'succeeded', attempts: 1, lastError: null, succeededAt: lateOnNewYearsEve },
  });
  const berlin = { ...style, dayOf: daysIn('Europe/Berlin') };
  expect(tipColumns['paid']?.(tip, berlin)).toBe('2026-12-31 23:30:00');
  expect(tipColumns['day']?.(tip, berlin)).toBe('2027-01-01');
});

it('has the owner’s reply and when it was first sent, and nothing where there is no reply', () => {
  const reply = { text: 'Thank you, Jörg!', at: Date.UTC(2026, 9, 2, 8, 5, 7) };
  expect(cells(paid({ reply }), 'reply', 'replied_at')).toEqual(['Thank you, Jörg!', '2026-10-02 08:05:07']);
  expect(cells(paid(), 'reply', 'replied_at')).toEqual(['', '']);
});

// Holds pay-229.
it('names the way to pay, the wallet of a card, and a fee that is booked apart', () => {
  const { stripe } = fakeTip();
  const by = (given: Partial<Tip['stripe']>) =>
    cells(paid({ stripe: { ...stripe, ...given } }), 'method', 'wallet', 'fee_apart');
  expect(by({ paymentMethodType: 'card', wallet: 'apple_pay' })).toEqual(['card', 'apple_pay', 'no']);
  expect(by({ paymentMethodType: 'mobilepay' })).toEqual(['mobilepay', '', 'yes']);
});

// Holds pay-420.
it('says of a monthly tip that Stripe Billing has a fee apart', () => {
  const cycle = { monthlyId: 'm1', number: 2, invoiceId: 'in_1', subscriptionId: 'sub_1', period: null };
  expect(cells(paid({ cycle }), 'fee_apart')).toEqual(['yes']);
  expect(cells(paid(), 'fee_apart')).toEqual(['no']);
});

// Holds pay-300.
it('names the monthly tip and the period of a payment, and neither for a single tip', () => {
  const period = { from: Date.UTC(2026, 9, 31, 8), to: Date.UTC(2026, 10, 30, 8) };
  const cycle = { monthlyId: 'm1', number: 2, invoiceId: 'in_1', subscriptionId: 'sub_1', period };
  const columns = ['monthly', 'period_from', 'period_to'];
  expect(cells(paid({ cycle }), ...columns)).toEqual(['m1', '2026-10-31 08:00:00', '2026-11-30 08:00:00']);
  expect(cells(paid({ cycle: { ...cycle, period: null } }), ...columns)).toEqual(['m1', '', '']);
  expect(cells(paid(), ...columns)).toEqual(['', '', '']);
});

// Holds dash-203.
it('has the place of the tip in its last column, and no other column has moved', () => {
  const names = Object.keys(tipColumns);
  expect(names).toHaveLength(40);
  expect([names[0], names.at(-2), names.at(-1)]).toEqual(['id', 'period_to', 'placement']);
  const source = { origin: 'https://blog.example', for: null, placement: 'footer' };
  expect(cells(paid({ source }), 'site', 'placement')).toEqual(['https://blog.example', 'footer']);
  expect(cells(paid({ source: { ...source, placement: null } }), 'placement')).toEqual(['']);
});
