import { sendLetter, type LetterDeps } from '../mail/send-letter';
import { collect, type CollectDeps } from '../outbox/collect';
import { deliver } from '../outbox/deliver';
import type { OutboxTask } from '../outbox/outbox-task';
import { relay } from '../outbox/relay';
import { tellWatch, type WatchDeps } from '../tips/watch/tell-watch';

export type OutboxTaskDeps = CollectDeps & WatchDeps & LetterDeps;

/** Does what a task asks for, if it is still to be done. It throws only when the store does not answer, or a document cannot be read. */
export function runOutboxTask(deps: OutboxTaskDeps, task: OutboxTask): Promise<void> {
  switch (task.kind) {
    case 'relay':
      return relay(deps, task.uid, task.eventId);
    case 'deliver':
      return deliver(deps, task.uid, task.deliveryId, 'quick');
    case 'deliver-slowly':
      return deliver(deps, task.uid, task.deliveryId, 'slow');
    case 'collect':
      return collect(deps, task.uid, task.channelId);
    case 'watch':
      return tellWatch(deps, task.tipId);
    case 'letter':
      return sendLetter(deps, task.id);
  }
}
