import * as v from 'valibot';

/** Plan an event's messages, send one delivery, send a channel's batch, notify a fan of an answer, or send a letter. */
export type OutboxTask =
  | { readonly kind: 'relay'; readonly uid: string; readonly eventId: string }
  /** `attempt`: how many tries were begun before, so that each try is a task of its own. */
  | { readonly kind: 'deliver'; readonly uid: string; readonly deliveryId: string; readonly attempt: number }
  /** The same for a receiver that answers slowly: it must not hold up the others. */
  | {
      readonly kind: 'deliver-slowly';
      readonly uid: string;
      readonly deliveryId: string;
      readonly attempt: number;
    }
  | { readonly kind: 'collect'; readonly uid: string; readonly channelId: string }
  | { readonly kind: 'watch'; readonly tipId: string }
  /** A mail in `mail`. `tries`: how many were begun before, so that each try is a task of its own. */
  | { readonly kind: 'letter'; readonly id: string; readonly tries: number };

const outboxTask = v.variant('kind', [
  v.object({ kind: v.literal('relay'), uid: v.string(), eventId: v.string() }),
  v.object({
    kind: v.picklist(['deliver', 'deliver-slowly']),
    uid: v.string(),
    deliveryId: v.string(),
    attempt: v.number(),
  }),
  v.object({ kind: v.literal('collect'), uid: v.string(), channelId: v.string() }),
  v.object({ kind: v.literal('watch'), tipId: v.string() }),
  v.object({ kind: v.literal('letter'), id: v.string(), tries: v.number() }),
]);

/** Reads the body of a task; undefined when it is no such task, for example of another release. */
export function readTask(data: unknown): OutboxTask | undefined {
  const parsed = v.safeParse(outboxTask, data);
  return parsed.success ? parsed.output : undefined;
}

/** The function that runs a task: a slow receiver must not delay the planning of messages. */
export type OutboxFunction = 'outboxrelay' | 'outboxsend' | 'outboxslow';

export function functionOf({ kind }: OutboxTask): OutboxFunction {
  switch (kind) {
    case 'relay':
      return 'outboxrelay';
    case 'deliver-slowly':
      return 'outboxslow';
    case 'deliver':
    case 'collect':
    case 'watch':
    case 'letter':
      return 'outboxsend';
  }
}

/** Milliseconds. What is due later is not enqueued: the sweep, each minute, finds it then. */
export const outboxAheadMs = 6 * 60 * 60_000;
