import type { PaymentSnapshot } from './payment-snapshot';
import { metadataKeys } from './payment-snapshot';
import type { Tip } from '../tip';

const prefix = 'payment-mismatch:';

/** Whether a tip is held because its payment differs from the requested one. */
export const isMismatch = (reason: string): boolean => reason.startsWith(prefix);

/**
 * How a payment differs from the tip's request: `payment-mismatch:amount`, `…:currency` and so on; empty when it does not differ. Such a tip is held
 * and not counted until Stripe and Busker agree again. A difference during a change of the amount goes away by itself.
 */
export function mismatchesOf(tip: Tip, snapshot: PaymentSnapshot): readonly string[] {
  const { intent, invoice, accountId, livemode } = snapshot;
  if (intent === null) return [];
  const { paymentIntentId } = tip.stripe;
  const named = tip.cycle === undefined ? intent : (invoice ?? intent);
  const differences: Readonly<Record<string, boolean>> = {
    intent: paymentIntentId !== null && paymentIntentId !== intent.id,
    amount: intent.amount !== tip.amount,
    received: intent.status === 'succeeded' && intent.amountReceived !== tip.amount,
    currency: intent.currency !== tip.currency,
    account: accountId !== tip.stripe.accountId,
    livemode: livemode !== tip.livemode,
    [metadataKeys.tipId]: named.tipId !== (tip.cycle?.monthlyId ?? tip.tipId),
    [metadataKeys.uid]: named.uid !== tip.ownerUid,
    subscription: isOtherSubscription(tip, invoice),
    payments: (invoice?.paidPayments ?? 0) > 1,
  };
  return Object.keys(differences)
    .filter((name) => differences[name])
    .map((name) => prefix + name);
}

function isOtherSubscription({ cycle }: Tip, invoice: PaymentSnapshot['invoice']): boolean {
  const known = cycle?.subscriptionId ?? null;
  return known !== null && invoice != null && invoice.subscriptionId !== known;
}

/** Holds a tip whose payment does not match, and releases it when that was the only reason. An owner's `hidden` stays. */
export function moderationWith(
  moderation: Tip['moderation'],
  mismatches: readonly string[],
): Tip['moderation'] {
  const others = moderation.reasons.filter((reason) => !isMismatch(reason));
  const reasons = [...others, ...mismatches];
  if (moderation.state === 'hidden') return { state: 'hidden', reasons };
  if (mismatches.length > 0) return { state: 'held', reasons };
  const wasMismatch = others.length < moderation.reasons.length;
  return { state: wasMismatch && others.length === 0 ? 'visible' : moderation.state, reasons };
}
