import type { Tip } from './tip';

/** What everybody may read of a tip, and when it was paid (epoch milliseconds). */
export interface PublicWords {
  readonly name: string | null;
  readonly message: string | null;
  readonly paidAt: number;
}

/**
 * The public words of a tip; null = nothing is public. Public are tips that are paid and not refunded, with visible texts, where the fan gave a name
 * or a message and did not choose to stay anonymous. The public wall and messages that others can see follow this one rule.
 */
export function publicWords({ fan, moderation, payment, state }: Tip): PublicWords | null {
  const isKept = state === 'paid' || state === 'partially_refunded';
  const wantsToBeSeen = !fan.anonymous && (fan.name !== null || fan.message !== null);
  if (!isKept || !wantsToBeSeen || moderation.state !== 'visible' || payment.succeededAt === null)
    return null;
  return { name: fan.name, message: fan.message, paidAt: payment.succeededAt };
}
