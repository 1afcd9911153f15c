import { noChannels } from '../../../core/outbox/channel';
import { noPace } from '../../../core/outbox/delivery';
import { turnWith, wakeAt, withTurn } from '../../../core/outbox/pace';
import type { Deps } from '../../deps';
import { readEach } from '../../store/read-each';
import { stored } from '../../store/stored';

/** After the owner changed when messages may be sent: what is due already is sent by the new times. A message that is tried again keeps its time. */
export async function moveTurns(
  { store, clock, outboxQueue }: Pick<Deps, 'store' | 'clock' | 'outboxQueue'>,
  uid: string,
): Promise<void> {
  const moved = await store.transaction(async (tx) => {
    const [before = noPace, channels = noChannels] = await readEach(tx, [
      stored.pace(uid),
      stored.channels(uid),
    ]);
    const now = clock.now();
    let pace = before;
    const tasks: { readonly channelId: string; readonly at: number }[] = [];
    for (const [channelId, turn] of Object.entries(before.turns)) {
      const channel = channels.channels[channelId];
      if (
        channel === undefined ||
        turn.nextAt === null ||
        turn.nextAt <= now ||
        turn.claimedAt !== null ||
        turn.attempt > 0
      )
        continue;
      const next = turnWith({ ...turn, nextAt: null }, channel, channels, now, 'usual');
      if (next.nextAt === turn.nextAt) continue;
      pace = withTurn(pace, channelId, next, now);
      tasks.push({ channelId, at: wakeAt(next, now) ?? now });
    }
    if (tasks.length > 0) tx.write(stored.pace(uid), pace);
    return tasks;
  });
  for (const { channelId, at } of moved) await outboxQueue.enqueue({ kind: 'collect', uid, channelId }, at);
}
