import { problem, type Problem } from '../../core/base/problem';
import { unreachable } from '../../core/base/result';
import type { Deps } from '../deps';
import { logUnavailable } from '../http/log-stripe-failure';
import type { PaymentsFailure } from '../stripe/payments';

/**
 * Why connecting did not work, for the owner: another country or currency may help, the host must act, or Stripe is away. The log has Stripe's code
 * and request id for the host.
 */
export function connectingProblem({ log }: Pick<Deps, 'log'>, failure: PaymentsFailure): Problem {
  switch (failure.kind) {
    case 'unavailable': {
      const { key } = failure;
      logUnavailable(log, failure);
      if (key === undefined) {
        return problem('service-unavailable', {
          detail: 'Stripe is not answering right now. Please try again.',
        });
      }
      const { code, requestId: stripeRequestId, permission } = key;
      log.connectingRefused({ code, stripeRequestId, permission });
      return problem('stripe-key-refused');
    }
    case 'gone':
      return problem('payments-not-ready', {
        detail: 'Stripe no longer lets Busker use this account. Please connect again.',
      });
    case 'refused': {
      const { code, requestId: stripeRequestId } = failure;
      log.connectingRefused({ code, stripeRequestId, permission: null });
      return problem('account-refused');
    }
    default:
      return unreachable(failure);
  }
}
