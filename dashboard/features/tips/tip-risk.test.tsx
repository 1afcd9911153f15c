import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Tip } from '../../../core/tip/tip';
import { noContribution } from '../../../core/money/totals';
import { adasWorld, showScreen } from '../../testing/fake-screen';
import { makeTip } from '../../testing/fakes';

afterEach(cleanup);

async function openTip(given: Partial<Tip>) {
  const world = adasWorld();
  const tip = makeTip(given);
  world.receive(tip);
  showScreen(`/tips?tip=${tip.tipId}`, world);
  await screen.findByText('Charged');
}

// Holds pay-012.
test('explains Stripe’s risk level when it is above normal', async () => {
  await openTip({ risk: 'elevated' });
  expect(screen.getByText('Elevated risk of fraud')).toBeDefined();
  expect(screen.getByText(/refund the tip. A dispute costs you the tip and a fee/)).toBeDefined();
  expect(screen.getByText('Stripe’s risk check').nextSibling?.textContent).toBe('Elevated');
  cleanup();
  await openTip({ risk: 'highest' });
  expect(screen.getByText('High risk of fraud')).toBeDefined();
});

test('shows no risk for a normal or unrated payment', async () => {
  await openTip({ risk: 'normal' });
  expect(screen.queryByText(/risk of fraud/)).toBeNull();
  expect(screen.getByText('Stripe’s risk check').nextSibling?.textContent).toBe('Normal');
  cleanup();
  await openTip({ risk: null });
  expect(screen.queryByText('Stripe’s risk check')).toBeNull();
});

// Holds pay-011.
test('marks a test tip, without a refund', async () => {
  await openTip({ livemode: false, contrib: noContribution });
  expect(screen.getAllByText('Test').length).toBeGreaterThan(0);
  expect(screen.getByText(/No money moved/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Refund…' })).toBeNull();
});
