import { eventsOf } from '../../core/outbox/outbox-event';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';

/** After an act of the owner: enqueues what it wrote about the tip, so that other receivers hear of it at once. `before` and `after` as they were written. */
export async function enqueueEvents(
  { outboxQueue, clock }: Pick<Deps, 'outboxQueue' | 'clock'>,
  before: Tip | undefined,
  after: Tip,
): Promise<void> {
  for (const { id } of eventsOf(before, after))
    await outboxQueue.enqueue({ kind: 'relay', uid: after.ownerUid, eventId: id }, clock.now());
}
