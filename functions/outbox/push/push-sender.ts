import { createHash } from 'node:crypto';
import type { Message } from '../../../core/outbox/told-event';
import type { Telling } from '../../../core/outbox/telling/telling';
import type { Log } from '../../http/log';
import type { PostAnswer, SafePost } from '../../http/safe-fetch/safe-post';
import type { Clock } from '../../store/clock';
import type { Addressee, ChannelSender, Sending } from '../channel-sender';
import { sendingOf } from './push-answer';
import type { PushKey } from './push-config';
import { isUrgent, mostPayloadBytes, pushPayload } from './push-payload';
import { pushSubject } from './push-subject';
import { pushTelling } from './push-telling';
import { encryptedPush } from './web-push-encryption';

export interface PushSenderParts {
  readonly post: SafePost;
  readonly clock: Clock;
  readonly log: Pick<Log, 'pushRefused'>;
  readonly publicOrigin: string;
  readonly keys: readonly PushKey[];
  /** The sentences of a message; default: those of core/outbox/telling. */
  readonly tell?: (to: Addressee, message: Message, origin: string) => Telling;
}

/** Seconds that a push service keeps a message for a device that is off: after a day the tip is no news. */
const ttl = 86_400;
/** What is sent when a push service finds a message too large. */
const shorterBytes = 1_024;

/** The topic of RFC 8030: a message replaces the one of its channel that waits. What is urgent has its own, so that no tip replaces it. */
function topicOf(channelId: string, urgentId: string | null): string {
  const named = urgentId === null ? channelId : `${channelId}\n${urgentId}`;
  return createHash('sha256').update(named).digest('base64url').slice(0, 32);
}

const noAnswer = { status: null, ms: 0, text: '' };

/** Sends notifications to the owner's own devices, by Web Push. */
export function makePushSender(parts: PushSenderParts): ChannelSender {
  const { post, clock, log, publicOrigin, keys, tell = pushTelling } = parts;

  async function postOnce(to: Addressee, message: Message, most: number): Promise<PostAnswer | null> {
    const { credentials } = to.secret;
    if (credentials.kind !== 'push') return null;
    const key = keys.find(({ publicKey }) => publicKey === credentials.vapidKey);
    if (key === undefined) return null;
    const telling = tell(to, message, publicOrigin);
    const payload = pushPayload(telling, { uid: to.uid, id: message.id, publicOrigin, most });
    const urgent = isUrgent(telling);
    const { url, headers, body } = await encryptedPush(payload, {
      subscription: credentials,
      key,
      subject: pushSubject(publicOrigin),
      ttl,
      urgency: urgent ? 'high' : 'normal',
      topic: topicOf(to.channelId, urgent ? message.id : null),
    });
    return post({ url, headers, body });
  }

  return {
    async send(to, message): Promise<Sending> {
      let answer = await postOnce(to, message, mostPayloadBytes);
      if (answer?.ok === true && answer.status === 413) answer = await postOnce(to, message, shorterBytes);
      // The host removed the key that this subscription was made with. The device subscribes again when its owner opens the dashboard.
      if (answer === null) return { kind: 'ended', state: 'off', end: 'not-allowed', attempt: noAnswer };
      if (answer.ok && (answer.status === 401 || answer.status === 403))
        log.pushRefused({ channelId: to.channelId, status: answer.status });
      return sendingOf(answer, clock.now());
    },
  };
}
