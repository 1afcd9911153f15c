import { problem, fail, ok, type Result } from '@busker/core/base/result';
import { collections } from '@busker/core/documents/documents';
import { monthlyDocument } from '@busker/core/money-documents/monthly-document';
import {
  stripeEventLifetime,
  type StripeEventRecord,
} from '@busker/core/money-documents/stripe-account-document';
import type { Tip } from '@busker/core/tip/tip';
import { followConnected, markDisconnected } from '../connect/follow-account';
import type { Deps } from '../deps';
import { readBytes, answer, refuse, type Route } from '../http/routes';
import { syncMonthly } from '../monthly/sync-monthly';
import { relayTip, writeEvent } from '../outbox/relay';
import { registerHostNow } from '../card-domains/host-domain';
import { commitTogether, readable, stored, type ConditionalWrites, type VersionedRead } from '../store/store';
import type { TipReference, WebhookEvent } from '../stripe/payments';
import { syncLedger, syncTipAlongside } from '../tips/sync-tip';
import type { Trigger } from '../tips/write-tip';

/** The record of one delivery of an event, written once: when it is clear how the delivery went. */
interface EventRecord {
  /** Marks the event as handled, in the commit that the event leads to. */
  readonly handled: ConditionalWrites;
  /** Marks the event as handled, where `handled` was not committed. */
  writeHandled(): Promise<void>;
  /** Counts the delivery and leaves the event open: Stripe has to send it again. */
  writeFailed(): Promise<void>;
}

/** `before` is the record as it was read before anything was done about the event. */
export function eventRecord(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  event: WebhookEvent,
  before: VersionedRead<StripeEventRecord>,
): EventRecord {
  const doc = stored.stripeEvent(event.id);
  const writesFor = (handled: boolean): ConditionalWrites => ({
    conditions: [before],
    write: (writes) => writes.write(doc, recordOf(event, before.value, clock.now(), handled)),
  });
  const write = async (handled: boolean) => {
    if (await commitTogether(store, [writesFor(handled)])) return;
    // Another delivery of the same event wrote meanwhile. If that one was handled, the event stays handled.
    await store.transaction(async (tx) => {
      const current = await tx.read(doc);
      if (current?.doneAt == null) tx.write(doc, recordOf(event, current, clock.now(), handled));
    });
  };
  return {
    handled: writesFor(true),
    writeHandled: () => write(true),
    writeFailed: () => write(false),
  };
}

function recordOf(
  event: WebhookEvent,
  before: StripeEventRecord | undefined,
  now: number,
  handled: boolean,
): StripeEventRecord {
  const receivedAt = before?.receivedAt ?? now;
  return {
    v: 1,
    eventId: event.id,
    type: event.type,
    accountId: event.account,
    objectId: event.objectId,
    receivedAt,
    attempts: (before?.attempts ?? 0) + 1,
    doneAt: handled ? now : null,
    expiresAt: receivedAt + stripeEventLifetime,
  };
}

/** A handled event, and whether its record was committed with what the event changed. */
interface Handled {
  readonly record: 'written' | 'unwritten';
}

const unwritten = ok<Handled>({ record: 'unwritten' });

/** A sync for an event. `tip` is null where the monthly tip was synced. */
type SyncedFor = Result<Handled & { readonly tip: Tip | null }, unknown>;

const nothing = ok({ record: 'unwritten', tip: null } as const);

/**
 * The syncs that events ask for, one after the other for each tip. Stripe sends a burst of events about one payment, and each would ask Stripe about all of
 * it. An event that comes while a sync runs needs another one, which begins later and so has what the event tells of. All that wait share it. No clock
 * is compared. A monthly tip and its payments are one tip here: their syncs write the same documents, and each would ask again after the other.
 */
class SharedSyncs {
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #waiting = new Map<string, Promise<SyncedFor>>();

