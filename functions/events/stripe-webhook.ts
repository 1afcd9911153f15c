import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { eventRecord } from './event-record';
import { unwritten, type Handled } from './handled';
import { followConnected, markDisconnected } from '../connect/follow-account';
import { registerHostNow } from '../sites/host-domain';
import type { WebhookEvent, TipReference } from '../stripe/payments';
import type { ConditionalWrites } from '../store/conditional-writes';
import type { VersionedRead } from '../store/store';
import { stored } from '../store/stored';
import { relayTip } from '../outbox/relay-tip';
import { followFirstTip, handleMonthlyEvent, handleUnknownPayment, monthlyEvents } from './monthly-events';
import { syncLedger } from '../tips/sync-ledger';
import { syncTipAlongside } from '../tips/sync-tip';
import type { Trigger } from '../tips/write-tip';

/**
 * Handles one event of Stripe. `ok` = handled, or not about a tip of ours: Stripe need not send it again. A thrown error or a failure
 * becomes a 5xx, and Stripe sends the event again.
 */
export async function stripeWebhook(
  deps: Deps,
  rawBody: Uint8Array,
  signature: string | undefined,
): Promise<Result<{ readonly received: true }>> {
  const read = await deps.payments.readEvent(rawBody, signature ?? '');
  if (!read.ok) {
    deps.log.webhookRefused({ reason: read.problem });
    return fail(problem('webhook-refused'));
  }
  const event = read.value;
  if (event.livemode !== deps.config.livemode) return ok({ received: true });
  const isAboutMonthly = monthlyEvents.test(event.type);
  const named = isAboutMonthly || tipEvents.test(event.type) ? event.reference : null;
  if (named === 'unreadable') {
    // Another system's payment. Refusing it would make Stripe repeat it for days and in the end switch the endpoint off.
    deps.log.webhookIgnored({ eventId: event.id, type: event.type, reason: 'metadata' });
    return ok({ received: true });
  }
  const tips = named === null || isAboutMonthly ? [] : [stored.tip(named.uid, named.tipId)];
  const [before, tip] = await deps.store.readVersioned([stored.stripeEvent(event.id), ...tips]);
  if (before.value?.doneAt != null) return ok({ received: true });
  const record = eventRecord(deps, event, before);
  const handled = await handleEvent(deps, event, tip, record.handled).catch(async (error: unknown) => {
    // The first error counts, even if the record cannot be written either.
    await Promise.allSettled([record.writeFailed()]);
    throw error;
  });
  if (!handled.ok) {
    deps.log.webhookFailed({ eventId: event.id, type: event.type, error: handled.problem });
    await record.writeFailed();
    return fail(problem('service-unavailable'));
  }
  if (handled.value.record === 'unwritten') await record.writeHandled();
  return ok({ received: true });
}

/** Events about a tip. Whatever their content, the answer is the same: ask Stripe for the payment's current state. */
const tipEvents = /^(payment_intent|charge|refund|checkout\.session|radar\.early_fraud_warning)\./;

/**
 * After an event about an account the server asks Stripe. The event that its owner disconnected is stored at once: afterwards the account cannot
 * be read any more.
 */
async function handleAccountEvent(
  deps: Deps,
  { type, account }: WebhookEvent,
): Promise<Result<Handled, unknown>> {
  if (account === null) return unwritten;
  const owner = await deps.store.read(stored.stripeAccount(account));
  if (owner === undefined) return unwritten;
  if (type === 'account.application.deauthorized') {
    await markDisconnected(deps, owner);
    return unwritten;
  }
  const followed = await followConnected(deps, owner);
  if (!followed.ok) return followed;
  await registerHostNow(deps, owner);
  return unwritten;
}

/** `seen` is the tip that the event itself names, if it names one. `recorded` is committed with the tip where that is possible. */
async function handleEvent(
  deps: Deps,
  event: WebhookEvent,
  seen: VersionedRead<Tip> | undefined,
  recorded: ConditionalWrites,
): Promise<Result<Handled, unknown>> {
  if (event.type.startsWith('account.')) return handleAccountEvent(deps, event);
  if (monthlyEvents.test(event.type)) return handleMonthlyEvent(deps, event);
  if (!tipEvents.test(event.type)) return unwritten;
  const reference = await referenceOf(deps, event);
  if (!reference.ok) return reference;
  if (reference.value === null) return handleUnknownPayment(deps, event);
  const { uid, tipId } = reference.value;
  const read = seen ?? (await deps.store.readVersioned([stored.tip(uid, tipId)]))[0];
  const tip = read.value;
  if (tip === undefined) {
    const booked = await syncLedger(deps, reference.value, event.paymentIntentId);
    return booked.ok ? unwritten : booked;
  }
  // An event of one account can never move a tip of another.
  if (tip.stripe.accountId !== event.account) {
    deps.log.tipMismatch({ tipId: tip.tipId, what: 'event-account' });
    return unwritten;
  }
  const trigger = {
    cause: 'webhook',
    eventId: event.id,
    askAbout: askAbout(event.type),
    intent: event.paymentIntentId,
  } as const;
  const synced = await syncTipAlongside(deps, reference.value, trigger, read, recorded);
  if (synced.ok) {
    await relayTip(deps, tip, synced.value.tip);
    const monthly = await followFirstTip(deps, event, synced.value.tip);
    if (!monthly.ok) return monthly;
    return ok({ record: synced.value.landed ? 'written' : 'unwritten' });
  }
  return synced.problem.kind === 'no-tip' || synced.problem.kind === 'gone' ? unwritten : synced;
}

/** A refund that failed leaves no trace at the charge, a warning none at all, and an inquiry takes no money yet. */
function askAbout(type: string): Trigger['askAbout'] {
  if (type.startsWith('radar.early_fraud_warning.')) return 'warning';
  if (type === 'payment_intent.payment_failed') return 'failure';
  if (type.startsWith('charge.dispute.')) return 'dispute';
  if (type === 'payment_intent.succeeded') return 'success';
  return /^(refund|charge\.refund)\./.test(type) ? 'refund' : null;
}

/** Which tip an event is about: its object says so, the index of invoices' payments, or the payment intent that it belongs to. */
async function referenceOf(
  { payments, store }: Deps,
  event: WebhookEvent,
): Promise<Result<TipReference | null, unknown>> {
  if (event.reference !== null && event.reference !== 'unreadable') return ok(event.reference);
  if (event.paymentIntentId === null) return ok(null);
  const indexed = await store.read(stored.stripePayment(event.paymentIntentId));
  if (indexed !== undefined) return ok({ uid: indexed.uid, tipId: indexed.tipId });
  const asked = await payments.tipOf(event.account, event.paymentIntentId);
  return !asked.ok && asked.problem.kind === 'gone' ? ok(null) : asked;
}
