import { createHash } from 'node:crypto';
import { directionOf, type ShippedLanguage } from '@busker/core/locale/language-tags';
import type { WatchSubscription } from '@busker/core/money-documents/tip-document';
import type { PushMessage } from '@busker/core/notification/notified-event';
import type { Clock } from '../clock';
import type { Sending } from '../senders/channel-sender';
import { pushSubject, type PushKey } from '../push/push-config';
import { sendingOf } from '../push/push-sender';
import { encryptedPush } from '../push/web-push-encryption';
import type { SafePost } from '../safe-fetch/safe-fetch';

/** The one notification that a fan asked for. It has no words of anybody. */
export interface WatchNotice {
  readonly tipId: string;
  readonly title: string;
  readonly body: string;
  /** Where a tap leads: a page of this host that shows the answer. */
  readonly navigate: string;
  readonly language: ShippedLanguage;
}

/** Sends a notification to a fan's browser. It never throws for what a push service does. */
export interface WatchPush {
  send(to: WatchSubscription, notice: WatchNotice): Promise<Sending>;
}

interface WatchPushParts {
  readonly post: SafePost;
  readonly clock: Clock;
  readonly publicOrigin: string;
  /** At least one; a subscription works only with the key that it was made with. */
  readonly keys: readonly PushKey[];
}

/** Seconds that a push service keeps the message for a device that is off: four weeks, because there is no second one. */
const ttl = 28 * 86_400;

/** Every message has this length before encryption, so that its length says nothing about the owner's name. */
const payloadBytes = 1024;

function payloadOf({ title, body, navigate, language, tipId }: WatchNotice): string {
  const message: PushMessage = {
    web_push: 8030,
    notification: {
      title,
      body,
      navigate,
      lang: language,
      dir: directionOf(language),
      tag: `tip-${tipId}`,
      silent: false,
      data: { for: '' },
    },
    mutable: true,
    // The fan has no account.
    for: '',
  };
  const text = JSON.stringify(message);
  return text + ' '.repeat(Math.max(0, payloadBytes - Buffer.byteLength(text)));
}

const noAnswer = { status: null, ms: 0, text: '' };

/** Tells fans by Web Push. A message that is sent twice replaces the first one: both have the same topic and the same tag. */
export function makeWatchPush({ post, clock, publicOrigin, keys }: WatchPushParts): WatchPush {
  return {
    async send(to, notice) {
      const key = keys.find(({ publicKey }) => publicKey === to.vapidKey);
      if (key === undefined) return { kind: 'ended', state: 'off', end: 'not-allowed', attempt: noAnswer };
      const { url, headers, body } = await encryptedPush(payloadOf(notice), {
        subscription: to,
        key,
        subject: pushSubject(publicOrigin),
        ttl,
        urgency: 'normal',
        topic: createHash('sha256').update(`watch\n${notice.tipId}`).digest('base64url').slice(0, 32),
      });
      return sendingOf(await post({ url, headers, body }), clock.now());
    },
  };
}
