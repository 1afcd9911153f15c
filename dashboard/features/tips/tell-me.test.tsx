import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { makeChannel } from '../../testing/fake-channels';
import { adasWorld, showScreen } from '../../testing/fake-screen';
import { makeTip, makeUser } from '../../testing/fakes';

afterEach(cleanup);

const worldWithTip = () => {
  const world = adasWorld();
  world.receive(makeTip());
  return world;
};
const card = 'Do you want to hear about the next tip?';

test('offers notifications after the first tip', async () => {
  const { user, whereAmI } = showScreen('/tips', worldWithTip());
  await user.click(await screen.findByRole('link', { name: 'Tell me' }));
  await waitFor(() => expect(whereAmI()).toBe('/notifications'));
});

test('is hidden on every device by who says no', async () => {
  const world = worldWithTip();
  const { user } = showScreen('/tips', world);
  await user.click(await screen.findByRole('button', { name: 'No, thanks' }));
  await waitFor(() => expect(world.preferences.value?.tellMeHidden).toBe(true));
  expect(screen.queryByText(card)).toBeNull();
});

test('stays when the server does not keep the answer', async () => {
  const world = worldWithTip();
  world.failNext('keepTellMeHidden', 'store/unavailable');
  const { user } = showScreen('/tips', world);
  await user.click(await screen.findByRole('button', { name: 'No, thanks' }));
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(screen.getByText(card)).toBeDefined();
});

test.each([
  ['has a channel', true, false],
  ['is a guest', false, true],
])('is absent for an owner who %s', async (_who, hasChannel, isGuest) => {
  const world = worldWithTip();
  world.signInAs(makeUser({ isGuest }));
  if (hasChannel) world.channels.put('c', makeChannel());
  showScreen('/tips', world);
  await screen.findAllByText('Mary');
  expect(screen.queryByText(card)).toBeNull();
});
