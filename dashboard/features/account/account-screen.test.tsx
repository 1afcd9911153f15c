import { defaultPreferences } from '@busker/core/account/account-document';
import { exportFileName, wholeExport } from '@busker/core/account/export-document';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keptTicket } from '../../account-deletion/leaving';
import { forgetOwnDevice } from '../../device/this-browser';
import {
  adasBackend,
  connect,
  menuItem,
  restoreConnection,
  showApp,
  showScreen,
} from '../../testing/fake-screen';
import { makeUser } from '../../testing/fakes';
import { fakeExport, fakeLeaving } from '../../testing/in-memory-money';
import { inMemoryCode } from '../../testing/in-memory-sign-in-methods';

describe('account screen', () => {
  describe('signed in devices', () => {
    // It also has its id in memory, for browsers that store nothing.
    beforeEach(forgetOwnDevice);
    afterEach(() => {
      cleanup();
      restoreConnection();
    });

    async function pressed(fake = adasBackend()) {
      const { user } = showApp('/settings/account', fake);
      const panel = within(await screen.findByRole('region', { name: 'Signed-in devices' }));
      // A stream stops there, so that is said before the press.
      expect(panel.getByText(/signs you out here too.* overlay.* stops at once/)).toBeDefined();
      const press = () => user.click(panel.getByRole('button', { name: 'Sign out everywhere' }));
      await press();
      return { fake, press, panel };
    }

    // Holds dash-1331.
    test('ends every sign-in, and this one, at one press beside which it says what that means', async () => {
      const { fake } = await pressed();
      expect(await screen.findByRole('heading', { name: 'Sign in to Busker' })).toBeDefined();
      expect(fake.session.value).toMatchObject({ kind: 'signed-out', reason: 'left' });
    });

    test('says that one device alone cannot be signed out', async () => {
      showApp('/settings/account', adasBackend());
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
      const fake = adasBackend();
      fake.devices = [phone, { ...phone, id: 'unknown', browser: 'other', system: 'other' }];
      showApp('/settings/account', fake);
      expect(await devices()).toEqual([
        expect.stringMatching(/^Chrome on LinuxThis deviceSigned in on /),
        expect.stringMatching(/^Safari on iOSSigned in on Nov 3, 2026.*Last seen on Nov 19, 2026$/),
        expect.stringMatching(/^Unknown deviceSigned in on /),
      ]);
    });

    test('says when the list cannot be read, and reads it again', async () => {
      const fake = adasBackend();
      showApp('/page/profile', fake);
      await screen.findByRole('heading', { name: 'Profile' });
      fake.failNext('noteDevice', 'api/unreachable');
      const { user } = showApp('/settings/account', fake);
      const panel = within(await screen.findByRole('region', { name: 'Signed-in devices' }));
      await user.click(await panel.findByRole('button', { name: 'Try again' }));
      expect(await devices()).toHaveLength(1);
    });

    test('says that it waits for the connection, and reads the list when it is back', async () => {
      const fake = adasBackend();
      connect(false);
      showApp('/settings/account', fake);
      const panel = within(await screen.findByRole('region', { name: 'Signed-in devices' }));
      expect(await panel.findByRole('status')).toBeDefined();
      connect(true);
      expect(await devices()).toHaveLength(1);
    });

    test('a device that signs out is removed from the list, and gets another id at the next sign-in', async () => {
      const fake = adasBackend();
      fake.devices = [phone];
      const { user } = showApp('/settings/account', fake);
      await devices();
      await waitFor(() => expect(localStorage.getItem('busker-device') ?? '').toContain('uid-ada'));
      await user.click(screen.getByRole('button', { name: /^Account menu/ }));
      await user.click(await menuItem('Sign out'));
      await screen.findByRole('heading', { name: 'Sign in to Busker' });
      expect(fake.devices).toEqual([phone]);
      expect(localStorage.getItem('busker-device')).toBeNull();
    });

    test('signs out although the server does not answer', async () => {
      const fake = adasBackend();
      fake.hold('removeDevice');
      const { user } = showApp('/page/profile', fake);
      await user.click(await screen.findByRole('button', { name: /^Account menu/ }));
      await user.click(await menuItem('Sign out'));
      const heading = { name: 'Sign in to Busker' };
      expect(await screen.findByRole('heading', heading, { timeout: 5000 })).toBeDefined();
    });

    test('stays signed in here when the server could not be reached, and says so', async () => {
      const fake = adasBackend();
      fake.failNext('signOutEverywhere', 'api/unreachable');
      const { panel } = await pressed(fake);
      expect(await panel.findByRole('alert')).toBeDefined();
      expect(fake.session.value.kind).toBe('signed-in');
    });

    test('signs out here when the server had ended the sign-ins before, and its answer was lost', async () => {
      const fake = adasBackend();
      fake.failNext('signOutEverywhere', 'api/unreachable');
      const { panel, press } = await pressed(fake);
      await panel.findByRole('alert');
      fake.failNext('signOutEverywhere', 'api/sign-in-required');
      await press();
      expect(await screen.findByRole('heading', { name: 'Sign in to Busker' })).toBeDefined();
    });

    test('does not offer it to guests, who could never sign in again', async () => {
      const fake = adasBackend();
      fake.changeUser({ isGuest: true, email: null, emailVerified: false, providers: [] });
      showApp('/settings/account', fake);
      await screen.findByRole('heading', { name: 'Account' });
      expect(screen.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull();
    });
  });

  describe('change email', () => {
    beforeEach(() => localStorage.clear());
    afterEach(cleanup);

    /** An owner on the account screen who asks to change their email. */
    async function asking(prepare: (fake: ReturnType<typeof adasBackend>) => void = () => {}) {
      const fake = adasBackend();
      prepare(fake);
      const shown = showScreen('/settings/account', fake);
      await screen.findByRole('heading', { name: 'Account' });
      const region = (name: string) => within(screen.getByRole('region', { name }));
      const form = region('Change your email');
      const { user } = shown;
      await user.type(form.getByLabelText('New email'), 'countess@example.com');
      await user.click(form.getByRole('button', { name: 'Send confirmation link' }));
      return { fake, form, region, user };
    }
    const again = async () => within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    const isSent = /Open the link that we sent to countess@example.com\./;
    const changes = [{ kind: 'verify', to: 'countess@example.com' }];
    const onlyMethod = (providerId: string, phoneNumber: string | null = null) => ({
      phoneNumber,
      providers: [{ providerId, uid: providerId, email: null, displayName: null, phoneNumber }],
    });
    const longAgo = (fake: ReturnType<typeof adasBackend>) => {
      fake.isFresh = false;
    };

    // Holds dash-023.
    test('sends the link to the new email, and keeps the old email until the link is opened', async () => {
      const { fake, form, region } = await asking();
      expect(await form.findByText(isSent)).toBeDefined();
      expect(fake.outbox).toEqual(changes);
      expect(region('Account details').getByText(/ada@example.com/)).toBeDefined();
    });

    test('takes an address as every other field does, and says at the field when it is none', async () => {
      const { fake, form } = await asking();
      const field = form.getByLabelText<HTMLInputElement>('New email');
      // The browser has a rule of its own for such fields, which differs, so the form is sent without it.
      const send = (typed: string) => {
        fireEvent.change(field, { target: { value: typed } });
        fireEvent.submit(field);
      };
      send('countess@example');
      expect(await form.findByText('This does not look like an email address.')).toBeDefined();
      expect(field.getAttribute('aria-invalid')).toBe('true');
      expect(fake.outbox).toEqual(changes);
      send('nina@bücher.example');
      await form.findByText(/Open the link that we sent to nina@bücher.example\./);
      expect(fake.outbox.at(-1)).toEqual({ kind: 'verify', to: 'nina@xn--bcher-kva.example' });
    });

    test('says where the link was sent, even when the field holds another email by then', async () => {
      const { form, user } = await asking();
      await form.findByText(isSent);
      await user.type(form.getByLabelText('New email'), '.org');
      expect(form.getByText(isSent)).toBeDefined();
    });

    test('asks for the password after an old sign-in, and sends nothing after a wrong one', async () => {
      const { fake, form, user } = await asking(longAgo);
      const dialog = await again();
      await user.type(dialog.getByLabelText('Password'), 'guess');
      await user.click(dialog.getByRole('button', { name: 'Confirm' }));
      await dialog.findByRole('alert');
      expect(fake.outbox).toEqual([]);
      await user.clear(dialog.getByLabelText('Password'));
      await user.type(dialog.getByLabelText('Password'), 'busker-demo');
      await user.click(dialog.getByRole('button', { name: 'Confirm' }));
      expect(await form.findByText(isSent)).toBeDefined();
      expect(fake.outbox).toEqual(changes);
    });

    // Holds dash-023.
    test('lets an owner without a password reauthenticate by provider', async () => {
      const { fake, form, user } = await asking((given) => {
        longAgo(given);
        given.changeUser(onlyMethod('google.com'));
      });
      expect(screen.queryByRole('region', { name: 'Change your password' })).toBeNull();
      const dialog = await again();
      expect(dialog.queryByLabelText('Password')).toBeNull();
      await user.click(dialog.getByRole('button', { name: 'Continue with Google' }));
      expect(await form.findByText(isSent)).toBeDefined();
      expect(fake.outbox).toEqual(changes);
    });

    test('lets an owner without a password reauthenticate by phone', async () => {
      const phone = '+447700900123';
      const { fake, form, user } = await asking((given) => {
        longAgo(given);
        given.changeUser(onlyMethod('phone', phone));
      });
      const dialog = await again();
      await user.click(dialog.getByRole('button', { name: 'Send the code' }));
      await user.type(await dialog.findByLabelText('Code'), inMemoryCode);
      await user.click(dialog.getByRole('button', { name: 'Confirm the code' }));
      expect(await form.findByText(isSent)).toBeDefined();
      expect(fake.outbox).toEqual([{ kind: 'code', to: phone }, ...changes]);
    });

    test('lets an owner without a password reauthenticate by a link to the old email', async () => {
      const { fake, form, user } = await asking(longAgo);
      const dialog = await again();
      await user.click(dialog.getByRole('button', { name: 'Email me a link instead' }));
      const opened = await dialog.findByRole('button', { name: 'I opened the link' });
      await user.click(opened);
      expect(await dialog.findByText(/The link has not been opened yet/)).toBeDefined();
      fake.isFresh = true;
      await user.click(opened);
      expect(await form.findByText(isSent)).toBeDefined();
      expect(fake.outbox).toEqual([{ kind: 'sign-in', to: 'ada@example.com' }, ...changes]);
    });

    test('does not change the email without reauthentication, and says why', async () => {
      const { fake, form, user } = await asking(longAgo);
      const dialog = await again();
      await user.click(dialog.getByRole('button', { name: 'Close' }));
      expect((await form.findByRole('alert')).textContent).toContain('confirm that it is you');
      expect(fake.outbox).toEqual([]);
    });

    test('offers to add a sign-in method when the account has no email or no method', async () => {
      const fake = adasBackend();
      fake.signInAs(makeUser({ email: null, ...onlyMethod('phone', '+447700900123') }));
      showScreen('/settings/account', fake);
      await screen.findByRole('heading', { name: 'Account' });
      expect(screen.queryByRole('region', { name: 'Change your email' })).toBeNull();
      expect(screen.getByRole('button', { name: 'Add email and password' })).toBeDefined();
    });
  });
});

describe('account', () => {
  afterEach(cleanup);

  async function account() {
    const fake = adasBackend();
    const shown = showScreen('/settings/account', fake);
    await screen.findByRole('heading', { name: 'Account' });
    const region = (name: string) => within(screen.getByRole('region', { name }));
    return { fake, region, ...shown };
  }

  // Holds dash-019, dash-952.
  test('shows the whole user record', async () => {
    const { region } = await account();
    const record = region('Account details');
    for (const shown of ['uid-ada', 'Confirmed', 'Email and password', 'Full account'])
      expect(record.getByText(shown)).toBeDefined();
    // Few owners need it: below what they need, and folded.
    const fold = record.getByRole('heading', { name: 'Account details' }).closest('details');
    expect(fold?.open).toBe(false);
  });

  // Holds dash-170.
  test('shows the picture of the sign-in account, and only its address when the picture does not load', async () => {
    const fake = adasBackend();
    const photoUrl = 'https://lh3.googleusercontent.com/a/ada';
    fake.signInAs(makeUser({ photoUrl }));
    showScreen('/settings/account', fake);
    const record = await screen.findByRole('region', { name: 'Account details' });
    const picture = record.querySelector('img');
    expect(picture?.src).toBe(photoUrl);
    expect(picture?.referrerPolicy).toBe('no-referrer');
    fireEvent.error(picture as HTMLImageElement);
    expect(record.querySelector('img')).toBeNull();
    expect(within(record).getByLabelText('Picture URL')).toHaveProperty('value', photoUrl);
  });

  // Holds dash-022.
  test('changes the password after the current one was entered', async () => {
    const { fake, region, user } = await account();
    const form = region('Change your password');
    await user.type(form.getByLabelText('Current password'), 'busker-demo');
    await user.type(form.getByLabelText('New password'), 'a much longer one');
    await user.click(form.getByRole('button', { name: 'Save new password' }));
    expect(await form.findByText(/Your new password is saved/)).toBeDefined();
    expect(fake.passwords.get('ada@example.com')).toBe('a much longer one');
  });

  // Holds dash-022.
  test('changes nothing when the current password is wrong', async () => {
    const { fake, region, user } = await account();
    const form = region('Change your password');
    await user.type(form.getByLabelText('Current password'), 'not it');
    await user.type(form.getByLabelText('New password'), 'a much longer one');
    await user.click(form.getByRole('button', { name: 'Save new password' }));
    expect(await form.findByRole('alert')).toBeDefined();
    expect(fake.passwords.get('ada@example.com')).toBe('busker-demo');
  });

  // Holds dash-020, dash-950, dash-951.
  test('changes and clears name and picture of the user record, and refuses a URL that could run script', async () => {
    const { fake, region, user } = await account();
    const record = region('Account details');
    const address = record.getByLabelText('Picture URL');
    for (const wrong of ['javascript:alert(1)', 'mailto:ada@example.com']) {
      await user.clear(address);
      await user.type(address, `${wrong}{Enter}`);
      expect(record.getByText(/^Not saved: Picture URL\. Write the address as https/)).toBeDefined();
      expect(address).toHaveProperty('value', wrong);
    }
    expect(fake.session.value).toMatchObject({ user: { photoUrl: null } });
    await user.clear(address);
    await user.type(record.getByLabelText('Display name'), 'Ada L.');
    await user.tab();
    await waitFor(() => expect(fake.session.value).toMatchObject({ user: { displayName: 'Ada L.' } }));
    expect(await screen.findByText('Saved.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(fake.session.value).toMatchObject({ user: { displayName: null } }));
    expect(record.getByLabelText('Display name')).toHaveProperty('value', '');
  });

  // Holds dash-020.
  test('says that a change of the user record failed, and keeps the input', async () => {
    const { fake, region, user } = await account();
    fake.failNext('changeRecord', 'auth/network-request-failed');
    const record = region('Account details');
    await user.type(record.getByLabelText('Display name'), 'Ada L.{Enter}');
    expect(await record.findByRole('alert')).toBeDefined();
    expect(record.getByLabelText('Display name')).toHaveProperty('value', 'Ada L.');
  });

  // Holds dash-950.
  test('sends a changed field by itself, so that the other one, still on its way, is not lost', async () => {
    const { fake, region, user } = await account();
    const changed = vi.spyOn(fake, 'changeUser');
    const record = region('Account details');
    await user.type(record.getByLabelText('Display name'), 'Ada L.');
    await user.type(record.getByLabelText('Picture URL'), 'https://ada.example/me.jpg{Enter}');
    await waitFor(() => expect(changed).toHaveBeenCalledTimes(2));
    expect(changed.mock.calls).toEqual([
      [{ displayName: 'Ada L.' }],
      [{ photoUrl: 'https://ada.example/me.jpg' }],
    ]);
  });

  // Holds dash-024.
  test('emails a reset link to an owner who forgot the current password', async () => {
    const { fake, region, user } = await account();
    const form = region('Change your password');
    await user.click(form.getByRole('button', { name: 'Forgot it? Email me a reset link' }));
    expect(await form.findByText(/We sent a link to ada@example.com/)).toBeDefined();
    expect(fake.outbox).toEqual([{ kind: 'reset', to: 'ada@example.com' }]);
  });
});

describe('language', () => {
  beforeEach(() => localStorage.clear());
  afterEach(cleanup);

  test('switches to the chosen language at once, also for emails, and remembers it', async () => {
    const fake = adasBackend();
    const { user } = showApp('/settings/account', fake);
    await screen.findByRole('heading', { name: 'Account' });
    await user.selectOptions(
      within(screen.getByRole('region', { name: 'Language' })).getByRole('combobox'),
      'Deutsch',
    );
    expect(await screen.findByRole('heading', { name: 'Konto' })).toBeDefined();
    expect(document.documentElement.lang).toBe('de');
    expect(fake.spoken).toBe('de');
    cleanup();
    showApp('/sign-in', adasBackend());
    expect(await screen.findByRole('heading', { name: 'Profil' })).toBeDefined();
    await user.click(await screen.findByRole('link', { name: 'Einstellungen' }));
    await user.click(await screen.findByRole('link', { name: 'Konto' }));
    await user.selectOptions(
      within(await screen.findByRole('region', { name: 'Sprache' })).getByRole('combobox'),
      'English',
    );
    expect(await screen.findByRole('heading', { name: 'Account' })).toBeDefined();
  });

  test('offers the language before signing in, and keeps it for the next visit of this device', async () => {
    const fake = adasBackend();
    fake.session.set({ kind: 'signed-out', reason: null });
    const { user } = showApp('/sign-in', fake);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'Deutsch');
    expect(await screen.findByRole('heading', { name: 'Bei Busker anmelden' })).toBeDefined();
    expect([document.documentElement.lang, fake.spoken]).toEqual(['de', 'de']);
    cleanup();
    showApp('/create-account', fake);
    expect(await screen.findByRole('combobox', { name: 'Sprache' })).toBeDefined();
  });

  // Holds dash-030.
  test('stores the choice with the account, so that another device uses it after signing in', async () => {
    const fake = adasBackend();
    const { user } = showApp('/settings/account', fake);
    await screen.findByRole('heading', { name: 'Account' });
    await user.selectOptions(
      within(screen.getByRole('region', { name: 'Language' })).getByRole('combobox'),
      'Español',
    );
    await screen.findByRole('heading', { name: 'Cuenta' });
    expect(fake.preferences.value?.language).toBe('es');
    cleanup();
    localStorage.clear();
    const elsewhere = adasBackend();
    elsewhere.preferences.set(fake.preferences.value);
    showApp('/settings/account', elsewhere);
    expect(await screen.findByRole('heading', { name: 'Cuenta' })).toBeDefined();
  });

  test('prefers the account’s choice, including the browser default, to the device’s', async () => {
    localStorage.setItem('busker-language', 'de');
    const fake = adasBackend();
    fake.preferences.set({ ...defaultPreferences, language: 'auto' });
    showApp('/settings/account', fake);
    expect(await screen.findByRole('heading', { name: 'Account' })).toBeDefined();
    expect(localStorage.getItem('busker-language')).toBeNull();
  });

  test('says that the choice could not be stored, and returns to the stored one', async () => {
    const fake = adasBackend();
    fake.preferences.set({ ...defaultPreferences, language: 'en' });
    fake.failNext('keepLanguage', 'store/permission-denied');
    const { user } = showApp('/settings/account', fake);
    await screen.findByRole('heading', { name: 'Account' });
    await user.selectOptions(
      within(screen.getByRole('region', { name: 'Language' })).getByRole('combobox'),
      'Deutsch',
    );
    expect(
      await screen.findByText(/You do not have access to this|Du hast darauf keinen Zugriff/),
    ).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'Account' })).toBeDefined();
  });
});

