import { stripeEventLifetime, type StripeEventRecord } from '../../core/documents/stripe-event-document';
import type { Deps } from '../deps';
import type { WebhookEvent } from '../stripe/payments';
import type { PiggybackedWrite } from '../store/piggybacked-write';
import type { VersionedRead } from '../store/store';
import { stored } from '../store/stored';

/** What is written down of one delivery of an event: once, when it is known how it went. */
export interface EventRecord {
  /** That it is worked through, for the commit that the event leads to. */
  readonly piggyback: PiggybackedWrite;
  /** Worked through: unless the piggyback has said so, it is written now. */
  done(): Promise<void>;
  /** It came, and has to come again. */
  failed(): Promise<void>;
}

/** `event` is how the record was found before anything was done about it. */
export function eventRecord(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  bell: WebhookEvent,
  event: VersionedRead<StripeEventRecord>,
): EventRecord {
  const doc = stored.stripeEvent(bell.id);
  const after = (before: StripeEventRecord | undefined, worked: boolean) =>
    recordOf(bell, before, clock.now(), worked);
  const piggyback: PiggybackedWrite = {
    conditions: [event],
    write: (writes) => writes.write(doc, after(event.value, true)),
    landed: false,
  };
  const note = async (worked: boolean) => {
    if (await store.commit([event], (writes) => writes.write(doc, after(event.value, worked)))) return;
    // Another delivery of the same event wrote meanwhile; what one of them has worked through stays so.
    await store.transaction(async (tx) => {
      const before = await tx.read(doc);
      if (before?.doneAt == null) tx.write(doc, after(before, worked));
    });
  };
  return {
    piggyback,
    done: async () => (piggyback.landed ? undefined : note(true)),
    failed: () => note(false),
  };
}

function recordOf(
  bell: WebhookEvent,
  before: StripeEventRecord | undefined,
  now: number,
  worked: boolean,
): StripeEventRecord {
  const receivedAt = before?.receivedAt ?? now;
  return {
    v: 1,
    eventId: bell.id,
    type: bell.type,
    accountId: bell.account,
    objectId: bell.objectId,
    receivedAt,
    attempts: (before?.attempts ?? 0) + 1,
    doneAt: worked ? now : null,
    expiresAt: receivedAt + stripeEventLifetime,
  };
}
