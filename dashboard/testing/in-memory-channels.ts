import { fail, ok, type Result } from '@busker/core/base/result';
import type {
  MessageAnswer,
  NewChannel,
  ShownChannel,
  Verification,
} from '@busker/core/dashboard-api/channel-api';
import { withMinimums } from '@busker/core/money/money';
import {
  mostChannels,
  defaultTypes,
  withSwitches,
  type Channel,
  type ChannelKind,
} from '@busker/core/outbox/channel';
import type { ChannelChanges, OwnerChannels } from '../data/backend';
import type { Failure } from '../data/failure';
import type { BrowserSubscription, PushDevice, PushFailure, PushPossibility } from '../device/this-browser';
import type { FakeBackend } from './fake-backend';
import { inMemoryCode } from './scripted-call';

const verifiedBy: Readonly<Record<ChannelKind, Verification>> = {
  mail: 'code',
  push: 'seen',
  webhook: 'ping',
  discord: 'code',
  slack: 'code',
  telegram: 'send-code',
  matrix: 'code',
  ntfy: 'code',
};

/** The field that a wrong address is in, and what a right one begins with. */
const rightAddress: Partial<Record<ChannelKind, string>> = {
  webhook: 'https://',
  discord: 'https://discord.com/api/webhooks/',
  slack: 'https://hooks.slack.com/',
};

const hintOf = (wanted: NewChannel): string => {
  if (wanted.kind === 'mail') return wanted.address ?? 'a…@example.com';
  if (wanted.kind === 'matrix') return wanted.room;
  if ('url' in wanted) return URL.canParse(wanted.url) ? new URL(wanted.url).hostname : wanted.url;
  return wanted.kind;
};

const newChannel = (wanted: NewChannel): Channel => ({
  kind: wanted.kind,
  label: wanted.label ?? hintOf(wanted),
  state: 'unverified',
  end: null,
  problem: null,
  events: wanted.events ?? defaultTypes,
  minimum: {},
  mode: 'each',
  audience: ['discord', 'slack', 'matrix'].includes(wanted.kind) ? 'public' : 'private',
  words: true,
  hint: hintOf(wanted),
  createdAt: Date.now(),
  lastOkAt: null,
  failures: 0,
  failingSince: null,
});

export const shown = (channelId: string, channel: Channel): ShownChannel => ({
  ...channel,
  channelId,
  events: [...channel.events],
  minimum: { ...channel.minimum },
});

const changed = (channel: Channel, { on, eventsOn, minimumOf, ...changes }: ChannelChanges): Channel => {
  const next = {
    ...channel,
    ...changes,
    events: withSwitches(channel.events, eventsOn),
    minimum: withMinimums(channel.minimum, minimumOf),
  };
  if (on === undefined) return next;
  return on ? { ...next, state: 'on', end: null } : { ...next, state: 'off', end: 'owner' };
};

