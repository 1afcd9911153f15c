import { expect, it } from 'vitest';
import { fakeMonthly } from '../testing/monthly-fakes';
import { amountConsentOf, withAmountConsent } from './amount-consent';
import type { AmountConsent } from './monthly';

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
it('the consent to the present amount stays until Stripe has the next amount, and no third one is kept', () => {
  const raised = { ...monthly, amount: 800, amountConsents: [consentTo(800)] };
  const asked = { ...raised, amountConsents: withAmountConsent(raised, consentTo(900)) };
  const again = { ...asked, amountConsents: withAmountConsent(asked, consentTo(1000)) };
  expect(again.amountConsents).toEqual([consentTo(800), consentTo(1000)]);
  expect(amountConsentOf(again)).toEqual(consentTo(800));
});

it('a repeated press keeps the time of the first one, and other words are another consent', () => {
  const asked = { ...monthly, amountConsents: [consentTo(800)] };
  expect(withAmountConsent(asked, { ...consentTo(800), at: 9999 })).toBe(asked.amountConsents);
  expect(withAmountConsent(asked, consentTo(800, 'acht'))).toEqual([consentTo(800, 'acht')]);
});
