import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { adasWorld, showScreen } from '../../testing/fake-screen';
import { makePayments } from '../../testing/fakes';

afterEach(cleanup);

const label = /^Let fans pay in their own currency/;

function show(country: string) {
  const world = adasWorld();
  world.payments.set(makePayments({ country }));
  return { world, ...showScreen('/payments', world) };
}

// Holds dash-155.
test('an owner lets fans pay in their own currency, and reads before who pays for the exchange', async () => {
  const { world, user } = show('DE');
  const choice = await screen.findByLabelText(label);
  expect(choice).toHaveProperty('checked', false);
  expect(screen.getByText(/Stripe adds 2 to 4 % for the exchange, which the fan pays/)).toBeDefined();
  await user.click(choice);
  await waitFor(() => expect(world.serverDraft.value?.tips.fanCurrency).toBe(true));
  await user.click(screen.getByLabelText(label));
  await waitFor(() => expect(world.serverDraft.value?.tips.fanCurrency).toBe(false));
});

// Holds dash-155.
test('a business in India, for which Stripe does not convert, is not asked', async () => {
  show('IN');
  expect(await screen.findByLabelText(/^Let fans cover the costs/)).toBeDefined();
  expect(screen.queryByLabelText(label)).toBeNull();
});
