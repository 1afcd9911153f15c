import { problem, type Problem } from '../../../core/base/problem';
import { fail, ok, unreachable, type Result } from '../../../core/base/result';
import type { Deps } from '../../deps';
import { logUnavailable } from '../../http/log-stripe-failure';
import { stored } from '../../store/stored';
import type { PaymentsFailure } from '../../stripe/payments';

/** The owner's account at Stripe; null = the server's own. */
export async function payoutsAccount(
  { store, config }: Pick<Deps, 'store' | 'config'>,
  uid: string,
): Promise<Result<string | null>> {
  const payments = await store.read(stored.payments(uid));
  const isMissing = payments?.accountId === null && config.mode !== 'single';
  if (payments === undefined || isMissing || payments.disconnectedAt !== null) return fail(notReady());
  return ok(payments.accountId);
}

const notReady = () =>
  problem('payments-not-ready', { detail: 'Connect payments first. Payouts come from your Stripe account.' });

/** Why Stripe did not say anything about payouts, for the owner. `gone`: what a call that names a payout stands for. */
export function payoutsProblem(
  { log }: Pick<Deps, 'log'>,
  failure: PaymentsFailure,
  gone: Problem = notReady(),
): Problem {
  switch (failure.kind) {
    case 'unavailable':
      logUnavailable(log, failure);
      return problem(failure.key === undefined ? 'payouts-unavailable' : 'payouts-not-allowed');
    case 'gone':
      return gone;
    case 'refused':
      log.serviceUnavailable({ service: 'stripe', error: new Error(`Stripe refused: ${failure.code}`) });
      return problem('payouts-unavailable');
    default:
      return unreachable(failure);
  }
}