describe('leaving', () => {
  afterEach(() => {
    cleanup();
    keptTicket.drop();
  });

  const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

  async function deleteLarge() {
    const fake = adasBackend();
    fake.hasManyTips = true;
    const shown = showApp('/settings/account', fake);
    await shown.user.type(await screen.findByLabelText('Type ada to confirm'), 'ada');
    await shown.user.click(screen.getByRole('button', { name: 'Delete my account' }));
    await screen.findByRole('heading', { name: 'Your account is being deleted' });
    return { fake, ...shown };
  }

  test('a large account shows its deletion in the place of every screen, and the sign-in page when it is over', async () => {
    const { fake, whereAmI } = await deleteLarge();
    expect(screen.queryByRole('navigation')).toBeNull();
    act(() => fake.leaving.set(fakeLeaving({ name: 'running', step: 'books', done: 500, total: 1000 })));
    const bar = screen.getByRole('progressbar', { name: 'Deletion of your account' });
    expect(bar.getAttribute('aria-valuenow')).toBe('50');
    expect(
      screen.getByText(/^Deleting: 3 of 5: keeping the records of payments \(500 of 1000\)$/),
    ).toBeDefined();
    act(() => fake.leaving.set(fakeLeaving({ name: 'done' })));
    expect(await screen.findByText(/Your account has been deleted/)).toBeDefined();
    expect(whereAmI()).toContain('/sign-in');
  });

  test('each step is spoken once, and no number', async () => {
    const { fake } = await deleteLarge();
    for (const done of [1, 2, 3])
      act(() => fake.leaving.set(fakeLeaving({ name: 'running', step: 'data', done, total: 9 })));
    expect(spoken()).toEqual(['Deleting: 4 of 5: removing your data']);
  });

  test('a deletion that stops brings every screen back, and says why until it is read', async () => {
    const { fake, user } = await deleteLarge();
    act(() => fake.leaving.set(fakeLeaving({ name: 'stopped' })));
    const notice = await screen.findByRole('status', { name: 'Your account was not deleted' });
    expect(notice.textContent).toContain('all tips and data are there as before');
    await screen.findByRole('heading', { name: 'Account' });
    await user.click(within(notice).getByRole('button', { name: 'OK' }));
    expect(screen.queryByRole('status', { name: 'Your account was not deleted' })).toBeNull();
  });

  test('the sign-in page of this browser says how far the deletion is, and once that it is over', async () => {
    const { fake } = await deleteLarge();
    fake.session.set({ kind: 'signed-out', reason: 'user-token-expired' });
    showApp('/sign-in', fake);
    expect(await screen.findByRole('progressbar', { name: 'Deletion of your account' })).toBeDefined();
    fake.leaving.set(fakeLeaving({ name: 'done' }));
    showApp('/sign-in', fake);
    expect(await screen.findByText(/Your account has been deleted/)).toBeDefined();
    expect(keptTicket.read()).toBeNull();
  });

  test('with many tips the file is prepared first, its progress is shown, and a fresh sign-in gets the link', async () => {
    const fake = adasBackend();
    fake.hasManyTips = true;
    const { user } = showApp('/settings/account', fake);
    const panel = within(await screen.findByRole('region', { name: 'Your data' }));
    await user.click(panel.getByRole('button', { name: 'All tips as a spreadsheet (CSV)' }));
    const bar = await panel.findByRole('progressbar', { name: 'Your export' });
    expect(bar.getAttribute('aria-valuenow')).toBe('0');
    act(() => fake.export.set(fakeExport({ state: { name: 'running', done: 500, total: 2001 } })));
    expect(panel.getByText('Preparing your file: 500 of 2,001 tips')).toBeDefined();
    expect(panel.getByRole('progressbar', { name: 'Your export' }).getAttribute('aria-valuenow')).toBe('24');
    const expiresAt = Date.now() + 1e6;
    const ready = { name: 'ready', tips: 2001, bytes: 7e5, readyAt: 1, expiresAt } as const;
    act(() => fake.export.set(fakeExport({ state: ready })));
    fake.isFresh = false;
    await user.click(await panel.findByRole('button', { name: 'Download CSV' }));
    expect(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).toBeDefined();
    expect(fake.timesAsked('exportLink')).toBe(1);
  });

  test('a failed export is tried again at once on request', async () => {
    const fake = adasBackend();
    fake.export.set(fakeExport({ format: 'json', state: { name: 'retrying', done: 7, total: 9 } }));
    const { user } = showApp('/settings/account', fake);
    const panel = within(await screen.findByRole('region', { name: 'Your data' }));
    expect((await panel.findByRole('alert')).textContent).toContain('We try again by ourselves');
    await user.click(panel.getByRole('button', { name: 'Try again' }));
    expect(fake.timesAsked('prepareExport')).toBe(1);
    expect(fake.export.value).toMatchObject({ format: 'json', state: { name: 'running' } });
  });
});

