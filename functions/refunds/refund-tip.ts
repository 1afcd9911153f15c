import type { RefundAnswer, RefundBody } from '@busker/core/dashboard-api/owner-api';
import type { TipStatus } from '@busker/core/fan-api/tip-api';
import { fail, ok, problem, type Problem, type Result } from '@busker/core/base/result';
import type { DocumentId } from '@busker/core/text/text';
import type { RefundRequest } from '@busker/core/money-documents/tip-document';
import { currencies } from '@busker/core/money/money';
import { refundableUntil } from '@busker/core/refunds/refund';
import { type Tip } from '@busker/core/tip/tip';
import type { ChargeSnapshot } from '@busker/core/tip-state/payment-snapshot';
import type { Deps, Owner } from '../deps';
import type { LimitRule } from '../limits/limit-counter';
import { knownAddress, type Caller } from '../http/caller';
import { logUnavailable } from '../log';
import { lettersAbout } from '../mail/post-mail';
import { removeFound, stored, type Transaction } from '../store/store';
import { isKeptError, type MadeRefund, type PaymentsFailure, type TipReference } from '../stripe/payments';
import { syncTip, tipStatusOf, undoUntil, type SyncDeps } from '../tips/sync-tip';
import { tipRules } from '../tips/tip-access';
import { writeTip, type Trigger } from '../tips/write-tip';

/** After its own error Stripe may still complete the refund, which then appears in its list within this time. */
const settlingMs = 60_000;

const docOf = (tip: Tip, request: RefundRequest) => stored.refund(tip.ownerUid, tip.tipId, request.requestId);

/** Stores that Stripe answered with an error that it repeats under this key. The first time counts. */
async function noteKeptError(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  tip: Tip,
  request: RefundRequest,
): Promise<void> {
  const doc = docOf(tip, request);
  await store.transaction(async (tx) => {
    const current = await tx.read(doc);
    if (current?.status !== 'requested' || current.keyRound !== request.keyRound) return;
    if (current.keptErrorAt === null) tx.write(doc, { ...current, keptErrorAt: clock.now() });
  });
}

/**
 * The request with the key for its next try. Call it only after Stripe's list showed no refund for this request. A refund must never be made twice:
 * the key stays the same until a minute after Stripe's error, and two concurrent requests use the same next key.
 */
async function withFreshKey(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  tip: Tip,
  request: RefundRequest,
): Promise<RefundRequest> {
  const { keptErrorAt } = request;
  if (keptErrorAt === null || clock.now() - keptErrorAt < settlingMs) return request;
  const doc = docOf(tip, request);
  return store.transaction(async (tx) => {
    const current = await tx.read(doc);
    if (current?.status !== 'requested' || current.keyRound !== request.keyRound) return current ?? request;
    const next = { ...current, keyRound: current.keyRound + 1, keptErrorAt: null };
    tx.write(doc, next);
    return next;
  });
}

type RefundDeps = SyncDeps & Pick<Deps, 'refunds'>;

interface WantedRefund {
  readonly requestId: string;
  /** Minor units; null = all that is left. */
  readonly amount: number | null;
  readonly reason: RefundRequest['reason'];
  readonly by: RefundRequest['by'];
}

interface RefundOutcome {
  readonly tip: Tip;
  readonly request: RefundRequest;
}

/**
 * Refunds money. First the amount is reserved in the tip, in one transaction, so that no two refunds together exceed it. Then Stripe is called with
 * the request's own key, and the tip is synced. If Stripe's answer is lost, the request stays `requested`, and the sweep repeats the call with the
 * same key.
 */
export async function refundTip(
  deps: RefundDeps,
  reference: TipReference,
  wanted: WantedRefund,
): Promise<Result<RefundOutcome>> {
  const trigger: Trigger = { cause: wanted.by === 'fan' ? 'undo' : 'refund', eventId: null };
  const reserved = await deps.store.transaction((tx) => reserve(deps, tx, reference, wanted, trigger));
  if (!reserved.ok) return reserved;
  const { tip, request, repeated } = reserved.value;
  const settled = repeated
    ? await repeatRefund(deps, tip, request, trigger)
    : await settleRefund(deps, tip, request, trigger);
  if (!settled.ok) return fail(await whyRefused(deps, reference, request, settled.problem, trigger));
  const synced = await syncTip(deps, reference, trigger);
  const now = await deps.store.read(stored.refund(tip.ownerUid, tip.tipId, request.requestId));
  return ok({ tip: synced.ok ? synced.value : tip, request: now ?? settled.value });
}

