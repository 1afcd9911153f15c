import { expect, it } from 'vitest';
import { methodTypes } from './stripe-call';

// Holds pay-195.
it('offers Link only where Stripe allows it', () => {
  expect([methodTypes(true), methodTypes(false)]).toEqual([['card', 'link'], ['card']]);
});
