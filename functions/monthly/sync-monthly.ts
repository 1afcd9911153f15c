import { fail, ok, problem, unreachable, type Problem, type Result } from '@busker/core/base/result';
import { defaultPreferences } from '@busker/core/account/account-document';
import { paths } from '@busker/core/documents/documents';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import {
  isOver,
  tipsAre,
  withNameInTime,
  latestPaid,
  withdrawalOf,
  type EndReason,
  type Monthly,
} from '@busker/core/monthly/monthly';
import {
  cycleTip,
  hasMonthlyNews,
  isBilled,
  isGivenUp,
  monthlyMismatch,
  projectMonthly,
  type InvoiceSnapshot,
  type MonthlySnapshot,
} from '@busker/core/monthly/monthly-projection';
import { isOpenPayment } from '@busker/core/tip-state/tip-projection';
import type { Tip } from '@busker/core/tip/tip';
import type { Deps } from '../deps';
import { relayTip } from '../outbox/relay';
import { readable, stored, type VersionedRead } from '../store/store';
import type { TipReference } from '../stripe/payments';
import { refundTip } from '../refunds/refund-tip';
import { syncTip, type SyncFailure } from '../tips/sync-tip';
import { cycleTipIdOf } from '../tips/tip-access';
import {
  forgetAsked,
  noteAsked,
  noteEnd,
  noteKeep,
  enqueueMonthlyEvent,
  writeMonthly,
  writeTip,
  type Trigger,
} from '../tips/write-tip';

/** More than ten years of months. */
const most = 130;

/** The tips of all periods that were charged, the newest first. */
export async function tipsOf(
  { store }: Pick<Deps, 'store'>,
  { ownerUid, monthlyId }: Pick<Monthly, 'ownerUid' | 'monthlyId'>,
): Promise<readonly Tip[]> {
  const found = await store.find(
    { from: paths.tips(ownerUid), where: [['cycle.monthlyId', '==', monthlyId]], limit: most },
    tipDocument.decode,
  );
  const tips = found.map(({ path, value }) => readable(path, value));
  return tips.toSorted((a, b) => (b.cycle?.number ?? 0) - (a.cycle?.number ?? 0));
}

/**
 * When the latest payment of a tip's monthly tip was made (epoch milliseconds), if that is over and still has the fan's name. Null: there is no name to
 * erase.
 */
export async function latestOfEnded(
  { store }: Pick<Deps, 'store'>,
  { ownerUid, cycle }: Pick<Tip, 'ownerUid' | 'cycle'>,
): Promise<number | null> {
  if (cycle === undefined) return null;
  const monthly = await store.read(stored.monthly(ownerUid, cycle.monthlyId));
  if (monthly === undefined || !isOver(monthly.state) || monthly.fan.name === null) return null;
  return latestOf(await tipsOf({ store }, monthly), monthly);
}

/**
 * A monthly tip that ends now. The texts of its latest payment may be erased already, if it was paused or unpaid for long: then nothing else would erase
 * its name. `tips` are those that are not stored yet.
 */
async function endedInTime(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  known: Monthly,
  projected: Monthly,
  tips: readonly Tip[],
): Promise<Monthly> {
  if (projected.fan.name === null || isOver(known.state) || !isOver(projected.state)) return projected;
  const preferences = await store.read(stored.preferences(known.ownerUid));
  const { keepTipsYears } = preferences ?? defaultPreferences;
  const latestAt = latestOf([...tips, ...(await tipsOf({ store }, known))], known);
  return withNameInTime(projected, { latestAt, keepTipsYears, now: clock.now() });
}

const latestOf = (tips: readonly Tip[], { createdAt }: Monthly): number =>
  Math.max(createdAt, ...tips.map((tip) => tip.createdAt));

/** Whether the tip knows all that its invoice knows. A payment that has failed can fail again: the events of the last tries may be lost. */
const isKnown = ({ tip: { payment }, isPaid, attempts }: PeriodTip): boolean =>
  isPaid ? payment.status === 'succeeded' : payment.status === 'failed' && payment.attempts >= attempts;

