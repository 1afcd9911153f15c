import { problem, fail, ok, type Result } from '../../../core/base/result';
import type { Tip } from '../../../core/tip/tip';
import type { ChargeSnapshot } from '../../../core/tip/state/payment-snapshot';
import type { TipStatus } from '../../../core/api/tip-api';
import type { Deps } from '../../deps';
import type { TipReference } from '../../stripe/payments';
import { refundTip } from './refund-tip';
import { stored } from '../../store/stored';
import { tipRules } from '../tip-rate-limits';
import { knownAddress, type Caller } from '../../limits/owner-limits';
import type { LimitRule } from '../../limits/limit-counter';
import { tipStatusOf } from '../tip-status';
import { undoUntil } from './undo-window';
import { logUnavailable } from '../../log';

/** A tip is undone once: repeated requests are the same refund. */
const requestId = 'undo';

const refused = () => fail(problem('undo-unavailable'));

/**
 * Refunds all of a tip for the fan, within the owner's window. It is refused where undoing would help card testing: after failed attempts on the
 * payment, at elevated risk, while the profile is under attack, and after two undos a day by one card or address. A way to pay
 * that has no fingerprint is limited by address and way, and by payment, with the same figures.
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
  const paid = await harmlessMethod(deps, tip);
  if (!paid.ok) return paid;
  const rules = tipRules(deps.config);
  const [attack] = await deps.limits.read([rules.failedByProfile(tip.ownerUid)]);
  if ((attack?.left ?? 0) < 0) return refused();
  const counted = await deps.limits.count(undoRules(deps, tip, paid.value, caller));
  return counted.some(({ left }) => left < 0) ? refused() : ok(null);
}

/** A wallet pays with a card, which has a fingerprint. */
function undoRules(
  deps: Deps,
  tip: Tip,
  method: ChargeSnapshot['method'],
  caller: Caller,
): readonly LimitRule[] {
  const rules = tipRules(deps.config);
  const hash = knownAddress(deps, caller)?.hash;
  const card = method?.fingerprint ?? null;
  if (card === null) {
    const ofWay = hash === undefined ? [] : [rules.undoByWay(hash, method?.type ?? 'unknown')];
    return [...ofWay, rules.undoByPayment(tip.tipId)];
  }
  const ofAddress = hash === undefined ? [] : [rules.undoByAddress(hash)];
  return [...ofAddress, rules.undoByCard(tip.stripe.accountId, card)];
}

/** Reads the payment from Stripe: its risk and its failed attempts decide. */
async function harmlessMethod({ payments, log }: Deps, tip: Tip): Promise<Result<ChargeSnapshot['method']>> {
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
  return risky || tried ? refused() : ok(charge?.method ?? null);
}
