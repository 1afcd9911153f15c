import type { TipStatus } from '@busker/core/fan-api/tip-api';
import { fail, ok, problem, unreachable, type Result } from '@busker/core/base/result';
import { paths } from '@busker/core/documents/documents';
import type { LedgerEntry } from '@busker/core/money-documents/stripe-account-document';
import {
  refundRequestDocument,
  reservedBy,
  type RefundRequest,
} from '@busker/core/money-documents/tip-document';
import type { FanSum } from '@busker/core/money/fan-money';
import { currencyCodes } from '@busker/core/money/money';
import { failedFanSum, refundArrives, refundFailureKind } from '@busker/core/refunds/refund';
import { isRenewal, type Tip } from '@busker/core/tip/tip';
import {
  goneTip,
  isOpenPayment,
  countedRefunds,
  projectTip,
  isNews,
  isMismatch,
} from '@busker/core/tip-state/tip-projection';
import type { PaymentSnapshot, RefundSnapshot } from '@busker/core/tip-state/payment-snapshot';
import type { Deps } from '../deps';
import { NotAnswered } from '../queue/sweep';
import {
  commitTogether,
  readable,
  stored,
  type ConditionalWrites,
  type Store,
  type VersionedRead,
  type Writes,
} from '../store/store';
import type { CancelReason, PaymentsFailure, PaymentsResult, TipReference } from '../stripe/payments';
import { maxAttempts, pauseMs, tipRules } from './tip-access';
import { noteDispute, writeTip, type Trigger } from './write-tip';

/**
 * Busker's own refund requests of a tip. They change only together with the tip's revision, so comparing the revision afterwards is as safe as
 * reading both in one transaction.
 */
export async function refundRequestsOf(store: Store, tip: Tip): Promise<readonly RefundRequest[]> {
  const from = paths.refunds(tip.ownerUid, tip.tipId);
  const found = await store.find({ from, limit: 100 }, refundRequestDocument.decode);
  return found.map(({ path, value }) => readable(path, value));
}

/** The state of the request that this refund belongs to. */
export const requestStatus = ({ status }: Pick<RefundSnapshot, 'status'>): RefundRequest['status'] =>
  status === 'requires_action' ? 'pending' : status;

/** The requests that Stripe's refunds change. */
function movedRequests(
  requests: readonly RefundRequest[],
  refunds: readonly RefundSnapshot[],
  now: number,
): readonly RefundRequest[] {
  return requests.flatMap((request) => {
    const refund = refunds.find((each) => answers(each, request));
    if (refund === undefined || requestStatus(refund) === request.status) return [];
    const failureReason = refund.failureReason ?? request.failureReason;
    const stripeRefundId = refund.id;
    return [{ ...request, stripeRefundId, status: requestStatus(refund), failureReason, updatedAt: now }];
  });
}

/** Refused requests as failed refunds: Stripe's own list does not contain them. */
export const refusedRequests = (requests: readonly RefundRequest[]): readonly RefundSnapshot[] =>
  requests
    .filter(({ status, stripeRefundId }) => status === 'failed' && stripeRefundId === null)
    .map(({ requestId, amount, failureReason, updatedAt }) => ({
      id: `request:${requestId}`,
      amount,
      status: 'failed',
      failureReason,
      createdAt: updatedAt,
    }));

/** A request whose answer was lost has no refund id; the refund's metadata has the request's. */
const answers = (refund: RefundSnapshot, { stripeRefundId, requestId }: RefundRequest) =>
  stripeRefundId === null ? refund.requestId === requestId : refund.id === stripeRefundId;

/** Cancels an open payment, or expires Stripe's page, whose payment cannot be cancelled directly. */
export function endAtStripe(
  { payments }: Pick<Deps, 'payments'>,
  { stripe: { accountId, paymentIntentId, checkoutSessionId } }: Tip,
  reason: CancelReason,
): Promise<PaymentsResult<null>> {
  return paymentIntentId === null
    ? payments.expireCheckout(accountId, checkoutSessionId ?? '')
    : payments.cancelIntent(accountId, paymentIntentId, reason);
}

type FailureDeps = Pick<Deps, 'store' | 'payments' | 'limits' | 'config' | 'clock' | 'log'>;

const newFailures = (before: Tip, after: Tip) => after.payment.attempts - before.payment.attempts;

const isCut = ({ payment }: Tip) => payment.attempts >= maxAttempts && isOpenPayment(payment.status);

/**
 * Whether `afterFailure` has something to do: then writing the tip does not complete the event. A renewal that is declined is no fan who tries cards:
 * on the first of a month sixty expired cards must not close a profile for everybody.
 */
