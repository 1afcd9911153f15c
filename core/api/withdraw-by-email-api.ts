import * as v from 'valibot';

/** The address that the fan gave Stripe, as Stripe compares it. */
export const stripeAddress = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.email('Enter an email address.'),
  v.maxLength(254),
);

/** Arabic, Persian and full-width digits: keyboards of shipped languages type them. The last four bits of each are its value. */
const otherDigit = /[٠-٩۰-۹０-９]/g;

/** The last four digits of a card, as `card.last4` has them. */
export const cardLast4 = v.pipe(
  v.string(),
  v.trim(),
  v.transform((typed) => typed.replaceAll(otherDigit, (digit) => String(digit.charCodeAt(0) % 16))),
  v.regex(/^\d{4}$/, 'cardLast4 is the last four digits of the card.'),
);

/** Body of `POST /v1/profiles/{handle}/monthly/withdraw-by-email`. The answer is always 202 and `{}`. */
export const withdrawByEmailRequest = v.strictObject({ email: stripeAddress, cardLast4 });
export type WithdrawByEmailRequest = v.InferOutput<typeof withdrawByEmailRequest>;