/** The tip of a period that was charged, as it is stored or shall be stored, whether its invoice is paid, and how often Stripe has tried. */
interface PeriodTip {
  readonly read: VersionedRead<Tip>;
  readonly tip: Tip;
  readonly isPaid: boolean;
  readonly attempts: number;
}

/** Each tip is some documents in one commit; the others follow with the next sync. */
const mostAtOnce = 24;

/** The tips of all listed periods that were charged, the earliest first; of invoices that were given up, the stored ones. The first period's is `first`. */
async function periodTips(
  { store }: Pick<Deps, 'store'>,
  monthly: Monthly,
  invoices: readonly InvoiceSnapshot[],
  first: Tip,
): Promise<readonly PeriodTip[]> {
  const billed = invoices
    .filter((invoice) => isBilled(invoice) || isGivenUp(invoice))
    .toSorted((a, b) => a.from - b.from)
    .slice(-mostAtOnce);
  const ids = billed.map(({ id, isFirst }) =>
    isFirst ? monthly.monthlyId : cycleTipIdOf(monthly.stripe.accountId, id),
  );
  const reads = await store.readVersioned(ids.map((tipId) => stored.tip(monthly.ownerUid, tipId)));
  const isMissing = reads.some(({ value }) => value === undefined);
  const preferences = isMissing ? await store.read(stored.preferences(monthly.ownerUid)) : undefined;
  const { keepTipsYears } = preferences ?? defaultPreferences;
  return billed.flatMap((invoice, index) => {
    const [read, tipId] = [reads[index], ids[index]];
    if (read === undefined || tipId === undefined) return [];
    const made = () =>
      isBilled(invoice) ? cycleTip(monthly, invoice, { tipId, first, keepTipsYears }) : null;
    const tip = read.value ?? made();
    return tip === null ? [] : [{ read, tip, isPaid: invoice.status === 'paid', attempts: invoice.attempts }];
  });
}

const maxTries = 5;

/** Longer than Stripe keeps trying to collect an invoice, so that no invoice changes before the list begins. */
const overlapMs = 40 * 24 * 60 * 60_000;

/**
 * Updates a monthly tip from Stripe, and makes and syncs the tip of every period that was charged. Every trigger calls this and nothing else: read the
 * revision, ask Stripe, project, and write only if the revision is still the same, else start again. `reference.tipId` is the monthly tip's id.
 * `no-tip`: it is not stored, or its first tip is not.
 */
export async function syncMonthly(
  deps: Deps,
  reference: TipReference,
  trigger: Pick<Trigger, 'cause' | 'eventId'>,
): Promise<Result<Monthly, SyncFailure>> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { uid, tipId } = reference;
    const [read, first] = await deps.store.readVersioned([
      stored.monthly(uid, tipId),
      stored.tip(uid, tipId),
    ]);
    const known = read.value;
    if (known === undefined) return fail({ kind: 'no-tip' });
    const { accountId, checkoutSessionId, subscriptionId } = known.stripe;
    if (isPageless(known, first.value)) {
      const checked = await reconcilePageless(deps, { read, known, first: first.value });
      if (checked === undefined) continue;
      return ok(checked);
    }
    if (first.value === undefined) return fail({ kind: 'no-tip' });
    const invoicesSince = known.lastInvoiceAt === null ? null : known.lastInvoiceAt - overlapMs;
    const wanted = { account: accountId, checkoutSessionId, subscriptionId, invoicesSince };
    const asked = await deps.subscriptions.snapshot(wanted);
    if (!asked.ok) return asked;
    const written = await store(deps, { read, known, first: first.value }, asked.value, trigger);
    if (written === undefined) continue;
    if (isNewlyLeftOpen(known, written.monthly) && (await voidLeft(deps, written.monthly))) continue;
    const synced = await syncTips(deps, written.tips, trigger);
    if (!synced.ok) return synced;
    return ok(written.monthly.tipsBehind ? await tipsKnown(deps, written.monthly) : written.monthly);
  }
  return fail({ kind: 'contention' });
}

/** It has ended at Stripe, not by us, and what is open of it can still be paid. */
const isNewlyLeftOpen = (before: Monthly, { state, asked }: Monthly): boolean =>
  isOver(state) && asked?.what === 'end' && before.asked?.what !== 'end';

