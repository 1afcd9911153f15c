import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { ModeratedMail } from '../../../core/api/owner-api';
import type { ModerationRole } from '../../../core/profile/standing';
import { makeMail } from '../../testing/fakes';
import { adasWorld, showScreen } from '../../testing/fake-screen';

afterEach(cleanup);

function moderatorsWorld(role: ModerationRole, ...mails: readonly ModeratedMail[]) {
  const world = adasWorld();
  world.role = role;
  world.mails = mails;
  return world;
}

const at = '/moderation?view=mails';

describe('the mails of the moderation screen', () => {
  test('show what failed, and an admin records that a mail was sent by hand', async () => {
    const failed = makeMail({ state: 'failed', failure: 'No such mailbox' });
    const world = moderatorsWorld('admin', failed);
    const { user } = showScreen(at, world);
    expect(await screen.findByText('No such mailbox')).toBeDefined();
    await user.click(screen.getByText('Read the mail'));
    expect(screen.getByText('zoe@example.com')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'I have sent it' }));
    expect(await screen.findByText('Sent by hand')).toBeDefined();
    expect(world.mails[0]?.state).toBe('by-hand');
  });

  test('that failed are sent again once, however often an admin presses', async () => {
    const world = moderatorsWorld('admin', makeMail({ state: 'failed', failure: 'No such mailbox' }));
    world.mailSender = 'server';
    const { user } = showScreen(at, world);
    await user.click(await screen.findByText('Read the mail'));
    await user.dblClick(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('Being sent')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
    expect(world.mails).toMatchObject([{ state: 'sending', failure: null }]);
  });

  test('can only be sent again where the server sends them', async () => {
    const world = moderatorsWorld('admin', makeMail({ state: 'failed' }));
    world.mailSender = 'none';
    const { user } = showScreen(at, world);
    await user.click(await screen.findByText('Read the mail'));
    expect(screen.getByRole('button', { name: 'I have sent it' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  });

  test('say why a mail was not sent again', async () => {
    const world = moderatorsWorld('admin', makeMail({ state: 'failed' }));
    world.mailSender = 'server';
    const { user } = showScreen(at, world);
    await user.click(await screen.findByText('Read the mail'));
    world.failNext('sendAgain', 'api/unreachable');
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Send again' })).toBeDefined();
  });

  test('show a moderator neither address nor text', async () => {
    showScreen(at, moderatorsWorld('moderator', makeMail({ to: null, text: null })));
    expect(await screen.findByText('Addresses and texts are shown to admins only.')).toBeDefined();
    expect(screen.queryByText('Read the mail')).toBeNull();
  });

  test('say that there is none, and offer to load them again after a failure', async () => {
    const world = moderatorsWorld('admin');
    world.failNext('mails', 'api/unreachable');
    const { user } = showScreen(at, world);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'No mail' })).toBeDefined();
  });

  test('say why a mail was not recorded as sent', async () => {
    const world = moderatorsWorld('admin', makeMail());
    const { user } = showScreen(at, world);
    await user.click(await screen.findByText('Read the mail'));
    world.failNext('markSent', 'api/mail-not-found');
    await user.click(screen.getByRole('button', { name: 'I have sent it' }));
    expect((await screen.findByRole('alert')).textContent).toContain('no mail with this id');
  });
});
