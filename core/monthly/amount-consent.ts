import type { AmountConsent, Monthly } from './monthly';

/** More changes than a fan makes before Stripe answers about one of them. */
export const mostAmountConsents = 10;

type Known = Pick<Monthly, 'amount' | 'amountConsents'>;

/** The consent to the present amount; null = the fan never chose it on their page: it is the first one, or the owner's at Stripe. */
export const amountConsentOf = ({ amount, amountConsents }: Known): AmountConsent | null =>
  amountConsents.findLast((each) => each.amount === amount) ?? null;

/**
 * The consents once the fan has agreed to another amount, before Stripe has it. The earlier ones stay: while answers are lost, any of them can be the
 * amount that Stripe has. Above the bound the oldest goes that is not the consent to the present amount. The same consent a second time changes nothing.
 */
export function withAmountConsent(known: Known, agreed: AmountConsent): readonly AmountConsent[] {
  const latest = known.amountConsents.at(-1);
  if (latest?.amount === agreed.amount && latest.words === agreed.words) return known.amountConsents;
  const all = [...known.amountConsents, agreed];
  const present = amountConsentOf(known);
  const oldest = all.length > mostAmountConsents ? all.find((each) => each !== present) : undefined;
  return all.filter((each) => each !== oldest);
}
