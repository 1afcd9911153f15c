import { expect, it } from 'vitest';
import { defaultTipSettings } from '../profile/draft';
import { fakeDraft } from '../testing/fakes';
import { decodeDraft, encodeDraft } from './draft-document';

// Holds pay-348.
it('the fan’s own currency is stored only where an owner allows it, so that an earlier release reads the others', () => {
  expect(encodeDraft(fakeDraft())['tips']).not.toHaveProperty('fanCurrency');
  const allowed = fakeDraft({ tips: { ...defaultTipSettings, fanCurrency: true } });
  expect(encodeDraft(allowed)['tips']).toHaveProperty('fanCurrency', true);
  expect(decodeDraft(encodeDraft(allowed))).toMatchObject({ value: { tips: { fanCurrency: true } } });
  expect(decodeDraft(encodeDraft(fakeDraft()))).toMatchObject({ value: { tips: { fanCurrency: false } } });
  const wrong = { ...encodeDraft(fakeDraft()), tips: { ...defaultTipSettings, fanCurrency: 'yes' } };
  expect(decodeDraft(wrong)).toMatchObject({ value: { tips: { fanCurrency: false } } });
});
