import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { adasBackend, showApp } from '../testing/fake-screen';
import { makePayments } from '../testing/fakes';

afterEach(cleanup);

// The tests of each screen show it alone (showScreen). Here each is in the whole app.
// Holds dash-190.
test.each([
  ['/profile', 'Profile', 'Profile'],
  ['/tips', 'Tips', 'Tips'],
  ['/tips/supporters', 'Supporters', 'Tips'],
  ['/books', 'Books', 'Books'],
  ['/insights', 'Insights', 'Insights'],
  ['/payments', 'Payments', 'Payments'],
  ['/payments/payouts', 'Balance and payouts', 'Payments'],
  ['/payments/ways', 'Ways to pay', 'Payments'],
  ['/notifications', 'Notifications', 'Notifications'],
  ['/embed', 'Embed', 'Embed'],
  ['/kit', 'Gig kit', 'Gig kit'],
  ['/stream', 'Stream and big screen', 'Stream'],
  ['/moderation', 'Moderation', 'Moderation'],
  ['/account', 'Account', 'Account'],
])('%s shows "%s" in the frame of the dashboard, and the menu marks %s', async (address, title, entry) => {
  const fake = adasBackend();
  fake.payments.set(makePayments());
  fake.role = 'moderator';
  const { whereAmI } = showApp(address, fake);
  const heading = await screen.findByRole('heading', { level: 1, name: title });
  expect(screen.getByRole('main').contains(heading)).toBe(true);
  await waitFor(() => expect(document.title).toBe(`${title} · Busker`));
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  await waitFor(() => expect(menu.getByRole('link', { current: 'page' }).textContent).toBe(entry));
  expect(whereAmI()).toBe(address);
});
