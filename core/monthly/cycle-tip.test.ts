import { expect, it } from 'vitest';
import { fakeTip } from '../testing/fakes';
import { fakeMonthly, fakeMonthlySnapshot, monthLater, openInvoice } from '../testing/monthly-fakes';
import { yearsAfter } from '../tip/text-lifetime';
import { cycleTip } from './cycle-tip';
import { projectMonthly } from './monthly-projection';
import type { InvoiceSnapshot } from './monthly-snapshot';

const active = projectMonthly(fakeMonthly({ shareBps: 250 }), fakeMonthlySnapshot());
const paid = openInvoice({
  status: 'paid',
  amountPaid: 537,
  payments: [
    { paymentIntentId: 'pi_declined', isPaid: false },
    { paymentIntentId: 'pi_2', isPaid: true },
  ],
});
const given = { tipId: 'tip2', first: fakeTip(), keepTipsYears: 2 };
const made = (invoice: InvoiceSnapshot, first = fakeTip(), monthly = active) =>
  cycleTip(monthly, invoice, { ...given, first });

// Holds pay-248.
it('the tip of a later period has the paid amount, its payment and its period', () => {
  expect(made(paid)).toMatchObject({
    tipId: 'tip2',
    ownerUid: 'ada-uid',
    amount: 537,
    tipAmount: 500,
    coverAmount: 37,
    applicationFee: 13,
    stripe: { accountId: 'acct_ada', paymentIntentId: 'pi_2' },
    payment: { status: 'unknown' },
    state: 'pending',
    contrib: { count: 0 },
    cycle: {
      monthlyId: 'tip1',
      number: 2,
      invoiceId: 'in_2',
      subscriptionId: 'sub_1',
      period: { from: monthLater },
    },
    createdAt: monthLater,
  });
});

it('an invoice that is not paid makes a tip of what is due', () => {
  const due = made(openInvoice({ amountDue: 20 }));
  expect(due).toMatchObject({ amount: 20, tipAmount: 0, coverAmount: 20 });
});

// Holds pay-248.
it('the fan’s name comes with each tip, the message only with the first one', () => {
  expect(made(paid)?.fan).toMatchObject({ name: 'Grace', message: null, anonymous: false });
  const nameless = { ...active, fan: { name: null, anonymous: true } };
  expect(made(paid, fakeTip(), nameless)).toMatchObject({
    fan: { name: null, message: null, anonymous: true, country: null },
    eraseTextsAt: null,
  });
  expect(made(paid)?.eraseTextsAt).toBe(yearsAfter(monthLater, 2));
});

it('a name that is hidden or held stays so; a first payment that did not match holds nothing', () => {
  const moderated = (moderation: ReturnType<typeof fakeTip>['moderation']) =>
    made(paid, fakeTip({ moderation }))?.moderation;
  expect(moderated({ state: 'hidden', reasons: [] })).toEqual({ state: 'hidden', reasons: [] });
  expect(moderated({ state: 'held', reasons: ['word'] })).toEqual({ state: 'held', reasons: ['word'] });
  const mismatch = { state: 'held' as const, reasons: ['payment-mismatch:amount'] };
  expect(moderated(mismatch)).toEqual({ state: 'visible', reasons: [] });
});

it('there is no tip without a payment or a subscription', () => {
  expect(made(openInvoice({ payments: [] }))).toBeNull();
  expect(cycleTip(fakeMonthly(), paid, given)).toBeNull();
});

it('a monthly tip whose start is not known counts from the invoice', () => {
  const unstarted = { ...active, startedAt: null };
  expect(cycleTip(unstarted, paid, given)?.cycle?.number).toBe(2);
});
