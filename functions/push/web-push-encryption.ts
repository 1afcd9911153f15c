import type { PushKey, PushSubscriptionKeys } from './push-config';

interface PushRequest {
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface PushDetails {
  readonly subscription: PushSubscriptionKeys;
  readonly key: PushKey;
  /** The `sub` of the VAPID token. Apple refuses `mailto:` addresses at localhost (web-push#947), so it is the host's own address. */
  readonly subject: string;
  /** Seconds that the push service keeps the message for a device that is off. */
  readonly ttl: number;
  readonly urgency: 'normal' | 'high';
  /** At most 32 characters of base64url. A message replaces the one with the same topic that still waits (RFC 8030, section 5.4). */
  readonly topic: string;
}

/** Encrypts a payload for a subscription (RFC 8291) and signs the request (RFC 8292). It sends nothing. */
export async function encryptedPush(payload: string, details: PushDetails): Promise<PushRequest> {
  // Loaded at the first push: most instances of the functions never send one.
  const { default: webPush } = await import('web-push');
  const { endpoint, p256dh, auth } = details.subscription;
  const made = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject: details.subject, ...details.key },
    TTL: details.ttl,
    urgency: details.urgency,
    topic: details.topic,
    contentEncoding: 'aes128gcm',
  });
  const given: Readonly<Record<string, unknown>> = made.headers;
  const named = Object.entries(given).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  // Whoever sends the body counts it.
  const headers = Object.fromEntries(named.filter(([name]) => name !== 'content-length'));
  return { url: made.endpoint, headers, body: made.body };
}
