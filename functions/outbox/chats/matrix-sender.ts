import type { ChannelSender } from '../channel-sender';
import { answerOfReceiver, notConfigured } from './answer-of-receiver';
import { jsonHeaders, type ChatParts } from './chat-parts';
import { chatText } from './chat-text';
import { plainText } from './plain-text';
import { withinLimit, withoutMention } from './within-limit';

/** Far below the 65,536 bytes of an event. */
const most = 4096;

/** Sends to a Matrix room. The message's id is the transaction's, so the server drops a repetition. Empty `m.mentions` rings nobody. */
export function makeMatrixSender({ post, clock, origin }: ChatParts): ChannelSender {
  return {
    async send(to, message) {
      const { credentials } = to.secret;
      if (credentials.kind !== 'matrix') return notConfigured;
      const { server, room, token } = credentials;
      const text = plainText(chatText(message, to, origin), { urls: false });
      const answer = await post({
        url: `${server}/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${encodeURIComponent(message.id)}`,
        method: 'PUT',
        headers: { ...jsonHeaders, authorization: `Bearer ${token}` },
        body: JSON.stringify({
          msgtype: 'm.notice',
          body: withinLimit(text, most, withoutMention),
          'm.mentions': {},
        }),
      });
      return answerOfReceiver(answer, { secrets: [token], now: clock.now() });
    },
  };
}
