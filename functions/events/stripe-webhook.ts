import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { eventRecord } from './event-record';
import { followConnected } from '../accounts/follow-account';
import type { WebhookEvent, TipReference } from '../stripe/payments';
import type { PiggybackedWrite } from '../store/piggybacked-write';
import type { VersionedRead } from '../store/store';
import { stored } from '../store/stored';
import { syncLedger } from '../tips/sync-ledger';
import { syncTip } from '../tips/sync-tip';
import type { Trigger } from '../tips/write-tip';

/**
 * Takes one event of Stripe's. `ok` = worked through, or nothing to do with us: Stripe need not send it again. A thrown error or a
 * failure becomes a 5xx, and Stripe repeats.
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
  const bell = read.value;
  if (bell.livemode !== deps.config.livemode) return ok({ received: true });
  const named = tipEvents.test(bell.type) ? bell.reference : null;
  if (named === 'unreadable') {
    // Not ours. Refusing it would make Stripe repeat it for days and in the end switch the endpoint off.
    deps.log.webhookIgnored({ eventId: bell.id, type: bell.type, reason: 'metadata' });
    return ok({ received: true });
  }
  const tips = named === null ? [] : [stored.tip(named.uid, named.tipId)];
  const [event, tip] = await deps.store.readVersioned([stored.stripeEvent(bell.id), ...tips]);
  if (event.value?.doneAt != null) return ok({ received: true });
  const record = eventRecord(deps, bell, event);
  const heard = await answerBell(deps, bell, tip, record.piggyback).catch(async (error: unknown) => {
    // The error itself is what counts, also when the store is the one that is away.
    await Promise.allSettled([record.failed()]);
    throw error;
  });
  if (!heard.ok) {
    deps.log.webhookFailed({ eventId: bell.id, type: bell.type, error: heard.problem });
    await record.failed();
    return fail(problem('service-unavailable'));
  }
  await record.done();
  return ok({ received: true });
}

/** The tip's own kinds of events; all of them say no more than "look again". */
const tipEvents = /^(payment_intent|charge|refund|checkout\.session|radar\.early_fraud_warning)\./;

/** An account's own events. A disconnected one cannot be asked about any more: the answer is `gone`, and that says it. */
async function answerAccountBell(deps: Deps, account: string | null): Promise<Result<null, unknown>> {
  if (account === null) return ok(null);
  const owner = await deps.store.read(stored.stripeAccount(account));
  if (owner === undefined) return ok(null);
  return followConnected(deps, owner);
}

/** `seen` is the tip that the event itself names, if it does; `piggyback` would like to land with what is written of it. */
async function answerBell(
  deps: Deps,
  bell: WebhookEvent,
  seen: VersionedRead<Tip> | undefined,
  piggyback: PiggybackedWrite,
): Promise<Result<null, unknown>> {
  if (bell.type.startsWith('account.')) return answerAccountBell(deps, bell.account);
  if (!tipEvents.test(bell.type)) return ok(null);
  const reference = await referenceOf(deps, bell);
  if (!reference.ok) return reference;
  if (reference.value === null) return ok(null);
  const { uid, tipId } = reference.value;
  const looked = seen ?? (await deps.store.readVersioned([stored.tip(uid, tipId)]))[0];
  const tip = looked.value;
  if (tip === undefined) {
    const booked = await syncLedger(deps, reference.value, bell.paymentIntentId);
    return booked.ok ? ok(null) : booked;
  }
  // An event of one account can never move a tip of another.
  if (tip.stripe.accountId !== bell.account) {
    deps.log.tipMismatch({ tipId: tip.tipId, what: 'event-account' });
    return ok(null);
  }
  const trigger = {
    cause: 'webhook',
    eventId: bell.id,
    askAbout: askAbout(bell.type),
    intent: bell.paymentIntentId,
  } as const;
  const synced = await syncTip(deps, reference.value, trigger, { looked, piggyback });
  if (synced.ok || synced.problem.kind === 'no-tip' || synced.problem.kind === 'gone') return ok(null);
  return synced;
}

/** A refund that failed leaves no trace at the charge, a warning none at all, and an inquiry takes no money yet. */
function askAbout(type: string): Trigger['askAbout'] {
  if (type.startsWith('radar.early_fraud_warning.')) return 'warning';
  if (type === 'payment_intent.payment_failed') return 'failure';
  if (type.startsWith('charge.dispute.')) return 'dispute';
  if (type === 'payment_intent.succeeded') return 'success';
  return /^(refund|charge\.refund)\./.test(type) ? 'refund' : null;
}

/** Which tip an event is about: its object says so, or the payment intent that it hangs on does. */
async function referenceOf(
  { payments }: Deps,
  bell: WebhookEvent,
): Promise<Result<TipReference | null, unknown>> {
  if (bell.reference !== null && bell.reference !== 'unreadable') return ok(bell.reference);
  if (bell.paymentIntentId === null) return ok(null);
  const asked = await payments.tipOf(bell.account, bell.paymentIntentId);
  return !asked.ok && asked.problem.kind === 'gone' ? ok(null) : asked;
}
