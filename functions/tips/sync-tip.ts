import { goneTip } from '../../core/tip/state/gone-payment';
import { isMismatch } from '../../core/tip/state/payment-mismatch';
import type { PaymentSnapshot } from '../../core/tip/state/payment-snapshot';
import { reservedBy, type RefundRequest } from '../../core/documents/refund-document';
import { fail, ok, type Result } from '../../core/base/result';
import type { Tip } from '../../core/tip/tip';
import { projectTip, tellsNews } from '../../core/tip/state/tip-projection';
import { afterFailure, followsFailure } from './after-failure';
import type { Deps } from '../deps';
import type { PaymentsFailure, TipReference } from '../stripe/payments';
import { movedRequests, refundRequestsOf, refusedRequests } from './refund/refund-requests';
import { commitWith, type PiggybackedWrite } from '../store/piggybacked-write';
import type { VersionedRead } from '../store/store';
import { stored } from '../store/stored';
import { writeTip, type Trigger } from './write-tip';

export type SyncDeps = Pick<Deps, 'store' | 'payments' | 'limits' | 'config' | 'clock' | 'log'>;

/** `no-tip`: nothing is stored under this reference. `contention`: others kept writing; the next trigger will do it. */
export type SyncFailure = PaymentsFailure | { readonly kind: 'no-tip' } | { readonly kind: 'contention' };

/** What holds for the first try alone: a later one looks for itself, and takes nobody along. */
export interface SyncFirst {
  readonly looked?: VersionedRead<Tip>;
  /** Lands with the tip, unless something is left to be done after it. */
  readonly piggyback?: PiggybackedWrite;
}

const maxTries = 5;

/**
 * Makes a tip what Stripe says it is. Every trigger (webhook, poll, schedule, refund) calls this and nothing else: read the tip's
 * revision, ask Stripe, project, and write only if the revision is still the same, else begin again. So an older answer can never
 * overwrite a newer one, whatever the order of events and clocks, and doing it twice changes nothing.
 * Who has just looked at the tip hands it in as `looked`: then it is not read again.
 */
export async function syncTip(
  deps: SyncDeps,
  reference: TipReference,
  trigger: Trigger,
  { looked: seen, piggyback }: SyncFirst = {},
): Promise<Result<Tip, SyncFailure>> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const first = tries === 0;
    const looked = await lookAt(deps, reference, first ? seen : undefined);
    const tip = looked.value;
    if (tip === undefined) return fail({ kind: 'no-tip' });
    if (!hasPayment(tip, trigger)) return ok(tip);
    const requests = knowsRefunds(tip, trigger) ? await refundRequestsOf(deps.store, tip) : [];
    const snapshot = await askStripe(deps, tip, trigger);
    if (!snapshot.ok) {
      const ended = snapshot.problem.kind === 'gone' ? endedTip(deps, tip, trigger) : null;
      if (ended === null) return snapshot;
      const written = await writeProjected(deps, { looked, tip }, ended, trigger);
      if (written === undefined) continue;
      return ok(written);
    }
    const written = await compareAndSet(
      deps,
      { looked, tip, requests, snapshot: snapshot.value },
      trigger,
      first ? piggyback : undefined,
    );
    if (written === undefined) continue;
    const cancelled = await afterFailure(deps, tip, written);
    if (!cancelled) return ok(written);
  }
  return fail({ kind: 'contention' });
}

/**
 * Whether there is anything to ask Stripe about. A draft's payment is told by who makes it; a tip that was given up without one may still
 * hear of one from an event or a list.
 */
function hasPayment({ stripe, payment }: Tip, { intent = null }: Trigger): boolean {
  if (stripe.paymentIntentId !== null || stripe.checkoutSessionId !== null) return true;
  return payment.status !== 'draft' && intent !== null;
}

async function lookAt({ store }: SyncDeps, { uid, tipId }: TipReference, seen?: VersionedRead<Tip>) {
  if (seen !== undefined) return seen;
  const [looked] = await store.readVersioned([stored.tip(uid, tipId)]);
  return looked;
}

