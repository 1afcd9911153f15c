import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fakeTip, noon } from '../testing/fakes';
import { tipStates, type Tip } from '../tip/tip';
import { toldTip } from './told-tip';

const paid = fakeTip({
  state: 'paid',
  payment: { ...fakeTip().payment, status: 'succeeded', succeededAt: noon },
});
const withFan = (fan: Partial<Tip['fan']>): Tip => ({ ...paid, fan: { ...paid.fan, ...fan } });
const moderated = (state: Tip['moderation']['state']): Tip => ({
  ...paid,
  moderation: { state, reasons: [] },
});

test('visible words are told in private and in public', () => {
  const words = { words: 'visible', name: 'Grace', message: 'Thank you' };
  expect(toldTip(paid, 'private', true)).toMatchObject(words);
  expect(toldTip(paid, 'public', true)).toMatchObject(words);
});

test('who asked not to be shown is told in private and marked, and is nobody in public', () => {
  const tip = withFan({ anonymous: true });
  expect(toldTip(tip, 'private', true)).toMatchObject({ anonymous: true, name: 'Grace', words: 'visible' });
  expect(toldTip(tip, 'public', true)).toMatchObject({ name: null, message: null, words: 'untold' });
});

test('a tip that was refunded has no words in public', () => {
  expect(toldTip({ ...paid, state: 'refunded' }, 'public', true)).toMatchObject({
    name: null,
    message: null,
  });
});

test('a channel without words has none, and a fan without words left none', () => {
  expect(toldTip(paid, 'private', false)).toMatchObject({ words: 'untold', name: null, message: null });
  expect(toldTip(withFan({ name: null, message: null }), 'private', true).words).toBe('none');
});

test('held and hidden words are said to be so', () => {
  expect(toldTip(moderated('held'), 'private', true).words).toBe('held');
  expect(toldTip(moderated('hidden'), 'private', true).words).toBe('hidden');
});

test('no held or hidden tip tells a word of its fan, to nobody', () => {
  const word = fc.stringMatching(/^[A-Z]{12,40}$/);
  fc.assert(
    fc.property(
      fc.record({ name: word, message: word, anonymous: fc.boolean(), country: fc.constant(null) }),
      fc.constantFrom('held' as const, 'hidden' as const),
      fc.constantFrom(...tipStates),
      fc.constantFrom('private' as const, 'public' as const),
      fc.boolean(),
      (fan, moderation, state, audience, words) => {
        const tip: Tip = { ...moderated(moderation), fan, state };
        const told = JSON.stringify(toldTip(tip, audience, words));
        expect(told).not.toContain(fan.name);
        expect(told).not.toContain(fan.message);
      },
    ),
  );
});

test('fees are what Stripe booked in the same currency, else the estimate with the share of the host', () => {
  const fees = (given: Partial<Tip['fees']>) =>
    toldTip({ ...paid, applicationFee: 10, fees: { ...paid.fees, ...given } }, 'private', true).fees;
  expect(fees({})).toBe(56);
  expect(fees({ net: 486, settlementCurrency: 'usd' })).toBe(60);
  expect(fees({ net: 400, settlementCurrency: 'eur' })).toBe(56);
  expect(fees({ estimated: 0 })).toBeNull();
});
