import type { Message, ToldEvent } from '../../../core/outbox/told-event';
import { webhookBody } from '../../../core/outbox/webhook-body';
import type { SafePost } from '../../http/safe-fetch/safe-post';
import type { Clock } from '../../store/clock';
import type { Addressee, ChannelSender, Sending } from '../channel-sender';
import { secretsOfUrl } from '../chats/answer-of-receiver';
import { answerOfEndpoint } from './answer-of-endpoint';
import { signWebhook } from './sign-webhook';

interface WebhookParts {
  readonly post: SafePost;
  readonly clock: Clock;
}

/** A webhook gets one event in a message. Codes are not sent to it: it is verified by its answer to a test. */
function eventOf(message: Message, now: number): ToldEvent | undefined {
  switch (message.kind) {
    case 'told':
      return message.events[0];
    case 'test':
      return { id: message.id, at: now, livemode: false, fact: { type: 'test.ping' }, tip: null };
    case 'code':
      return undefined;
  }
}

const cannotWork: Sending = {
  kind: 'ended',
  state: 'refused',
  end: 'not-allowed',
  attempt: { status: null, ms: 0, text: '' },
};

const wordsOf = ({ tip }: ToldEvent): readonly string[] =>
  [tip?.name, tip?.message].filter((text) => typeof text === 'string');

/** Sends events to an owner's own server, by Standard Webhooks 1.0.0. The body is made and signed anew at each try. */
export function makeWebhookSender({ post, clock }: WebhookParts): ChannelSender {
  return {
    async send({ secret, handle }: Addressee, message: Message): Promise<Sending> {
      const { credentials } = secret;
      const now = clock.now();
      const event = eventOf(message, now);
      if (event === undefined || credentials.kind !== 'webhook' || !URL.canParse(credentials.url))
        return cannotWork;
      const { url, secrets } = credentials;
      const body = JSON.stringify(webhookBody(event, { handle }));
      const headers = signWebhook({ id: message.id, body, secrets, now });
      const answer = await post({ url, method: 'POST', headers, body });
      const parts = { words: wordsOf(event), secrets: secretsOfUrl(url), now: clock.now() };
      return answerOfEndpoint(answer, parts);
    },
  };
}