  /** `kind`: what the sync asks about. `sync` is called with `false` if it had to wait, so that what was read before is old. */
  async run(tip: string, kind: string, sync: (isFirst: boolean) => Promise<SyncedFor>): Promise<SyncedFor> {
    const key = `${tip} ${kind}`;
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) {
      const synced = await waiting;
      // The record of another event was written with it.
      return synced.ok ? ok({ ...synced.value, record: 'unwritten' }) : synced;
    }
    const before = this.#last.get(tip);
    const begun =
      before === undefined
        ? sync(true)
        : before.then(() => {
            this.#waiting.delete(key);
            return sync(false);
          });
    if (before !== undefined) this.#waiting.set(key, begun);
    const ended = begun.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(tip, ended);
    void ended.then(() => {
      if (this.#last.get(tip) === ended) this.#last.delete(tip);
    });
    return begun;
  }
}

/** Of each server in this process. */
const shared = new WeakMap<Deps, SharedSyncs>();

function syncsOf(deps: Deps): SharedSyncs {
  const known = shared.get(deps) ?? new SharedSyncs();
  shared.set(deps, known);
  return known;
}

/**
 * Events about a subscription, an invoice, or the customer of one. Whatever their content, the answer is the same: ask Stripe how the monthly tip
 * stands.
 */
const monthlyEvents =
  /^(?:(?:customer\.subscription|invoice|invoice_payment)\.|payment_method\.automatically_updated$|customer\.deleted$)/;

/** An owner may have subscriptions of their own at Stripe: those pass by. */
async function handleMonthlyEvent(deps: Deps, event: WebhookEvent): Promise<Result<Handled, unknown>> {
  const { reference, invoiceId = null } = event;
  if (reference === 'unreadable') return unwritten;
  if (reference !== null) return follow(deps, event, reference);
  if (invoiceId === null) return followCustomer(deps, event);
  const asked = await deps.subscriptions.ofInvoice(event.account, invoiceId);
  if (!asked.ok) return asked.problem.kind === 'gone' ? unwritten : asked;
  return asked.value === null ? unwritten : follow(deps, event, asked.value);
}

const mostOfCustomer = 20;

/** A customer pays for one monthly tip. If somebody at Stripe has given them more of ours, all are followed. */
async function followCustomer(
  deps: Deps,
  { customerId = null, ...event }: WebhookEvent,
): Promise<Result<Handled, unknown>> {
  if (customerId === null) return unwritten;
  const query = {
    from: collections.monthly,
    group: true,
    where: [['stripe.customerId', '==', customerId]] as const,
    limit: mostOfCustomer,
  };
  const found = await deps.store.find(query, (data) =>
    readable(collections.monthly, monthlyDocument.decode(data)),
  );
  for (const { value } of found) {
    const followed = await follow(deps, event, { uid: value.ownerUid, tipId: value.monthlyId });
    if (!followed.ok) return followed;
  }
  return unwritten;
}

/** A payment that names no tip and is not in the index may be a renewal whose invoice nobody has seen yet. */
async function handleUnknownPayment(deps: Deps, event: WebhookEvent): Promise<Result<Handled, unknown>> {
  if (event.paymentIntentId === null) return unwritten;
  const asked = await deps.subscriptions.ofPayment(event.account, event.paymentIntentId);
  if (!asked.ok) return asked.problem.kind === 'gone' ? unwritten : asked;
  return asked.value === null ? unwritten : follow(deps, event, asked.value);
}

/** Stripe's page was paid or has run out: that decides about the monthly tip too. */
async function followFirstTip(
  deps: Deps,
  event: WebhookEvent,
  { ownerUid: uid, cycle }: Tip,
): Promise<Result<Handled, unknown>> {
  if (cycle === undefined || !event.type.startsWith('checkout.session.')) return unwritten;
  return follow(deps, event, { uid, tipId: cycle.monthlyId });
}