describe('recent sign in', () => {
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  // Holds dash-162.
  test.each(['All tips as a spreadsheet (CSV)', 'All my data (JSON)', 'Download everything first'])(
    '"%s" asks to confirm the sign-in when it is old, and then saves the file',
    async (name) => {
      const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
      const fake = adasBackend();
      fake.isFresh = false;
      const { user } = showScreen('/settings/account', fake);
      await user.click(await screen.findByRole('button', { name }));
      const again = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
      expect(saved).not.toHaveBeenCalled();
      await user.type(again.getByLabelText('Password'), 'busker-demo');
      await user.click(again.getByRole('button', { name: 'Confirm' }));
      await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
      expect(fake.exportChoices).toHaveLength(1);
      await waitFor(() =>
        expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull(),
      );
    },
  );

  // Holds dash-162.
  test('nothing is saved when the owner closes the question', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    const fake = adasBackend();
    fake.isFresh = false;
    const { user } = showScreen('/settings/account', fake);
    await user.click(await screen.findByRole('button', { name: 'All my data (JSON)' }));
    await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved).not.toHaveBeenCalled();
    expect(fake.exportChoices).toEqual([]);
  });
});

describe('export name', () => {
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  test('a downloaded file has a name that says what is in it and the day', async () => {
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const { user } = showScreen('/settings/account', adasBackend());
    const panel = within(await screen.findByRole('region', { name: 'Your data' }));
    const before = Date.now();
    await user.click(panel.getByRole('button', { name: 'All tips as a spreadsheet (CSV)' }));
    await waitFor(() => expect(names).toHaveLength(1));
    // Midnight may pass in between.
    expect([
      exportFileName(wholeExport('csv'), before),
      exportFileName(wholeExport('csv'), Date.now()),
    ]).toContain(names[0]);
  });
});
