import type { Channel } from '../../core/outbox/channel';
import type { OutboxEvent } from '../../core/outbox/outbox-event';
import { toldTip, type ToldEvent } from '../../core/outbox/told-event';
import type { Deps } from '../deps';
import { stored } from '../store/stored';

/**
 * The events with their tips as they are now, as far as the channel may tell them: words that were erased, held or hidden since are not in them. One
 * request for all tips.
 */
export async function toldEvents(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  events: readonly OutboxEvent[],
  { audience, words }: Pick<Channel, 'audience' | 'words'>,
): Promise<readonly ToldEvent[]> {
  const ids = [...new Set(events.flatMap(({ tip }) => tip?.tipId ?? []))];
  const read = ids.length === 0 ? [] : await store.readAll(ids.map((tipId) => stored.tip(uid, tipId)));
  const tips = new Map(ids.map((tipId, index) => [tipId, read[index]]));
  return events.map(({ id, at, livemode, fact, tip }) => {
    const current = tip === null ? undefined : tips.get(tip.tipId);
    return { id, at, livemode, fact, tip: current === undefined ? null : toldTip(current, audience, words) };
  });
}
