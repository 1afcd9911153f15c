import type { OutboxEvent } from '../../core/outbox/outbox-event';
import type { Deps } from '../deps';
import { stored } from '../store/stored';

/** Events of one commit. */
const atOnce = 50;

/** These events are told: the channel is no longer due for them. Other channels may close the same events at the same time. */
export async function closeEvents(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  events: readonly OutboxEvent[],
  channelId: string,
): Promise<void> {
  for (let from = 0; from < events.length; from += atOnce) {
    const page = events.slice(from, from + atOnce);
    await store.transaction(async (tx) => {
      const current = await tx.readAll(page.map(({ id }) => stored.event(uid, id)));
      for (const event of current) {
        if (event?.due.includes(channelId) !== true) continue;
        const due = event.due.filter((id) => id !== channelId);
        tx.write(stored.event(uid, event.id), { ...event, due });
      }
    });
  }
}
