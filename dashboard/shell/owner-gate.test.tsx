import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, afterEach, beforeEach, expect, test } from 'vitest';
import { defaultPreferences } from '../../core/documents/account-document';
import { noChannels } from '../../core/outbox/channel';
import type { InMemoryWorld } from '../in-memory/in-memory-world';
import { browserZone } from '../preferences/preferences';
import { makeChannel, makeUser } from '../testing/fakes';
import { adasWorld, showApp } from '../testing/fake-screen';

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
