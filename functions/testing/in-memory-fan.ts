import type { FanSum } from '@busker/core/money/fan-money';
import type {
  ChargeSnapshot,
  DisputeSnapshot,
  RefundSnapshot,
} from '@busker/core/tip-state/payment-snapshot';
import { shareOf, type InMemoryPayment, type InMemoryPayments } from './in-memory-payments';

/** The actions of fans, banks and owners at Stripe. Each changes the payment as Stripe would. */
export function atStripe(payments: InMemoryPayments, now: () => number) {
  const of = (id: string): InMemoryPayment => {
    const payment = payments.payments.get(id);
    if (payment === undefined) throw new Error(`There is no payment ${id}`);
    return payment;
  };
  const charge = (id: string, status: ChargeSnapshot['status']): ChargeSnapshot => ({
    id: `ch_${id.slice(3)}`,
    status,
    createdAt: now(),
    method: { type: 'card', brand: 'visa', last4: '4242', country: 'US' },
    statement: 'ADA LOVELACE* TIP',
    riskLevel: 'normal',
    balance: null,
  });
  const pay = (id: string): void => {
    const payment = of(id);
    const { amount } = payment.intent;
    payment.intent = { ...payment.intent, status: 'succeeded', amountReceived: amount, lastError: null };
    payment.charge = charge(id, 'succeeded');
  };
  const decline = (id: string, code = 'card_declined', declineCode = 'generic_decline'): void => {
    const payment = of(id);
    const failedAttempts = payment.intent.failedAttempts + 1;
    const status = 'requires_payment_method';
    payment.intent = { ...payment.intent, status, failedAttempts, lastError: { code, declineCode } };
    payment.charge = charge(id, 'failed');
  };
  return {
    pay,
    /** Stripe creates the balance transaction of a paid charge, at once or a while later. */
    book(id: string, balance: NonNullable<ChargeSnapshot['balance']>): void {
      const payment = of(id);
      if (payment.charge === null) throw new Error(`${id} was not paid`);
      payment.charge = { ...payment.charge, balance };
    },
    /** Pays on Stripe's own page, which creates the intent; `presented`: in the fan's own currency, where the page has it. */
    payHosted(sessionId: string, presented: FanSum | null = null): string {
      const session = payments.sessions.get(sessionId);
      if (session?.status !== 'open') throw new Error(`There is no open page ${sessionId}`);
      if (presented !== null && !session.order.fanCurrency) throw new Error('The page has one currency');
      const id = session.triedIntentId ?? payments.make(session.order);
      session.paymentIntentId = id;
      session.status = 'complete';
      pay(id);
      of(id).intent = { ...of(id).intent, presented };
      return id;
    },
    decline,
    /** A declined card on Stripe's own page: the first card creates the payment. */
    declineHosted(sessionId: string): string {
      const session = payments.sessions.get(sessionId);
      if (session?.status !== 'open') throw new Error(`There is no open page ${sessionId}`);
      session.triedIntentId ??= payments.make(session.order);
      decline(session.triedIntentId);
      return session.triedIntentId;
    },
    /** The 3-D Secure check failed or was closed: that leaves an error and no charge. */
    fail3ds(id: string, method: string): void {
      const payment = of(id);
      const code = 'payment_intent_authentication_failure';
      const lastError = { code, declineCode: null, unchargedMethod: method };
      payment.intent = { ...payment.intent, status: 'requires_payment_method', lastError };
    },
    ask3ds(id: string): void {
      const payment = of(id);
      payment.intent = { ...payment.intent, status: 'requires_action' };
    },
    refund(id: string, amount: number, status: RefundSnapshot['status'] = 'succeeded'): void {
      const payment = of(id);
      payment.refunds.push({
        id: `re_${payment.refunds.length}_${id.slice(3)}`,
        amount,
        status,
        createdAt: now(),
        booked: status === 'failed' || status === 'canceled' ? 0 : -amount,
        presented: shareOf(payment, amount),
      });
    },
    /** The card's bank returns the latest refund. */
    failRefund(id: string, failureReason = 'expired_or_canceled_card'): void {
      const payment = of(id);
      const last = payment.refunds.at(-1);
      if (last === undefined) throw new Error(`${id} has no refund`);
      payment.refunds = [
        ...payment.refunds.slice(0, -1),
        { ...last, status: 'failed', failureReason, booked: 0 },
      ];
    },
    /** The card's bank sends an early fraud warning. After a refund nothing more can be done about it. */
    warn(id: string, actionable = true): void {
      of(id).warnings = [{ type: 'made_with_stolen_card', actionable, createdAt: now() }];
    },
    dispute(id: string, status: DisputeSnapshot['status'], amount?: number): void {
      const payment = of(id);
      const disputed = amount ?? payment.intent.amount;
      const [before] = payment.disputes;
      const dueBy = status === 'needs_response' ? now() + 7 * 86_400_000 : null;
      const booked = bookedDispute(status, disputed);
      const createdAt = before?.createdAt ?? now();
      payment.disputes = [{ id: `dp_${id.slice(3)}`, status, amount: disputed, dueBy, createdAt, booked }];
    },
  };
}

/** Stripe takes the amount and a fee when a dispute opens, and returns the amount alone when the owner wins. An inquiry moves nothing. */
function bookedDispute(status: DisputeSnapshot['status'], amount: number) {
  if (status.startsWith('warning')) return { net: 0, fee: 0 };
  const fee = 1500;
  return { net: status === 'won' || status === 'prevented' ? -fee : -amount - fee, fee };
}
