import type { ChargedPayment } from '../payment/payment-surface';
import { lookUpStripePayment } from '../payment/stripe-surface';
import { checkLostAnswer } from './check-lost-answer';
import type { TipController } from './tip-controller';
import type { PendingTip } from './tip-memory';

/**
 * The bank's own page has sent the fan back here. The tip's token is lost, so this sheet has no receipt and no undo.
 * Stripe says whether the card was charged.
 */
export async function comeBack(
  controller: TipController,
  clientSecret: string,
  pending: PendingTip | null,
): Promise<void> {
  const { send, options } = controller;
  const lookUp = options.lookUpPayment ?? lookUpStripePayment;
  const session = await controller.session();
  let payment: ChargedPayment | null = null;
  const truth = await checkLostAnswer(
    async () => {
      if (!session) return null;
      const seen = await lookUp({ ...session, locale: options.locale }, clientSecret);
      payment = seen.payment;
      return seen.look;
    },
    options.pause,
    controller.stopped,
  );
  if (truth !== 'paid') {
    const kind = truth === 'unsure' ? 'left-open' : 'not-charged';
    return send({ type: 'not-paid', notice: { kind }, intent: 'closed' });
  }
  send({ type: 'paid' });
  // The event names tip and amount, or is not sent.
  const { tipId } = pending ?? {};
  const { amount, currency } = { ...(payment as ChargedPayment | null) };
  if (tipId && amount && currency) options.emit('busker-tip-success', { tipId, amount, currency });
}
