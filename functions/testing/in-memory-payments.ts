import { randomUUID } from 'node:crypto';
import { fail, ok, type Result } from '@busker/core/base/result';
import type { FeeLine } from '@busker/core/fees/fees';
import type { FanSum } from '@busker/core/money/fan-money';
import type {
  ChargeSnapshot,
  DisputeSnapshot,
  IntentSnapshot,
  InvoiceOfPayment,
  PaymentSnapshot,
  RefundSnapshot,
  SessionSnapshot,
  WarningSnapshot,
} from '@busker/core/tip-state/payment-snapshot';
import { countedRefunds } from '@busker/core/tip-state/tip-projection';
import {
  isKeptError,
  type CancelReason,
  type CheckoutOrder,
  type IntentChange,
  type ListedBooking,
  type ListedCheckout,
  type ListedDispute,
  type ListedIntent,
  type ListedTrace,
  type ListedWarning,
  type MadeRefund,
  type OpenCheckout,
  type Payments,
  type PaymentsFailure,
  type PaymentsResult,
  type RefundOrder,
  type Refunds,
  type SnapshotWanted,
  type StartedIntent,
  type TipOrder,
  type TipReference,
  type WebhookEvent,
} from '../stripe/payments';
import { keyIn } from '../stripe/stripe-checkout';

/** Counts the calls of an in-memory Stripe adapter, and makes calls fail on request. */
export class InMemoryCalls<Call extends string> {
  readonly calls: Call[] = [];
  /** Tests hold a call here before it is executed. */
  pause: (call: Call) => Promise<void> = () => Promise.resolve();
  /** While this failure is set, every call fails with it. */
  outage: PaymentsFailure | null = null;
  private readonly faults: { call: Call; failure: PaymentsFailure; when: 'before' | 'after' }[] = [];

  protected readonly keptErrors = new Map<string, PaymentsFailure>();

  /** Makes the next call of this kind fail. `after`: it was executed, but its answer is lost. */
  failNext(call: Call, failure: PaymentsFailure, when: 'before' | 'after' = 'before'): void {
    this.faults.push({ call, failure, when });
  }

  /** Like `perform`, for a call with a key: a server error is repeated under the same key. */
  protected async performUnder<T>(
    key: string,
    call: Call,
    work: () => PaymentsResult<T>,
  ): Promise<PaymentsResult<T>> {
    const kept = this.keptErrors.get(key);
    if (kept !== undefined) {
      await Promise.resolve();
      this.calls.push(call);
      return fail(kept);
    }
    const result = await this.perform(call, work);
    if (!result.ok && isKeptError(result.problem)) this.keptErrors.set(key, result.problem);
    return result;
  }

  protected async perform<T>(call: Call, work: () => PaymentsResult<T>): Promise<PaymentsResult<T>> {
    await this.pause(call);
    this.calls.push(call);
    if (this.outage !== null) return fail(this.outage);
    const index = this.faults.findIndex((fault) => fault.call === call);
    const [fault] = index < 0 ? [] : this.faults.splice(index, 1);
    if (fault?.when === 'before') return fail(fault.failure);
    const result = work();
    return fault === undefined ? result : fail(fault.failure);
  }
}

/** One payment of the in-memory adapter. Tests read and change it. */
export interface InMemoryPayment {
  readonly account: string | null;
  readonly clientSecret: string;
  readonly order: TipOrder;
  readonly createdAt: number;
  intent: IntentSnapshot;
  charge: ChargeSnapshot | null;
  refunds: RefundSnapshot[];
  disputes: DisputeSnapshot[];
  warnings: WarningSnapshot[];
  receiptEmail: string | null;
  /** The payment belongs to an invoice, so it has no metadata. */
  invoice?: InvoiceOfPayment;
}

interface InMemorySession {
  readonly order: CheckoutOrder;
  readonly url: string;
  status: SessionSnapshot['status'];
  paymentIntentId: string | null;
  /** The payment that cards were tried on; the page names it only after payment. */
  triedIntentId: string | null;
}

const unexpectedState = {
  kind: 'refused',
  code: 'payment_intent_unexpected_state',
  requestId: 'req_memory',
} as const;

/** The intent of an order that nobody has paid. */
const newIntent = (id: string, order: TipOrder): IntentSnapshot => ({
  id,
  status: 'requires_payment_method',
  amount: order.amount,
  amountReceived: 0,
  currency: order.currency,
  tipId: order.tipId,
  uid: order.uid,
  cancellationReason: null,
  lastError: null,
  failedAttempts: 0,
  amounts: null,
});

/** Stripe gives back at the rate of the payment. */
export function shareOf(
  { intent: { presented, amount: paid } }: InMemoryPayment,
  amount: number,
): FanSum | null {
  return presented ? { ...presented, amount: Math.round((presented.amount * amount) / paid) } : null;
}