/**
 * Repeats a refund whose answer was lost. Stripe forgets keys after a day and stores a 500 under them. So Stripe's list is checked for the refund
 * first, and another key is used only some time after such an error.
 */
export async function repeatRefund(
  deps: RefundDeps,
  tip: Tip,
  request: RefundRequest,
  trigger: Trigger,
): Promise<Result<RefundRequest>> {
  if (request.status !== 'requested') return ok(request);
  const synced = await syncTip(deps, { uid: tip.ownerUid, tipId: tip.tipId }, trigger);
  // Only that account could show whether it was made. If the account becomes readable again, the refund itself shows it.
  if (!synced.ok && synced.problem.kind === 'gone') {
    return fail(await reject(deps, tip, request, synced.problem, trigger));
  }
  if (!synced.ok) return fail(problem('service-unavailable'));
  const now = await deps.store.read(stored.refund(tip.ownerUid, tip.tipId, request.requestId));
  if (now === undefined || now.status !== 'requested') return ok(now ?? request);
  return settleRefund(deps, synced.value, await withFreshKey(deps, synced.value, now), trigger);
}

async function reserve(
  { clock }: RefundDeps,
  tx: Transaction,
  { uid, tipId }: TipReference,
  wanted: WantedRefund,
  trigger: Trigger,
): Promise<Result<RefundOutcome & { readonly repeated: boolean }>> {
  const tip = await tx.read(stored.tip(uid, tipId));
  if (tip === undefined) return fail(problem('tip-not-found'));
  const doc = stored.refund(uid, tipId, wanted.requestId);
  const earlier = await tx.read(doc);
  if (earlier !== undefined) {
    const same = wanted.amount === null || wanted.amount === earlier.amount;
    return same ? ok({ tip, request: earlier, repeated: true }) : fail(problem('request-reused'));
  }
  const now = clock.now();
  const amount = refundable(tip, wanted.amount, now);
  if (!amount.ok) return amount;
  const request: RefundRequest = {
    v: 1,
    requestId: wanted.requestId,
    amount: amount.value,
    reason: wanted.reason,
    by: wanted.by,
    status: 'requested',
    stripeRefundId: null,
    failureReason: null,
    keyRound: 0,
    keptErrorAt: null,
    createdAt: now,
    updatedAt: now,
  };
  const { refunded, pending } = tip.refund;
  const refund = { status: 'pending', refunded, pending: pending + amount.value } as const;
  tx.write(doc, request);
  const after = writeTip(tx, tip, { ...tip, refund }, trigger, now);
  return ok({ tip: after, request, repeated: false });
}

/** The amount to refund, if that much is left and no dispute is open. */
function refundable(tip: Tip, wanted: number | null, now: number): Result<number> {
  const disputed = tip.dispute.status === 'open' || tip.dispute.status === 'lost';
  if (tip.payment.status !== 'succeeded' || disputed) return fail(problem('refund-unavailable'));
  const until = refundableUntil(tip);
  if (until !== null && now > until) return fail(problem('refund-too-late'));
  const left = tip.amount - tip.refund.refunded - tip.refund.pending;
  const amount = wanted ?? left;
  if (left <= 0 || amount > left) return fail(problem('refund-too-large', { figures: { left } }));
  if (amount % currencies[tip.currency].step !== 0) {
    const fields = { amount: 'This amount is not possible in this currency.' };
    return fail(problem('invalid-fields', { fields }));
  }
  return ok(amount);
}

/**
 * Stripe often refuses because of a change whose event has not arrived: a refund in its dashboard, a dispute. The sync stores that change, and the
 * owner gets its reason.
 */
async function whyRefused(
  deps: RefundDeps,
  reference: TipReference,
  { amount }: RefundRequest,
  refusal: Problem,
  trigger: Trigger,
): Promise<Problem> {
  if (refusal.code !== 'refund-unavailable') return refusal;
  const synced = await syncTip(deps, reference, { ...trigger, askAbout: 'refund' });
  if (!synced.ok) return refusal;
  const now = refundable(synced.value, amount, deps.clock.now());
  return now.ok ? refusal : now.problem;
}

