import { expect, it } from 'vitest';
import { fakeMonthly } from '../testing/monthly-fakes';
import { amountConsentOf, mostAmountConsents, withAmountConsent } from './amount-consent';
import type { AmountConsent, Monthly } from './monthly';

const consentTo = (amount: number, words = `${amount}`): AmountConsent => ({
  amount,
  words,
  wordsVersion: 1,
  language: 'en',
  at: amount,
});
const monthly = fakeMonthly({ amount: 537 });

it('another amount has no consent before the fan agrees to one', () => {
  expect(amountConsentOf(monthly)).toBeNull();
  const asked = { ...monthly, amountConsents: withAmountConsent(monthly, consentTo(800)) };
  expect(amountConsentOf(asked)).toBeNull();
  expect(amountConsentOf({ ...asked, amount: 800 })).toEqual(consentTo(800));
});

// Holds pay-366.
it('no consent is lost while nobody knows which of the amounts Stripe has', () => {
  const wished = (known: Monthly, amount: number): Monthly => ({
    ...known,
    amountConsents: withAmountConsent(known, consentTo(amount)),
  });
  const asked = [800, 900, 1000].reduce(wished, monthly);
  for (const amount of [800, 900, 1000])
    expect(amountConsentOf({ ...asked, amount })).toEqual(consentTo(amount));
  const raised = { ...asked, amount: 800 };
  expect(wished(raised, 1100).amountConsents.map(({ amount }) => amount)).toEqual([800, 900, 1000, 1100]);
});

it('of more than ten consents the oldest goes that is not the consent to the present amount', () => {
  const amounts = Array.from({ length: mostAmountConsents }, (_, index) => 800 + index);
  const full = { ...monthly, amount: 800, amountConsents: amounts.map((amount) => consentTo(amount)) };
  const kept = withAmountConsent(full, consentTo(2000));
  expect(kept).toHaveLength(mostAmountConsents);
  expect(kept.map(({ amount }) => amount)).toEqual([800, ...amounts.slice(2), 2000]);
});

it('a repeated press keeps the time of the first one, and other words are another consent', () => {
  const asked = { ...monthly, amountConsents: [consentTo(800)] };
  expect(withAmountConsent(asked, { ...consentTo(800), at: 9999 })).toBe(asked.amountConsents);
  expect(withAmountConsent(asked, consentTo(800, 'acht'))).toEqual([consentTo(800), consentTo(800, 'acht')]);
});
