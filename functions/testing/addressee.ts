import { defaultTypes, type Channel, type ChannelCredentials } from '../../core/outbox/channel';
import type { Addressee } from '../senders/channel-sender';
import { noon } from '../../core/testing/fakes';

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
