import type { Channel } from '../../../core/outbox/channel';
import type { Deps } from '../../deps';
import type { Writes } from '../../store/store';
import { writeEvent } from '../write-event';

/** Tells the owner's other channels that this one works now: somebody else may have added it. Answers the id of the event. */
export function writeAdded(
  writes: Writes,
  { clock, ids, config }: Pick<Deps, 'clock' | 'ids' | 'config'>,
  uid: string,
  { channelId, channel: { kind, label } }: { readonly channelId: string; readonly channel: Channel },
): string {
  const id = ids.fresh();
  const fact = { type: 'channel.added', channelId, kind, label } as const;
  writeEvent(writes, uid, { id, fact, at: clock.now(), livemode: config.livemode, tip: null });
  return id;
}

/** After the commit: without it the sweep tells them a minute later. */
export const ringForEvent = (
  { outboxQueue, clock }: Pick<Deps, 'outboxQueue' | 'clock'>,
  uid: string,
  eventId: string,
): Promise<void> => outboxQueue.enqueue({ kind: 'relay', uid, eventId }, clock.now());