/** The tip that a payment's metadata names. The payment of an invoice has none. */
const namedBy = ({ order: { uid, tipId }, invoice }: InMemoryPayment): TipReference | null =>
  invoice === undefined ? { uid, tipId } : null;

const traceOf = (payment: InMemoryPayment): ListedTrace => ({
  reference: namedBy(payment),
  paymentIntentId: payment.intent.id,
});

/** A payment's disputes and warnings, as in Stripe's lists. */
const listedWarnings = (payment: InMemoryPayment): readonly ListedWarning[] =>
  payment.warnings.map((warning) => ({ ...traceOf(payment), warning }));

const listedDisputes = (payment: InMemoryPayment): readonly ListedDispute[] =>
  payment.disputes.map((dispute) => ({ ...traceOf(payment), dispute }));

/** When each line was booked. Tests change refunds and disputes directly, so a line is booked when it is listed for the first time. */
class InMemoryBookings {
  private readonly times = new Map<string, number>();

  constructor(private readonly now: () => number) {}

  /** The lines of a payment, as Stripe's list of balance transactions has them. */
  of(payment: InMemoryPayment): readonly ListedBooking[] {
    const { charge, refunds, disputes, intent } = payment;
    const line = (key: string, about: ListedBooking['about']): ListedBooking => ({
      bookedAt: this.timeOf(`${intent.id} ${key}`),
      paymentIntentId: intent.id,
      about,
    });
    const isBooked = charge?.status === 'succeeded' && charge.balance !== null;
    return [
      ...(isBooked
        ? [
            line('charge', {
              kind: 'charge',
              reference: namedBy(payment),
              paidAt: charge.createdAt,
              amount: intent.amount,
              refunded: countedRefunds(refunds),
              disputed: disputes.length > 0,
            }),
          ]
        : []),
      ...refunds.flatMap((refund) => {
        const about = { kind: 'refund', refund } as const;
        const returned = refund.status === 'failed' || refund.status === 'canceled';
        return [line(refund.id, about), ...(returned ? [line(`${refund.id} back`, about)] : [])];
      }),
      ...disputes
        .filter(({ status }) => !status.startsWith('warning'))
        .flatMap((dispute) => {
          const about = { kind: 'dispute', dispute } as const;
          const returned = dispute.status === 'won' || dispute.status === 'prevented';
          return [line(dispute.id, about), ...(returned ? [line(`${dispute.id} back`, about)] : [])];
        }),
    ];
  }

  private timeOf(key: string): number {
    const time = this.times.get(key) ?? this.now();
    this.times.set(key, time);
    return time;
  }
}

/**
 * Stripe in memory: tests pay, decline, refund and dispute payments. Idempotent like Stripe; every call can be made to fail, before or after it was
 * executed.
 */
export class InMemoryPayments extends InMemoryCalls<keyof Payments> implements Payments {
  readonly payments = new Map<string, InMemoryPayment>();
  readonly sessions = new Map<string, InMemorySession>();
  /** Bookings apart from the payments, also future ones. */
  readonly fees: (FeeLine & { readonly account: string | null })[] = [];
  private readonly byKey = new Map<string, string>();
  private readonly bookings: InMemoryBookings;

  constructor(readonly now: () => number) {
    super();
    this.bookings = new InMemoryBookings(now);
  }

  createIntent(order: TipOrder): Promise<PaymentsResult<StartedIntent>> {
    const key = keyIn(order.keyRound, `tip:${order.tipId}:pi:${order.amount}${order.currency}`);
    return this.performUnder(key, 'createIntent', () => {
      const id = this.byKey.get(key) ?? this.make(order);
      this.byKey.set(key, id);
      return this.started(id);
    });
  }

  changeIntent(change: IntentChange): Promise<PaymentsResult<StartedIntent>> {
    const { account, paymentIntentId, amount, amounts } = change;
    return this.perform('changeIntent', () => {
      const payment = this.at(account, paymentIntentId);
      if (payment === undefined) return fail({ kind: 'gone' });
      if (payment.intent.status !== 'requires_payment_method') return fail(unexpectedState);
      payment.intent = { ...payment.intent, amount, amounts };
      return this.started(paymentIntentId);
    });
  }

  readIntent(account: string | null, id: string): Promise<PaymentsResult<StartedIntent>> {
    return this.perform('readIntent', () =>
      this.at(account, id) === undefined ? fail({ kind: 'gone' }) : this.started(id),
    );
  }

  mailReceipt(account: string | null, id: string, email: string): Promise<PaymentsResult<null>> {
    return this.perform('mailReceipt', () => {
      const payment = this.at(account, id);
      if (payment !== undefined) payment.receiptEmail = email;
      return ok(null);
    });
  }

