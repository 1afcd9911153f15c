import * as v from 'valibot';
import { readEmailAddress } from '../base/email-address';

/**
 * The address that the fan gave Stripe, with the capital letters that were typed: Stripe's list of customers tells them apart. A domain of other
 * letters is in ASCII, as Stripe has it.
 */
export const stripeAddress = v.pipe(
  v.string(),
  v.trim(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const read = readEmailAddress(dataset.value);
    if (read !== null) return read.toLowerCase() === dataset.value.toLowerCase() ? dataset.value : read;
    addIssue({ message: 'Enter an email address.' });
    return NEVER;
  }),
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
