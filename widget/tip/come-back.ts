import type { ChargedPayment, LookUpPayment } from '../payment/payment-surface';
import { checkLostAnswer } from './check-lost-answer';
import type { TipStore } from './tip-store';
import type { PendingTip } from './pending-tip';

/**
 * The bank insisted on a page of its own and has sent the fan back here. The tip's token did not survive that, so there is no receipt and
 * no undo in this sheet; what became of the money is told by Stripe itself.
 */
export async function comeBack(
  store: TipStore,
  clientSecret: string,
  pending: PendingTip | null,
  lookUp: LookUpPayment,
): Promise<void> {
  const { send, options } = store;
  const session = await store.session();
  let payment: ChargedPayment | null = null;
  const truth = await checkLostAnswer(
    async () => {
      if (!session) return null;
      const seen = await lookUp({ ...session, locale: options.locale }, clientSecret);
      payment = seen.payment;
      return seen.look;
    },
    options.pause,
    store.stopped,
  );
  if (truth !== 'paid') {
    const kind = truth === 'unsure' ? 'left-open' : 'not-charged';
    return send({ type: 'not-paid', notice: { kind }, intent: 'closed' });
  }
  send({ type: 'paid' });
  // The page is told which tip it was and how much, or nothing.
  const { tipId } = pending ?? {};
  const { amount, currency } = { ...(payment as ChargedPayment | null) };
  if (tipId && amount && currency) options.emit('busker-tip-success', { tipId, amount, currency });
}
