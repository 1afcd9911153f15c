import { cleanup, screen, within } from '@testing-library/react';
import { describe, afterEach, beforeEach, expect, test } from 'vitest';
import { inMemoryCode } from '../../in-memory/in-memory-sign-in-methods';
import {
  adasWorld,
  connect,
  menuItem,
  restoreConnection,
  showApp,
  showScreen,
} from '../../testing/fake-screen';
import { makeUser } from '../../testing/fakes';

describe('signed in devices', () => {
  afterEach(() => {
    cleanup();
    restoreConnection();
  });

  async function askingDialog(world = adasWorld()) {
    const { user } = showApp('/account', world);
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign out on every device?' });
    return { world, user, dialog: within(dialog) };
  }

  test('ends every sign-in, and this one, after asking', async () => {
    const { world, user, dialog } = await askingDialog();
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    expect(await screen.findByRole('heading', { name: 'Sign in to Busker' })).toBeDefined();
    expect(world.session.value).toMatchObject({ kind: 'signed-out', reason: 'left' });
  });

  test('says that one device alone cannot be signed out', async () => {
    showApp('/account', adasWorld());
    expect(await screen.findByText(/one device alone cannot be signed out from here/)).toBeDefined();
  });

  const phone = {
    id: 'phone',
    browser: 'safari',
    system: 'ios',
    signedInAt: Date.UTC(2026, 10, 3, 12),
    lastSeenAt: Date.UTC(2026, 10, 19, 12),
  } as const;
  const devices = async () => {
    const panel = within(await screen.findByRole('region', { name: 'Signed-in devices' }));
    const list = within(await panel.findByRole('list'));
    return list.getAllByRole('listitem').map((item) => item.textContent);
  };

  test('lists this device first, then the others with when they were last seen', async () => {
    const world = adasWorld();
    world.devices = [phone, { ...phone, id: 'unknown', browser: 'other', system: 'other' }];
    showApp('/account', world);
    expect(await devices()).toEqual([
      expect.stringMatching(/^Chrome on LinuxThis deviceSigned in on /),
      expect.stringMatching(/^Safari on iOSSigned in on Nov 3, 2026.*Last seen on Nov 19, 2026$/),
      expect.stringMatching(/^Unknown deviceSigned in on /),
    ]);
  });

  test('says when the list cannot be read, and reads it again', async () => {
    const world = adasWorld();
    showApp('/profile', world);
    await screen.findByRole('heading', { name: 'Profile' });
    world.failNext('noteDevice', 'api/unreachable');
    const { user } = showApp('/account', world);
    const panel = within(await screen.findByRole('region', { name: 'Signed-in devices' }));
    await user.click(await panel.findByRole('button', { name: 'Try again' }));
    expect(await devices()).toHaveLength(1);
  });

  test('says that it waits for the connection, and reads the list when it is back', async () => {
    const world = adasWorld();
    connect(false);
    showApp('/account', world);
    const panel = within(await screen.findByRole('region', { name: 'Signed-in devices' }));
    expect(await panel.findByRole('status')).toBeDefined();
    connect(true);
    expect(await devices()).toHaveLength(1);
  });

  test('a device that signs out is removed from the list, and gets another id at the next sign-in', async () => {
    const world = adasWorld();
    world.devices = [phone];
    const { user } = showApp('/account', world);
    await devices();
    const before = localStorage.getItem('busker-device');
    await user.click(screen.getByRole('button', { name: /^Account menu/ }));
    await user.click(await menuItem('Sign out'));
    await screen.findByRole('heading', { name: 'Sign in to Busker' });
    expect(world.devices).toEqual([phone]);
    expect(before).toContain('uid-ada');
    expect(localStorage.getItem('busker-device')).toBeNull();
  });

  test('signs out although the server does not answer', async () => {
    const world = adasWorld();
    world.hold('removeDevice');
    const { user } = showApp('/profile', world);
    await user.click(await screen.findByRole('button', { name: /^Account menu/ }));
    await user.click(await menuItem('Sign out'));
    const heading = { name: 'Sign in to Busker' };
    expect(await screen.findByRole('heading', heading, { timeout: 5000 })).toBeDefined();
  });

  test('stays signed in here when the server could not be reached, and says so', async () => {
    const world = adasWorld();
    world.failNext('signOutEverywhere', 'api/unreachable');
    const { user, dialog } = await askingDialog(world);
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    expect(await dialog.findByRole('alert')).toBeDefined();
    expect(world.session.value.kind).toBe('signed-in');
  });

  test('signs out here when the server had ended the sign-ins before, and its answer was lost', async () => {
    const world = adasWorld();
    world.failNext('signOutEverywhere', 'api/unreachable');
    const { user, dialog } = await askingDialog(world);
    const press = () => user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    await press();
    await dialog.findByRole('alert');
    world.failNext('signOutEverywhere', 'api/sign-in-required');
    await press();
    expect(await screen.findByRole('heading', { name: 'Sign in to Busker' })).toBeDefined();
  });

  test('does not offer it to guests, who could never sign in again', async () => {
    const world = adasWorld();
    world.changeUser({ isGuest: true, email: null, emailVerified: false, providers: [] });
    showApp('/account', world);
    await screen.findByRole('heading', { name: 'Account' });
    expect(screen.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull();
  });
});

describe('change email', () => {
  beforeEach(() => localStorage.clear());
  afterEach(cleanup);

  /** An owner on the account screen who asks to change their email. */
  async function asking(prepare: (world: ReturnType<typeof adasWorld>) => void = () => {}) {
    const world = adasWorld();
    prepare(world);
    const shown = showScreen('/account', world);
    await screen.findByRole('heading', { name: 'Account' });
    const region = (name: string) => within(screen.getByRole('region', { name }));
    const form = region('Change your email');
    const { user } = shown;
    await user.type(form.getByLabelText('New email'), 'countess@example.com');
    await user.click(form.getByRole('button', { name: 'Send confirmation link' }));
    return { world, form, region, user };
  }
  const again = async () => within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  const isSent = /Open the link that we sent to countess@example.com\./;
  const changes = [{ kind: 'verify', to: 'countess@example.com' }];
  const onlyMethod = (providerId: string, phoneNumber: string | null = null) => ({
    phoneNumber,
    providers: [{ providerId, uid: providerId, email: null, displayName: null, phoneNumber }],
  });
  const longAgo = (world: ReturnType<typeof adasWorld>) => {
    world.isFresh = false;
  };

  // Holds dash-023.
  test('sends the link to the new email, and keeps the old email until the link is opened', async () => {
    const { world, form, region } = await asking();
    expect(await form.findByText(isSent)).toBeDefined();
    expect(world.outbox).toEqual(changes);
    expect(region('Account details').getByText(/ada@example.com/)).toBeDefined();
  });

  test('says where the link was sent, even when the field holds another email by then', async () => {
    const { form, user } = await asking();
    await form.findByText(isSent);
    await user.type(form.getByLabelText('New email'), '.org');
    expect(form.getByText(isSent)).toBeDefined();
  });

  test('asks for the password after an old sign-in, and sends nothing after a wrong one', async () => {
    const { world, form, user } = await asking(longAgo);
    const dialog = await again();
    await user.type(dialog.getByLabelText('Password'), 'guess');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await dialog.findByRole('alert');
    expect(world.outbox).toEqual([]);
    await user.clear(dialog.getByLabelText('Password'));
    await user.type(dialog.getByLabelText('Password'), 'busker-demo');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await form.findByText(isSent)).toBeDefined();
    expect(world.outbox).toEqual(changes);
  });

  // Holds dash-023.
  test('lets an owner without a password reauthenticate by provider', async () => {
    const { world, form, user } = await asking((given) => {
      longAgo(given);
      given.changeUser(onlyMethod('google.com'));
    });
    expect(screen.queryByRole('region', { name: 'Change your password' })).toBeNull();
    const dialog = await again();
    expect(dialog.queryByLabelText('Password')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Continue with Google' }));
    expect(await form.findByText(isSent)).toBeDefined();
    expect(world.outbox).toEqual(changes);
  });

  test('lets an owner without a password reauthenticate by phone', async () => {
    const phone = '+447700900123';
    const { world, form, user } = await asking((given) => {
      longAgo(given);
      given.changeUser(onlyMethod('phone', phone));
    });
    const dialog = await again();
    await user.click(dialog.getByRole('button', { name: 'Send the code' }));
    await user.type(await dialog.findByLabelText('Code'), inMemoryCode);
    await user.click(dialog.getByRole('button', { name: 'Confirm the code' }));
    expect(await form.findByText(isSent)).toBeDefined();
    expect(world.outbox).toEqual([{ kind: 'code', to: phone }, ...changes]);
  });

  test('lets an owner without a password reauthenticate by a link to the old email', async () => {
    const { world, form, user } = await asking(longAgo);
    const dialog = await again();
    await user.click(dialog.getByRole('button', { name: 'Email me a link instead' }));
    const opened = await dialog.findByRole('button', { name: 'I opened the link' });
    await user.click(opened);
    expect(await dialog.findByText(/The link has not been opened yet/)).toBeDefined();
    world.isFresh = true;
    await user.click(opened);
    expect(await form.findByText(isSent)).toBeDefined();
    expect(world.outbox).toEqual([{ kind: 'sign-in', to: 'ada@example.com' }, ...changes]);
  });

  test('does not change the email without reauthentication, and says why', async () => {
    const { world, form, user } = await asking(longAgo);
    const dialog = await again();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect((await form.findByRole('alert')).textContent).toContain('confirm that it is you');
    expect(world.outbox).toEqual([]);
  });

  test('offers to add a sign-in method when the account has no email or no method', async () => {
    const world = adasWorld();
    world.signInAs(makeUser({ email: null, ...onlyMethod('phone', '+447700900123') }));
    showScreen('/account', world);
    await screen.findByRole('heading', { name: 'Account' });
    expect(screen.queryByRole('region', { name: 'Change your email' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Add email and password' })).toBeDefined();
  });
});