/** The channels in `fake`, which behave like the server's. Every code is `inMemoryCode`. */
export function inMemoryChannels(fake: FakeBackend): OwnerChannels {
  const { channels } = fake;

  const withChannel = <T>(
    channelId: string,
    act: (channel: Channel) => Result<T, Failure>,
  ): Result<T, Failure> => {
    const channel = channels.all.channels[channelId];
    return channel ? act(channel) : fail({ code: 'api/channel-not-found' });
  };
  const fresh = <T>(act: () => Result<T, Failure>): Result<T, Failure> =>
    fake.isFresh ? act() : fail({ code: 'api/recent-sign-in-required' });
  const message = (channelId: string, channel: Channel): MessageAnswer => {
    const { status, text } = channels.receiver;
    const arrived = status >= 200 && status < 300;
    channels.sent.push(channelId);
    return {
      channel: shown(channelId, channel),
      arrived,
      problem: arrived ? null : status >= 500 ? 'server-error' : 'refused',
      status,
      ms: 84,
      text,
    };
  };

  const refusal = (wanted: NewChannel): Failure | null => {
    const { value: session } = fake.session;
    if (session.kind === 'signed-in' && session.user.isGuest) return { code: 'api/account-needed' };
    if (!channels.offered.includes(wanted.kind)) return { code: 'api/channel-not-offered' };
    const alike = Object.values(channels.all.channels).filter(({ kind }) => kind === wanted.kind);
    if (alike.length >= mostChannels[wanted.kind]) return { code: 'api/too-many-channels' };
    const right = rightAddress[wanted.kind];
    if (right !== undefined && 'url' in wanted && !wanted.url.startsWith(right))
      return { code: 'api/address-not-allowed', fields: { url: 'other' } };
    return null;
  };

  return {
    read: () =>
      fake.answer('channels', () => {
        const { zone, language, quiet, channels: all } = channels.all;
        const listed = Object.entries(all).map(([id, channel]) => shown(id, channel));
        const { offered, vapidKey } = channels;
        return ok({ offered: [...offered], vapidKey, zone, language, quiet, channels: listed });
      }),
    add: (wanted) =>
      fake.answer('addChannel', () =>
        fresh(() => {
          const refused = refusal(wanted);
          if (refused) return fail(refused);
          const channelId = `channel-${Object.keys(channels.all.channels).length + 1}`;
          channels.put(channelId, newChannel(wanted));
          return ok({
            channelId,
            verification: verifiedBy[wanted.kind],
            secret: wanted.kind === 'webhook' ? 'whsec_c2VjcmV0IG9mIHRoZSB3ZWJob29rIG9mIEFkYQ==' : null,
            code: wanted.kind === 'telegram' ? inMemoryCode : null,
            topicUrl: wanted.kind === 'ntfy' ? 'https://ntfy.sh/busker-3f9a1c0b7d2e' : null,
          });
        }),
      ),
    change: (channelId, changes) =>
      fake.answer('changeChannel', () =>
        withChannel(channelId, (channel) => {
          if (changes.on === true && channel.state === 'unverified')
            return fail({ code: 'api/channel-not-verified' });
          const next = changed(channel, changes);
          channels.put(channelId, next);
          return ok(shown(channelId, next));
        }),
      ),
    remove: (channelId) =>
      fake.answer('removeChannel', () =>
        withChannel(channelId, () => {
          channels.remove(channelId);
          return ok(undefined);
        }),
      ),
    sendCode: (channelId) =>
      fake.answer('sendChannelCode', () =>
        withChannel(channelId, (channel) => {
          channels.expired.delete(channelId);
          return ok(message(channelId, channel));
        }),
      ),
    verify: (channelId, code) =>
      fake.answer('verifyChannel', () =>
        withChannel(channelId, (channel) => {
          if (channels.expired.has(channelId)) return fail({ code: 'api/code-expired' });
          if (verifiedBy[channel.kind] === 'code' && code !== inMemoryCode)
            return fail({ code: 'api/code-wrong' });
          const answer = message(channelId, channel);
          if (verifiedBy[channel.kind] === 'ping' && !answer.arrived)
            return fail({ code: 'api/address-not-answering' });
          const next = { ...channel, state: 'on' as const, lastOkAt: Date.now() };
          channels.put(channelId, next);
          return ok({ ...answer, channel: shown(channelId, next) });
        }),
      ),
    test: (channelId) =>
      fake.answer('testChannel', () => withChannel(channelId, (channel) => ok(message(channelId, channel)))),
    renewSecret: (channelId) =>
      fake.answer('renewSecret', () =>
        fresh(() =>
          withChannel(channelId, () =>
            ok({
              secret: 'whsec_bmV3IHNlY3JldCBvZiB0aGUgd2ViaG9vaw==',
              oldUntil: Date.UTC(2026, 10, 26, 12),
            }),
          ),
        ),
      ),
    replay: (channelId, { since, until }) =>
      fake.answer('replay', () =>
        fresh(() =>
          withChannel(channelId, () =>
            until - since > 30 * 86_400_000 ? fail({ code: 'api/replay-too-large' }) : ok(3),
          ),
        ),
      ),
    resend: (deliveryId) =>
      fake.answer('resend', () => {
        const { deliveries } = channels;
        if (!deliveries.value.some(({ id }) => id === deliveryId))
          return fail({ code: 'api/delivery-not-found' });
        deliveries.set(
          deliveries.value.map((each) =>
            each.id === deliveryId ? { ...each, state: 'waiting' as const, nextAt: Date.now() } : each,
          ),
        );
        return ok(undefined);
      }),
    keepQuiet: (wanted) =>
      fake.answer('keepQuiet', () => {
        channels.stored.set({ ...channels.all, ...wanted });
        return ok(undefined);
      }),
  };
}

/** A browser for tests and stories, which say what it allows and answers. */
export class InMemoryPushDevice implements PushDevice {
  readonly label = 'Chrome · Android';
  ended = 0;
  answer: () => Promise<Result<BrowserSubscription, PushFailure>> = () =>
    Promise.resolve(ok({ endpoint: 'https://push.example.net/1', keys: { p256dh: 'p', auth: 'a' } }));

  constructor(public possible: PushPossibility = 'ready') {}

  look(): Promise<PushPossibility> {
    return Promise.resolve(this.possible);
  }
  subscribe(): Promise<Result<BrowserSubscription, PushFailure>> {
    return this.answer();
  }
  unsubscribe(): Promise<void> {
    this.ended += 1;
    return Promise.resolve();
  }
}
