import type { ChannelKind } from '../../core/outbox/channel';
import type { OutboxEvent } from '../../core/outbox/outbox-event';
import { eventDocument } from '../../core/outbox-documents/event-document';
import { paths } from '../../core/documents/documents';
import type { Sending } from '../senders/channel-sender';
import { adaToken, adaUid, bearerOf, word, type Answer, type Scenario } from './ada';
import { InMemorySender } from './in-memory-senders';

/** Bodies of new channels. Whatever must not be seen again has `s3cret` in it. */
export const newChannels = {
  mail: { kind: 'mail', address: 'kim@example.org' },
  webhook: { kind: 'webhook', url: 'https://hooks.example.com/busker?key=s3cret' },
  discord: {
    kind: 'discord',
    url: 'https://discord.com/api/webhooks/123456789012345678/s3cret-token-of-a-webhook',
  },
  slack: {
    kind: 'slack',
    url: 'https://hooks.slack.com/services/T0000000/B0000000/s3cretTokenOfSlack000000',
  },
  telegram: { kind: 'telegram', botToken: '123456789:AAs3cret-token_of_a_bot_of_35_chars' },
  matrix: {
    kind: 'matrix',
    server: 'https://matrix.example.org',
    room: '!room:example.org',
    token: 's3cret',
  },
  ntfy: { kind: 'ntfy' },
} as const;

const all = '/v1/me/channels';

export const addChannel = (scenario: Scenario, body: object, headers: Record<string, string> = {}) =>
  scenario.call('POST', all, body, { ...bearerOf(adaToken), ...headers });

/** Ada's new channel. */
export const newChannelOf = async (scenario: Scenario, body: object): Promise<string> =>
  word(await addChannel(scenario, body), 'channelId');

export const listChannels = async (scenario: Scenario) =>
  (await scenario.call('GET', all, undefined, bearerOf(adaToken))).json;

/** A call of Ada's to one channel, such as `POST`, `/verify`. */
export const callChannel = (
  scenario: Scenario,
  method: string,
  rest: string,
  body?: object,
  token = adaToken,
): Promise<Answer> => scenario.call(method, `${all}/${rest}`, body, bearerOf(token));

export function senderOf({ deps }: Scenario, kind: ChannelKind): InMemorySender {
  const sender = deps.senders[kind];
  if (!(sender instanceof InMemorySender)) throw new Error(`${kind} is not sent in memory`);
  return sender;
}

/** The code of the newest message. */
export function codeSent(scenario: Scenario, kind: ChannelKind): string {
  const message = senderOf(scenario, kind).sent.at(-1)?.message;
  if (message?.kind !== 'code') throw new Error('No code was sent');
  return message.code;
}

/** A code that is not this one. */
export const otherCode = (code: string): string => (code === '000000' ? '000001' : '000000');

export const isGone: Sending = {
  kind: 'ended',
  state: 'off',
  end: 'gone',
  attempt: { status: 410, ms: 9, text: 'Gone' },
};
export const isRefused: Sending = {
  kind: 'again',
  problem: 'refused',
  after: null,
  rests: false,
  attempt: { status: 401, ms: 3, text: 'Who?' },
};

/** The messages to Ada's other channels about her channels. */
export const channelEventsIn = ({ deps }: Scenario): readonly OutboxEvent[] =>
  Object.entries(deps.store.dump())
    .filter(([path]) => path.startsWith(`${paths.events(adaUid)}/`))
    .map(([, data]) => eventDocument.decode(data))
    .flatMap((read) => (read.ok ? [read.value] : []))
    .filter(({ type }) => type.startsWith('channel.'));
