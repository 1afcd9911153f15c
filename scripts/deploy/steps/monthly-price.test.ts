import { expect, it } from 'vitest';
import { monthlyPrice } from './monthly-price';

// Holds host-010.
it('shows the price of instances that always run, before a deploy creates them', () => {
  const price = (minInstances: number) =>
    Number(/about ([\d.]+) US/.exec(monthlyPrice({ minInstances, region: 'europe-west1' }))?.[1]);
  expect(price(1)).toBeGreaterThan(1);
  expect(price(3)).toBeGreaterThan(price(1));
});
