import type { ChannelSender } from '../channel-sender';
import { answerOfReceiver, notConfigured } from './answer-of-receiver';
import { jsonHeaders, type ChatParts } from './chat-parts';
import { chatText } from './chat-text';
import { plainText } from './plain-text';
import { withinLimit, withoutMention } from './within-limit';

const most = 4096;

/** The address of a method of the owner's bot. It holds the bot's token. */
export const telegramUrl = (botToken: string, method: string): string =>
  `https://api.telegram.org/bot${botToken}/${method}`;

/** Sends to a Telegram chat, as the owner's bot. Without `parse_mode` nothing is markup; only `@name` would still ring. */
export function makeTelegramSender({ post, clock, origin }: ChatParts): ChannelSender {
  return {
    async send(to, message) {
      const { credentials } = to.secret;
      if (credentials.kind !== 'telegram' || credentials.chatId === null) return notConfigured;
      const urls = to.channel.audience === 'private';
      const text = plainText(chatText(message, to, origin), { urls });
      const answer = await post({
        url: telegramUrl(credentials.botToken, 'sendMessage'),
        headers: jsonHeaders,
        body: JSON.stringify({
          chat_id: credentials.chatId,
          text: withinLimit(text, most, withoutMention),
          link_preview_options: { is_disabled: true },
        }),
      });
      return answerOfReceiver(answer, { secrets: telegramSecrets(credentials.botToken), now: clock.now() });
    },
  };
}

/** The token, and its secret half alone. */
export const telegramSecrets = (botToken: string): readonly string[] => [
  botToken,
  botToken.slice(botToken.indexOf(':') + 1),
];
