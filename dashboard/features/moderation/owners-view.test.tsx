import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { OwnerCase } from '@busker/core/dashboard-api/moderation-api';
import type { ModerationRole } from '@busker/core/moderation/standing';
import { makeOwnerCase, makeReport } from '../../testing/fakes';
import { adasBackend, showScreen } from '../../testing/fake-screen';

afterEach(cleanup);

function moderatorsBackend(given: Partial<OwnerCase> = {}, role: ModerationRole = 'moderator') {
  const fake = adasBackend();
  fake.role = role;
  const possible = role === 'admin' ? makeOwnerCase().possible : (['limit', 'hide'] as const);
  fake.cases = [makeOwnerCase({ possible: [...possible], ...given })];
  return fake;
}

type User = ReturnType<typeof showScreen>['user'];
const at = '/moderation?view=owners&who=uid-ada';
const choose = async (user: User, name: string) => user.click(await screen.findByRole('radio', { name }));
const goOn = async (user: User, reason = 'It is not her name.') => {
  if (reason !== '') await user.type(screen.getByLabelText('Reason'), reason);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
};
const confirm = async (user: User) => user.click(await screen.findByRole('button', { name: 'Confirm' }));
const hidden = {
  state: 'hidden',
  scope: [],
  reason: 'The picture is not hers.',
  since: Date.UTC(2026, 10, 20, 12),
  until: Date.UTC(2026, 10, 27, 12),
  by: 'eve@host.example',
  byRole: 'moderator',
} satisfies OwnerCase['restriction'];

describe('the owners of the moderation screen', () => {
  test('are found by a typed name, and the address contains it afterwards', async () => {
    const { user, whereAmI } = showScreen('/moderation?view=owners', moderatorsBackend());
    await user.type(await screen.findByLabelText('Who'), '@ada');
    await user.click(screen.getByRole('button', { name: 'Find' }));
    expect(await screen.findByRole('heading', { name: '@ada' })).toBeDefined();
    expect(whereAmI()).toBe('/moderation?view=owners&who=%40ada');
  });

  test('are not found by an unknown name', async () => {
    showScreen('/moderation?view=owners&who=eve', moderatorsBackend());
    expect((await screen.findByRole('alert')).textContent).toContain('no profile with this name');
  });

  test('come with restriction, reports and audit, and hostile text only as text', async () => {
    const why = '<img src=x onerror=alert(1)>';
    const act = { at: hidden.since, who: 'eve@host.example', role: 'moderator', verb: 'hide' } as const;
    const acts = [{ ...act, outcome: 'refused', reason: why, reportId: null, after: null } as const];
    showScreen(
      at,
      moderatorsBackend({ restriction: hidden, reports: [makeReport()], acts, openPayments: 2 }),
    );
    expect((await screen.findByText(why)).querySelector('img')).toBeNull();
    const facts = screen.getByRole('region', { name: '@ada' });
    for (const said of ['Hidden for now', 'The picture is not hers.', 'eve@host.example (moderator)'])
      expect(facts.textContent).toContain(said);
    expect(within(facts).queryByRole('link', { name: 'See the page as fans see it' })).toBeNull();
    const report = within(screen.getByRole('region', { name: 'Reports' })).getByRole('link');
    expect(report.getAttribute('href')).toBe('/moderation?report=aabbccddeeff');
    expect(screen.getByRole('region', { name: 'What was done' }).textContent).toContain('Refused');
  });

  test('show the card also while it is hidden', async () => {
    const { user } = showScreen(at, moderatorsBackend({ restriction: hidden }));
    await user.click(await screen.findByRole('button', { name: 'Look at the card' }));
    expect(await screen.findByRole('dialog', { name: 'The card of @ada' })).toBeDefined();
  });

  test('can be hidden for some days, after a dialog that says what will change', async () => {
    const fake = moderatorsBackend();
    const { user } = showScreen(at, fake);
    await choose(user, 'Hide while you look into it');
    await user.type(screen.getByLabelText('Days'), '8');
    await goOn(user);
    expect(screen.getByText('Enter a whole number from 1 to 7.')).toBeDefined();
    await user.clear(screen.getByLabelText('Days'));
    await user.type(screen.getByLabelText('Days'), '3');
    await goOn(user, '');
    expect((await screen.findByRole('dialog')).textContent).toContain('Nobody sees ada.');
    expect(fake.timesAsked('act')).toBe(0);
    await confirm(user);
    expect((await screen.findByRole('region', { name: '@ada' })).textContent).toContain('Hidden for now');
    expect(fake.cases[0]?.restriction).toMatchObject({ state: 'hidden', reason: 'It is not her name.' });
  });

  test('offer only the verbs that the server would accept', async () => {
    showScreen(at, moderatorsBackend());
    expect((await screen.findAllByRole('radio')).map((each) => each.getAttribute('value'))).toEqual([
      'limit',
      'hide',
    ]);
    showScreen(at, moderatorsBackend({ possible: [] }));
    expect(await screen.findByText(/You can do nothing here/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  });

  test('name the open payments that a suspension ends', async () => {
    const { user } = showScreen(at, moderatorsBackend({ openPayments: 2 }, 'admin'));
    await choose(user, 'Suspend');
    await goOn(user);
    expect((await screen.findByRole('dialog')).textContent).toContain('2 open payments end.');
  });

  test('need a reason, and a part to take away', async () => {
    const { user } = showScreen(at, moderatorsBackend());
    await choose(user, 'Take away parts');
    await goOn(user, '');
    for (const said of ['Give a reason.', 'Choose at least one part.'])
      expect(screen.getByText(said)).toBeDefined();
    await user.click(screen.getByRole('checkbox', { name: /The link “Instagram”/ }));
    await goOn(user);
    expect(await screen.findByRole('dialog', { name: 'What will change' })).toBeDefined();
  });

  test('keep the typed text when another moderator acted first', async () => {
    const fake = moderatorsBackend();
    const { user } = showScreen(at, fake);
    await choose(user, 'Hide while you look into it');
    await goOn(user);
    fake.cases = [makeOwnerCase({ restriction: hidden, possible: ['hide', 'restore'] })];
    await confirm(user);
    expect((await screen.findByRole('alert')).textContent).toContain('has changed');
    expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'It is not her name.');
  });
});
