import { paths } from '@busker/core/documents/documents';
import { tipWatchDocument, type TipWatch } from '@busker/core/money-documents/tip-document';
import type { Message, NotifiedEvent } from '@busker/core/notification/notified-event';
import { deliveryDocument } from '@busker/core/outbox-documents/channels-document';
import { eventDocument } from '@busker/core/outbox-documents/event-document';
import type { Channel, ChannelCredentials } from '@busker/core/outbox/channel';
import { fakeChannel, fakeChannels } from '@busker/core/testing/fakes';
import { expect } from 'vitest';
import { channelSecret } from '../channels/own-channels';
import { runOutboxTask } from '../jobs/start-timers';
import type { OutboxTask } from '../outbox/outbox-task';
import { sweepOutbox } from '../outbox/sweep-outbox';
import { stored } from '../store/store';
import {
  adasScenario,
  adaUid,
  type Scenario,
  adaToken,
  bearerOf,
  paidTip,
  type Answer,
  type SentTip,
} from './ada';

/** Ada with channels, whose messages stay in memory. */
export interface OutboxScenario extends Scenario {
  /** Answers what is due, in the order of the tasks, until nothing is due at this time. */
  answer(order?: (tasks: readonly OutboxTask[]) => readonly OutboxTask[]): Promise<void>;
  /** Moves the clock in steps of a second at most to each task, and answers it. */
  pass(ms: number): Promise<void>;
  /** The sweep of one minute. */
  sweep(): Promise<number>;
}

const credentialsOf = (kind: Channel['kind']): ChannelCredentials => {
  switch (kind) {
    case 'mail':
      return { kind, address: null };
    case 'push':
      return { kind, endpoint: 'https://push.example/p', p256dh: 'p', auth: 'a', vapidKey: 'v' };
    case 'webhook':
      return { kind, url: 'https://hooks.example/in', secrets: [{ secret: 'whsec_eA==', until: null }] };
    case 'discord':
    case 'slack':
      return { kind, url: 'https://chat.example/in' };
    case 'telegram':
      return { kind, botToken: 't', chatId: '1' };
    case 'matrix':
      return { kind, server: 'https://matrix.example', room: '!r:matrix.example', token: 't' };
    case 'ntfy':
      return { kind, server: 'https://ntfy.sh', topic: 't', token: null };
  }
};

/** Stores channels that were verified, by their ids. */
export async function putChannels(
  { deps }: Scenario,
  channels: Readonly<Record<string, Partial<Channel>>>,
  settings: Parameters<typeof fakeChannels>[1] = {},
): Promise<void> {
  const createdAt = deps.clock.now();
  const made = Object.entries(channels).map(
    ([id, given]) => [id, fakeChannel({ createdAt, ...given })] as const,
  );
  await deps.store.transaction((tx) => {
    tx.write(stored.channels(adaUid), fakeChannels(Object.fromEntries(made), settings));
    for (const [id, { kind }] of made)
      tx.write(channelSecret(deps, id), {
        uid: adaUid,
        credentials: credentialsOf(kind),
        offToken: 'off',
        code: null,
      });
    return Promise.resolve();
  });
}

export async function outboxScenario(
  channels: Readonly<Record<string, Partial<Channel>>> = {},
  settings: Parameters<typeof fakeChannels>[1] = {},
): Promise<OutboxScenario> {
  const scenario = await adasScenario();
  await putChannels(scenario, channels, settings);
  const { deps } = scenario;
  const answerOne = (task: OutboxTask) => runOutboxTask(deps, task);
  // The tasks of publishing are not part of the tests.
  for (const task of deps.outboxQueue.take(deps.clock.now())) await answerOne(task);
  for (const sender of Object.values(deps.senders)) sender.sent.length = 0;
  const answer: OutboxScenario['answer'] = async (order = (tasks) => tasks) => {
    for (;;) {
      const tasks = deps.outboxQueue.take(deps.clock.now());
      if (tasks.length === 0) return;
      for (const task of order(tasks)) await answerOne(task);
    }
  };
  return {
    ...scenario,
    answer,
    async pass(ms) {
      const end = deps.clock.now() + ms;
      await answer();
      while (deps.clock.now() < end) {
        const next = Math.min(end, ...deps.outboxQueue.tasks.map(({ at }) => at));
        deps.clock.advance(Math.max(1, next - deps.clock.now()));
        await answer();
      }
    },
    sweep: () => sweepOutbox(deps, answerOne),
  };
}

/** The events sent to a channel, in the order of the messages. */
export function sentTo({ deps }: Scenario, channelId: string): readonly (readonly NotifiedEvent[])[] {
  return messagesTo(deps, channelId).map((message) => message.events);
}

type Told = Extract<Message, { readonly kind: 'told' }>;

export function messagesTo({ senders }: Scenario['deps'], channelId: string): readonly Told[] {
  const sent = Object.values(senders).flatMap((sender) => sender.sent);
  return sent.flatMap(({ to, message }) =>
    to.channelId === channelId && message.kind === 'told' ? [message] : [],
  );
}

export const typesTo = (scenario: Scenario, channelId: string): readonly (readonly string[])[] =>
  sentTo(scenario, channelId).map((events) => events.map(({ fact }) => fact.type));

/** Ada's events and deliveries as they are stored. */
export function storedOutbox({ deps }: Scenario) {
  const all = Object.entries(deps.store.dump());
  const below = (path: string) => all.filter(([at]) => at.startsWith(`${path}/`)).map(([, data]) => data);
  return {
    events: below(paths.events(adaUid)).flatMap((data) => {
      const read = eventDocument.decode(data);
      return read.ok ? [read.value] : [];
    }),
    deliveries: below(paths.deliveries(adaUid)).flatMap((data) => {
      const read = deliveryDocument.decode(data);
      return read.ok ? [read.value] : [];
    }),
  };
}

export const pushKeys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
export const phone = 'https://push.example.net/phone';
export const laptop = 'https://push.example.net/laptop';

/** The fan asks to be notified in a browser. */
export const watch = (
  scenario: OutboxScenario,
  { tipId, tipToken }: SentTip,
  endpoint = phone,
  lang = 'en',
): Promise<Answer> =>
  scenario.call(
    'PUT',
    `/v1/tips/${tipId}/watch`,
    { subscription: { endpoint, keys: pushKeys }, lang },
    bearerOf(tipToken),
  );

export async function answerTip(
  scenario: OutboxScenario,
  { tipId }: SentTip,
  text = 'Thank you, Zoe!',
): Promise<void> {
  const { status } = await scenario.call('POST', `/v1/me/tips/${tipId}/reply`, { text }, bearerOf(adaToken));
  expect(status).toBe(200);
}

export function watchIn({ deps }: OutboxScenario, { tipId }: SentTip): TipWatch | undefined {
  const stored = deps.store.dump()[paths.tipWatch(tipId)];
  if (stored === undefined) return undefined;
  const read = tipWatchDocument.decode(stored);
  return read.ok ? read.value : undefined;
}

/** A paid tip whose fan waits for an answer. */
export async function watched(lang = 'en') {
  const scenario = await outboxScenario();
  const tip = await paidTip(scenario);
  expect((await watch(scenario, tip, phone, lang)).status).toBe(204);
  return { scenario, tip, sent: scenario.deps.watchPush.sent };
}
