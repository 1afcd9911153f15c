import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { ModerationRole } from '../../../core/profile/standing';
import { makeOwnerCase, makeReport } from '../../testing/fakes';
import { adasWorld, showApp, showScreen } from '../../testing/fake-screen';

afterEach(cleanup);

function moderatorsWorld(role: ModerationRole | null = 'moderator') {
  const world = adasWorld();
  world.role = role;
  world.reports = [makeReport()];
  world.cases = [makeOwnerCase()];
  return world;
}

type User = ReturnType<typeof showScreen>['user'];
const openReport = async (user: User) => user.click(await screen.findByRole('link', { name: /Fraud/ }));
const goOn = async (user: User, reason = 'It is not her name.') => {
  if (reason !== '') await user.type(screen.getByLabelText('Reason'), reason);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
};
const confirm = async (user: User) => user.click(await screen.findByRole('button', { name: 'Confirm' }));

describe('the moderation screen', () => {
  test('is in the menu only for moderators', async () => {
    showApp('/profile', moderatorsWorld());
    expect((await screen.findAllByRole('link', { name: 'Moderation' })).length).toBeGreaterThan(0);
    showApp('/moderation', moderatorsWorld(null));
    expect((await screen.findByRole('alert')).textContent).toContain('You are not a moderator here.');
    expect(screen.queryByRole('link', { name: 'Moderation' })).toBeNull();
  });

  test('lists the waiting reports, or says that no report waits', async () => {
    const world = moderatorsWorld();
    const { user } = showScreen('/moderation', world);
    const row = await screen.findByRole('link', { name: /Fraud/ });
    for (const said of ['@ada', 'New', '2026']) expect(row.textContent).toContain(said);
    world.reports = [];
    await user.click(screen.getByRole('button', { name: 'Ask again' }));
    expect(await screen.findByRole('heading', { name: 'No report waits' })).toBeDefined();
  });

  test('shows hostile text only as text, and links only to the page', async () => {
    const world = moderatorsWorld();
    const why = '<img src=x onerror=alert(1)>';
    world.reports = [makeReport({ why, address: 'https://evil.example/<b>', name: null })];
    const { user } = showScreen('/moderation', world);
    await openReport(user);
    expect((await screen.findByText(why)).querySelector('img')).toBeNull();
    expect(screen.getByText('https://evil.example/<b>').closest('a')).toBeNull();
    const page = screen.getByRole('link', { name: 'See the page as fans see it' });
    expect(page.getAttribute('href')).toBe('https://busker.example/@ada');
  });

  test('shows what will change before it sends the decision', async () => {
    const world = moderatorsWorld();
    const { user, whereAmI } = showScreen('/moderation', world);
    await openReport(user);
    await user.click(await screen.findByRole('radio', { name: 'Hide while you look into it' }));
    await goOn(user);
    const dialog = await screen.findByRole('dialog', { name: 'What will change' });
    expect(dialog.textContent).toContain('Nobody sees ada, for 7 days at most.');
    expect(world.timesAsked('decide')).toBe(0);
    await confirm(user);
    await waitFor(() => expect(whereAmI()).toBe('/moderation'));
    expect((await screen.findByRole('link', { name: /Fraud/ })).textContent).toContain('Hidden for now');
    expect(world.reports[0]?.decision?.facts).toBe('It is not her name.');
  });

  test('offers a suspension only to admins', async () => {
    const first = showScreen('/moderation', moderatorsWorld());
    await openReport(first.user);
    expect(await screen.findByText('Only an admin can suspend a page.')).toBeDefined();
    expect(screen.queryByRole('radio', { name: 'Suspend' })).toBeNull();
    const second = showScreen('/moderation', moderatorsWorld('admin'));
    await openReport(second.user);
    expect(await screen.findByRole('radio', { name: 'Suspend' })).toBeDefined();
  });

  test('requires a reason, and at least one part to limit a page', async () => {
    const world = moderatorsWorld();
    const { user } = showScreen('/moderation', world);
    await openReport(user);
    await user.click(await screen.findByRole('radio', { name: 'Take away parts' }));
    await goOn(user, '');
    expect(screen.getByText('Give a reason.')).toBeDefined();
    expect(screen.getByText('Choose at least one part.')).toBeDefined();
    await user.click(await screen.findByRole('checkbox', { name: /The link “Instagram”/ }));
    await goOn(user);
    expect(await screen.findByRole('dialog', { name: 'What will change' })).toBeDefined();
  });

  test('asks for the handle when no profile was found at the address', async () => {
    const world = moderatorsWorld();
    world.reports = [makeReport({ subject: null })];
    const { user } = showScreen('/moderation', world);
    await openReport(user);
    await user.click(await screen.findByRole('radio', { name: 'Hide while you look into it' }));
    await goOn(user);
    expect(screen.getByText('Enter the handle.')).toBeDefined();
    await user.type(screen.getByLabelText('Handle of the page'), 'grace');
    await goOn(user, '');
    expect((await screen.findByRole('dialog')).textContent).toContain('Nobody sees grace');
  });

  test.each([
    ['api/report-decided', 'Somebody has decided this report already.'],
    ['api/act-refused', 'an admin has decided about it'],
    ['api/timed-out', 'it is not known whether the decision counts'],
  ] as const)('names the refusal %s and keeps what was typed', async (code, says) => {
    const world = moderatorsWorld();
    const { user } = showScreen('/moderation', world);
    await openReport(user);
    await screen.findByLabelText('Reason');
    await goOn(user);
    world.failNext('decide', code);
    await confirm(user);
    expect((await screen.findByRole('alert')).textContent).toContain(says);
    expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'It is not her name.');
  });

  test('asks to sign in again when the sign-in is too old, and then shows the reports', async () => {
    const world = moderatorsWorld();
    world.isFresh = false;
    const { user } = showScreen('/moderation', world);
    const dialog = await screen.findByRole('dialog');
    await user.type(await within(dialog).findByLabelText('Password'), 'busker-demo');
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('link', { name: /Fraud/ })).toBeDefined();
  });

  test('offers to load the reports again after a failure', async () => {
    const world = moderatorsWorld();
    world.failNext('reports', 'api/unreachable');
    const { user } = showScreen('/moderation', world);
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Fraud/ })).toBeDefined();
  });
});
