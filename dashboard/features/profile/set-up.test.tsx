import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { defaultPreferences } from '../../../core/documents/account-document';
import { dayOf } from '../../../core/documents/insight-document';
import { pictureSlots } from '../../../core/profile/picture-slots';
import { makeDraft, makePayments, makeTip } from '../../testing/fakes';
import { adasWorld, showApp } from '../../testing/fake-screen';

afterEach(cleanup);

const list = () => screen.findByRole('region', { name: 'First steps' });
const sidebar = () => within(screen.getAllByRole('banner')[0] ?? document.body);

// Holds dash-112.
test('lists the steps with what is done, and explains the next one', async () => {
  showApp('/profile', adasWorld());
  const steps = within(await list()).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual([
    'Secure your account, done',
    'Say who you areEnter your name and upload a picture.',
    'Add your first links, done',
    'Put your page online, done',
    'Connect your Stripe account',
    'Show your card to others',
    'Send yourself a first tip',
  ]);
});

test('a step that is done elsewhere is marked at once', async () => {
  const world = adasWorld();
  showApp('/profile', world);
  within(await list()).getByRole('link', { name: 'Connect your Stripe account' });
  world.payments.set(makePayments());
  await waitFor(async () =>
    expect(within(await list()).queryByRole('link', { name: 'Connect your Stripe account' })).toBeNull(),
  );
});

test('is gone after the first tip', async () => {
  const world = adasWorld();
  world.payments.set(makePayments());
  showApp('/profile', world);
  await list();
  world.receive(makeTip());
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
  expect(sidebar().queryByRole('link', { name: /First steps/ })).toBeNull();
});

test('stays hidden on every device, and is found again in the frame', async () => {
  const world = adasWorld();
  const { user } = showApp('/profile', world);
  await user.click(within(await list()).getByRole('button', { name: 'Hide' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
  expect(world.preferences.value?.setUpHidden).toBe(true);

  const again = showApp('/account', world);
  await screen.findByRole('heading', { name: 'Account', level: 1 });
  await again.user.click(await sidebar().findByRole('link', { name: /First steps/ }));
  await list();
  expect(again.whereAmI()).toBe('/profile');
  expect(world.preferences.value?.setUpHidden).toBe(false);
});

test('hiding the list does not change the language of this device', async () => {
  const world = adasWorld();
  world.preferences.set({ ...defaultPreferences, setUpHidden: true });
  localStorage.setItem('busker-language', 'de');
  showApp('/account', world);
  expect(await screen.findByRole('heading', { name: 'Konto', level: 1 })).toBeDefined();
  localStorage.removeItem('busker-language');
});

test('in live mode the last step says that real money is charged', async () => {
  const world = adasWorld();
  world.payments.set(makePayments({ livemode: true }));
  world.serverDraft.set(makeDraft({ picture: { slot: pictureSlots[0], generation: '1' } }));
  world.insights.set([{ v: 1, day: dayOf(Date.now()), views: 1, clicks: {} }]);
  showApp('/profile', world);
  await within(await list()).findByText(/^Your card is charged real money\./);
  expect(screen.queryByText(/^This server is in test mode/)).toBeNull();
});
