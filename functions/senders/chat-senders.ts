import * as v from 'valibot';
import { fail, ok, problem, type Result } from '@busker/core/base/result';
import type { Audience } from '@busker/core/outbox/channel';
import { codeWords, testWords, renderMessage } from '@busker/core/notification/render-message';
import type { Message } from '@busker/core/notification/notified-event';
import type { Clock } from '../clock';
import { answerOfReceiver, notConfigured, secretsOfUrl } from './webhook-sender';
import type { PostAnswer, SafePost } from '../safe-fetch/safe-fetch';
import type { Addressee, ChannelSender } from './channel-sender';

/** One event, or the text of another message. */
interface ChatPart {
  readonly text: string;
  readonly quote: string | null;
  readonly note: string | null;
  readonly url: string;
  readonly at: number | null;
}

/** A message for a chat. A message of one part has that part's text as its title. */
interface ChatText {
  readonly title: string;
  readonly parts: readonly ChatPart[];
  readonly summary: readonly string[];
  readonly urgent: boolean;
  /** A tip was paid, and nothing urgent is in it. */
  readonly glad: boolean;
}

/** Chats list so many events in one message, and count the others. */
const mostListed = 10;

/** A chat only prints the words: earlier code decided which ones it may show. */
function chatText(message: Message, to: Addressee, origin: string): ChatText {
  switch (message.kind) {
    case 'told':
      return renderedText(message, to, origin);
    case 'code': {
      const { title, text } = codeWords(to.language);
      return plainly(`${title}: ${message.code}`, text, origin);
    }
    case 'test': {
      const { title, text, url } = testWords(to.language, origin);
      return plainly(title, text, url);
    }
  }
}

function renderedText(
  message: Extract<Message, { readonly kind: 'told' }>,
  { language, zone, channel }: Addressee,
  origin: string,
): ChatText {
  const reader = { language, zone, origin, audience: channel.audience, most: mostListed };
  const { title, lines, summary } = renderMessage(message, reader);
  const parts = lines.map((line) => ({ ...line, text: tidy(line.text), quote: quoted(line.quote) }));
  const urgent = lines.some((line) => line.urgent);
  const glad = !urgent && message.events.some(({ fact }) => fact.type === 'tip.paid');
  return { title: tidy(title), parts, summary, urgent, glad };
}

const plainly = (title: string, note: string, url: string): ChatText => ({
  title,
  parts: [{ text: title, quote: null, note, url, at: null }],
  summary: [],
  urgent: false,
  glad: false,
});

const quoted = (quote: string | null) => (quote === null ? null : `“${tidy(quote)}”`);

/** Controls, lone surrogates and direction overrides. Isolates (U+2068, U+2069) stay: our own sentences use them. */
const unwanted = /[\p{Cs}\p{Co}\u202a-\u202e\u2066\u2067]/gu;

const tidy = (text: string) =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(unwanted, '')
    .trim();

/** `origin`: of the dashboard, without a slash at the end. */
export interface ChatParts {
  readonly post: SafePost;
  readonly clock: Clock;
  readonly origin: string;
}

const jsonHeaders = { 'content-type': 'application/json', 'user-agent': 'Busker' } as const;

interface PlainRules {
  /** Whether the address of the dashboard stands below a single event: only where the owner alone reads it. */
  readonly urls: boolean;
}

/** A message as lines of text, without its title. */
function plainBody({ title, parts, summary }: ChatText, { urls }: PlainRules): string {
  const [first] = parts;
  if (first && parts.length === 1 && first.text === title)
    return lines([first.quote, first.note, urls ? first.url : null, ...summary]);
  return lines([...parts.map(listed), ...summary]);
}

const plainText = (chat: ChatText, rules: PlainRules): string => lines([chat.title, plainBody(chat, rules)]);

const listed = ({ text, quote, note }: ChatPart) =>
  `• ${quote === null ? text : `${text}: ${quote}`}${note === null ? '' : ` (${note})`}`;

const lines = (parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null && part !== '').join('\n');

/**
 * As much of a text as fits into `most` after each character was escaped. No character and no escape is cut in two. `size` measures what is sent:
 * UTF-16 units, as most services count, or bytes.
 */
function withinLimit(
  text: string,
  most: number,
  escape: (character: string) => string = (character) => character,
  size: (written: string) => number = (written) => written.length,
): string {
  const written = Array.from(text, escape);
  if (size(written.join('')) <= most) return written.join('');
  const room = most - size('…');
  let used = 0;
  const kept: string[] = [];
  for (const character of written) {
    used += size(character);
    if (used > room) break;
    kept.push(character);
  }
  return `${kept.join('')}…`;
}

const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;

const noMention = '@\u200b';

/** After an invisible space, no service recognises a mention. */
const withoutMention = (character: string): string => (character === '@' ? noMention : character);

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

/** Far below the 65,536 bytes of an event. */
const matrixSenderMost = 4096;

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
          body: withinLimit(text, matrixSenderMost, withoutMention),
          'm.mentions': {},
        }),
      });
      return answerOfReceiver(answer, { secrets: [token], now: clock.now() });
    },
  };
}

