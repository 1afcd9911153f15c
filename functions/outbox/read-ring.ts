import * as v from 'valibot';
import type { OutboxRing } from './outbox-bell';

const ring = v.variant('kind', [
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

/** The ring in a task; undefined when it is none, for example of another release. */
export function readRing(data: unknown): OutboxRing | undefined {
  const parsed = v.safeParse(ring, data);
  return parsed.success ? parsed.output : undefined;
}
