import { expect, it } from 'vitest';
import { typesFor } from './event-types';

it('a channel that others can see begins with paid tips alone', () => {
  expect(typesFor('public')).toEqual(['tip.paid']);
  expect(typesFor('private')).toContain('tip.disputed');
});