const followsFailure = (before: Tip, after: Tip): boolean =>
  !isRenewal(after) && (newFailures(before, after) > 0 || isCut(after));

/**
 * Handles declined cards: counts them for the fan's address and the profile, and cancels an intent, or expires Stripe's page, after too many cards.
 * `true` = it was ended, so the tip must be synced again.
 */
async function afterFailure(deps: FailureDeps, before: Tip, after: Tip): Promise<boolean> {
  if (!followsFailure(before, after)) return false;
  const failed = newFailures(before, after);
  if (failed > 0) await count(deps, after, failed);
  if (!isCut(after)) return false;
  const cancelled = await endAtStripe(deps, after, 'fraudulent');
  if (cancelled.ok) deps.log.abuse({ what: 'intent-cancelled', tipId: after.tipId });
  return cancelled.ok;
}

/** Each decline counts for the address. For the profile only a few per address count, so that one address cannot close it for everybody. */
async function count(deps: FailureDeps, tip: Tip, failed: number): Promise<void> {
  const rules = tipRules(deps.config);
  const address = await deps.store.read(stored.tipAddress(tip.tipId));
  const isKnown = address !== undefined && address.expiresAt > deps.clock.now();
  const byAddress = isKnown ? [rules.failedByAddress(address.hash)] : [];
  const each = [...byAddress, rules.pausedByProfile(tip.ownerUid)];
  const states = await deps.limits.count(Array.from({ length: failed }, () => each).flat());
  const profile = states.at(-1);
  if (profile !== undefined && profile.left < 0) await pauseTips(deps, tip);
}

/** The pause is in the payments document, which the owner's dashboard shows. Cards show that tips are not ready. */
async function pauseTips({ store, clock, log }: FailureDeps, { ownerUid, tipId }: Tip): Promise<void> {
  await store.transaction(async (tx) => {
    const doc = stored.payments(ownerUid);
    const payments = await tx.read(doc);
    const now = clock.now();
    if (payments === undefined || (payments.pausedUntil ?? 0) > now) return;
    tx.write(doc, { ...payments, pausedUntil: now + pauseMs, updatedAt: now });
  });
  log.abuse({ what: 'profile-paused', tipId });
}

export type SyncDeps = Pick<Deps, 'store' | 'payments' | 'limits' | 'config' | 'clock' | 'log'>;

/** `no-tip`: nothing is stored under this reference. `contention`: others kept writing; the next trigger will do it. */
export type SyncFailure = PaymentsFailure | { readonly kind: 'no-tip' } | { readonly kind: 'contention' };

/** The tip after the sync, and whether the caller's writes were committed with it. */
interface SyncedTip {
  readonly tip: Tip;
  readonly landed: boolean;
}

const maxTries = 5;

/**
 * Updates a tip from Stripe. Every trigger (webhook, poll, schedule, refund) calls this and nothing else: read the tip's revision, ask Stripe,
 * project, and write only if the revision is still the same, else start again. So an older answer can never overwrite a newer one, whatever the order
 * of events and clocks, and a repeated sync changes nothing.
 * A caller that has just read the tip passes it as `read`, which saves a request.
 */
export async function syncTip(
  deps: SyncDeps,
  reference: TipReference,
  trigger: Trigger,
  read?: VersionedRead<Tip>,
): Promise<Result<Tip, SyncFailure>> {
  const synced = await trySync(deps, reference, trigger, read);
  return synced.ok ? ok(synced.value.tip) : synced;
}

/**
 * The same, and commits `writes` with the tip to save a request. They are left out (`landed: false`) when the first try finds that somebody
 * else wrote the tip, or when something remains to be done after the tip is written.
 */
export function syncTipAlongside(
  deps: SyncDeps,
  reference: TipReference,
  trigger: Trigger,
  read: VersionedRead<Tip>,
  writes: ConditionalWrites,
): Promise<Result<SyncedTip, SyncFailure>> {
  return trySync(deps, reference, trigger, read, writes);
}

