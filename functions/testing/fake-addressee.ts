import type { Addressee } from '../senders/channel-sender';

/** Ada's phone. The keys are those of RFC 8291, section 5. */
export const fakeAddressee = (vapidKey = ''): Addressee => ({
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