async function follow(
  deps: Deps,
  event: WebhookEvent,
  reference: TipReference,
): Promise<Result<Handled, unknown>> {
  const monthly = await deps.store.read(stored.monthly(reference.uid, reference.tipId));
  if (monthly === undefined) return unwritten;
  // An event of one account can never move a monthly tip of another.
  if (monthly.stripe.accountId !== event.account) {
    deps.log.tipMismatch({ tipId: monthly.monthlyId, what: 'event-account' });
    return unwritten;
  }
  return syncsOf(deps).run(`${reference.uid}/${reference.tipId}`, 'monthly', async () => {
    const synced = await syncMonthly(deps, reference, { cause: 'webhook', eventId: event.id });
    return synced.ok || synced.problem.kind === 'no-tip' || synced.problem.kind === 'gone' ? nothing : synced;
  });
}

/**
 * Handles one event of Stripe. `ok` = handled, or not about a tip of ours: Stripe need not send it again. A thrown error or a failure
 * becomes a 5xx, and Stripe sends the event again.
 */
async function stripeWebhook(
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

/** Tells the owner once of each end of a payout; only Stripe keeps the payout itself. */
async function handlePayoutEvent(
  deps: Deps,
  { account, objectId, livemode }: WebhookEvent,
): Promise<Result<Handled, unknown>> {
  if (account === null || objectId === null) return unwritten;
  const owner = await deps.store.read(stored.stripeAccount(account));
  if (owner === undefined) return unwritten;
  const asked = await deps.payouts.readPayout(account, objectId);
  if (!asked.ok) return asked.problem.kind === 'gone' ? unwritten : asked;
  const { status, amount, currency } = asked.value;
  if (status !== 'paid' && status !== 'failed') return unwritten;
  const { uid } = owner;
  const eventId = `${objectId}-payout.${status}`;
  const fact = { type: `payout.${status}`, payoutId: objectId, amount, currency } as const;
  await deps.store.transaction(async (tx) => {
    if ((await tx.read(stored.event(uid, eventId))) !== undefined) return;
    writeEvent(tx, uid, { id: eventId, fact, at: deps.clock.now(), livemode, tip: null });
  });
  await deps.outboxQueue.enqueue({ kind: 'relay', uid, eventId }, deps.clock.now());
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
  if (event.type.startsWith('payout.')) return handlePayoutEvent(deps, event);
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
  // Each failure is counted by its event.
  const kind = [
    tipId,
    trigger.askAbout,
    event.paymentIntentId,
    trigger.askAbout === 'failure' ? event.id : '',
  ].join();
  const whole = `${uid}/${tip.cycle?.monthlyId ?? tipId}`;
  let before = tip;
  let isOwn = false;
  const synced = await syncsOf(deps).run(whole, kind, async (isFirst) => {
    isOwn = true;
    const [now] = isFirst ? [read] : await deps.store.readVersioned([stored.tip(uid, tipId)]);
    before = now.value ?? tip;
    const done = await syncTipAlongside(deps, { uid, tipId }, trigger, now, recorded);
    if (!done.ok) return done.problem.kind === 'no-tip' || done.problem.kind === 'gone' ? nothing : done;
    return ok({ record: done.value.landed ? 'written' : 'unwritten', tip: done.value.tip });
  });
  if (!synced.ok || synced.value.tip === null) return synced;
  if (isOwn) await relayTip(deps, before, synced.value.tip);
  const monthly = await followFirstTip(deps, event, synced.value.tip);
  return monthly.ok ? synced : monthly;
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

/** Stripe's events are a few kilobytes; a larger body is not one. */
const maxEventBytes = 512 * 1024;

/** `POST /v1/stripe/webhook`: the signature covers the raw bytes, so nothing may parse them before. */
export function webhookRoutes(deps: Deps): readonly Route[] {
  const { config } = deps;
  return [
    {
      path: '/v1/stripe/webhook',
      cors: 'none',
      on: {
        POST: async (c) => {
          const raw = await readBytes(c, maxEventBytes);
          if (!raw.ok) return refuse(c, config, raw.problem);
          return answer(c, config, await stripeWebhook(deps, raw.value, c.req.header('stripe-signature')));
        },
      },
    },
  ];
}
