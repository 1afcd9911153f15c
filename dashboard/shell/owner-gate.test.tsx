import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultPreferences } from '@busker/core/account/account-document';
import { noChannels } from '@busker/core/outbox/channel';
import { storeCodes, storeFailure } from '../data/failure';
import type { FakeBackend } from '../testing/fake-backend';
import type { ScriptedCall } from '../testing/scripted-call';
import { browserZone } from '../preferences/preferences';
import { en, makeChannel, makePayments, makeTip, makeUser } from '../testing/fakes';
import { adasBackend, showApp } from '../testing/fake-screen';

describe('channel watch', () => {
  afterEach(cleanup);

  let fake: FakeBackend;
  beforeEach(() => {
    fake = adasBackend();
  });
  const shown = () => screen.findByRole('heading', { level: 1 });

  test('tells the server the language and the zone of the dashboard, once', async () => {
    fake.channels.stored.set({
      ...noChannels,
      zone: 'Asia/Tokyo',
      language: 'ja',
      channels: { c: makeChannel() },
    });
    showApp('/page/profile', fake);
    await waitFor(() => expect(fake.channels.all).toMatchObject({ zone: browserZone(), language: 'en' }));
    fake.channels.put('c', makeChannel({ label: 'Band' }));
    await shown();
    expect(fake.timesAsked('keepQuiet')).toBe(1);
  });

  test('keeps the zone of the account for messages and quiet hours, in whichever browser the owner is', async () => {
    const quiet = { from: 1320, to: 480 };
    fake.preferences.set({ ...defaultPreferences, timeZone: 'Asia/Tokyo' });
    fake.channels.stored.set({
      ...noChannels,
      zone: 'Europe/Berlin',
      language: 'ja',
      quiet,
      channels: { c: makeChannel() },
    });
    showApp('/page/profile', fake);
    await waitFor(() =>
      expect(fake.channels.all).toMatchObject({ zone: 'Asia/Tokyo', language: 'en', quiet }),
    );
  });

  test('does not repeat a refused call', async () => {
    fake.channels.stored.set({ ...noChannels, language: 'ja', channels: { c: makeChannel() } });
    fake.failNext('keepQuiet', 'api/too-many-requests');
    showApp('/page/profile', fake);
    await waitFor(() => expect(fake.timesAsked('keepQuiet')).toBe(1));
    fake.channels.put('c', makeChannel({ label: 'Band' }));
    await shown();
    expect(fake.timesAsked('keepQuiet')).toBe(1);
  });

  test.each([
    ['who has no channel', { language: 'ja', isGuest: false, channels: {} }],
    ['whose language and zone are known', { language: 'en', isGuest: false, channels: { c: makeChannel() } }],
    ['who is a guest', { language: 'ja', isGuest: true, channels: { c: makeChannel() } }],
  ])('says nothing about an owner %s', async (_who, { language, isGuest, channels }) => {
    fake.signInAs(makeUser({ isGuest }));
    fake.channels.stored.set({ ...noChannels, zone: browserZone(), language, channels });
    showApp('/page/profile', fake);
    await shown();
    expect(fake.timesAsked('keepQuiet')).toBe(0);
  });
});

describe('guest leaves', () => {
  afterEach(cleanup);

  async function guestSignsOut() {
    const fake = adasBackend();
    fake.changeUser({ isGuest: true, email: null, emailVerified: false, providers: [] });
    const { user, whereAmI } = showApp('/page/profile', fake);
    await user.click(await screen.findByRole('button', { name: /^Account menu/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign out and lose what you made?' });
    return { fake, user, whereAmI, dialog: within(dialog) };
  }

  test('asks a guest before signing out, and leads to what keeps their work', async () => {
    const { fake, user, whereAmI, dialog } = await guestSignsOut();
    expect(fake.session.value.kind).toBe('signed-in');
    await user.click(dialog.getByRole('link', { name: 'Keep my work' }));
    // The router shows the next page in a transition, so a busy machine needs a moment.
    await waitFor(() => expect(whereAmI()).toBe('/settings/account'));
    expect(fake.session.value.kind).toBe('signed-in');
  });

  test('signs a guest out who confirms it', async () => {
    const { fake, user, dialog } = await guestSignsOut();
    await user.click(dialog.getByRole('button', { name: 'Sign out anyway' }));
    expect(await screen.findByRole('heading', { name: 'Sign in to Busker' })).toBeDefined();
    expect(fake.session.value.kind).toBe('signed-out');
  });
});

describe('reading again', () => {
  afterEach(() => {
    cleanup();
    Reflect.deleteProperty(navigator, 'onLine');
  });

  function filled(): FakeBackend {
    const fake = adasBackend();
    fake.payments.set(makePayments());
    fake.receive(makeTip({ tipId: 'one' }));
    return fake;
  }

  test.each<[ScriptedCall, string, RegExp]>([
    ['watchDraft', '/page/profile', /^Links$/],
    ['watchLatest', '/money/tips', /^State$/],
    ['watchTip', '/money/tips?tip=one', /^What happened$/],
    ['watchLog', '/money/tips?tip=one', /^Nothing|^No /],
    ['watchInsights', '/insights', /^Views$/],
    ['watchPayments', '/settings/payments', /^What it costs$/],
    ['watchPublished', '/share/embed', /^Embed code$/],
  ])('a failed %s can be retried in place', async (call, address, there) => {
    const fake = filled();
    fake.failNext(call, 'store/unavailable');
    const { user } = showApp(address, fake);
    const [again] = await screen.findAllByRole('button', { name: 'Try again' });
    await user.click(again as HTMLElement);
    expect((await screen.findAllByText(there)).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  // The server's totals are shown until the list has come.
  test('failed totals can be retried in place', async () => {
    const fake = filled();
    fake.hold('watchLatest');
    fake.failNext('watchTotals', 'store/unavailable');
    const { user } = showApp('/money/tips', fake);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Received in USD')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  // Holds dash-095.
  test('without cached data a screen shows neither an empty list nor zero', async () => {
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    const fake = adasBackend();
    fake.online.set(false);
    showApp('/money/tips', fake);
    expect(await screen.findByText('Waiting for a connection')).toBeDefined();
    expect(screen.queryByText('Your first tip will appear here')).toBeNull();
    fake.receive(makeTip());
    showApp('/insights', fake);
    expect(await screen.findByText('Waiting for a connection')).toBeDefined();
    expect(screen.queryByText('Link clicks')).toBeNull();
  });
});

describe('store refusals', () => {
  afterEach(cleanup);

  // Holds dash-093.
  test.each(storeCodes)('the store’s status %s has its own sentence and a next step', async (name) => {
    const fake = adasBackend();
    fake.failNext('watchDraft', `store/${name}`);
    showApp('/page/profile', fake);
    expect((await screen.findByRole('alert')).textContent).toContain(en[`failure.store/${name}`]);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  });

  // Holds dash-094.
  test('a terminated client and a time-out differ from other failures', () => {
    const terminated = new Error('The client has already been terminated.');
    expect(storeFailure(Object.assign(terminated, { code: 'failed-precondition' })).code).toBe(
      'store/client-terminated',
    );
    expect(storeFailure({ code: 'deadline-exceeded' }).code).toBe('store/deadline-exceeded');
  });
});
