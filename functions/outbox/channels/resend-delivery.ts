import { problem, fail, ok, type Result } from '../../../core/base/result';
import { isListening } from '../../../core/outbox/channel';
import type { Delivery } from '../../../core/outbox/delivery';
import type { Deps } from '../../deps';
import { stored } from '../../store/stored';
import { mayDo, findChannel, unlessLeaving } from './own-channels';

/** The same delivery, due now as if nothing had been tried. Its log stays. */
export const sentAgain = (delivery: Delivery, now: number): Delivery => ({
  ...delivery,
  state: 'waiting',
  attempt: 0,
  nextAt: now,
  claimedAt: null,
});

export const ringForDelivery = (
  { outboxQueue, clock }: Pick<Deps, 'outboxQueue' | 'clock'>,
  uid: string,
  deliveryId: string,
): Promise<void> => outboxQueue.enqueue({ kind: 'deliver', uid, deliveryId, attempt: 0 }, clock.now());

/** Sends a delivery once more, whatever became of it. */
export async function resendDelivery(
  deps: Pick<Deps, 'store' | 'limits' | 'config' | 'clock' | 'outboxQueue'>,
  uid: string,
  deliveryId: string,
): Promise<Result<object>> {
  const doc = stored.delivery(uid, deliveryId);
  if ((await deps.store.read(doc)) === undefined) return fail(problem('delivery-not-found'));
  const may = await mayDo(deps, 'resend', uid);
  if (!may.ok) return may;
  const resent = await unlessLeaving(deps, uid, async (tx) => {
    const delivery = await tx.read(doc);
    if (delivery === undefined) return fail(problem('delivery-not-found'));
    const own = await findChannel({ store: tx }, uid, delivery.channelId);
    if (!own.ok) return own;
    if (!isListening(own.value.channel)) return fail(problem('channel-off'));
    // Somebody is sending it at this moment.
    if (delivery.state !== 'sending') tx.write(doc, sentAgain(delivery, deps.clock.now()));
    return ok({});
  });
  if (resent.ok) await ringForDelivery(deps, uid, deliveryId);
  return resent;
}
