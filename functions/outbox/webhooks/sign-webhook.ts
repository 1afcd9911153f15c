import { createHmac } from 'node:crypto';
import type { ChannelCredentials } from '../../../core/outbox/channel';

type WebhookSecrets = Extract<ChannelCredentials, { readonly kind: 'webhook' }>['secrets'];

export interface WebhookToSign {
  /** The same at each try. */
  readonly id: string;
  /** The text exactly as it is sent. */
  readonly body: string;
  readonly secrets: WebhookSecrets;
  /** Epoch milliseconds of this try. */
  readonly now: number;
}

const keyOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

/**
 * The headers of one try, by Standard Webhooks 1.0.0: HMAC-SHA256 of `id.timestamp.body`. While a secret is replaced, the old and the new one both
 * sign. Node's own HMAC is used, because the library has a dependency that must not ship (docs/decisions/outbox.md); the tests verify with the library.
 */
export function signWebhook({ id, body, secrets, now }: WebhookToSign): Readonly<Record<string, string>> {
  const timestamp = Math.floor(now / 1000);
  const signing = secrets.filter(({ until }) => until === null || until > now);
  const signatures = signing.map(
    ({ secret }) =>
      `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return {
    'content-type': 'application/json',
    'user-agent': 'Busker-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