/** The wish is noted by now. While Stripe does not answer, the next check voids what is open. */
async function voidLeft(deps: Deps, monthly: Monthly): Promise<boolean> {
  const { accountId, subscriptionId } = monthly.stripe;
  const voided = await deps.subscriptions.endNow(accountId, subscriptionId ?? '');
  if (voided.ok) await noteEnd(deps, monthly);
  return voided.ok;
}

interface Seen {
  readonly read: VersionedRead<Monthly>;
  readonly known: Monthly;
  readonly first: Tip;
}

/** There is nothing at Stripe to ask about: no page was made, or the first tip is gone, and its page with it. */
const isPageless = ({ stripe, state }: Monthly, first: Tip | undefined): boolean =>
  stripe.subscriptionId === null &&
  (stripe.checkoutSessionId === null || (first === undefined && state === 'starting'));

/** It never began once its first tip can no longer be paid. Undefined when somebody wrote it meanwhile. */
async function reconcilePageless(
  { store: documents, clock }: Pick<Deps, 'store' | 'clock'>,
  { read, known, first }: Omit<Seen, 'first'> & { readonly first: Tip | undefined },
): Promise<Monthly | undefined> {
  const now = clock.now();
  const isDead = first === undefined || !isOpenPayment(first.payment.status);
  const checked: Monthly = { ...known, syncedAt: now };
  const ends = isDead && known.state === 'starting';
  let after = checked;
  const landed = await documents.commit([read], (writes) => {
    if (!ends) return writes.write(stored.monthly(known.ownerUid, known.monthlyId), checked);
    const trigger = { cause: 'schedule', eventId: null } as const;
    // A tip that is gone leaves no name behind.
    const fan = first === undefined ? { ...known.fan, name: null } : known.fan;
    after = writeMonthly(writes, known, { ...checked, fan, state: 'never-began' }, trigger, now);
  });
  return landed ? after : undefined;
}

interface Written {
  readonly monthly: Monthly;
  readonly tips: readonly PeriodTip[];
}

/** Undefined when somebody wrote the monthly tip, or made one of its tips, since they were read. */
async function store(
  deps: Deps,
  { read, known, first }: Seen,
  snapshot: MonthlySnapshot,
  trigger: Pick<Trigger, 'cause' | 'eventId'>,
): Promise<Written | undefined> {
  const now = deps.clock.now();
  const { subscription } = snapshot;
  const mismatch = subscription === null ? null : monthlyMismatch(known, subscription);
  if (mismatch !== null) deps.log.tipMismatch({ tipId: known.monthlyId, what: `monthly-${mismatch}` });
  const asked = projectMonthly(known, snapshot);
  const isOurs = subscription !== null && mismatch === null;
  const tips = isOurs ? await periodTips(deps, asked, snapshot.invoices, first) : [];
  const missing = tips.filter(({ read: { value } }) => value === undefined);
  const unstored = missing.map(({ tip }) => tip);
  const isBehind = isOver(asked.state) && tips.some((tip) => !isKnown(tip));
  const projected = tipsAre(isBehind, await endedInTime(deps, known, asked, unstored));
  // The time for which the tips are asked about begins with a revision.
  const hasNews = hasMonthlyNews(known, projected) || (isBehind && known.tipsBehind !== true);
  let monthly = known;
  const landed = await deps.store.commit([read, ...missing.map((tip) => tip.read)], (writes) => {
    if (hasNews) monthly = writeMonthly(writes, known, projected, trigger, now);
    else {
      monthly = { ...tipsAre(isBehind, known), syncedAt: projected.syncedAt };
      writes.write(stored.monthly(known.ownerUid, known.monthlyId), monthly);
    }
    for (const tip of unstored) writeTip(writes, undefined, tip, trigger, now);
  });
  if (!landed) return undefined;
  await enqueueMonthlyEvent(deps, known, monthly);
  const [from, to] = [known.state, monthly.state];
  if (from !== to) deps.log.monthlySynced({ monthlyId: monthly.monthlyId, cause: trigger.cause, from, to });
  return { monthly, tips };
}

