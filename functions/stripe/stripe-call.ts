import { createHash } from 'node:crypto';

/**
 * Ends the text of a card payment on the fan's bank statement: `ADA LOVELACE* TIP`. With direct charges the owner's text stands before it, shortened by
 * Stripe if both are too long together.
 */
export const statementSuffix = 'TIP';

/** The header for a call on a connected account; none for the server's own. */
export const on = (account: string | null) => (account === null ? {} : { stripeAccount: account });

/** A call's idempotency key. Round 0 is left out, so that keys of earlier releases stay valid. */
export const keyIn = (round: number, key: string): string => (round === 0 ? key : `${key}:r${round}`);

/**
 * A call's idempotency key with a short digest of the texts that its parameters are made of. Stripe refuses a key that comes back within a day with other
 * parameters: after a lost answer, another text must be another call.
 */
export function keyOfTexts(key: string, texts: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(texts)).digest('hex');
  return `${key}:${digest.slice(0, 16)}`;
}
