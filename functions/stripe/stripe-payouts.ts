import type Stripe from 'stripe';
import {
  payoutStatuses,
  weekdays,
  type CurrencyBalance,
  type Payout,
  type PayoutLine,
  type PayoutLineKind,
  type PayoutSchedule,
} from '../../core/money/payout';
import type { Page, Payouts } from './payments';
import { on, askedOf, type Asked } from './stripe-call';
import { idOf } from './stripe-snapshot';

const payoutsOnAPage = 20;
const linesOnAPage = 100;

export class StripePayouts implements Payouts {
  private readonly asked: Asked;

  constructor(private readonly stripe: Stripe) {
    this.asked = askedOf(stripe);
  }

  readBalance(account: string | null) {
    return this.asked(async () => {
      const [balance, settings] = await Promise.all([
        this.stripe.balance.retrieve({}, on(account)),
        this.stripe.balanceSettings.retrieve({}, on(account)),
      ]);
      const { payouts } = settings.payments;
      return {
        balances: balancesOf(balance),
        schedule: scheduleOf(payouts?.schedule ?? null),
        paused: payouts?.status === 'disabled',
      };
    });
  }

  listPayouts(account: string | null, after: string | null) {
    return this.asked(async () =>
      pageOf(
        await this.stripe.payouts.list({ limit: payoutsOnAPage, ...startingAfter(after) }, on(account)),
        payoutOf,
      ),
    );
  }

  readPayout(account: string | null, payoutId: string) {
    return this.asked(async () => payoutOf(await this.stripe.payouts.retrieve(payoutId, {}, on(account))));
  }

  listLines(account: string | null, payoutId: string, after: string | null) {
    const query = {
      payout: payoutId,
      limit: linesOnAPage,
      expand: ['data.source'],
      ...startingAfter(after),
    };
    return this.asked(async () => {
      const { items, next } = pageOf(
        await this.stripe.balanceTransactions.list(query, on(account)),
        (line) => (isOwnLine(line, payoutId) ? null : lineOf(line)),
      );
      return { items: items.filter((line) => line !== null), next };
    });
  }
}

const startingAfter = (after: string | null) => (after === null ? {} : { starting_after: after });

/** `next` is the last item of this page, also when that item is left out. */
function pageOf<S extends { readonly id: string }, T>(
  { data, has_more: more }: Stripe.ApiList<S>,
  read: (item: S) => T,
): Page<T> {
  return { items: data.map(read), next: more ? (data.at(-1)?.id ?? null) : null };
}

function balancesOf({ available, pending }: Stripe.Balance): readonly CurrencyBalance[] {
  const currencies = [...new Set([...available, ...pending].map(({ currency }) => currency))];
  const amountIn = (part: typeof available, wanted: string) =>
    part.filter(({ currency }) => currency === wanted).reduce((sum, { amount }) => sum + amount, 0);
  return currencies.map((currency) => ({
    currency,
    available: amountIn(available, currency),
    pending: amountIn(pending, currency),
  }));
}

function scheduleOf(given: Stripe.BalanceSettings.Payments.Payouts.Schedule | null): PayoutSchedule {
  const days: readonly string[] = given?.weekly_payout_days ?? [];
  const interval: string = given?.interval ?? '';
  if (interval === 'daily' || interval === 'manual') return { interval };
  if (interval === 'weekly') return { interval, days: weekdays.filter((day) => days.includes(day)) };
  if (interval === 'monthly') return { interval, days: [...(given?.monthly_payout_days ?? [])] };
  return { interval: 'unknown' };
}

function payoutOf(payout: Stripe.Payout): Payout {
  return {
    id: payout.id,
    amount: payout.amount,
    currency: payout.currency,
    status: payoutStatuses.find((status) => status === payout.status) ?? 'pending',
    createdAt: payout.created * 1000,
    arrivesAt: payout.arrival_date * 1000,
    contents: contentsOf(payout),
    failureCode: payout.failure_code,
  };
}

function contentsOf({ automatic, reconciliation_status: state }: Stripe.Payout): Payout['contents'] {
  if (!automatic || state === 'not_applicable') return 'never';
  return state === 'completed' ? 'listed' : 'later';
}

/** A payout is booked on the balance too, as a line that takes its amount away. */
const isOwnLine = ({ type, source }: Stripe.BalanceTransaction, payoutId: string): boolean =>
  type === 'payout' && idOf(source) === payoutId;

function lineOf(line: Stripe.BalanceTransaction): PayoutLine {
  const { source } = line;
  const intent =
    typeof source === 'object' && source !== null && 'payment_intent' in source
      ? idOf(source.payment_intent)
      : null;
  return {
    id: line.id,
    kind: kindOf(line),
    bookedAt: line.created * 1000,
    amount: line.amount,
    fee: line.fee,
    paymentIntentId: intent,
    about: line.description,
  };
}

/** Stripe's own categories for accounting: https://docs.stripe.com/reports/reporting-categories */
const kinds: Readonly<Record<string, PayoutLineKind>> = {
  charge: 'tip',
  refund: 'refund',
  refund_failure: 'refund-failed',
  dispute: 'dispute',
  dispute_reversal: 'dispute-returned',
  payout: 'payout',
  payout_reversal: 'payout-failed',
};

const kindOf = ({ reporting_category: category }: Stripe.BalanceTransaction): PayoutLineKind =>
  kinds[category] ?? 'other';