  cancelIntent(account: string | null, id: string, reason: CancelReason): Promise<PaymentsResult<null>> {
    return this.perform('cancelIntent', () => {
      const payment = this.at(account, id);
      if (payment === undefined) return fail({ kind: 'gone' });
      if (['succeeded', 'canceled'].includes(payment.intent.status)) return fail(unexpectedState);
      payment.intent = { ...payment.intent, status: 'canceled', cancellationReason: reason };
      return ok(null);
    });
  }

  openCheckout(order: CheckoutOrder): Promise<PaymentsResult<OpenCheckout>> {
    const key = keyIn(order.keyRound, `tip:${order.tipId}:cs:1`);
    return this.performUnder(key, 'openCheckout', () => ok(this.pageOf(key, order)));
  }

  /** The page of this key. No call: a page of a monthly tip is another port's. */
  pageOf(key: string, order: CheckoutOrder): OpenCheckout {
    const sessionId = this.byKey.get(key) ?? `cs_${randomUUID().replaceAll('-', '')}`;
    const url = `https://checkout.test/c/pay/${sessionId}`;
    const session = { order, url, status: 'open', paymentIntentId: null, triedIntentId: null } as const;
    if (!this.byKey.has(key)) this.sessions.set(sessionId, session);
    this.byKey.set(key, sessionId);
    return { sessionId, url };
  }

  readCheckout(account: string | null, sessionId: string): Promise<PaymentsResult<OpenCheckout | 'closed'>> {
    return this.perform('readCheckout', () => {
      const session = this.sessions.get(sessionId);
      if (session?.order.account !== account) return fail({ kind: 'gone' });
      return ok(session.status === 'open' ? { sessionId, url: session.url } : 'closed');
    });
  }

  expireCheckout(account: string | null, sessionId: string): Promise<PaymentsResult<null>> {
    return this.perform('expireCheckout', () => {
      const session = this.sessions.get(sessionId);
      if (session?.order.account !== account) return fail({ kind: 'gone' });
      if (session.status !== 'open') return fail(unexpectedState);
      session.status = 'expired';
      const tried = this.payments.get(session.triedIntentId ?? '');
      if (tried !== undefined)
        tried.intent = { ...tried.intent, status: 'canceled', cancellationReason: 'automatic' };
      return ok(null);
    });
  }

  snapshot(wanted: SnapshotWanted): Promise<PaymentsResult<PaymentSnapshot>> {
    return this.perform('snapshot', () => {
      const { account, checkoutSessionId } = wanted;
      const session = checkoutSessionId === null ? undefined : this.sessions.get(checkoutSessionId);
      const id = wanted.paymentIntentId ?? session?.paymentIntentId ?? wanted.askAboutIntent ?? null;
      const payment = id === null ? undefined : this.at(account, id);
      if (payment === undefined && session === undefined) return fail({ kind: 'gone' });
      return ok({
        askedAt: this.now(),
        accountId: account,
        livemode: false,
        session: session === undefined ? null : { id: checkoutSessionId ?? '', status: session.status },
        intent: payment?.intent ?? null,
        charge: payment?.charge ?? null,
        refunds: [...(payment?.refunds ?? [])],
        disputes: [...(payment?.disputes ?? [])],
        ...(payment?.invoice === undefined ? {} : { invoice: payment.invoice }),
        warnings: wanted.hasWarning ? [...(payment?.warnings ?? [])] : [],
      });
    });
  }

  listCheckouts(account: string | null): Promise<PaymentsResult<readonly ListedCheckout[]>> {
    return this.perform('listCheckouts', () =>
      ok(
        [...this.sessions]
          .filter(([, { order }]) => order.account === account)
          .map(
            ([
              sessionId,
              {
                order: { uid, tipId },
              },
            ]) => ({ sessionId, reference: { uid, tipId } }),
          ),
      ),
    );
  }

  listWarnings(account: string | null): Promise<PaymentsResult<readonly ListedWarning[]>> {
    return this.perform('listWarnings', () => ok(this.paymentsOf(account).flatMap(listedWarnings)));
  }

  listBookings(account: string | null, since: number): Promise<PaymentsResult<readonly ListedBooking[]>> {
    return this.perform('listBookings', () => {
      const lines = this.paymentsOf(account).flatMap((payment) => this.bookings.of(payment));
      return ok(lines.filter(({ bookedAt }) => bookedAt >= since));
    });
  }

  listFees(account: string | null, since: number): Promise<PaymentsResult<readonly FeeLine[]>> {
    return this.perform('listFees', () =>
      ok(
        this.fees
          .filter((line) => line.account === account && line.at >= since && line.at <= this.now())
          .map(({ account: _account, ...line }) => line),
      ),
    );
  }