/** All of its tips are synced. No new revision: the monthly tip itself has not changed. */
function tipsKnown({ store }: Pick<Deps, 'store'>, monthly: Monthly): Promise<Monthly> {
  const doc = stored.monthly(monthly.ownerUid, monthly.monthlyId);
  return store.transaction(async (tx) => {
    const current = await tx.read(doc);
    if (current?.rev !== monthly.rev) return monthly;
    const known = tipsAre(false, current);
    tx.write(doc, known);
    return known;
  });
}

/** The payments themselves are synced like every other, which counts them. */
async function syncTips(
  deps: Deps,
  tips: readonly PeriodTip[],
  { cause, eventId }: Pick<Trigger, 'cause' | 'eventId'>,
): Promise<Result<null, SyncFailure>> {
  for (const each of tips) {
    const { tip } = each;
    if (isKnown(each)) continue;
    const synced = await syncTip(deps, { uid: tip.ownerUid, tipId: tip.tipId }, { cause, eventId });
    if (!synced.ok) return synced;
    await relayTip(deps, tip, synced.value);
  }
  return ok(null);
}

const trigger = { cause: 'schedule', eventId: null } as const;

/** Whether Stripe would charge it again. Before the fan has paid there is only a page, which ends with the first tip. */
export const isRunning = ({ state, stripe }: Monthly): boolean =>
  stripe.subscriptionId !== null && !isOver(state);

/** The subscription can be over while an invoice of it is still open: then the end is still asked for. */
export const isToEnd = (monthly: Monthly): boolean => isRunning(monthly) || monthly.asked?.what === 'end';

/**
 * Ends a monthly tip now and voids what is open. The request is stored first: if Stripe's answer is lost, the next check repeats it. Fails while Stripe
 * does not answer, and with `gone` when Stripe no longer shows us the account: then only somebody at Stripe can end it.
 */
export async function endMonthly(
  deps: Deps,
  monthly: Monthly,
  reason: EndReason,
): Promise<Result<Monthly, SyncFailure>> {
  const { ownerUid: uid, monthlyId, stripe } = monthly;
  if (stripe.subscriptionId === null || !isToEnd(monthly)) return ok(monthly);
  await noteAsked(deps, monthly, 'end', reason);
  const ended = await deps.subscriptions.endNow(stripe.accountId, stripe.subscriptionId);
  if (!ended.ok) return ended;
  const synced = await syncMonthly(deps, { uid, tipId: monthlyId }, trigger);
  return synced.ok && isOver(synced.value.state) ? ok(await noteEnd(deps, synced.value)) : synced;
}

/** A payment is withdrawn from once: repeated requests are the same refund. */
const requestId = 'withdraw';

/** The latest payment, as long as the fan may have it back, whether the monthly tip runs or has ended. */
export async function withdrawable(deps: Deps, monthly: Monthly): Promise<Result<Tip>> {
  const withdrawal = withdrawalOf(monthly, await tipsOf(deps, monthly), deps.clock.now());
  switch (withdrawal.kind) {
    case 'open':
      return ok(withdrawal.tip);
    case 'over':
      return fail(problem('withdraw-over'));
    case 'nothing-left':
      return fail(problem('refund-unavailable'));
    default:
      return unreachable(withdrawal);
  }
}

/**
 * Ends a monthly tip now, if it has not ended, and gives the latest payment back. The request is stored first, so the next check finishes it whatever
 * was lost. `until` was checked before: a fan who withdrew in time gets the money back however late Stripe answers.
 */
export async function withdrawMonthly(deps: Deps, monthly: Monthly): Promise<Result<Monthly, SyncFailure>> {
  const noted = await noteAsked(deps, monthly, 'end', 'withdrawn');
  return finishWithdrawal(deps, noted ?? monthly);
}

/** First the end: nothing may be charged while the money goes back. Without Stripe's answer about the refund the request stays, and is repeated. */
export async function finishWithdrawal(deps: Deps, monthly: Monthly): Promise<Result<Monthly, SyncFailure>> {
  const ended = await endMonthly(deps, monthly, 'withdrawn');
  if (!ended.ok) return ended;
  const paid = latestPaid(await tipsOf(deps, monthly));
  if (paid === undefined || (await giveBack(deps, paid))) await forgetAsked(deps, monthly);
  const now = await deps.store.read(stored.monthly(monthly.ownerUid, monthly.monthlyId));
  return ok(now ?? ended.value);
}

