import { describe, expect, it } from 'vitest';
import { projectMonthly } from '../monthly/monthly-projection';
import { noon } from '../testing/fakes';
import { fakeMonthly, fakeMonthlySnapshot } from '../testing/monthly-fakes';
import { consentOf, decodeConsent, decodeMonthly, encodeConsent, encodeMonthly } from './monthly-document';
import type { StoredData } from '../documents/stored-document';

describe('consent document', () => {
  const active = projectMonthly(fakeMonthly(), fakeMonthlySnapshot());
  const threeYearsLater = Date.UTC(
    new Date(noon).getUTCFullYear() + 3,
    new Date(noon).getUTCMonth(),
    new Date(noon).getUTCDate(),
    12,
  );

  // Holds pay-320.
  it('a monthly tip without a payment, and one whose time is over, leave no consent', () => {
    expect(consentOf(fakeMonthly(), noon)).toBeNull();
    const ended = { ...active, endedAt: noon };
    expect(consentOf(ended, threeYearsLater - 1)?.removeAt).toBe(threeYearsLater);
    expect(consentOf(ended, threeYearsLater)).toBeNull();
  });

  // Holds pay-366.
  it('of a monthly tip whose fan has changed the amount, the consent to that amount is kept, and as long as it asks for', () => {
    const changed = { ...active.consent, words: '€8.00 from …', at: noon + 86_400_000, amount: 800 };
    const raised = { ...active, amount: 800, amountConsents: [changed], endedAt: noon };
    expect(consentOf(raised, noon)).toMatchObject({
      amount: 800,
      consent: active.consent,
      amountConsent: changed,
      removeAt: threeYearsLater + 86_400_000,
    });
    expect(consentOf({ ...raised, amount: 900 }, noon)?.amountConsent).toBeNull();
  });

  // Holds pay-320.
  it('a kept consent has the words and nothing of the fan', () => {
    const kept = consentOf(active, noon);
    expect(kept?.consent).toEqual(active.consent);
    expect(JSON.stringify(kept)).not.toMatch(/Grace|example\.com|cus_|4242|visa/);
  });

  it('documents from before the consents to other amounts are read as having none', () => {
    const without = ({ amountConsent: _one, amountConsents: _all, ...rest }: StoredData) => rest;
    const kept = consentOf(active, noon);
    if (kept === null) throw new Error('Nothing is kept');
    expect(decodeMonthly(without(encodeMonthly(active)))).toEqual({ ok: true, value: active });
    expect(decodeConsent(without(encodeConsent(kept)))).toEqual({ ok: true, value: kept });
  });
});
