import { paths } from '../../core/documents/documents';
import { decodeMonthly } from '../../core/documents/monthly-document';
import type { Monthly, MonthlyState } from '../../core/monthly/monthly';
import { allDocuments } from '../../functions/store/all-documents';
import { stored } from '../../functions/store/stored';
import { cycleTipIdOf } from '../../functions/tips/tip-ids';
import { listAtStripe } from './list-at-stripe';
import { adaAccount, adaUid, type OpenApi } from './open-api';

export interface MonthsCompared {
  readonly monthlies: number;
  readonly running: number;
  readonly ended: number;
  /** Payments of later periods. */
  readonly renewals: number;
  /** Monthly tips and payments that differ from Stripe's subscriptions and invoices. */
  readonly monthliesOff: readonly string[];
}

interface SubscriptionAtStripe {
  readonly id: string;
  readonly status: string;
  readonly cancel_at_period_end: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  readonly items: { readonly data: readonly { readonly price: { readonly unit_amount: number } }[] };
}

interface InvoiceAtStripe {
  readonly id: string;
  readonly status: string;
  readonly amount_paid: number;
  readonly created: number;
}

/** Compares every monthly tip with its subscription, and its payments with the paid invoices, without the product's projection. */
export async function compareMonthlies(api: OpenApi): Promise<MonthsCompared> {
  const subscriptions = await listAtStripe<SubscriptionAtStripe>(api, '/v1/subscriptions', '&status=all');
  const monthliesOff: string[] = [];
  const all: Monthly[] = [];
  let renewals = 0;
  for await (const { value } of allDocuments(api.deps.store, paths.monthlies(adaUid), decodeMonthly)) {
    all.push(value);
    const own = subscriptions.filter(({ metadata }) => metadata['tip_id'] === value.monthlyId);
    monthliesOff.push(...stateOff(value, own));
    const paid = await paidInvoices(api, own);
    renewals += Math.max(0, paid.length - 1);
    monthliesOff.push(...(await paymentsOff(api, value, paid)));
  }
  return {
    monthlies: all.length,
    running: all.filter(({ contrib }) => contrib.active === 1).length,
    ended: all.filter(({ state }) => state === 'ended').length,
    renewals,
    monthliesOff,
  };
}

/** The oldest first. */
async function paidInvoices(
  api: OpenApi,
  [subscription]: readonly SubscriptionAtStripe[],
): Promise<readonly InvoiceAtStripe[]> {
  if (!subscription) return [];
  const query = `&subscription=${subscription.id}`;
  const invoices = await listAtStripe<InvoiceAtStripe>(api, '/v1/invoices', query);
  return invoices.filter(({ status, amount_paid: paid }) => status === 'paid' && paid > 0).toReversed();
}

function statesFor({ status, cancel_at_period_end: ends }: SubscriptionAtStripe): readonly MonthlyState[] {
  if (status === 'active') return [ends ? 'ending' : 'active'];
  if (status === 'past_due') return ['overdue', 'needs-action'];
  return [status === 'canceled' ? 'ended' : 'overdue'];
}

function stateOff({ monthlyId, state, contrib, every }: Monthly, own: readonly SubscriptionAtStripe[]) {
  const [subscription, another] = own;
  if (another) return [`${monthlyId}: two subscriptions`];
  if (!subscription) return state === 'never-began' ? [] : [`${monthlyId}: ${state} without a subscription`];
  const amount = subscription.items.data[0]?.price.unit_amount ?? 0;
  const states = statesFor(subscription);
  const gives = states[0] === 'active' ? amount * (every === 'month' ? 12 : 1) : 0;
  return [
    ...(states.includes(state) ? [] : [`${monthlyId}: ${state} is ${states.join()}`]),
    ...(contrib.perYear === gives ? [] : [`${monthlyId}: ${contrib.perYear} a year is ${gives}`]),
  ];
}

async function paymentsOff(api: OpenApi, monthly: Monthly, paid: readonly InvoiceAtStripe[]) {
  const off: string[] = [];
  for (const [index, { id, amount_paid: amount }] of paid.entries()) {
    const tipId = index === 0 ? monthly.monthlyId : cycleTipIdOf(adaAccount, id);
    const tip = await api.deps.store.read(stored.tip(adaUid, tipId));
    const is = `${tip?.payment.status} ${tip?.amount} ${tip?.contrib.count}`;
    if (is !== `succeeded ${amount} 1`) off.push(`${monthly.monthlyId}: ${id} of ${amount} is ${is}`);
  }
  if (monthly.paidCycles !== paid.length)
    off.push(`${monthly.monthlyId}: ${monthly.paidCycles} payments are ${paid.length}`);
  return off;
}