async function trySync(
  deps: SyncDeps,
  reference: TipReference,
  trigger: Trigger,
  firstRead?: VersionedRead<Tip>,
  alongside?: ConditionalWrites,
): Promise<Result<SyncedTip, SyncFailure>> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const isFirst = tries === 0;
    const read = await readTip(deps, reference, isFirst ? firstRead : undefined);
    const tip = read.value;
    if (tip === undefined) return fail({ kind: 'no-tip' });
    if (!hasPayment(tip, trigger)) return ok({ tip, landed: false });
    const requests = knowsRefunds(tip, trigger) ? await refundRequestsOf(deps.store, tip) : [];
    const snapshot = await askStripe(deps, tip, trigger);
    if (!snapshot.ok) {
      const ended = snapshot.problem.kind === 'gone' ? endedTip(deps, tip, trigger) : null;
      if (ended === null) return snapshot;
      const written = await writeProjected(deps, { read, tip }, ended, trigger);
      if (written === undefined) continue;
      return ok(written);
    }
    const written = await compareAndSet(
      deps,
      { read, tip, requests, snapshot: snapshot.value },
      trigger,
      isFirst ? alongside : undefined,
    );
    if (written === undefined) continue;
    await noteDispute(deps, written.tip);
    const cancelled = await afterFailure(deps, tip, written.tip);
    if (!cancelled) return ok(written);
  }
  return fail({ kind: 'contention' });
}

/**
 * Whether Stripe can be asked. The creation of a draft's payment updates the draft itself; a tip that was given up without a payment may still get
 * one from an event or a list.
 */
function hasPayment({ stripe, payment }: Tip, { intent = null }: Trigger): boolean {
  if (stripe.paymentIntentId !== null || stripe.checkoutSessionId !== null) return true;
  return payment.status !== 'draft' && intent !== null;
}

async function readTip({ store }: SyncDeps, { uid, tipId }: TipReference, known?: VersionedRead<Tip>) {
  if (known !== undefined) return known;
  const [read] = await store.readVersioned([stored.tip(uid, tipId)]);
  return read;
}

const knowsRefunds = ({ refund }: Tip, { askAbout }: Pick<Trigger, 'askAbout'>) =>
  askAbout === 'refund' || refund.status !== 'none';

function askStripe({ payments }: SyncDeps, tip: Tip, { askAbout, intent = null }: Trigger) {
  return payments.snapshot({
    account: tip.stripe.accountId,
    paymentIntentId: tip.stripe.paymentIntentId,
    checkoutSessionId: tip.stripe.checkoutSessionId,
    ...(tip.cycle === undefined ? {} : { invoiceId: tip.cycle.invoiceId }),
    askAboutIntent: intent,
    hasRefunds: knowsRefunds(tip, { askAbout }),
    hasDispute: askAbout === 'dispute' || tip.dispute.status !== 'none',
    hasWarning: askAbout === 'warning' || tip.warning !== null,
  });
}

interface Seen {
  readonly read: VersionedRead<Tip>;
  readonly tip: Tip;
  readonly requests: readonly RefundRequest[];
  readonly snapshot: PaymentSnapshot;
}

/** Undefined when somebody wrote the tip since it was read. */
async function compareAndSet(
  deps: SyncDeps,
  { read, tip, requests, snapshot }: Seen,
  trigger: Trigger,
  alongside: ConditionalWrites | undefined,
): Promise<SyncedTip | undefined> {
  const { store, clock } = deps;
  const moved = movedRequests(requests, snapshot.refunds, clock.now());
  const known = requests.map((each) => moved.find(({ requestId }) => requestId === each.requestId) ?? each);
  const failedEvent = trigger.askAbout === 'failure' ? trigger.eventId : null;
  const refunds = [...snapshot.refunds, ...refusedRequests(known)];
  const projected = projectTip(tip, { ...snapshot, refunds, failedEvent }, reservedBy(known));
  const extra = followsFailure(tip, projected) ? undefined : alongside;
  if (moved.length === 0 && !isNews(tip, projected)) return touch(store, { read, tip }, projected, extra);
  return writeProjected(deps, { read, tip, moved }, projected, trigger, extra);
}

interface Known {
  readonly read: VersionedRead<Tip>;
  readonly tip: Tip;
  readonly moved?: readonly RefundRequest[];
}

async function writeProjected(
  { store, clock, log }: SyncDeps,
  { read, tip, moved = [] }: Known,
  projected: Tip,
  trigger: Trigger,
  extra?: ConditionalWrites,
): Promise<SyncedTip | undefined> {
  let written = tip;
  const own = {
    conditions: [read],
    write: (writes: Writes) => {
      for (const request of moved)
        writes.write(stored.refund(tip.ownerUid, tip.tipId, request.requestId), request);
      written = writeTip(writes, tip, projected, trigger, clock.now());
    },
  };
  if (!(await commitTogether(store, extra === undefined ? [own] : [own, extra]))) return undefined;
  report(log, tip, written, trigger);
  return { tip: written, landed: extra !== undefined };
}

