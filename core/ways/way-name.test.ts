import { expect, it } from 'vitest';
import { paidWithName, walletName, wayName } from './way-name';
import { wayTypes } from './ways';

it('every way to pay but the card has a name, and nothing else has', () => {
  expect(wayTypes.filter((type) => wayName(type) === null)).toEqual(['card']);
  expect([wayName('ideal'), wayName('klarna'), wayName(null), wayName('toString')]).toEqual([
    'iDEAL',
    null,
    null,
    null,
  ]);
});

it('a card in a wallet has the name of the wallet', () => {
  expect(paidWithName({ paymentMethodType: 'card', wallet: 'apple_pay' })).toBe('Apple Pay');
  expect(paidWithName({ paymentMethodType: 'ideal' })).toBe('iDEAL');
  expect(paidWithName({ paymentMethodType: 'card' })).toBeNull();
  expect([walletName('masterpass'), walletName('toString'), walletName(null)]).toEqual([null, null, null]);
});
