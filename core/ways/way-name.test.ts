import { expect, it } from 'vitest';
import { wayName } from './way-name';
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
