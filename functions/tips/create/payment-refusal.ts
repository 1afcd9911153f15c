import { goneTip } from '../../../core/tip/state/payment-projection';
import { problem, type Problem } from '../../../core/base/problem';
import { unreachable } from '../../../core/base/result';
import type { Tip } from '../../../core/tip/tip';
import type { Deps } from '../../deps';
import type { PaymentsFailure } from '../../stripe/payments';
import { stored } from '../../store/stored';
import { writeTip } from '../write-tip';
import { logUnavailable } from '../../http/log-stripe-failure';

type RefusalDeps = Pick<Deps, 'store' | 'clock' | 'log'>;

/** Turns a failure into the fan's problem. A refusal ends the tip. If the outcome is unknown, the draft stays for another try. */
export async function refusal(deps: RefusalDeps, tip: Tip, failure: PaymentsFailure): Promise<Problem> {
  switch (failure.kind) {
    case 'unavailable':
      logUnavailable(deps.log, failure);
      return problem('service-unavailable');
    case 'gone':
      await closeGone(deps, tip);
      return problem('payments-not-ready');
    case 'refused': {
      const { code, requestId: stripeRequestId } = failure;
      deps.log.paymentRefused({ tipId: tip.tipId, code, stripeRequestId });
      await close(deps, tip, code);
      return refusedAs(code);
    }
    default:
      return unreachable(failure);
  }
}

/** Stripe's minimum applies in the settlement currency, which our table cannot foresee. */
function refusedAs(code: string): Problem {
  if (code === 'amount_too_small') return problem('amount-too-small');
  if (code === 'amount_too_large') return problem('amount-too-large');
  return problem('payment-refused');
}

/** The payment can no longer be made, nor can a waiting one be paid. */
async function closeGone({ store, clock }: RefusalDeps, tip: Tip): Promise<void> {
  await store.transaction(async (tx) => {
    const current = await tx.read(stored.tip(tip.ownerUid, tip.tipId));
    if (current === undefined) return;
    const now = clock.now();
    const after = goneTip(current, { succeeded: false }, now);
    if (after !== null) writeTip(tx, current, after, { cause: 'create', eventId: null }, now);
  });
}

/** A draft that Stripe refused never gets a payment. */
async function close({ store, clock }: RefusalDeps, tip: Tip, code: string): Promise<void> {
  await store.transaction(async (tx) => {
    const current = await tx.read(stored.tip(tip.ownerUid, tip.tipId));
    if (current?.payment.status !== 'draft') return;
    const now = clock.now();
    const payment = {
      ...current.payment,
      status: 'failed',
      lastError: { code, declineCode: null, at: now },
    } as const;
    const after: Tip = { ...current, payment, state: 'failed' };
    writeTip(tx, current, after, { cause: 'create', eventId: null }, now);
  });
}
