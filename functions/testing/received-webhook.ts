import type { ChannelCredentials } from '@busker/core/outbox/channel';
import { fakeMessage, fakeNotifiedEvent, fakeNotifiedTip } from '@busker/core/testing/notified-events';
import type { Addressee } from '../senders/channel-sender';
import { newWebhookSecret } from '../senders/webhook-sender';
import { fakeAddressee } from './addressee';

/** The secret and the address of Ada's webhook. */
export const hookSecret = newWebhookSecret();
export const hookUrl = 'https://hooks.example/in/s3cret-path?key=abc';
/** The library that verifies reads the real clock. */
export const hookNow = Date.now();

export const notifiedTip = fakeNotifiedTip({ tipId: 't1', rev: 3, message: 'Lovely 🎻\u2028“Bach”!' });

/** A paid tip, for one webhook. */
export const notifiedPaid = fakeMessage([fakeNotifiedEvent({ at: hookNow, tip: notifiedTip })], {
  id: 'msg_0f9b1c2d',
});

/** Ada's webhook. */
export const hookOf = (
  credentials: Partial<Extract<ChannelCredentials, { readonly kind: 'webhook' }>> = {},
): Addressee =>
  fakeAddressee({
    kind: 'webhook',
    url: hookUrl,
    secrets: [{ secret: hookSecret, until: null }],
    ...credentials,
  });
