import {
  consentDocument,
  monthlyDocument,
  monthlyLogEntryDocument,
  supportDelta,
  monthlySetupDocument,
  type KeptConsent,
} from '../money-documents/monthly-document';
import { stripePaymentDocument } from '../money-documents/stripe-account-document';
import { tipDocument } from '../money-documents/tip-document';
import { cycleTip, projectMonthly, outOfReach } from '../monthly/monthly-projection';
import { fakeTip, noon } from './fakes';
import { fakeMonthly, fakeMonthlySnapshot, fakeSubscription, openInvoice } from './monthly-fakes';
import { storedRow as row } from './stored-row';

const active = projectMonthly(fakeMonthly(), fakeMonthlySnapshot());
const overdue = projectMonthly(
  { ...active, asked: { what: 'end', reason: 'overdue', at: noon } },
  fakeMonthlySnapshot({ subscription: fakeSubscription({ status: 'past_due' }), invoices: [openInvoice()] }),
);
const first = fakeTip();

const amountConsent = { ...active.consent, amount: 800, words: '€8.00 from …' };

const keptConsent: KeptConsent = {
  v: 1,
  uid: active.ownerUid,
  monthlyId: active.monthlyId,
  accountId: active.stripe.accountId,
  subscriptionId: active.stripe.subscriptionId,
  every: active.every,
  amount: active.amount,
  currency: active.currency,
  consent: active.consent,
  amountConsent: null,
  endedAt: null,
  removeAt: noon,
};
const unpaid = fakeTip({
  cycle: { monthlyId: 'tip1', number: 1, invoiceId: null, subscriptionId: null, period: null },
});

/** The documents of monthly tips, for the tests of all stored documents. */
export const monthlyRows = [
  ...row('new monthly tip', fakeMonthly(), monthlyDocument),
  ...row('active monthly tip', active, monthlyDocument),
  ...row(
    'monthly tip whose fan has changed the amount',
    { ...active, amountConsents: [amountConsent] },
    monthlyDocument,
  ),
  ...row('overdue monthly tip', overdue, monthlyDocument),
  ...row('monthly tip of a disconnected account', outOfReach(active, noon), monthlyDocument),
  ...row('consent of an account that was deleted', keptConsent, consentDocument),
  ...row(
    'consent of a monthly tip that ended',
    { ...keptConsent, amountConsent, endedAt: noon },
    consentDocument,
  ),
  ...row(
    'payment of an invoice',
    { v: 1 as const, uid: 'ada-uid', tipId: 'tip2', invoiceId: 'in_2' },
    stripePaymentDocument,
  ),
  ...row(
    'setup of monthly tips',
    {
      v: 1 as const,
      accountId: 'acct_ada',
      productId: 'prod_1',
      productName: 'Monthly tip for @ada',
      portal: { configurationId: 'bpc_1', version: 1, loginUrl: 'https://billing.stripe.com/p/login/1' },
    },
    monthlySetupDocument,
  ),
  ...row(
    'log of a monthly tip',
    {
      v: 1 as const,
      rev: 2,
      cause: 'webhook' as const,
      eventId: 'evt_1',
      from: fakeMonthly().state,
      to: active.state,
      delta: supportDelta(fakeMonthly().contrib, active.contrib),
      at: noon,
    },
    monthlyLogEntryDocument,
  ),
  ...row('first tip of a monthly tip', unpaid, tipDocument),
  ...row(
    'tip of a later period',
    cycleTip(active, openInvoice(), { tipId: 'tip2', first, keepTipsYears: 7 }) ?? first,
    tipDocument,
  ),
];
