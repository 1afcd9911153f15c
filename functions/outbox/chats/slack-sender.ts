import type { ChannelSender } from '../channel-sender';
import { answerOfReceiver, notConfigured, secretsOfUrl } from './answer-of-receiver';
import { jsonHeaders, type ChatParts } from './chat-parts';
import { chatText } from './chat-text';
import { plainText } from './plain-text';
import { withinLimit, withoutMention } from './within-limit';

/** Slack's limit of a section's text, in characters. */
const most = 3000;

/** Sends to a Slack channel, by the address of an incoming webhook. */
export function makeSlackSender({ post, clock, origin }: ChatParts): ChannelSender {
  return {
    async send(to, message) {
      const { credentials } = to.secret;
      if (credentials.kind !== 'slack') return notConfigured;
      const text = plainText(chatText(message, to, origin), { urls: false });
      const answer = await post({
        url: credentials.url,
        headers: jsonHeaders,
        body: JSON.stringify(slackBody(text)),
      });
      return answerOfReceiver(answer, { secrets: secretsOfUrl(credentials.url), now: clock.now() });
    },
  };
}

/** `text` is what notifications show. Unescaped, `<!channel>` in it rings everybody. A block of plain text needs no escape. */
const slackBody = (text: string) => ({
  text: withinLimit(text, most, (character) => references[character] ?? withoutMention(character)),
  mrkdwn: false,
  unfurl_links: false,
  unfurl_media: false,
  blocks: [
    {
      type: 'section',
      text: { type: 'plain_text', emoji: false, text: withinLimit(text, most, withoutMention) },
    },
  ],
});

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
