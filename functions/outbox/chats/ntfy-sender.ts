import type { ChannelSender } from '../channel-sender';
import { answerOfReceiver, notConfigured } from './answer-of-receiver';
import { jsonHeaders, type ChatParts } from './chat-parts';
import { chatText, type ChatText } from './chat-text';
import { plainBody } from './plain-text';
import { utf8Bytes, withinLimit } from './within-limit';

/** In bytes: ntfy makes a longer message an attachment (docs.ntfy.sh/publish). */
const limits = { title: 250, message: 4000 } as const;

/** Sends to an ntfy topic. The topic is the password, so the request goes to the root of the server and the topic is in the body. */
export function makeNtfySender({ post, clock, origin }: ChatParts): ChannelSender {
  return {
    async send(to, message) {
      const { credentials } = to.secret;
      if (credentials.kind !== 'ntfy') return notConfigured;
      const { server, topic, token } = credentials;
      const answer = await post({
        url: `${server}/`,
        headers: { ...jsonHeaders, ...(token !== null && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify({ topic, ...ntfyBody(chatText(message, to, origin), origin) }),
      });
      return answerOfReceiver(answer, {
        secrets: token === null ? [topic] : [topic, token],
        now: clock.now(),
      });
    },
  };
}

/** A message without a text would be shown as "triggered". */
function ntfyBody(chat: ChatText, origin: string) {
  const [first] = chat.parts;
  const title = withinLimit(chat.title, limits.title, undefined, utf8Bytes);
  const message = withinLimit(plainBody(chat, { urls: false }), limits.message, undefined, utf8Bytes);
  return {
    title: message === '' ? 'Busker' : title,
    message: message === '' ? title : message,
    priority: chat.urgent ? 4 : 3,
    tags: tagsOf(chat),
    click: first && chat.parts.length === 1 ? first.url : `${origin}/tips`,
  };
}

/** Names of emoji, which ntfy puts before the title. */
function tagsOf({ urgent, glad }: ChatText): readonly string[] {
  if (urgent) return ['warning'];
  return glad ? ['tada'] : [];
}
