import { pushUser, pushUserText } from '../../../core/outbox/push/push-message';

/** Names an owner on this device as the server does in `for` of each push message. */
export async function deviceUser(uid: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pushUserText(uid)));
  return pushUser(new Uint8Array(digest));
}
