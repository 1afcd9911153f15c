import { randomUUID } from 'node:crypto';
import type {
  ChargeSnapshot,
  DisputeSnapshot,
  IntentSnapshot,
  PaymentSnapshot,
  RefundSnapshot,
} from '../core/payment-snapshot';
import { fail, ok, type Result } from '../core/result';
import type {
  IntentChange,
  Payments,
  PaymentsFailure,
  PaymentsResult,
  SnapshotWanted,
  StartedIntent,
  StripeBell,
  TipOrder,
  TipReference,
} from './payments';

/** One payment as this stand-in keeps it. Tests read and change it. */
export interface MemoryPayment {
  readonly account: string | null;
  readonly clientSecret: string;
  readonly order: TipOrder;
  intent: IntentSnapshot;
  charge: ChargeSnapshot | null;
  refunds: RefundSnapshot[];
  disputes: DisputeSnapshot[];
  receiptEmail: string | null;
}

type Call = keyof Payments;

/**
 * Stripe's part in memory: intents that a test pays, declines, refunds and disputes by hand. Idempotent like the real one; every call
 * can be made to fail, before or after it was carried out.
 */
export class MemoryPayments implements Payments {
  readonly payments = new Map<string, MemoryPayment>();
  readonly calls: Call[] = [];
  private readonly byKey = new Map<string, string>();
  private readonly faults: { call: Call; failure: PaymentsFailure; when: 'before' | 'after' }[] = [];

  constructor(private readonly now: () => number) {}

  /** The next such call fails. `after`: it was carried out, but its answer is lost. */
  failNext(call: Call, failure: PaymentsFailure, when: 'before' | 'after' = 'before'): void {
    this.faults.push({ call, failure, when });
  }

  createIntent(order: TipOrder): Promise<PaymentsResult<StartedIntent>> {
    return this.perform('createIntent', () => {
      const key = `tip:${order.tipId}:pi:${order.amount}${order.currency}`;
      const id = this.byKey.get(key) ?? this.make(order);
      this.byKey.set(key, id);
      return this.started(id);
    });
  }

  changeIntent({ account, paymentIntentId, amount }: IntentChange): Promise<PaymentsResult<StartedIntent>> {
    return this.perform('changeIntent', () => {
      const payment = this.at(account, paymentIntentId);
      if (payment === undefined) return fail({ kind: 'gone' });
      if (payment.intent.status !== 'requires_payment_method') {
        return fail({ kind: 'refused', code: 'payment_intent_unexpected_state', requestId: 'req_memory' });
      }
      payment.intent = { ...payment.intent, amount };
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

  cancelIntent(account: string | null, id: string): Promise<PaymentsResult<null>> {
    return this.perform('cancelIntent', () => {
      const payment = this.at(account, id);
      if (payment === undefined) return fail({ kind: 'gone' });
      if (payment.intent.status === 'succeeded') {
        return fail({ kind: 'refused', code: 'payment_intent_unexpected_state', requestId: 'req_memory' });
      }
      payment.intent = { ...payment.intent, status: 'canceled', cancellationReason: 'abandoned' };
      return ok(null);
    });
  }

  snapshot({ account, paymentIntentId }: SnapshotWanted): Promise<PaymentsResult<PaymentSnapshot>> {
    return this.perform('snapshot', () => {
      const payment = paymentIntentId === null ? undefined : this.at(account, paymentIntentId);
      if (payment === undefined) return fail({ kind: 'gone' });
      const { intent, charge, refunds, disputes } = payment;
      const parts = { intent, charge, refunds: [...refunds], disputes: [...disputes], session: null };
      return ok({ askedAt: this.now(), accountId: account, livemode: false, ...parts });
    });
  }

  tipOf(account: string | null, id: string): Promise<PaymentsResult<TipReference | null>> {
    return this.perform('tipOf', () => {
      const payment = this.at(account, id);
      if (payment === undefined) return fail({ kind: 'gone' });
      return ok({ uid: payment.order.uid, tipId: payment.order.tipId });
    });
  }

  /** Here a genuine event is the JSON of its bell, signed with the word `genuine`. */
  readEvent(
    rawBody: Uint8Array,
    signature: string,
  ): Promise<Result<StripeBell, 'not-signed' | 'unreadable'>> {
    if (signature !== 'genuine') return Promise.resolve(fail('not-signed'));
    return Promise.resolve(ok(JSON.parse(new TextDecoder().decode(rawBody)) as StripeBell));
  }

  private make(order: TipOrder): string {
    const id = `pi_${randomUUID().replaceAll('-', '')}`;
    this.payments.set(id, {
      account: order.account,
      clientSecret: `${id}_secret_${randomUUID().replaceAll('-', '')}`,
      order,
      intent: {
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
      },
      charge: null,
      refunds: [],
      disputes: [],
      receiptEmail: null,
    });
    return id;
  }

  /** An object lives on one account: asked for on another one, it is not there. */
  private at(account: string | null, id: string): MemoryPayment | undefined {
    const payment = this.payments.get(id);
    return payment?.account === account ? payment : undefined;
  }

  private started(id: string): PaymentsResult<StartedIntent> {
    const payment = this.payments.get(id);
    if (payment === undefined) return fail({ kind: 'gone' });
    const { clientSecret, intent } = payment;
    return ok({ paymentIntentId: id, clientSecret, amount: intent.amount, currency: intent.currency });
  }

  private async perform<T>(call: Call, work: () => PaymentsResult<T>): Promise<PaymentsResult<T>> {
    await Promise.resolve();
    this.calls.push(call);
    const index = this.faults.findIndex((fault) => fault.call === call);
    const [fault] = index < 0 ? [] : this.faults.splice(index, 1);
    if (fault?.when === 'before') return fail(fault.failure);
    const result = work();
    return fault === undefined ? result : fail(fault.failure);
  }
}
