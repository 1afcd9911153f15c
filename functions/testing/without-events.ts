import { paths } from '@busker/core/documents/documents';
import type { RefundSnapshot } from '@busker/core/tip-state/payment-snapshot';
import { refundRequestDocument } from '@busker/core/money-documents/tip-document';
import type { Deps } from '../deps';
import { runSweep, runSweeps } from '../jobs/run-sweep';
import { followUnsettled } from '../reconcile/follow-unsettled';
import type { SweepResult } from '../queue/sweep';
import { adaToken, adaUid, bearerOf, type Scenario } from './ada';

const minute = 60_000;

const day = 24 * 60 * minute;

/** Checks every account that is due. */
export const reconcileDue = (deps: Deps): Promise<readonly SweepResult[]> => runSweeps(deps, ['reconcile']);

/** A day passes, and then the daily work with Stripe is done. */
export async function aDayLater({ deps }: Scenario, days = 1): Promise<readonly SweepResult[]> {
  deps.clock.advance(days * day);
  return reconcileNow(deps);
}

/** Asks about unsettled tips, then checks every account that is due. */
export const reconcileNow = async (deps: Deps): Promise<readonly SweepResult[]> => [
  ...(await followUnsettled(deps)),
  ...(await reconcileDue(deps)),
];

/** Runs all schedules as often as in two days: one of them must find every change whose event was lost. */
export async function twoDays(scenario: Scenario): Promise<void> {
  for (const [minutes, name] of [
    [5, 'every-5-minutes'],
    [60, 'hourly'],
    [24 * 60, 'hourly'],
    [5, 'every-5-minutes'],
    [60, 'daily'],
    [60, 'hourly'],
    [21 * 60, 'daily'],
    [60, 'hourly'],
  ] as const) {
    scenario.deps.clock.advance(minutes * minute);
    await runSweep(scenario.deps, name);
  }
}

/** The payment of a tip, to change it at Stripe without an event. */
export function paymentOf(scenario: Scenario, id: string) {
  const payment = scenario.deps.payments.payments.get(id);
  if (payment === undefined) throw new Error(`There is no payment ${id}`);
  return payment;
}

export const setRefunds = (scenario: Scenario, id: string, status: RefundSnapshot['status']) => {
  const payment = paymentOf(scenario, id);
  payment.refunds = payment.refunds.map((refund) => ({ ...refund, status }));
};

const refundBody = { requestId: '0f9b1c2d-3e4f-4a5b-8c6d-eeeeeeeeeeee', amount: 200, reason: 'duplicate' };
export const refundByOwner = (scenario: Scenario, tipId: string) =>
  scenario.call('POST', `/v1/me/tips/${tipId}/refunds`, refundBody, bearerOf(adaToken));
export const requestIn = (scenario: Scenario, tipId: string) =>
  refundRequestDocument.decode(scenario.deps.store.dump()[paths.refund(adaUid, tipId, refundBody.requestId)]);