/** `false`: Stripe did not answer. An answered refund is followed like every other; a refusal of Stripe is shown in the payment. */
async function giveBack(deps: Deps, { ownerUid: uid, tipId }: Tip): Promise<boolean> {
  const reason = 'requested_by_customer';
  const refunded = await refundTip(deps, { uid, tipId }, { requestId, amount: null, reason, by: 'fan' });
  return refunded.ok || refunded.problem.code !== 'service-unavailable';
}

const runningSubscription = ({ state, stripe }: Monthly): string | null =>
  isOver(state) ? null : stripe.subscriptionId;

/**
 * Stops a monthly tip at the end of its period. The request is stored first: if Stripe's answer is lost, the next check repeats it. One with an unpaid
 * period ends now: that period has no paid end, and Stripe would go on trying to charge it. Stripe is asked whether it is unpaid, each time: a fan who
 * has just paid keeps the period.
 */
export async function stopMonthly(
  deps: Deps,
  monthly: Monthly,
  reason: EndReason,
): Promise<Result<Monthly, SyncFailure>> {
  const subscriptionId = runningSubscription(monthly);
  if (subscriptionId === null) return ok(monthly);
  await noteAsked(deps, monthly, 'stop', reason);
  const seen = await syncMonthly(deps, { uid: monthly.ownerUid, tipId: monthly.monthlyId }, trigger);
  if (!seen.ok || isOver(seen.value.state)) return seen;
  if (seen.value.failing !== null) return endUnpaid(deps, monthly, subscriptionId);
  const stopped = await changed(deps, monthly, subscriptionId, 'stop');
  const isUnpaid = stopped.ok && !isOver(stopped.value.state) && stopped.value.failing !== null;
  return isUnpaid ? endUnpaid(deps, monthly, subscriptionId) : stopped;
}

/** The wish stays a stop until Stripe has ended it: if Stripe does not answer, the next check asks again whether the period is paid by then. */
async function endUnpaid(
  deps: Deps,
  { ownerUid: uid, monthlyId, stripe }: Monthly,
  subscriptionId: string,
): Promise<Result<Monthly, SyncFailure>> {
  const ended = await deps.subscriptions.endNow(stripe.accountId, subscriptionId);
  return ended.ok ? syncMonthly(deps, { uid, tipId: monthlyId }, trigger) : ended;
}

/**
 * Takes a stop back. Nothing of it is repeated: the fan sees at once whether it worked. Fails with `monthly-ended` once it has ended, or its end was
 * asked for, also if that happens meanwhile: the end is made, and with it a withdrawal's refund.
 */
export async function keepMonthly(
  deps: Deps,
  monthly: Monthly,
): Promise<Result<Monthly, SyncFailure | Problem>> {
  const subscriptionId = runningSubscription(monthly);
  if (subscriptionId === null) return fail(problem('monthly-ended'));
  const noted = await noteKeep(deps, monthly);
  if (noted?.asked?.what === 'end') return fail(problem('monthly-ended'));
  const kept = await changed(deps, monthly, subscriptionId, 'keep');
  const isLate = kept.ok && (isOver(kept.value.state) || kept.value.asked?.what === 'end');
  return isLate ? fail(problem('monthly-ended')) : kept;
}

async function changed(
  deps: Deps,
  { ownerUid: uid, monthlyId, stripe }: Monthly,
  subscriptionId: string,
  wish: 'stop' | 'keep',
): Promise<Result<Monthly, SyncFailure>> {
  const answered = await deps.subscriptions.stopAtPeriodEnd(stripe.accountId, subscriptionId, wish);
  const synced = await syncMonthly(deps, { uid, tipId: monthlyId }, trigger);
  // It ended meanwhile, so there is nothing to stop or to keep.
  const isLate = synced.ok && isOver(synced.value.state);
  return answered.ok || isLate ? synced : answered;
}
