/** Stripe's limits: https://docs.stripe.com/get-started/account/statement-descriptors */
const length = { least: 5, most: 22 } as const;

/** Printable ASCII without the characters that Stripe refuses. */
const allowed = /^[ -~]*$/;
const refused = /[<>\\'"*]/;

/** The text on a fan's bank statement, from the owner's public name; null = Stripe would refuse this name, and asks the owner instead. */
export function statementDescriptor(name: string): string | null {
  const text = name.trim().replaceAll(/\s+/g, ' ');
  const fits = text.length >= length.least && text.length <= length.most;
  return fits && allowed.test(text) && !refused.test(text) && /[A-Za-z]/.test(text) ? text : null;
}
