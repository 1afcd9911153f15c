import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { LinkHealth } from '../../../core/documents/profile-document';
import { adasWorld, showScreen } from '../../testing/fake-screen';
import { movedAddress } from './link-list';

afterEach(cleanup);

const old = 'https://ada.example/letters';
const next = 'https://letters.example/ada';
const found = (given: Partial<LinkHealth> = {}): LinkHealth => ({
  url: old,
  state: 'moved',
  status: 200,
  movedTo: next,
  since: 1,
  checkedAt: 1,
  ...given,
});

async function lookedAt(health: LinkHealth) {
  const world = adasWorld();
  const links = { k4: health };
  world.linkHealth.set({ v: 1, uid: 'uid-ada', links, checkedAt: 1, nextCheckAt: 2 });
  const { user } = showScreen('/profile', world);
  await screen.findByRole('heading', { name: 'Profile' });
  await screen.findByText('Moved');
  return { user, address: () => world.serverDraft.value?.links['k4']?.url };
}
const use = { name: 'Use the new address: Monthly letter' };

// Holds dash-061.
test('sets a moved link’s new address with one press, and undoes it with another', async () => {
  const { user, address } = await lookedAt(found());
  await user.click(screen.getByRole('button', use));
  await waitFor(() => expect(address()).toBe(next));
  expect(screen.queryByText('Moved')).toBeNull();
  expect(document.activeElement?.textContent).toContain('Monthly letter');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(address()).toBe(old));
  expect(await screen.findByRole('button', use)).toBeDefined();
});

// Holds dash-061.
test('shows a new address that could run script, but does not offer it', async () => {
  const movedTo = 'javascript:alert(1)';
  const { address } = await lookedAt(found({ movedTo }));
  expect(screen.getByText(movedTo)).toBeDefined();
  expect(screen.queryByRole('button', use)).toBeNull();
  expect(address()).toBe(old);
});

describe('the new address of a moved link', () => {
  test.each([
    ['a web page', found(), next],
    ['a page that lets no programs look', found({ status: 999 }), next],
    ['one that is gone, too', found({ status: 404 }), null],
    ['one that is gone for good', found({ status: 410 }), null],
    ['a broken site', found({ status: 503 }), null],
    ['a mailbox', found({ movedTo: 'mailto:ada@example.com' }), null],
    ['a name that deceives', found({ movedTo: 'https://ada.example@evil.example/' }), null],
    ['no address', found({ movedTo: 'elsewhere' }), null],
    ['nowhere', found({ movedTo: null }), null],
    ['a link that did not move', found({ state: 'ok' }), null],
  ])('%s', (_, health, address) => {
    expect(movedAddress(health)).toBe(address);
  });
});
