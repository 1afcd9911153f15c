import type { SurfaceAmount } from '../payment/payment-surface';
import type { TipController } from '../tip/tip-controller';

/** The amount for the card form and the wallets: the total on screen, or the smallest tip before there is a valid amount. */
export function cardFormAmount(controller: TipController): SurfaceAmount {
  const read = controller.amount();
  const { limits, currency } = controller.rules();
  return { amount: read.at === 'good' ? read.figures.total : limits.min, currency };
}

/**
 * For a total that changed without an edit, because the session has other costs: Stripe refuses a payment of another amount than the form's, and a
 * wallet that shows more than it.
 */
export const updateCardForm = async (controller: TipController): Promise<void> =>
  controller.cardForm.current?.setAmount(cardFormAmount(controller));
