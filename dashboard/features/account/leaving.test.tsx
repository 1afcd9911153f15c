import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeExport, fakeLeaving } from '../../in-memory/in-memory-money';
import { keptTicket } from '../../leaving/leaving';
import { adasWorld, showApp } from '../../testing/fake-screen';

afterEach(() => {
  cleanup();
  keptTicket.drop();
});

const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

async function deleteLarge() {
  const world = adasWorld();
  world.hasManyTips = true;
  const shown = showApp('/account', world);
  await shown.user.type(await screen.findByLabelText('Type ada to confirm'), 'ada');
  await shown.user.click(screen.getByRole('button', { name: 'Delete my account' }));
  await screen.findByRole('heading', { name: 'Your account is being deleted' });
  return { world, ...shown };
}

test('a large account shows its deletion in the place of every screen, and the sign-in page when it is over', async () => {
  const { world, whereAmI } = await deleteLarge();
  expect(screen.queryByRole('navigation')).toBeNull();
  act(() => world.leaving.set(fakeLeaving({ name: 'running', step: 'books', done: 500, total: 1000 })));
  const bar = screen.getByRole('progressbar', { name: 'Deletion of your account' });
  expect(bar.getAttribute('aria-valuenow')).toBe('50');
  expect(
    screen.getByText(/^Deleting: 3 of 5: keeping the records of payments \(500 of 1000\)$/),
  ).toBeDefined();
  act(() => world.leaving.set(fakeLeaving({ name: 'done' })));
  expect(await screen.findByText(/Your account has been deleted/)).toBeDefined();
  expect(whereAmI()).toContain('/sign-in');
});

test('each step is spoken once, and no number', async () => {
  const { world } = await deleteLarge();
  for (const done of [1, 2, 3])
    act(() => world.leaving.set(fakeLeaving({ name: 'running', step: 'data', done, total: 9 })));
  expect(spoken()).toEqual(['Deleting: 4 of 5: removing your data']);
});

test('a deletion that stops brings every screen back, and says why until it is read', async () => {
  const { world, user } = await deleteLarge();
  act(() => world.leaving.set(fakeLeaving({ name: 'stopped' })));
  const notice = await screen.findByRole('status', { name: 'Your account was not deleted' });
  expect(notice.textContent).toContain('all tips and data are there as before');
  await screen.findByRole('heading', { name: 'Account' });
  await user.click(within(notice).getByRole('button', { name: 'OK' }));
  expect(screen.queryByRole('status', { name: 'Your account was not deleted' })).toBeNull();
});

test('the sign-in page of this browser says how far the deletion is, and once that it is over', async () => {
  const { world } = await deleteLarge();
  world.session.set({ kind: 'signed-out', reason: 'user-token-expired' });
  showApp('/sign-in', world);
  expect(await screen.findByRole('progressbar', { name: 'Deletion of your account' })).toBeDefined();
  world.leaving.set(fakeLeaving({ name: 'done' }));
  showApp('/sign-in', world);
  expect(await screen.findByText(/Your account has been deleted/)).toBeDefined();
  expect(keptTicket.read()).toBeNull();
});

test('with many tips the file is prepared first, its progress is shown, and a fresh sign-in gets the link', async () => {
  const world = adasWorld();
  world.hasManyTips = true;
  const { user } = showApp('/account', world);
  const panel = within(await screen.findByRole('region', { name: 'Your data' }));
  await user.click(panel.getByRole('button', { name: 'All tips as a spreadsheet (CSV)' }));
  const bar = await panel.findByRole('progressbar', { name: 'Your export' });
  expect(bar.getAttribute('aria-valuenow')).toBe('0');
  act(() => world.export.set(fakeExport({ state: { name: 'running', done: 500, total: 2001 } })));
  expect(panel.getByText('Preparing your file: 500 of 2,001 tips')).toBeDefined();
  expect(panel.getByRole('progressbar', { name: 'Your export' }).getAttribute('aria-valuenow')).toBe('24');
  const expiresAt = Date.now() + 1e6;
  const ready = { name: 'ready', tips: 2001, bytes: 7e5, readyAt: 1, expiresAt } as const;
  act(() => world.export.set(fakeExport({ state: ready })));
  world.isFresh = false;
  await user.click(await panel.findByRole('button', { name: 'Download CSV' }));
  expect(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).toBeDefined();
  expect(world.timesAsked('exportLink')).toBe(1);
});

test('a failed export is tried again at once on request', async () => {
  const world = adasWorld();
  world.export.set(fakeExport({ format: 'json', state: { name: 'retrying', done: 7, total: 9 } }));
  const { user } = showApp('/account', world);
  const panel = within(await screen.findByRole('region', { name: 'Your data' }));
  expect((await panel.findByRole('alert')).textContent).toContain('We try again by ourselves');
  await user.click(panel.getByRole('button', { name: 'Try again' }));
  expect(world.timesAsked('prepareExport')).toBe(1);
  expect(world.export.value).toMatchObject({ format: 'json', state: { name: 'running' } });
});