/** Stripe no longer shows us the payment. The tip must still end: otherwise the fan would read "processing" for ever. */
function endedTip({ clock }: SyncDeps, tip: Tip, { askAbout, intent = null }: Trigger): Tip | null {
  const { paymentIntentId } = tip.stripe;
  const succeeded = askAbout === 'success' && intent !== null && (paymentIntentId ?? intent) === intent;
  return goneTip(tip, { succeeded }, clock.now());
}

/**
 * Nothing new: only the time of this answer is stored, so that a poll does not ask Stripe again at once. When somebody else wrote the tip
 * meanwhile, even that is not needed.
 */
async function touch(
  store: Deps['store'],
  { read, tip }: Known,
  projected: Tip,
  extra: ConditionalWrites | undefined,
): Promise<SyncedTip> {
  const touched = { ...tip, syncedAt: projected.syncedAt };
  const own = {
    conditions: [read],
    write: (writes: Writes) => writes.write(stored.tip(tip.ownerUid, tip.tipId), touched),
  };
  const committed = await commitTogether(store, extra === undefined ? [own] : [own, extra]);
  return { tip: projected, landed: committed && extra !== undefined };
}

function report(log: Deps['log'], before: Tip, after: Tip, { cause }: Trigger): void {
  log.tipSynced({ tipId: after.tipId, cause, from: before.state, to: after.state });
  for (const reason of after.moderation.reasons) {
    if (isMismatch(reason) && !before.moderation.reasons.includes(reason))
      log.tipMismatch({ tipId: after.tipId, what: reason });
  }
}

/** For a sweep a failure is either an answer (nothing changed), or the check did not happen and must be reported. */
export function unchanged(failure: SyncFailure): false {
  switch (failure.kind) {
    // A disconnected account, a deleted tip, or a tip that others are writing: nothing to do.
    case 'gone':
    case 'no-tip':
    case 'contention':
      return false;
    case 'unavailable':
      throw new NotAnswered(
        failure.error instanceof Error ? failure.error : new Error('unavailable'),
        failure.key,
      );
    case 'refused':
      throw new NotAnswered(new Error(`Stripe refused: ${failure.code}`));
    default:
      return unreachable(failure);
  }
}

/** How long after its success a fan may undo a tip, by the server's clock. */
const undoWindowMs = 10 * 60_000;

/**
 * Until when this tip may be undone, in epoch milliseconds; null = it may not. The owner's current setting decides. After a declined card it is not
 * offered: refunds/refund-tip.ts refuses it there, to prevent card testing, and a button must not lead to a refusal.
 */
export async function undoUntil(store: Store, tip: Tip, now: number): Promise<number | null> {
  const { succeededAt, attempts } = tip.payment;
  // A monthly tip is withdrawn as a whole, within days instead of minutes.
  if (tip.cycle !== undefined) return null;
  // A failed undo cannot be repeated: Stripe answers the same request with the same failed refund.
  if (tip.refund.status === 'failed' || tip.refund.failure !== undefined) return null;
  if (succeededAt === null || tip.state !== 'paid' || attempts > 0) return null;
  const until = succeededAt + undoWindowMs;
  if (now >= until) return null;
  const profile = await store.read(stored.profile(tip.ownerUid));
  return profile?.tips.undo === true ? until : null;
}

/** Cards poll; Stripe is asked at most this often for one tip, and less often the longer nothing has changed: some hundred times in a day. */
const syncEveryMs = 2000;
const shareOfRest = 60;

const isDue = ({ syncedAt, updatedAt }: Tip, now: number): boolean =>
  now - (syncedAt ?? 0) >= Math.max(syncEveryMs, (now - updatedAt) / shareOfRest);

const isMoving = (tip: Tip) => isOpenPayment(tip.payment.status) || tip.refund.status === 'pending';

/** The part of a tip that its fan may read. Never the owner, never the decline reason. */
export async function tipStatusOf(
  { store, clock, config }: Pick<Deps, 'store' | 'clock' | 'config'>,
  tip: Tip,
): Promise<TipStatus> {
  const now = clock.now();
  return {
    tipId: tip.tipId,
    status: tip.state,
    amount: tip.amount,
    tipAmount: tip.tipAmount,
    coverAmount: tip.coverAmount,
    currency: tip.currency,
    undoUntil: await undoUntil(store, tip, now),
    now,
    ...slownessOf(tip),
    ...presentedIn(tip.payment.presented),
    ...failureOf(tip),
    receiptUrl: `${config.publicOrigin}/t/${tip.tipId}`,
    fan: { name: tip.fan.name, message: tip.fan.message },
  };
}

