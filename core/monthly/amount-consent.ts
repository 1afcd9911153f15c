import type { AmountConsent, Monthly } from './monthly';

type Known = Pick<Monthly, 'amount' | 'amountConsents'>;

/** The consent to the present amount; null = the fan never chose it on their page: it is the first one, or the owner's at Stripe. */
export const amountConsentOf = ({ amount, amountConsents }: Known): AmountConsent | null =>
  amountConsents.findLast((each) => each.amount === amount) ?? null;

/**
 * The consents once the fan has agreed to another amount, before Stripe has it: if Stripe does not take it, the one of the present amount is still there.
 * The same consent a second time changes nothing.
 */
export function withAmountConsent(known: Known, agreed: AmountConsent): readonly AmountConsent[] {
  const latest = known.amountConsents.at(-1);
  if (latest?.amount === agreed.amount && latest.words === agreed.words) return known.amountConsents;
  const present = amountConsentOf(known);
  return present === null ? [agreed] : [present, agreed];
}