const knowsRefunds = ({ refund }: Tip, { askAbout }: Pick<Trigger, 'askAbout'>) =>
  askAbout === 'refund' || refund.status !== 'none';

function askStripe({ payments }: SyncDeps, tip: Tip, { askAbout, intent = null }: Trigger) {
  return payments.snapshot({
    account: tip.stripe.accountId,
    paymentIntentId: tip.stripe.paymentIntentId,
    checkoutSessionId: tip.stripe.checkoutSessionId,
    askAboutIntent: intent,
    hasRefunds: knowsRefunds(tip, { askAbout }),
    hasDispute: askAbout === 'dispute' || tip.dispute.status !== 'none',
    hasWarning: askAbout === 'warning' || tip.warning !== null,
  });
}

interface Seen {
  readonly looked: VersionedRead<Tip>;
  readonly tip: Tip;
  readonly requests: readonly RefundRequest[];
  readonly snapshot: PaymentSnapshot;
}

/** Undefined when somebody wrote the tip since it was read. */
async function compareAndSet(
  deps: SyncDeps,
  { looked, tip, requests, snapshot }: Seen,
  trigger: Trigger,
  piggyback: PiggybackedWrite | undefined,
): Promise<Tip | undefined> {
  const { store, clock } = deps;
  const moved = movedRequests(requests, snapshot.refunds, clock.now());
  const known = requests.map((each) => moved.find(({ requestId }) => requestId === each.requestId) ?? each);
  const failedEvent = trigger.askAbout === 'failure' ? trigger.eventId : null;
  const refunds = [...snapshot.refunds, ...refusedRequests(known)];
  const projected = projectTip(tip, { ...snapshot, refunds, failedEvent }, reservedBy(known));
  const along = followsFailure(tip, projected) ? undefined : piggyback;
  if (moved.length === 0 && !tellsNews(tip, projected)) return touch(store, looked, tip, projected, along);
  return writeProjected(deps, { looked, tip, moved }, projected, trigger, along);
}

interface Known {
  readonly looked: VersionedRead<Tip>;
  readonly tip: Tip;
  readonly moved?: readonly RefundRequest[];
}

async function writeProjected(
  { store, clock, log }: SyncDeps,
  { looked, tip, moved = [] }: Known,
  projected: Tip,
  trigger: Trigger,
  along?: PiggybackedWrite,
): Promise<Tip | undefined> {
  let written = tip;
  const landed = await commitWith(store, along, [looked], (writes) => {
    for (const request of moved)
      writes.write(stored.refund(tip.ownerUid, tip.tipId, request.requestId), request);
    written = writeTip(writes, tip, projected, trigger, clock.now());
  });
  if (!landed) return undefined;
  report(log, tip, written, trigger);
  return written;
}

/** Stripe no longer shows us the payment. That is an answer, too: a fan must not be told for ever that we are looking. */
function endedTip({ clock }: SyncDeps, tip: Tip, { askAbout, intent = null }: Trigger): Tip | null {
  const { paymentIntentId } = tip.stripe;
  const succeeded = askAbout === 'success' && intent !== null && (paymentIntentId ?? intent) === intent;
  return goneTip(tip, { succeeded }, clock.now());
}

/**
 * Nothing new: only when Stripe was last asked is written, so that a poll does not ask again at once. When somebody wrote the tip
 * meanwhile, it need not be.
 */
async function touch(
  store: Deps['store'],
  looked: VersionedRead<Tip>,
  tip: Tip,
  projected: Tip,
  piggyback: PiggybackedWrite | undefined,
): Promise<Tip> {
  const { syncedAt } = projected;
  await commitWith(store, piggyback, [looked], (writes) =>
    writes.write(stored.tip(tip.ownerUid, tip.tipId), { ...tip, syncedAt }),
  );
  return projected;
}

function report(log: Deps['log'], before: Tip, after: Tip, { cause }: Trigger): void {
  log.tipSynced({ tipId: after.tipId, cause, from: before.state, to: after.state });
  for (const reason of after.moderation.reasons) {
    if (isMismatch(reason) && !before.moderation.reasons.includes(reason))
      log.tipMismatch({ tipId: after.tipId, what: reason });
  }
}
