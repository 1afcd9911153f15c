import { expect, it } from 'vitest';
import { chosenTypes, eventTypes, isNotice, typesFor } from './event-types';

it('a channel that others can see begins with paid tips alone', () => {
  expect(typesFor('public')).toEqual(['tip.paid']);
  expect(typesFor('private')).toContain('tip.disputed');
});

it('tells what is about channels from what an owner chooses', () => {
  expect(eventTypes.filter(isNotice)).toEqual([
    'channel.added',
    'channel.failing',
    'channel.disabled',
    'test.ping',
  ]);
  expect(chosenTypes.some(isNotice)).toBe(false);
});
