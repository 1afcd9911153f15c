import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, afterEach, expect, test, vi } from 'vitest';
import { fail, ok } from '@busker/core/base/result';
import { memoryNotes, type DeviceNote } from '../../device/device-note';
import { deviceUser, type PushPossibility } from '../../device/this-browser';
import { LanguageProvider, Texts } from '../../messages/language-provider';
import { InMemoryPushDevice } from '../../testing/in-memory-push-device';
import { ThisDevice, type DeviceApi, type ThisDeviceParts } from './this-device';

describe('this device', async () => {
  afterEach(cleanup);

  const ada = await deviceUser('ada');
  const answer = { channelId: 'c1', verification: 'seen', secret: null, code: null, topicUrl: null } as const;

  interface Stage {
    readonly possible?: PushPossibility;
    readonly note?: Partial<DeviceNote>;
    readonly channels?: ThisDeviceParts['channels'];
  }

  function show({ possible = 'ready', note = {}, channels = [] }: Stage = {}) {
    const device = new InMemoryPushDevice(possible);
    const notes = memoryNotes(note);
    const api = {
      add: vi.fn<DeviceApi['add']>(() => Promise.resolve(ok(answer))),
      verify: vi.fn<DeviceApi['verify']>(() => Promise.resolve(ok(undefined))),
      remove: vi.fn<DeviceApi['remove']>(() => Promise.resolve(ok(undefined))),
    };
    const page = (listed: ThisDeviceParts['channels']) => (
      <MantineProvider>
        <LanguageProvider language="en">
          <Texts part="all">
            <ThisDevice uid="ada" vapidKey="key" channels={listed} {...{ device, notes, api }} />
          </Texts>
        </LanguageProvider>
      </MantineProvider>
    );
    const { rerender } = render(page(channels));
    const user = userEvent.setup({ delay: null });
    return {
      device,
      notes,
      api,
      user,
      list: (listed: ThisDeviceParts['channels']) => rerender(page(listed)),
    };
  }

  /** The button once it can be pressed: until the browser has said what it allows, a press does nothing. */
  const button = (name: string) =>
    waitFor(() => {
      const found = screen.getByRole<HTMLButtonElement>('button', { name });
      expect(found.disabled).toBe(false);
      return found;
    });

  test('adds this device, and is on after the owner has seen the first notification', async () => {
    const { user, api, notes } = show();
    await user.click(await button('Turn on notifications'));
    expect(await screen.findByText('Did you see the notification?')).toBeDefined();
    expect(api.add).toHaveBeenCalledWith({
      kind: 'push',
      label: 'Chrome · Android',
      subscription: { endpoint: 'https://push.example.net/1', keys: { p256dh: 'p', auth: 'a' } },
    });
    expect(await notes.read()).toMatchObject({ user: ada, channel: { user: ada, channelId: 'c1' } });
    await user.click(await button('Yes, I saw it'));
    expect(await screen.findByText('This device gets notifications.')).toBeDefined();
    expect(api.verify).toHaveBeenCalledWith('c1');
  });

  test('knows its owner before the server sends the first notification', async () => {
    const { user, api, notes } = show();
    let known: string | null = null;
    api.add.mockImplementationOnce(async () => {
      known = (await notes.read()).user;
      return ok(answer);
    });
    await user.click(await button('Turn on notifications'));
    await screen.findByText('Did you see the notification?');
    expect(known).toBe(ada);
  });

  test('removes the channel and says what to check when the notification was not seen', async () => {
    const { user, api, notes, device } = show();
    await user.click(await button('Turn on notifications'));
    await user.click(await button('No'));
    expect((await screen.findByRole('alert')).textContent).toContain('Do Not Disturb');
    expect(api.remove).toHaveBeenCalledWith('c1');
    expect((await notes.read()).channel).toBeNull();
    expect(device.ended).toBe(1);
    await user.click(await button('Try again'));
    expect(await screen.findByText('Did you see the notification?')).toBeDefined();
  });

  // Holds outbox scenario 43.
  test.each([
    ['timed-out', 'did not answer'],
    ['dismissed', 'Allow notifications to go on'],
    ['refused', 'private windows'],
  ] as const)('says why and offers another try: %s', async (problem, sentence) => {
    const { user, device, api } = show();
    device.answer = () => Promise.resolve(fail(problem));
    await user.click(await button('Turn on notifications'));
    expect((await screen.findByRole('alert')).textContent).toContain(sentence);
    expect(api.add).not.toHaveBeenCalled();
    expect(await button('Try again')).toBeDefined();
  });

  test('says what to do when the owner blocked notifications, without a button that cannot help', async () => {
    const { user, device } = show();
    device.answer = () => Promise.resolve(fail('blocked'));
    await user.click(await button('Turn on notifications'));
    expect((await screen.findByRole('alert')).textContent).toContain('settings');
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('says why the server refused, and tries again', async () => {
    const { user, api } = show();
    api.add.mockResolvedValueOnce(fail({ code: 'api/unreachable' }));
    await user.click(await button('Turn on notifications'));
    await user.click(await button('Try again'));
    expect(await screen.findByText('Did you see the notification?')).toBeDefined();
  });

  test('explains the three steps on an iPhone', async () => {
    show({ possible: 'ios-needs-home-screen' });
    expect(await screen.findAllByRole('listitem')).toHaveLength(3);
  });

  const own = { channel: { user: ada, channelId: 'c1' } };

  test('is on where the list has its channel, and stops on demand', async () => {
    const { user, api } = show({
      possible: 'subscribed',
      note: own,
      channels: [{ channelId: 'c1', state: 'on' }],
    });
    await user.click(await button('Stop on this device'));
    expect(api.remove).toHaveBeenCalledWith('c1');
    expect(await button('Turn on notifications')).toBeDefined();
  });

  test.each([
    ['its channel is gone', own, []],
    ['its channel is off', own, [{ channelId: 'c1', state: 'off' }]],
    [
      'the channel is of another owner',
      { channel: { user: 'x', channelId: 'c1' } },
      [{ channelId: 'c1', state: 'on' }],
    ],
  ])('offers to turn on when %s', async (_when, note, channels) => {
    show({ possible: 'subscribed', note, channels });
    expect(await button('Turn on notifications')).toBeDefined();
  });

  test('asks again for a channel that was never confirmed', async () => {
    show({ possible: 'subscribed', note: own, channels: [{ channelId: 'c1', state: 'unverified' }] });
    expect(await screen.findByText('Did you see the notification?')).toBeDefined();
  });

  test('offers to turn on again after its channel was removed from the list', async () => {
    const { user, list, device } = show();
    await user.click(await button('Turn on notifications'));
    await user.click(await button('Yes, I saw it'));
    device.possible = 'subscribed';
    list([{ channelId: 'c1', state: 'on' }]);
    expect(await screen.findByText('This device gets notifications.')).toBeDefined();
    list([]);
    expect(await button('Turn on notifications')).toBeDefined();
  });
});
