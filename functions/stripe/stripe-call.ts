/** Cards and Link only: they settle at once and never leave the page. */
export const methodTypes = ['card', 'link'] as const;

/** The header by which a call is made on a connected account; none for the server's own. */
export const on = (account: string | null) => (account === null ? {} : { stripeAccount: account });

/** A call's idempotency key. Round 0 has none in it: so keys of earlier releases stay good. */
export const keyIn = (round: number, key: string): string => (round === 0 ? key : `${key}:r${round}`);
