/** Cards and Link only: they settle at once and never leave the page. */
export const methodTypes = ['card', 'link'] as const;

/** The header by which a call is made on a connected account; none for the server's own. */
export const on = (account: string | null) => (account === null ? {} : { stripeAccount: account });
