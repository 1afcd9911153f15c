import type { PresentmentEntity } from '../state/payment-entities';

/** The field of what was paid in the fan's own currency; nothing of what was paid in ours. */
export const formatPresentment = (presentment: PresentmentEntity | null | undefined) =>
  presentment
    ? {
        presentment_details: {
          presentment_amount: presentment.amount,
          presentment_currency: presentment.currency,
        },
      }
    : {};
