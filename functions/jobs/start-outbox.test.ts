import { expect, it, vi } from 'vitest';
import { inMemoryDeps } from '../testing/in-memory-deps';
import { wasSent } from '../testing/in-memory-senders';
import { putChannel, putDelivery, putEvent } from '../testing/put-channels';
import { startOutbox } from './start-outbox';
import { outboxAheadMs, type OutboxTask } from '../outbox/outbox-task';
import { TimerQueue } from '../queue/task-queue';

// Holds out-027.
it('a slow webhook of one owner holds up no other owner, and gets everything in the end', async () => {
  const deps = inMemoryDeps();
  const queue = new TimerQueue<OutboxTask>(deps.clock, outboxAheadMs);
  const stop = startOutbox({ ...deps, outboxQueue: queue }, queue);
  deps.clock.advance(1);
  const now = deps.clock.now();
  const deliveries = (uid: string, count: number) => {
    putChannel(deps, uid, `hook-${uid}`);
    putEvent(deps, uid, 'event1');
    for (let at = 0; at < count; at += 1) {
      const deliveryId = `${uid}${at}`;
      const waiting = { state: 'waiting', attempt: 0, nextAt: now, tries: [] } as const;
      putDelivery(deps, uid, deliveryId, { ...waiting, channelId: `hook-${uid}` });
      void queue.enqueue({ kind: 'deliver', uid, deliveryId, attempt: 0 }, now);
    }
  };
  let release = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { webhook } = deps.senders;
  webhook.answer = (to) => (to.uid === 'ada' ? slow.then(() => wasSent) : wasSent);
  const sentTo = (uid: string) => webhook.sent.filter(({ to }) => to.uid === uid).length;
  deliveries('ada', 50);
  deliveries('grace', 3);
  await vi.waitFor(() => expect(sentTo('grace')).toBe(3));
  expect(sentTo('ada')).toBeLessThanOrEqual(5);
  release();
  await vi.waitFor(() => expect(sentTo('ada')).toBe(50));
  stop();
});