  listDisputes(account: string | null): Promise<PaymentsResult<readonly ListedDispute[]>> {
    return this.perform('listDisputes', () => ok(this.paymentsOf(account).flatMap(listedDisputes)));
  }

  tipOf(account: string | null, id: string): Promise<PaymentsResult<TipReference | null>> {
    return this.perform('tipOf', () => {
      const payment = this.at(account, id);
      if (payment === undefined) return fail({ kind: 'gone' });
      return ok(namedBy(payment));
    });
  }

  listIntents(account: string | null, since: number): Promise<PaymentsResult<readonly ListedIntent[]>> {
    return this.perform('listIntents', () =>
      ok(
        this.paymentsOf(account)
          .filter(({ createdAt }) => createdAt >= since)
          .map((payment) => ({
            paymentIntentId: payment.intent.id,
            reference: namedBy(payment),
            succeeded: payment.intent.status === 'succeeded',
            refunded: countedRefunds(payment.refunds),
            disputed: payment.disputes.length > 0,
            booked: (payment.charge?.balance ?? null) !== null,
            amount: payment.intent.amount,
            declined: payment.intent.lastError !== null,
          })),
      ),
    );
  }

  /** Here a genuine event is the JSON of a WebhookEvent with the signature `genuine`. */
  readEvent(
    rawBody: Uint8Array,
    signature: string,
  ): Promise<Result<WebhookEvent, 'not-signed' | 'unreadable'>> {
    if (signature !== 'genuine') return Promise.resolve(fail('not-signed'));
    return Promise.resolve(ok(JSON.parse(new TextDecoder().decode(rawBody)) as WebhookEvent));
  }

  /** A new intent for an order; a paid checkout page creates one too. */
  make(order: TipOrder): string {
    const id = `pi_${randomUUID().replaceAll('-', '')}`;
    const clientSecret = `${id}_secret_${randomUUID().replaceAll('-', '')}`;
    const nothing = { charge: null, refunds: [], disputes: [], warnings: [], receiptEmail: null };
    const createdAt = this.now();
    this.payments.set(id, {
      account: order.account,
      clientSecret,
      order,
      createdAt,
      intent: newIntent(id, order),
      ...nothing,
    });
    return id;
  }

  /** An object belongs to one account: on any other account it is not found. */
  at(account: string | null, id: string): InMemoryPayment | undefined {
    const payment = this.payments.get(id);
    return payment?.account === account ? payment : undefined;
  }

  private paymentsOf(account: string | null): readonly InMemoryPayment[] {
    return [...this.payments.values()].filter((payment) => payment.account === account);
  }

  private started(id: string): PaymentsResult<StartedIntent> {
    const payment = this.payments.get(id);
    if (payment === undefined) return fail({ kind: 'gone' });
    const { clientSecret, intent } = payment;
    return ok({ paymentIntentId: id, clientSecret, amount: intent.amount, currency: intent.currency });
  }
}

/** Refunds of the payments in memory: never more than was paid, and the same key is the same refund. */
export class InMemoryRefunds extends InMemoryCalls<keyof Refunds> implements Refunds {
  /** All requests in order, with repetitions. */
  readonly orders: RefundOrder[] = [];
  private readonly made = new Map<string, MadeRefund>();
  /** The outcome of the next refund. */
  next: 'succeeded' | 'pending' = 'succeeded';

  /** Settles pending refunds, as Stripe does after a day. */
  forgetKeys(): void {
    this.made.clear();
    this.keptErrors.clear();
  }

  constructor(private readonly payments: InMemoryPayments) {
    super();
  }

  createRefund(order: RefundOrder): Promise<PaymentsResult<MadeRefund>> {
    this.orders.push(order);
    const key = keyIn(order.keyRound, `refund:${order.tipId}:${order.requestId}`);
    return this.performUnder(key, 'createRefund', () => {
      const earlier = this.made.get(key);
      if (earlier !== undefined) return ok(earlier);
      const payment = this.payments.at(order.account, order.paymentIntentId);
      if (payment?.intent.status !== 'succeeded') return fail({ kind: 'gone' });
      const live = payment.refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled');
      const refunded = live.reduce((sum, { amount }) => sum + amount, 0);
      if (refunded + order.amount > payment.intent.amount) {
        return fail({ kind: 'refused', code: 'charge_already_refunded', requestId: 'req_memory' });
      }
      const refundId = `re_${payment.refunds.length}_${order.paymentIntentId.slice(3)}`;
      const { amount, requestId } = order;
      payment.refunds.push({
        id: refundId,
        amount,
        requestId,
        status: this.next,
        createdAt: this.payments.now(),
        booked: -amount,
        presented: shareOf(payment, amount),
      });
      const refund: MadeRefund = { refundId, status: this.next, failureReason: null };
      this.made.set(key, refund);
      return ok(refund);
    });
  }
}

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
