import type { ChannelCredentials } from '../../core/outbox/channel-credentials';
import type { Message, ToldTip } from '../../core/outbox/told-event';
import type { Addressee } from '../outbox/channel-sender';
import { newWebhookSecret } from '../outbox/webhooks/new-webhook-secret';

/** The secret and the address of Ada's webhook. */
export const hookSecret = newWebhookSecret();
export const hookUrl = 'https://hooks.example/in/s3cret-path?key=abc';
/** The library that verifies reads the real clock. */
export const hookNow = Date.now();

export const toldTip: ToldTip = {
  tipId: 't1',
  rev: 3,
  state: 'paid',
  livemode: true,
  currency: 'usd',
  amount: 500,
  tipAmount: 500,
  coverAmount: 0,
  refunded: 0,
  disputed: 0,
  fees: null,
  paidAt: hookNow,
  anonymous: false,
  words: 'visible',
  name: 'Kim',
  message: 'Lovely 🎻\u2028“Bach”!',
  for: null,
  placement: null,
  site: null,
};

/** A paid tip, for one webhook. */
export const toldPaid: Extract<Message, { readonly kind: 'told' }> = {
  kind: 'told',
  id: 'msg_0f9b1c2d',
  events: [{ id: 'e1', at: hookNow, livemode: true, fact: { type: 'tip.paid' }, tip: toldTip }],
  sums: [],
  unlisted: 0,
  takenBack: 0,
  since: hookNow,
  digest: null,
};

/** Ada's webhook. */
export function hookOf(
  credentials: Partial<Extract<ChannelCredentials, { kind: 'webhook' }>> = {},
): Addressee {
  return {
    uid: 'ada',
    channelId: 'c1',
    language: 'en',
    zone: 'UTC',
    handle: 'ada',
    secret: {
      v: 1,
      uid: 'ada',
      credentials: {
        kind: 'webhook',
        url: hookUrl,
        secrets: [{ secret: hookSecret, until: null }],
        ...credentials,
      },
      offToken: 'off',
      code: null,
    },
    channel: {
      kind: 'webhook',
      label: 'My server',
      state: 'on',
      end: null,
      problem: null,
      events: [],
      minimum: {},
      mode: 'each',
      audience: 'private',
      words: true,
      hint: 'hooks.example',
      createdAt: 0,
      lastOkAt: null,
      failures: 0,
      failingSince: null,
    },
  };
}
