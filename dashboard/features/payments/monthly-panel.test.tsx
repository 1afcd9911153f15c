import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { adasBackend, showScreen } from '../../testing/fake-screen';
import { makePayments } from '../../testing/fakes';

afterEach(cleanup);

// Holds dash-145.
test('offers monthly and yearly tips with their own amounts, and keeps those of the other period', async () => {
  const fake = adasBackend();
  fake.payments.set(makePayments({ livemode: true }));
  const offer = () => fake.serverDraft.value?.tips.monthly;
  const { user } = showScreen('/page/amounts', fake);
  const turnOn = await screen.findByRole('switch', { name: /^Let fans give regularly/ });
  expect(screen.queryByRole('radiogroup', { name: 'What fans can choose' })).toBeNull();
  await user.click(turnOn);
  await waitFor(() => expect(offer()).toMatchObject({ on: true, intervals: ['month'] }));
  const often = within(screen.getByRole('radiogroup', { name: 'What fans can choose' }));
  await user.click(often.getByRole('radio', { name: 'Every month or every year' }));
  await waitFor(() => expect(offer()?.intervals).toEqual(['month', 'year']));
  const year = within(screen.getByRole('group', { name: 'Suggested amounts for a year' }));
  await user.click(year.getByRole('button', { name: 'Remove $60.00' }));
  await waitFor(() => expect(offer()?.presets).toEqual({ month: null, year: [3600, 12_000] }));
  await user.click(often.getByRole('radio', { name: 'Every month' }));
  await waitFor(() =>
    expect(offer()).toMatchObject({ intervals: ['month'], presets: { year: [3600, 12_000] } }),
  );
  expect(screen.queryByRole('group', { name: 'Suggested amounts for a year' })).toBeNull();
  expect(screen.getByText(/From \$1\.00 to \$500\.00 a month, and up to \$6,000\.00 a year/)).toBeDefined();
  expect(screen.getByText(/about 0\.7% more/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Open Stripe’s settings' })).toBeDefined();
});

// Holds dash-145.
test('has no amounts before the currency is known, and no link to settings that the sandbox does not have', async () => {
  const fake = adasBackend();
  fake.payments.set(null);
  const { user } = showScreen('/page/amounts', fake);
  await user.click(await screen.findByRole('switch', { name: /^Let fans give regularly/ }));
  await screen.findByRole('radiogroup', { name: 'What fans can choose' });
  expect(screen.queryByRole('group', { name: 'Suggested amounts for a month' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Open Stripe’s settings' })).toBeNull();
});