/** Requests a reserved refund from Stripe, and stores its answer. */
async function settleRefund(
  deps: RefundDeps,
  tip: Tip,
  request: RefundRequest,
  trigger: Trigger,
): Promise<Result<RefundRequest>> {
  const { paymentIntentId, accountId: account } = tip.stripe;
  if (paymentIntentId === null) return fail(problem('refund-unavailable'));
  const { requestId, keyRound, amount, reason } = request;
  const withApplicationFee = tip.applicationFee > 0;
  const made = await deps.refunds.createRefund({
    account,
    paymentIntentId,
    tipId: tip.tipId,
    requestId,
    keyRound,
    amount,
    reason,
    withApplicationFee,
  });
  if (made.ok) return ok(await accept(deps, tip, request, made.value, trigger));
  return fail(await reject(deps, tip, request, made.problem, trigger));
}

async function accept(
  { store, clock }: RefundDeps,
  tip: Tip,
  request: RefundRequest,
  { refundId, status, failureReason }: MadeRefund,
  trigger: Trigger,
): Promise<RefundRequest> {
  const updatedAt = clock.now();
  const accepted: RefundRequest = { ...request, stripeRefundId: refundId, status, failureReason, updatedAt };
  return store.transaction(async (tx) => {
    const current = await tx.read(stored.tip(tip.ownerUid, tip.tipId));
    const doc = stored.refund(tip.ownerUid, tip.tipId, request.requestId);
    const known = await tx.read(doc);
    // An event was faster, and may have a later state than this answer.
    if (current === undefined || known?.status !== 'requested') return known ?? accepted;
    tx.write(doc, accepted);
    writeTip(tx, current, current, trigger, updatedAt);
    return accepted;
  });
}

/** A refused amount is released; an unknown one stays reserved. */
async function reject(
  { store, clock, log }: RefundDeps,
  tip: Tip,
  request: RefundRequest,
  failure: PaymentsFailure,
  trigger: Trigger,
): Promise<Problem> {
  if (failure.kind === 'unavailable') {
    logUnavailable(log, failure);
    if (isKeptError(failure)) await noteKeptError({ store, clock }, tip, request);
    return problem('service-unavailable', {
      detail: 'Stripe does not answer right now. The refund is noted and will be made as soon as it does.',
    });
  }
  const failureReason = failure.kind === 'refused' ? failure.code : 'gone';
  const stripeRequestId = failure.kind === 'refused' ? failure.requestId : null;
  log.paymentRefused({ tipId: tip.tipId, code: `refund:${failureReason}`, stripeRequestId });
  const now = clock.now();
  await store.transaction(async (tx) => {
    const current = await tx.read(stored.tip(tip.ownerUid, tip.tipId));
    const doc = stored.refund(tip.ownerUid, tip.tipId, request.requestId);
    const open = await tx.read(doc);
    if (current === undefined || open?.status !== 'requested') return;
    tx.write(doc, { ...open, status: 'failed', failureReason, updatedAt: now });
    const pending = Math.max(0, current.refund.pending - request.amount);
    const rest = current.refund.refunded > 0 ? 'partial' : 'failed';
    const status = pending > 0 ? 'pending' : rest;
    const refusal = { amount: request.amount, reason: failureReason };
    const refund = { ...current.refund, pending, status, failure: refusal } as const;
    writeTip(tx, current, { ...current, refund }, trigger, now);
  });
  return problem('refund-unavailable');
}

/** An owner refunds all or part of one of their tips. The tip is read only under their own uid. */
export async function refundByOwner(
  deps: Deps,
  { uid }: Owner,
  tipId: DocumentId,
  { requestId, amount, reason }: RefundBody,
): Promise<Result<RefundAnswer>> {
  const made = await refundTip(deps, { uid, tipId }, { requestId, amount, reason, by: 'owner' });
  if (!made.ok) return made;
  const { tip, request } = made.value;
  const { refunded, pending } = tip.refund;
  return ok({ requestId, amount: request.amount, status: shownStatus(request.status), refunded, pending });
}

function shownStatus(
  status: 'requested' | 'pending' | 'succeeded' | 'failed' | 'canceled',
): RefundAnswer['status'] {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

/** A tip is undone once: repeated requests are the same refund. */
const requestId = 'undo';

const refused = () => fail(problem('undo-unavailable'));

/**
 * Refunds all of a tip for the fan, within the owner's window. It is refused where undoing would help card testing: after failed attempts on the
 * payment, at elevated risk, while the profile is under attack, and after two undos a day by one card or address. A payment method
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
  if (!undone.ok) return refused();
  // Nobody waits for an answer any more.
  await removeFound(deps.store, lettersAbout([tipId]));
  return ok(await tipStatusOf(deps, undone.value.tip));
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
    const ofMethod = hash === undefined ? [] : [rules.undoByMethod(hash, method?.type ?? 'unknown')];
    return [...ofMethod, rules.undoByPayment(tip.tipId)];
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