function slownessOf(tip: Tip): Pick<TipStatus, 'refundDays'> {
  const days = refundArrives(tip);
  return days === null ? {} : { refundDays: days };
}

const presentedIn = (presented: FanSum | undefined): Pick<TipStatus, 'presented'> =>
  presented === undefined ? {} : { presented };

function failureOf(tip: Tip): Pick<TipStatus, 'refundFailure'> {
  const { failure } = tip.refund;
  if (failure === undefined) return {};
  const { amount, reason } = failure;
  return { refundFailure: { amount, why: refundFailureKind(reason), ...presentedIn(failedFanSum(tip)) } };
}

/** The stored tip, synced first while it is pending. If Stripe is unavailable, the stored tip is returned. */
export async function currentTip(
  deps: SyncDeps,
  reference: TipReference | undefined,
): Promise<Tip | undefined> {
  if (reference === undefined) return undefined;
  const [read] = await deps.store.readVersioned([stored.tip(reference.uid, reference.tipId)]);
  const tip = read.value;
  if (tip === undefined) return undefined;
  if (!isMoving(tip) || !isDue(tip, deps.clock.now())) return tip;
  const synced = await syncTip(deps, reference, { cause: 'poll', eventId: null }, read);
  return synced.ok ? synced.value : tip;
}

export async function readTipStatus(
  deps: SyncDeps,
  reference: TipReference | undefined,
): Promise<Result<TipStatus>> {
  const tip = await currentTip(deps, reference);
  return tip === undefined ? fail(problem('tip-not-found')) : ok(await tipStatusOf(deps, tip));
}

/** Whether the ledger has the tip, and whether it had to be updated. */
type LedgerSynced = 'no-entry' | 'unchanged' | 'changed';

/**
 * A tip whose owner has deleted the account: its ledger entry still follows Stripe. Nothing else is stored about the tip. `intent` is the payment
 * from the event: if it succeeded without an entry, it gets one.
 */
export async function syncLedger(
  deps: Pick<Deps, 'store' | 'payments'>,
  reference: TipReference,
  intent: string | null,
): Promise<Result<LedgerSynced, PaymentsFailure>> {
  const { store } = deps;
  const { uid, tipId } = reference;
  const [ledger, entry] = await store.readVersioned([stored.ledger(uid), stored.ledgerEntry(uid, tipId)]);
  if (ledger.value === undefined) return ok('no-entry');
  const account = entry.value?.accountId ?? ledger.value.accountId;
  const paymentIntentId = entry.value?.paymentIntentId ?? intent;
  if (paymentIntentId === null) return ok('no-entry');
  const all = { hasRefunds: true, hasDispute: true, hasWarning: false };
  const seen = await deps.payments.snapshot({ account, paymentIntentId, checkoutSessionId: null, ...all });
  if (!seen.ok && seen.problem.kind !== 'gone') return seen;
  if (!seen.ok) return ok(entry.value === undefined ? 'no-entry' : 'unchanged');
  const booked = entry.value ?? lateEntry(reference, account, seen.value);
  if (booked === undefined) return ok('no-entry');
  const { refunded, disputed } = movedBack(seen.value);
  if (entry.value?.refunded === refunded && entry.value.disputed === disputed) return ok('unchanged');
  const doc = stored.ledgerEntry(uid, tipId);
  await store.transaction(async (tx) => {
    const current = await tx.read(doc);
    tx.write(doc, { ...(current ?? booked), refunded, disputed });
  });
  return ok('changed');
}

function movedBack({ refunds, disputes }: PaymentSnapshot): Pick<LedgerEntry, 'refunded' | 'disputed'> {
  const held = disputes.filter(({ status }) => ['needs_response', 'under_review', 'lost'].includes(status));
  return {
    refunded: countedRefunds(refunds),
    disputed: held.reduce((sum, { amount }) => sum + amount, 0),
  };
}

/** The entry of a payment that succeeded although its tip was removed. Its metadata must name that tip. */
function lateEntry(
  { uid, tipId }: TipReference,
  accountId: string | null,
  { intent, charge, askedAt }: PaymentSnapshot,
): LedgerEntry | undefined {
  const currency = currencyCodes.find((code) => code === intent?.currency);
  if (intent?.status !== 'succeeded' || currency === undefined) return undefined;
  if (intent.uid !== uid || intent.tipId !== tipId) return undefined;
  return {
    v: 1,
    tipId,
    currency,
    amount: intent.amountReceived,
    refunded: 0,
    disputed: 0,
    accountId,
    paymentIntentId: intent.id,
    chargeId: charge?.id ?? null,
    succeededAt: charge?.createdAt ?? askedAt,
  };
}
