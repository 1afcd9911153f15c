import type { Meta, StoryObj } from '@storybook/react-vite';
import { defaultPreferences } from '@busker/core/account/account-document';
import { screen as view, userEvent, within } from 'storybook/test';
import { chosenTypes } from '@busker/core/outbox/channel';
import { makeChannel, makeDelivery, makeWebhook, makeTip, makeUser } from '@busker/dashboard/testing/fakes';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Notifications', parameters: { layout: 'fullscreen' } };
export default meta;

const screen = '/settings/notifications';
const discord = makeChannel({ kind: 'discord', label: 'Band chat', hint: 'discord.com', audience: 'public' });

const some: Script = (fake) => {
  fake.channels.put('mail', makeChannel());
  fake.channels.put('discord', discord);
};

/** Every state of a channel. */
const states: Script = (fake) => {
  fake.channels.put('a', makeChannel());
  fake.channels.put('b', makeChannel({ label: 'Second address', state: 'unverified', lastOkAt: null }));
  fake.channels.put('c', { ...discord, state: 'off', end: 'gone' });
  fake.channels.put('d', makeChannel({ kind: 'slack', label: 'Slack', state: 'off', end: 'owner' }));
  fake.channels.put('e', makeChannel({ label: 'Old', state: 'refused', end: 'address-refused' }));
  fake.channels.put('hook', makeWebhook({ state: 'failing', problem: 'timed-out', failures: 4 }));
};

const log: Script = (fake) => {
  fake.channels.put('hook', makeWebhook());
  const noon = Date.UTC(2026, 10, 20, 12);
  const slow = { at: noon, ms: 15_000, status: null, problem: 'timed-out', text: '' } as const;
  const broken = {
    at: noon + 5000,
    ms: 240,
    status: 503,
    problem: 'server-error',
    text: '<html><title>503 Service Unavailable</title></html>',
  } as const;
  fake.channels.deliveries.set([
    makeDelivery({ id: 'd3', type: 'tip.disputed', state: 'waiting', tries: [], nextAt: noon + 300_000 }),
    makeDelivery({ id: 'd2', type: 'tip.refunded', state: 'dead', tries: [slow, broken] }),
    makeDelivery({ id: 'd1' }),
    makeDelivery({ id: 'd0', channelId: 'removed' }),
  ]);
};

const adding =
  (kind: string, fill: () => Promise<void> = async () => {}): NonNullable<StoryObj['play']> =>
  async () => {
    await userEvent.click(await view.findByRole('button', { name: kind }));
    // The dialog has its name a moment after it is open.
    await view.findByRole('dialog', { name: 'Add a channel' });
    await fill();
  };
const goOn = async () => userEvent.click(await view.findByRole('button', { name: 'Continue' }));
const typeIn = async (label: string, value: string) =>
  userEvent.type(await view.findByLabelText(label), value);
