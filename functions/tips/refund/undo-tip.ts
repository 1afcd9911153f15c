import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';
import type { Tip } from '../../../core/tip/tip';
import type { TipStatus } from '../../../core/api/tip-api';
import type { Deps } from '../../deps';
import type { TipReference } from '../../stripe/payments';
import { refundTip } from './refund-tip';
import { stored } from '../../store/stored';
import { tipRules } from '../tip-rate-limits';
import { knownAddress, type Caller } from '../../limits/caller';
import { tipStatusOf } from '../tip-status';
import { undoUntil } from './undo-window';
import { logUnavailable } from '../../http/log-stripe-failure';

/** A tip is undone once: repeated requests are the same refund. */
const requestId = 'undo';

const refused = () => fail(problem('undo-unavailable'));

/**
 * Refunds all of a tip for the fan, within the owner's window. It is refused where undoing would help card testing: after failed attempts on the
 * payment, at elevated risk, while the profile is under attack, and after two undos a day by one card or address.
 */
export async function undoTip(
  deps: Deps,
  reference: TipReference | undefined,
  caller: Caller,
): Promise<Result<TipStatus>> {
  if (reference === undefined) return fail(problem('tip-not-found'));
  const { uid, tipId } = reference;
  const tip = await deps.store.read(stored.tip(uid, tipId));
  if (tip === undefined) return fail(problem('tip-not-found'));
  const earlier = await deps.store.read(stored.refund(uid, tipId, requestId));
  if (earlier === undefined) {
    const allowed = await mayUndo(deps, tip, caller);
    if (!allowed.ok) return allowed;
  }
  const wanted = { requestId, amount: null, reason: 'requested_by_customer', by: 'fan' } as const;
  const undone = await refundTip(deps, reference, wanted);
  if (!undone.ok && undone.problem.code === 'service-unavailable') return undone;
  const request = undone.ok
    ? undone.value.request
    : await deps.store.read(stored.refund(uid, tipId, requestId));
  if (request?.status === 'failed' || request?.status === 'canceled') return fail(problem('undo-failed'));
  return undone.ok ? ok(await tipStatusOf(deps, undone.value.tip)) : refused();
}

async function mayUndo(deps: Deps, tip: Tip, caller: Caller): Promise<Result<null>> {
  const now = deps.clock.now();
  if ((await undoUntil(deps.store, tip, now)) === null) return refused();
  const fingerprint = await harmlessCard(deps, tip);
  if (!fingerprint.ok) return fingerprint;
  const rules = tipRules(deps.config);
  const [attack] = await deps.limits.read([rules.failedByProfile(tip.ownerUid)]);
  if ((attack?.left ?? 0) < 0) return refused();
  const address = knownAddress(deps, caller);
  const counted = await deps.limits.count([
    ...(address === null ? [] : [rules.undoByAddress(address.hash)]),
    ...(fingerprint.value === null ? [] : [rules.undoByCard(tip.stripe.accountId, fingerprint.value)]),
  ]);
  return counted.some(({ left }) => left < 0) ? refused() : ok(null);
}

/** Reads the payment from Stripe: its risk, its failed attempts and its card decide. */
async function harmlessCard({ payments, log }: Deps, tip: Tip): Promise<Result<string | null>> {
  const { accountId: account, paymentIntentId, checkoutSessionId } = tip.stripe;
  const wanted = {
    account,
    paymentIntentId,
    checkoutSessionId,
    hasRefunds: true,
    hasDispute: true,
    hasWarning: false,
  };
  const seen = await payments.snapshot(wanted);
  if (!seen.ok) {
    if (seen.problem.kind !== 'unavailable') return refused();
    logUnavailable(log, seen.problem);
    return fail(problem('service-unavailable'));
  }
  const { intent, charge } = seen.value;
  const risky = charge?.riskLevel === 'elevated' || charge?.riskLevel === 'highest';
  const tried = Math.max(tip.payment.attempts, intent?.failedAttempts ?? 0) > 0;
  return risky || tried ? refused() : ok(charge?.method?.fingerprint ?? null);
}
