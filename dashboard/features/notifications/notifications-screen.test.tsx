import { fail, ok } from '@busker/core/base/result';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, screen, waitFor, within, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryNotes, type DeviceNote } from '../../device/device-note';
import { deviceUser, type PushPossibility } from '../../device/this-browser';
import { LanguageProvider, Texts } from '../../messages/language-provider';
import type { FakeBackend } from '../../testing/fake-backend';
import { adasBackend, menuItem, showScreen } from '../../testing/fake-screen';
import { makeChannel, makeDelivery, makeWebhook, makePayments, makeUser } from '../../testing/fakes';
import { InMemoryPushDevice } from '../../testing/in-memory-channels';
import { ThisDevice, type DeviceApi, type ThisDeviceParts } from './this-device';

describe('notifications screen', () => {
  afterEach(cleanup);

  const at = '/settings/notifications';

  function backendWith(channels: Parameters<FakeBackend['channels']['put']>[1][] = []): FakeBackend {
    const fake = adasBackend();
    fake.payments.set(makePayments());
    channels.forEach((channel, index) => fake.channels.put(`c${index}`, channel));
    return fake;
  }
  const stored = (fake: FakeBackend, id = 'c0') => fake.channels.all.channels[id];

  test('says to a guest that an account is needed, and leads there', async () => {
    const fake = backendWith();
    fake.signInAs(makeUser({ isGuest: true }));
    const { user, whereAmI } = showScreen(at, fake);
    await user.click(await screen.findByRole('link', { name: 'Add a way to sign in' }));
    await waitFor(() => expect(whereAmI()).toBe('/settings/account'));
    expect(fake.timesAsked('channels')).toBe(0);
  });

  describe('a channel', () => {
    test('says its state in words, with the last problem', async () => {
      showScreen(
        at,
        backendWith([
          makeChannel({ state: 'failing', problem: 'timed-out' }),
          makeChannel({ label: 'Band', state: 'off', end: 'unsubscribed', lastOkAt: null }),
        ]),
      );
      expect(await screen.findByText(/The server took too long\. Busker keeps trying\./)).toBeDefined();
      expect(screen.getByText(/unsubscribe link/)).toBeDefined();
      expect(screen.getByText('Nothing has arrived yet')).toBeDefined();
    });

    // Holds dash-2052.
    test('to the owner’s own address shows it whole, and another one shortened', async () => {
      const shortened = (hint: string) => makeChannel({ hint, label: hint });
      showScreen(at, backendWith([shortened('a…@example.com'), shortened('b…@band.example')]));
      expect(await screen.findByRole('heading', { name: 'ada@example.com', level: 3 })).toBeDefined();
      expect(screen.getByRole('heading', { name: 'b…@band.example', level: 3 })).toBeDefined();
    });

    test('is switched off at once, and back when the server refuses', async () => {
      const fake = backendWith([makeChannel()]);
      const { user } = showScreen(at, fake);
      const power = await screen.findByRole<HTMLInputElement>('switch', { name: 'Email: on or off' });
      await user.click(power);
      await waitFor(() => expect(stored(fake)?.end).toBe('owner'));
      expect(power.checked).toBe(false);
      fake.failNext('changeChannel', 'api/too-many-requests');
      await user.click(power);
      expect(await screen.findByRole('alert')).toBeDefined();
      await waitFor(() => expect(power.checked).toBe(false));
    });

    test('is tested, and shows the answer', async () => {
      const fake = backendWith([makeWebhook()]);
      fake.channels.receiver = { status: 503, text: 'x'.repeat(300) };
      const { user } = showScreen(at, fake);
      await user.click(await screen.findByRole('button', { name: 'Test My server' }));
      expect(await screen.findByText('The test message did not arrive.')).toBeDefined();
      expect(screen.getByText('Answer: 503, after 84 ms')).toBeDefined();
      expect(screen.getByText(/^x+$/).textContent).toHaveLength(200);
    });

    test('that waits for its confirmation has no switch and is confirmed from its row', async () => {
      const fake = backendWith([makeChannel({ state: 'unverified' })]);
      const { user } = showScreen(at, fake);
      await user.click(await screen.findByRole('button', { name: 'Confirm' }));
      expect(screen.queryByRole('switch', { name: 'Email: on or off' })).toBeNull();
      const dialog = within(await screen.findByRole('dialog'));
      await user.type(dialog.getByLabelText('Six digits'), '123456');
      await user.keyboard('{Enter}');
      await waitFor(() => expect(stored(fake)?.state).toBe('on'));
    });

    test('is renamed and removed from its menu', async () => {
      const fake = backendWith([makeChannel()]);
      const { user } = showScreen(at, fake);
      await user.click(await screen.findByRole('button', { name: 'More for Email' }));
      await user.click(await menuItem('Rename'));
      const name = within(await screen.findByRole('dialog')).getByLabelText('Name');
      await user.clear(name);
      await user.type(name, 'Band{Enter}');
      await waitFor(() => expect(stored(fake)?.label).toBe('Band'));
      await user.click(await screen.findByRole('button', { name: 'More for Band' }));
      await user.click(await menuItem('Remove'));
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
      await waitFor(() => expect(stored(fake)).toBeUndefined());
      expect(await screen.findByText(/Busker tells you nothing yet/)).toBeDefined();
    });

    test('of a webhook gets a new secret, and says how long the old one works', async () => {
      const { user } = showScreen(at, backendWith([makeWebhook()]));
      await user.click(await screen.findByRole('button', { name: 'More for My server' }));
      await user.click(await menuItem('New secret'));
      const dialog = within(await screen.findByRole('dialog'));
      await user.click(dialog.getByRole('button', { name: 'New secret' }));
      expect(await dialog.findByText(/The old secret works until Nov 26, 2026/)).toBeDefined();
    });

    test('of a webhook sends again what was missed, and says how much', async () => {
      const { user } = showScreen(at, backendWith([makeWebhook()]));
      await user.click(await screen.findByRole('button', { name: 'More for My server' }));
      await user.click(await menuItem('Send again what was missed'));
      const dialog = within(await screen.findByRole('dialog'));
      await user.selectOptions(dialog.getByLabelText('From when'), 'Last 30 days');
      await user.click(dialog.getByRole('button', { name: 'Send again' }));
      expect(await screen.findByText('3 events are sent again')).toBeDefined();
    });

    // Holds dash-950.
    test('keeps its smallest amount, its words and how often it tells', async () => {
      const fake = backendWith([makeChannel({ audience: 'public' })]);
      const { user } = showScreen(at, fake);
      await user.click(await screen.findByRole('button', { name: 'Options' }));
      const dialog = within(await screen.findByRole('dialog'));
      expect(dialog.getByText(/Others can see this channel/)).toBeDefined();
      await user.type(dialog.getByLabelText('Only tips from (USD)'), '5');
      expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull();
      await user.selectOptions(dialog.getByLabelText('How often'), 'Once a day, at 18:00');
      await user.click(dialog.getByRole('switch', { name: 'Tell names and messages' }));
      await waitFor(() =>
        expect(stored(fake)).toMatchObject({ minimum: { usd: 500 }, mode: 'daily', words: false }),
      );
      // The word that it is kept has the way back, of the last change alone.
      expect(await screen.findByText('Saved.')).toBeDefined();
      await user.click(screen.getByRole('button', { name: 'Undo' }));
      await waitFor(() => expect(stored(fake)).toMatchObject({ minimum: { usd: 500 }, words: true }));
    });
  });

  test('each event of each channel has a switch with a name, which the keyboard turns', async () => {
    const fake = backendWith([makeChannel(), makeChannel({ kind: 'discord', label: 'Discord' })]);
    const { user } = showScreen(at, fake);
    const refunds = await screen.findByRole<HTMLInputElement>('switch', { name: 'Refunds to Discord' });
    expect(refunds.checked).toBe(true);
    refunds.focus();
    await user.keyboard(' ');
    await waitFor(() => expect(stored(fake, 'c1')?.events).not.toContain('tip.refunded'));
    expect(stored(fake, 'c0')?.events).toContain('tip.refunded');
    expect(refunds.checked).toBe(false);
  });

  test('two switches turned before the first answer both hold', async () => {
    const fake = backendWith([makeChannel()]);
    const { user } = showScreen(at, fake);
    await user.click(await screen.findByRole('switch', { name: 'Refunds to Email' }));
    await user.click(screen.getByRole('switch', { name: 'Your replies to Email' }));
    await waitFor(() => expect(stored(fake)?.events).toContain('tip.replied'));
    expect(stored(fake)?.events).not.toContain('tip.refunded');
  });

  // Holds dash-1021.
  test('a switch leaves the others as another device has set them since, and so does its undo', async () => {
    const fake = backendWith([makeChannel({ events: ['tip.paid'] })]);
    const { user } = showScreen(at, fake);
    // The other device: this one has not got its change yet when it sends its own.
    const others = makeChannel({ events: ['tip.paid', 'link.back'], minimum: { eur: 300 } });
    const refunds = await screen.findByRole('switch', { name: 'Refunds to Email' });
    act(() => {
      fireEvent.click(refunds);
      fake.channels.put('c0', others);
    });
    await waitFor(() => expect(stored(fake)?.events).toEqual(['tip.paid', 'tip.refunded', 'link.back']));
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Refunds to Email' }).checked).toBe(true);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(stored(fake)?.events).toEqual(['tip.paid', 'link.back']));
    expect(stored(fake)?.minimum).toEqual({ eur: 300 });
  });

  // Holds dash-1021.
  test('quiet hours that another device has set are shown here, and not sent back as they were', async () => {
    const fake = backendWith([makeChannel()]);
    const { user } = showScreen(at, fake);
    await user.click(await screen.findByRole('switch', { name: 'Keep quiet hours' }));
    await waitFor(() => expect(fake.channels.all.quiet).not.toBeNull());
    const { stored: live, all } = fake.channels;
    act(() => live.set({ ...all, quiet: { from: 20 * 60, to: 9 * 60 } }));
    const to = await screen.findByLabelText('Until');
    await waitFor(() => expect(to).toHaveProperty('value', '09:00'));
    fireEvent.change(to, { target: { value: '10:00' } });
    fireEvent.blur(to);
    await waitFor(() => expect(fake.channels.all.quiet).toEqual({ from: 20 * 60, to: 10 * 60 }));
  });

  // Holds dash-950.
  test('quiet hours are kept at once, with their zone and the language, and can be undone', async () => {
    const fake = backendWith([makeChannel()]);
    const { user } = showScreen(at, fake);
    await user.click(await screen.findByRole('switch', { name: 'Keep quiet hours' }));
    expect(screen.getByText(/Disputes with a deadline, fraud warnings and stopped payments/)).toBeDefined();
    expect(await screen.findByText('Saved.')).toBeDefined();
    await user.selectOptions(screen.getByLabelText('Time zone'), 'Europe/Berlin');
    await waitFor(() =>
      expect(fake.channels.all).toMatchObject({
        zone: 'Europe/Berlin',
        language: 'en',
        quiet: { from: 22 * 60, to: 8 * 60 },
      }),
    );
    const panel = within(screen.getByRole('region', { name: 'Quiet hours' }));
    expect(panel.queryByRole('button', { name: 'Save' })).toBeNull();
    const from = panel.getByLabelText('From');
    fireEvent.change(from, { target: { value: '21:00' } });
    fireEvent.blur(from);
    await waitFor(() => expect(fake.channels.all.quiet).toEqual({ from: 21 * 60, to: 8 * 60 }));
    await user.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1) ?? document.body);
    await waitFor(() => expect(fake.channels.all.quiet).toEqual({ from: 22 * 60, to: 8 * 60 }));
    expect(from).toHaveProperty('value', '22:00');
  });

  describe('the delivery log', () => {
    const backendWithLog = () => {
      const fake = backendWith();
      fake.channels.put('hook', makeWebhook());
      fake.channels.deliveries.set([
        makeDelivery({
          id: 'd2',
          type: 'tip.refunded',
          state: 'dead',
          tries: [{ at: 1, ms: 15_000, status: null, problem: 'timed-out', text: '' }],
        }),
        makeDelivery({ id: 'd1' }),
      ]);
      return fake;
    };

    test('shows the tries of a message, and sends it again', async () => {
      const fake = backendWithLog();
      const { user } = showScreen(at, fake);
      const log = within(await screen.findByRole('list', { name: 'Delivery log' }));
      expect(log.getByText(/No answer.*The server took too long/)).toBeDefined();
      await user.click(log.getByRole('button', { name: /^Send again: Refunds/ }));
      expect(await screen.findByText('It is sent again.')).toBeDefined();
      expect(fake.channels.deliveries.value[0]?.state).toBe('waiting');
    });

    test('is filtered by state', async () => {
      const { user } = showScreen(at, backendWithLog());
      await user.selectOptions(await screen.findByLabelText('State'), 'Arrived');
      const log = within(screen.getByRole('list', { name: 'Delivery log' }));
      expect(log.queryByText('Refunds')).toBeNull();
      expect(log.getByText('New tips')).toBeDefined();
      await user.selectOptions(screen.getByLabelText('State'), 'Sending');
      expect(screen.getByText('No message matches.')).toBeDefined();
    });
  });

  test.each([
    ['watchChannels', 'store/unavailable'],
    ['channels', 'api/unreachable'],
  ] as const)('%s is asked again after an outage', async (call, code) => {
    const fake = backendWith([makeChannel()]);
    fake.failNext(call, code);
    const { user } = showScreen(at, fake);
    await screen.findByRole('alert');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Webhook' })).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('add channel', () => {
  afterEach(cleanup);

  let fake: FakeBackend;
  beforeEach(() => {
    fake = adasBackend();
  });
  const stateOf = (channelId: string) => fake.channels.all.channels[channelId]?.state;

  async function chooseKind(name: string) {
    const { user } = showScreen('/settings/notifications', fake);
    await user.click(await screen.findByRole('button', { name }));
    return { user, dialog: within(await screen.findByRole('dialog')) };
  }

  // Holds dash-1023.
  test('adding offers what the host can send to, and no mail on a host without it', async () => {
    fake.channels.offered = ['webhook', 'ntfy'];
    showScreen('/settings/notifications', fake);
    expect(await screen.findByRole('button', { name: 'Webhook' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Email' })).toBeNull();
  });

  test('adding confirms the sign-in address by the code of the mail, after a wrong one and an old one', async () => {
    const { user, dialog } = await chooseKind('Email');
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /ada@example.com/ }).checked).toBe(true);
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    const code = await dialog.findByLabelText('Six digits');
    await user.type(code, '111 111');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText(/This code is not the one that we sent/)).toBeDefined();
    fake.channels.expired.add('channel-1');
    await user.clear(code);
    await user.type(code, '123 456');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText(/This code is too old/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Send it again' }));
    expect(await dialog.findByText(/Only the newest code works/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(stateOf('channel-1')).toBe('on'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('adding asks for a fresh sign-in when the server wants one, and goes on after it', async () => {
    fake.isFresh = false;
    const { user, dialog } = await chooseKind('Telegram');
    await user.type(dialog.getByLabelText('Token of your bot'), '12:token');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    await user.type(await screen.findByLabelText('Password'), 'busker-demo');
    await user.keyboard('{Enter}');
    const code = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Six digits' });
    expect(code.value).toBe('123456');
    await user.click(screen.getByRole('button', { name: 'I sent the code' }));
    await waitFor(() => expect(stateOf('channel-1')).toBe('on'));
  });

  test('adding shows the secret of a webhook once, and then whether it answers', async () => {
    fake.channels.receiver = { status: 500, text: 'no' };
    const { user, dialog } = await chooseKind('Webhook');
    await user.type(dialog.getByLabelText('Address'), 'https://hooks.example.com/a');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    const secret = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'Signing secret' });
    expect(secret.value).toMatch(/^whsec_/);
    await user.click(dialog.getByRole('button', { name: 'I copied it' }));
    await user.click(await dialog.findByRole('button', { name: 'Send the test message' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('There was no good answer');
    fake.channels.receiver = { status: 204, text: '' };
    await user.click(dialog.getByRole('button', { name: 'Send the test message' }));
    await waitFor(() => expect(stateOf('channel-1')).toBe('on'));
  });

  // Holds dash-1336.
  test.each([
    ['Discord', 'https://discord.com/api/webhooks/1234/abc'],
    ['Slack', 'https://hooks.slack.com/services/T1/B2/c3'],
  ])(
    'adding %s goes on as soon as its whole address is pasted, and says so before',
    async (kind, address) => {
      const { user, dialog } = await chooseKind(kind);
      expect(dialog.getByText(/As soon as you paste it here, a code is sent there/)).toBeDefined();
      await user.click(dialog.getByLabelText('Address'));
      await user.paste(`  ${address}\n`);
      expect(await dialog.findByLabelText('Six digits')).toBeDefined();
      expect(stateOf('channel-1')).toBe('unverified');
    },
  );

  test('a part of an address that is pasted waits in its field', async () => {
    const { user, dialog } = await chooseKind('Discord');
    await user.click(dialog.getByLabelText('Address'));
    await user.paste('https://discord.com/channels/1234');
    expect(dialog.getByLabelText<HTMLInputElement>('Address').value).toBe(
      'https://discord.com/channels/1234',
    );
    expect(dialog.getByRole('button', { name: 'Continue' })).toBeDefined();
  });

  test.each([
    ['Discord', 'Address', 'Copy it once more from Discord'],
    ['Webhook', 'Address', 'Use a public address that begins with https://'],
  ])('adding %s says at the field that the address is wrong', async (kind, field, says) => {
    const { user, dialog } = await chooseKind(kind);
    await user.type(dialog.getByLabelText(field), 'http://10.0.0.1');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    const input = dialog.getByLabelText(field);
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
    expect(dialog.getByText(new RegExp(says))).toBeDefined();
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  test('adding shows the topic of ntfy as text and as a QR code', async () => {
    const { user, dialog } = await chooseKind('ntfy');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await dialog.findByRole('img', { name: 'QR code of the topic' })).toBeDefined();
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Topic' }).value).toMatch(/ntfy\.sh/);
  });
});

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
