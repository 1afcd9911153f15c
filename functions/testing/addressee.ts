import { defaultTypes, type Channel, type ChannelCredentials } from '@busker/core/outbox/channel';
import { noon } from '@busker/core/testing/fakes';
import type { Addressee } from '../senders/channel-sender';

/** An owner's channel with these credentials, for the tests of senders. */
export function fakeAddressee(
  credentials: ChannelCredentials,
  { language = 'en', ...channel }: Partial<Channel> & { readonly language?: string } = {},
): Addressee {
  return {
    uid: 'ada-uid',
    channelId: 'channel1',
    channel: {
      kind: credentials.kind,
      label: 'Chat',
      state: 'on',
      end: null,
      problem: null,
      events: defaultTypes,
      minimum: {},
      mode: 'each',
      audience: 'private',
      words: true,
      hint: '',
      createdAt: noon,
      lastOkAt: null,
      failures: 0,
      failingSince: null,
      ...channel,
    },
    secret: { uid: 'ada-uid', credentials, offToken: 'off', code: null },
    language,
    zone: 'Europe/Berlin',
    handle: 'ada',
  };
}

/** A mail channel for tests. `address`: null = that of the sign-in account. Its label is one that must not reach a header. */
export const mailAddressee = (address: string | null): Addressee => ({
  uid: 'ada',
  channelId: 'channel1',
  channel: {
    kind: 'mail',
    label: 'Mail\r\nBcc: eve@evil.example',
    state: 'on',
    end: null,
    problem: null,
    events: ['tip.paid'],
    minimum: {},
    mode: 'each',
    audience: 'private',
    words: true,
    hint: 'k…@example.com',
    createdAt: 0,
    lastOkAt: null,
    failures: 0,
    failingSince: null,
  },
  secret: { uid: 'ada', credentials: { kind: 'mail', address }, offToken: 'aa11', code: null },
  language: 'en',
  zone: 'UTC',
  handle: 'ada',
});

/** Ada's phone. The keys are those of RFC 8291, section 5. */
export const fakePhone = (vapidKey = ''): Addressee => ({
  uid: 'ada',
  channelId: 'c1',
  channel: {
    kind: 'push',
    label: 'Phone',
    state: 'on',
    end: null,
    problem: null,
    events: [],
    minimum: {},
    mode: 'each',
    audience: 'private',
    words: true,
    hint: 'Chrome on Android',
    createdAt: 0,
    lastOkAt: null,
    failures: 0,
    failingSince: null,
  },
  secret: {
    uid: 'ada',
    credentials: {
      kind: 'push',
      endpoint: 'https://push.example.net/1',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      vapidKey,
    },
    offToken: '',
    code: null,
  },
  language: 'en',
  zone: 'UTC',
  handle: 'ada',
});