/** In bytes: ntfy makes a longer message an attachment (docs.ntfy.sh/publish). */
const ntfySenderLimits = { title: 250, message: 4000 } as const;

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
  const title = withinLimit(chat.title, ntfySenderLimits.title, undefined, utf8Bytes);
  const message = withinLimit(
    plainBody(chat, { urls: false }),
    ntfySenderLimits.message,
    undefined,
    utf8Bytes,
  );
  return {
    title: message === '' ? 'Busker' : title,
    message: message === '' ? title : message,
    priority: chat.urgent ? 4 : 3,
    tags: tagsOf(chat),
    click: first && chat.parts.length === 1 ? first.url : `${origin}/money/tips`,
  };
}

/** Names of emoji, which ntfy puts before the title. */
function tagsOf({ urgent, glad }: ChatText): readonly string[] {
  if (urgent) return ['warning'];
  return glad ? ['tada'] : [];
}

const telegramSenderMost = 4096;

/** The address of a method of the owner's bot. It holds the bot's token. */
const telegramUrl = (botToken: string, method: string): string =>
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
          text: withinLimit(text, telegramSenderMost, withoutMention),
          link_preview_options: { is_disabled: true },
        }),
      });
      return answerOfReceiver(answer, { secrets: telegramSecrets(credentials.botToken), now: clock.now() });
    },
  };
}

/** The token, and its secret half alone. */
const telegramSecrets = (botToken: string): readonly string[] => [
  botToken,
  botToken.slice(botToken.indexOf(':') + 1),
];

/** `private`: a chat with the owner alone. Others read every other chat. */
interface TelegramChat {
  readonly chatId: string;
  readonly audience: Audience;
}

interface Asked {
  readonly post: SafePost;
  readonly botToken: string;
  /** Whether a word is the code. Only a digest of the code is stored. */
  readonly isCode: (word: string) => boolean;
}

const message = v.object({
  text: v.fallback(v.string(), ''),
  chat: v.object({ id: v.pipe(v.number(), v.safeInteger()), type: v.string() }),
});
const updates = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    result: v.array(
      v.object({
        update_id: v.number(),
        message: v.fallback(v.optional(message), undefined),
        channel_post: v.fallback(v.optional(message), undefined),
      }),
    ),
  }),
);

/** So many of the newest messages to the bot are looked at. */
const newest = 20;

/**
 * The chat in which the owner sent the code to their bot. Each call asks for one message, because an answer is read up to 4 kB. A looked-at message
 * is forgotten by Telegram (core.telegram.org/bots/api#getupdates).
 */
export async function findTelegramChat({ post, botToken, isCode }: Asked): Promise<Result<TelegramChat>> {
  let offset = -newest;
  for (let looked = 0; looked < newest; looked += 1) {
    const answer = await post({
      url: telegramUrl(botToken, 'getUpdates'),
      headers: jsonHeaders,
      body: JSON.stringify({ offset, limit: 1, timeout: 0 }),
    });
    if (!answer.ok || answer.status !== 200) return fail(refusalOf(answer));
    const [found] = readUpdates(answer.text);
    if (found === undefined) break;
    if (found.chat !== null && hasCode(found.text, isCode)) return ok(found.chat);
    offset = found.id + 1;
  }
  return fail(
    problem('code-wrong', {
      detail: 'The bot has not received this code yet. Send it to the bot, then try again.',
    }),
  );
}

interface Found {
  readonly id: number;
  readonly text: string;
  readonly chat: TelegramChat | null;
}

function readUpdates(text: string): readonly Found[] {
  const read = v.safeParse(updates, text);
  if (!read.success) {
    // The answer was too long to be read to its end. Such a message is not the code.
    const id = /"update_id":\s*(\d{1,15})/.exec(text)?.[1];
    return id === undefined ? [] : [{ id: Number(id), text: '', chat: null }];
  }
  return read.output.result.map(({ update_id: id, message: sent, channel_post: posted }) => {
    const given = sent ?? posted;
    if (given === undefined) return { id, text: '', chat: null };
    const audience = given.chat.type === 'private' ? 'private' : 'public';
    return { id, text: given.text, chat: { chatId: String(given.chat.id), audience } };
  });
}

/** The code alone, or after a command: a link to the bot sends `/start 123456`. */
const hasCode = (text: string, isCode: Asked['isCode']) =>
  text.split(/\s+/).some((word) => /^\d{6}$/.test(word) && isCode(word));

function refusalOf(answer: PostAnswer) {
  const status = answer.ok ? answer.status : 0;
  if (status === 401 || status === 404) {
    const sentence = 'Telegram does not know this token. Copy it again from @BotFather.';
    return problem('address-not-allowed', { detail: sentence, fields: { botToken: sentence } });
  }
  // https://core.telegram.org/bots/api#getting-updates: a bot with a webhook answers getUpdates with 409.
  const detail =
    status === 409
      ? 'Another program reads the messages of this bot. Make a new bot for Busker.'
      : 'Telegram gave no good answer. Please try again.';
  return problem('address-not-answering', { detail, figures: { status } });
}
