import { expect, it } from 'vitest';
import { projectMonthly } from '../monthly/monthly-projection';
import { noon } from '../testing/fakes';
import { fakeMonthly, fakeMonthlySnapshot } from '../testing/monthly-fakes';
import { consentOf } from './consent-document';

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

// Holds pay-320.
it('a kept consent has the words and nothing of the fan', () => {
  const kept = consentOf(active, noon);
  expect(kept?.consent).toEqual(active.consent);
  expect(JSON.stringify(kept)).not.toMatch(/Grace|example\.com|cus_|4242|visa/);
});
