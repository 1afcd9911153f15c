import * as v from 'valibot';

/** The address that the fan gave Stripe, with the capital letters that were typed: Stripe's list of customers tells them apart. */
export const stripeAddress = v.pipe(
  v.string(),
  v.trim(),
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
  v.regex(/^\d{4}$/, 'Enter four digits.'),
);

/** What a fan declares who withdraws without the key of the receipt. */
export interface DeclaredWithdrawal {
  readonly email: string;
  readonly cardLast4: string;
}
