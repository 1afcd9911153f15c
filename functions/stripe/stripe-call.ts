/**
 * Ends the text of a card payment on the fan's bank statement: `ADA LOVELACE* TIP`. With direct charges the owner's text stands before it, shortened by
 * Stripe if both are too long together.
 */
export const statementSuffix = 'TIP';

/** The header for a call on a connected account; none for the server's own. */
export const on = (account: string | null) => (account === null ? {} : { stripeAccount: account });

/** A call's idempotency key. Round 0 is left out, so that keys of earlier releases stay valid. */
export const keyIn = (round: number, key: string): string => (round === 0 ? key : `${key}:r${round}`);