const confirm = async (code: string) => {
  await typeIn('Six digits', code);
  const dialog = within(view.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
};

export const Empty: StoryObj = at(screen, adaSignedIn);
export const Loading: StoryObj = at(screen, adaSignedIn, (fake) => fake.hold('watchChannels'));
export const Some: StoryObj = at(screen, adaSignedIn, some);
export const EveryState: StoryObj = at(screen, adaSignedIn, states);
export const HostOffersNoMail: StoryObj = at(screen, adaSignedIn, (fake) => {
  fake.channels.offered = ['webhook', 'discord', 'ntfy'];
});
export const AddingMail: StoryObj = { ...at(screen, adaSignedIn), play: adding('Email') };
export const AddingWebhook: StoryObj = { ...at(screen, adaSignedIn), play: adding('Webhook') };
export const AddingDiscord: StoryObj = { ...at(screen, adaSignedIn), play: adding('Discord') };
export const AddingSlack: StoryObj = { ...at(screen, adaSignedIn), play: adding('Slack') };
export const AddingTelegram: StoryObj = { ...at(screen, adaSignedIn), play: adding('Telegram') };
export const AddingMatrix: StoryObj = { ...at(screen, adaSignedIn), play: adding('Matrix') };
export const AddingNtfy: StoryObj = { ...at(screen, adaSignedIn), play: adding('ntfy') };
export const AddressNotAllowed: StoryObj = {
  ...at(screen, adaSignedIn),
  play: adding('Discord', async () => {
    await typeIn('Address', 'https://example.com');
    await goOn();
  }),
};
export const TypingTheCode: StoryObj = { ...at(screen, adaSignedIn), play: adding('Email', goOn) };
export const CodeWrong: StoryObj = {
  ...at(screen, adaSignedIn),
  play: adding('Email', async () => {
    await goOn();
    await confirm('111111');
  }),
};
export const CodeExpired: StoryObj = {
  ...at(screen, adaSignedIn, (fake) => void fake.channels.expired.add('channel-1')),
  play: adding('Email', async () => {
    await goOn();
    await confirm('123456');
  }),
};
export const SecretShownOnce: StoryObj = {
  ...at(screen, adaSignedIn),
  play: adding('Webhook', async () => {
    await typeIn('Address', 'https://hooks.example.com/busker');
    await goOn();
  }),
};
export const CodeForTheBot: StoryObj = {
  ...at(screen, adaSignedIn),
  play: adding('Telegram', async () => {
    await typeIn('Token of your bot', '12:token');
    await goOn();
  }),
};
export const TopicOfNtfy: StoryObj = { ...at(screen, adaSignedIn), play: adding('ntfy', goOn) };
export const FreshSignIn: StoryObj = {
  ...at(screen, adaSignedIn, (fake) => {
    fake.isFresh = false;
  }),
  play: adding('Email', goOn),
};
export const Options: StoryObj = {
  ...at(screen, adaSignedIn, (fake) => fake.channels.put('discord', discord)),
  play: async () => {
    await userEvent.click(await view.findByRole('button', { name: 'Options' }));
    await view.findByRole('dialog', { name: 'Options of Band chat' });
  },
};
export const TestFailed: StoryObj = {
  ...at(screen, adaSignedIn, log, (fake) => {
    fake.channels.receiver = { status: 503, text: '<html><title>503 Service Unavailable</title></html>' };
  }),
  play: async () => userEvent.click(await view.findByRole('button', { name: 'Test My server' })),
};
export const DeliveryLog: StoryObj = at(`${screen}#log`, adaSignedIn, log);
export const QuietHours: StoryObj = at(screen, adaSignedIn, some, (fake) =>
  fake.channels.stored.set({
    ...fake.channels.all,
    zone: 'Europe/Berlin',
    quiet: { from: 22 * 60, to: 8 * 60 },
  }),
);
export const Many: StoryObj = at(screen, adaSignedIn, (fake) => {
  for (let index = 0; index < 10; index += 1) {
    const label = `A channel with quite a long name ${index}`;
    fake.channels.put(`c${index}`, makeChannel({ label, createdAt: index, events: chosenTypes }));
  }
});
export const Guest: StoryObj = at(screen, adaSignedIn, (fake) =>
  fake.signInAs(makeUser({ isGuest: true, email: null, providers: [] })),
);
export const Failed: StoryObj = at(screen, adaSignedIn, (fake) =>
  fake.failNext('watchChannels', 'store/unavailable'),
);
export const ServerIsAway: StoryObj = at(screen, adaSignedIn, some, (fake) =>
  fake.failNext('channels', 'api/unreachable'),
);
export const Offline: StoryObj = at(screen, adaSignedIn, some, (fake) => fake.online.set(false));
export const RightToLeft: StoryObj = at(screen, adaSignedIn, states, (fake) =>
  fake.preferences.set({ ...defaultPreferences, language: 'ar', setUpHidden: true, tellMeHidden: true }),
);
export const TellMe: StoryObj = at('/money/tips', adaSignedIn, (fake) => fake.receive(makeTip()));
