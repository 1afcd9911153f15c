import { paths } from '../../core/documents/documents';
import { stripePaymentDocument } from '../../core/money-documents/stripe-account-document';
import { tipDocument } from '../../core/money-documents/tip-document';
import { cycleTip, projectMonthly } from '../../core/monthly/monthly-projection';
import { fakeTip } from '../../core/testing/fakes';
import { fakeInvoice, fakeMonthly, fakeSubscription } from '../../core/testing/monthly-fakes';
import { adaUid, type Scenario } from './ada';

/** A tip of Ada's that Stripe charged by itself. */
export interface Renewal {
  readonly tipId: string;
  readonly paymentIntentId: string;
}

let renewals = 0;

/** The tip of the second period of a monthly tip to Ada, stored as when its invoice was seen, with its payment at Stripe. It is not paid yet. */
export function putRenewal(scenario: Scenario): Renewal {
  renewals += 1;
  const now = scenario.deps.clock.now();
  const tipId = `renewal${renewals}`;
  const began = now - 31 * 24 * 60 * 60_000;
  const stripe = { ...fakeMonthly().stripe, subscriptionId: 'sub_1' };
  const given = { monthlyId: 'monthly1', ownerUid: adaUid, currency: 'usd', stripe } as const;
  const monthly = projectMonthly(fakeMonthly(given), {
    askedAt: now,
    session: null,
    subscription: fakeSubscription({ tipId: 'monthly1', uid: adaUid, item: null, startedAt: began }),
    invoices: [],
  });
  const order = { account: 'acct_ada', uid: adaUid, tipId, amount: 537, currency: 'usd' } as const;
  const others = { applicationFee: 0, keyRound: 0, ways: ['card'], description: '' } as const;
  const paymentIntentId = scenario.deps.payments.make({ ...order, ...others });
  const payments = [{ paymentIntentId, isPaid: true }];
  const id = `in_${renewals}`;
  const invoice = fakeInvoice({ id, isFirst: false, from: now, to: now + 1, createdAt: now, payments });
  const tip = cycleTip(monthly, invoice, { tipId, first: fakeTip(), keepTipsYears: 7 });
  const payment = scenario.deps.payments.payments.get(paymentIntentId);
  if (tip === null || payment === undefined) throw new Error('There is no renewal');
  payment.intent = { ...payment.intent, tipId: null, uid: null };
  payment.invoice = {
    id,
    subscriptionId: 'sub_1',
    tipId: 'monthly1',
    uid: adaUid,
    from: now,
    to: now + 1,
    paidPayments: 0,
  };
  const { store } = scenario.deps;
  store.put(paths.tip(adaUid, tipId), tipDocument.encode(tip));
  store.put(
    paths.stripePayment(paymentIntentId),
    stripePaymentDocument.encode({ v: 1, uid: adaUid, tipId, invoiceId: id }),
  );
  return { tipId, paymentIntentId };
}
