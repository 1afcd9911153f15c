import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { OwnRestriction } from '../../core/api/moderation-api';
import { makeRestriction } from '../testing/fakes';
import { adasWorld, showApp } from '../testing/fake-screen';

afterEach(cleanup);

const restricted = (given: Partial<OwnRestriction>) => {
  const world = adasWorld();
  world.restriction = makeRestriction(given);
  return world;
};

test.each([
  ['limited', 'The host has limited your page', true],
  ['payments-paused', 'The host has paused your tips', true],
  ['hidden', 'Your page is hidden', false],
  ['suspended', 'Your page is suspended', false],
  ['closed', 'Your page is closed', false],
] as const)('says what is restricted and why, on every screen: %s', async (state, title, publishes) => {
  const world = restricted({ state, scope: state === 'limited' ? ['bio'] : [] });
  showApp('/profile', world);
  const notice = await screen.findByRole('status', { name: title });
  expect(notice.textContent).toContain('Reason: The picture is not yours.');
  await screen.findByRole('button', { name: 'Publish' });
  const obstacle = screen.queryByText('The host does not allow this page to be published at the moment.');
  expect(obstacle === null).toBe(publishes);
});

test('names the limited picture, and the limited link by its label', async () => {
  showApp('/profile', restricted({ state: 'limited', scope: ['picture', 'link:k1'] }));
  const notice = await screen.findByRole('status', { name: 'The host has limited your page' });
  expect(notice.textContent).toContain('your picture and the link “Instagram”');
});

test('says when the restriction ends, and that an authority ordered it', async () => {
  const until = Date.UTC(2026, 10, 27, 12);
  showApp('/tips', restricted({ state: 'suspended', scope: ['order'], until }));
  const notice = await screen.findByRole('status', { name: 'Your page is suspended' });
  expect(notice.textContent).toContain('An authority has ordered this. Until November 27, 2026');
});

test('appears when publishing is refused, even if the profile was not restricted before', async () => {
  const world = adasWorld();
  const { user } = showApp('/profile', world);
  await user.type(await screen.findByLabelText('Name'), ' King');
  const publish = screen.getByRole('button', { name: 'Publish' });
  world.restriction = makeRestriction({ state: 'suspended' });
  await user.click(publish);
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The host of this site has restricted this profile.',
  );
  expect(await screen.findByRole('status', { name: 'Your page is suspended' })).toBeDefined();
  await screen.findByText('The host does not allow this page to be published at the moment.');
});
