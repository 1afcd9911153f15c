import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { adasWorld, showApp } from '../../testing/fake-screen';
import { makeTip } from '../../testing/fakes';

afterEach(cleanup);

test('names the card’s brand as the receipt does', async () => {
  const world = adasWorld();
  const tip = makeTip({});
  world.receive({ ...tip, stripe: { ...tip.stripe, brand: 'visa', last4: '4242' } });
  showApp(`/tips?tip=${tip.tipId}`, world);
  await screen.findByText('Charged');
  expect(screen.getByText('Visa •••• 4242')).toBeDefined();
});
