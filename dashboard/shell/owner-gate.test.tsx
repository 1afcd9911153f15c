import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultPreferences } from '../../core/documents/account-document';
import { noChannels } from '../../core/outbox/channel';
import { storeCodes, storeFailure } from '../data/failure';
import type { InMemoryWorld, ScriptedCall } from '../in-memory/in-memory-world';
import { browserZone } from '../preferences/preferences';
import { en } from '../testing/every-text';
import { adasWorld, showApp } from '../testing/fake-screen';
import { makeChannel, makePayments, makeTip, makeUser } from '../testing/fakes';

describe('channel watch', () => {
  afterEach(cleanup);

  let world: InMemoryWorld;
  beforeEach(() => {
    world = adasWorld();
  });
  const shown = () => screen.findByRole('heading', { level: 1 });

  test('tells the server the language and the zone of the dashboard, once', async () => {
    world.channels.stored.set({
      ...noChannels,
      zone: 'Asia/Tokyo',
      language: 'ja',
      channels: { c: makeChannel() },
    });
    showApp('/profile', world);
    await waitFor(() => expect(world.channels.all).toMatchObject({ zone: browserZone(), language: 'en' }));
    world.channels.put('c', makeChannel({ label: 'Band' }));
    await shown();
    expect(world.timesAsked('keepQuiet')).toBe(1);
  });

  test('keeps the zone of the account for messages and quiet hours, in whichever browser the owner is', async () => {
    const quiet = { from: 1320, to: 480 };
    world.preferences.set({ ...defaultPreferences, timeZone: 'Asia/Tokyo' });
    world.channels.stored.set({
      ...noChannels,
      zone: 'Europe/Berlin',
      language: 'ja',
      quiet,
      channels: { c: makeChannel() },
    });
    showApp('/profile', world);
    await waitFor(() =>
      expect(world.channels.all).toMatchObject({ zone: 'Asia/Tokyo', language: 'en', quiet }),
    );
  });

  test('does not repeat a refused call', async () => {
    world.channels.stored.set({ ...noChannels, language: 'ja', channels: { c: makeChannel() } });
    world.failNext('keepQuiet', 'api/too-many-requests');
    showApp('/profile', world);
    await waitFor(() => expect(world.timesAsked('keepQuiet')).toBe(1));
    world.channels.put('c', makeChannel({ label: 'Band' }));
    await shown();
    expect(world.timesAsked('keepQuiet')).toBe(1);
  });

  test.each([
    ['who has no channel', { language: 'ja', isGuest: false, channels: {} }],
    ['whose language and zone are known', { language: 'en', isGuest: false, channels: { c: makeChannel() } }],
    ['who is a guest', { language: 'ja', isGuest: true, channels: { c: makeChannel() } }],
  ])('says nothing about an owner %s', async (_who, { language, isGuest, channels }) => {
    world.signInAs(makeUser({ isGuest }));
    world.channels.stored.set({ ...noChannels, zone: browserZone(), language, channels });
    showApp('/profile', world);
    await shown();
    expect(world.timesAsked('keepQuiet')).toBe(0);
  });
});

describe('guest leaves', () => {
  afterEach(cleanup);

  async function guestSignsOut() {
    const world = adasWorld();
    world.changeUser({ isGuest: true, email: null, emailVerified: false, providers: [] });
    const { user, whereAmI } = showApp('/profile', world);
    await user.click(await screen.findByRole('button', { name: /^Account menu/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign out and lose what you made?' });
    return { world, user, whereAmI, dialog: within(dialog) };
  }

  test('asks a guest before signing out, and leads to what keeps their work', async () => {
    const { world, user, whereAmI, dialog } = await guestSignsOut();
    expect(world.session.value.kind).toBe('signed-in');
    await user.click(dialog.getByRole('link', { name: 'Keep my work' }));
    // The router shows the next page in a transition, so a busy machine needs a moment.
    await waitFor(() => expect(whereAmI()).toBe('/account'));
    expect(world.session.value.kind).toBe('signed-in');
  });

  test('signs a guest out who confirms it', async () => {
    const { world, user, dialog } = await guestSignsOut();
    await user.click(dialog.getByRole('button', { name: 'Sign out anyway' }));
    expect(await screen.findByRole('heading', { name: 'Sign in to Busker' })).toBeDefined();
    expect(world.session.value.kind).toBe('signed-out');
  });
});

describe('reading again', () => {
  afterEach(() => {
    cleanup();
    Reflect.deleteProperty(navigator, 'onLine');
  });

  function filled(): InMemoryWorld {
    const world = adasWorld();
    world.payments.set(makePayments());
    world.receive(makeTip({ tipId: 'one' }));
    return world;
  }

  test.each<[ScriptedCall, string, RegExp]>([
    ['watchDraft', '/profile', /^Links$/],
    ['watchLatest', '/tips', /^State$/],
    ['watchTip', '/tips?tip=one', /^What happened$/],
    ['watchLog', '/tips?tip=one', /^Nothing|^No /],
    ['watchInsights', '/insights', /^Views$/],
    ['watchPayments', '/payments', /^Amounts$/],
    ['watchPublished', '/embed', /^Embed code$/],
  ])('a failed %s can be retried in place', async (call, address, there) => {
    const world = filled();
    world.failNext(call, 'store/unavailable');
    const { user } = showApp(address, world);
    const [again] = await screen.findAllByRole('button', { name: 'Try again' });
    await user.click(again as HTMLElement);
    expect((await screen.findAllByText(there)).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  // The server's totals are shown until the list has come.
  test('failed totals can be retried in place', async () => {
    const world = filled();
    world.hold('watchLatest');
    world.failNext('watchTotals', 'store/unavailable');
    const { user } = showApp('/tips', world);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Received in USD')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  // Holds dash-095.
  test('without cached data a screen shows neither an empty list nor zero', async () => {
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    const world = adasWorld();
    world.online.set(false);
    showApp('/tips', world);
    expect(await screen.findByText('Waiting for a connection')).toBeDefined();
    expect(screen.queryByText('Your first tip will appear here')).toBeNull();
    world.receive(makeTip());
    showApp('/insights', world);
    expect(await screen.findByText('Waiting for a connection')).toBeDefined();
    expect(screen.queryByText('Link clicks')).toBeNull();
  });
});

describe('store refusals', () => {
  afterEach(cleanup);

  // Holds dash-093.
  test.each(storeCodes)('the store’s status %s has its own sentence and a next step', async (name) => {
    const world = adasWorld();
    world.failNext('watchDraft', `store/${name}`);
    showApp('/profile', world);
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
