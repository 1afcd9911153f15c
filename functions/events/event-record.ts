import { stripeEventLifetime, type StripeEventRecord } from '../../core/documents/stripe-event-document';
import type { Deps } from '../deps';
import type { WebhookEvent } from '../stripe/payments';
import { commitTogether, type ConditionalWrites } from '../store/conditional-writes';
import type { VersionedRead } from '../store/store';
import { stored } from '../store/stored';

/** The record of one delivery of an event, written once: when it is clear how the delivery went. */
export interface EventRecord {
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
