import type { ChannelSender } from '../channel-sender';
import { answerOfReceiver, notConfigured, secretsOfUrl } from './answer-of-receiver';
import { jsonHeaders, type ChatParts } from './chat-parts';
import { chatText, type ChatPart, type ChatText } from './chat-text';
import { withinLimit, withoutMention } from './within-limit';

/** Discord's limits in UTF-16 units. All texts of the embeds together may have 6,000: ten of 256 + 320 fit. */
const limits = { content: 2000, title: 256, description: 4096, oneOfMany: 320 } as const;

/** Sends to a Discord channel, by the address of a webhook of it. */
export function makeDiscordSender({ post, clock, origin }: ChatParts): ChannelSender {
  return {
    async send(to, message) {
      const { credentials } = to.secret;
      if (credentials.kind !== 'discord') return notConfigured;
      const answer = await post({
        url: `${credentials.url}?wait=true`,
        headers: jsonHeaders,
        body: JSON.stringify(discordBody(chatText(message, to, origin))),
      });
      return answerOfReceiver(answer, { secrets: secretsOfUrl(credentials.url), now: clock.now() });
    },
  };
}

/** `allowed_mentions` rings nobody, whatever the texts hold. */
function discordBody(chat: ChatText) {
  const isOne = chat.parts.length === 1 && chat.parts[0]?.text === chat.title;
  const content = escaped([chat.title, ...chat.summary].join('\n'), limits.content);
  const most = isOne ? limits.description : limits.oneOfMany;
  const embeds = chat.parts.map((part, at) => ({
    ...embedOf(part, most),
    ...(at === chat.parts.length - 1 && { footer: { text: 'Busker' } }),
  }));
  return { ...(!isOne && { content }), embeds, allowed_mentions: { parse: [] } };
}

function embedOf({ text, quote, note, at }: ChatPart, most: number) {
  const description = [quote, note].filter((part) => part !== null).join('\n');
  return {
    title: escaped(text, limits.title),
    ...(description !== '' && { description: escaped(description, most) }),
    ...(at !== null && { timestamp: new Date(at).toISOString() }),
  };
}

const markdown = new Set('\\*_~`|>#-[]()<');

const escaped = (text: string, most: number) =>
  withinLimit(text, most, (character) =>
    markdown.has(character) ? `\\${character}` : withoutMention(character),
  );
