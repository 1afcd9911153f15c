import { codeWords, testWords } from '../../../core/outbox/telling/channel-words';
import { tell } from '../../../core/outbox/telling/tell';
import type { Message } from '../../../core/outbox/told-event';
import type { SafePost } from '../../safe-fetch/safe-fetch';
import type { Clock } from '../../clock';
import type { Addressee } from '../channel-sender';

/** One event, or the text of another message. */
export interface ChatPart {
  readonly text: string;
  readonly quote: string | null;
  readonly note: string | null;
  readonly url: string;
  readonly at: number | null;
}

/** A message for a chat. A message of one part has that part's text as its title. */
export interface ChatText {
  readonly title: string;
  readonly parts: readonly ChatPart[];
  readonly summary: readonly string[];
  readonly urgent: boolean;
  /** A tip was paid, and nothing urgent is in it. */
  readonly glad: boolean;
}

/** Chats list so many events in one message, and count the others. */
const mostListed = 10;

/** Whose words a message has was decided before: a chat only prints them. */
export function chatText(message: Message, to: Addressee, origin: string): ChatText {
  switch (message.kind) {
    case 'told':
      return toldText(message, to, origin);
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

function toldText(
  message: Extract<Message, { readonly kind: 'told' }>,
  { language, zone, channel }: Addressee,
  origin: string,
): ChatText {
  const reader = { language, zone, origin, audience: channel.audience, most: mostListed };
  const { title, lines, summary } = tell(message, reader);
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

/** What every sender of chats needs. `origin`: of the dashboard, without a slash at the end. */
export interface ChatParts {
  readonly post: SafePost;
  readonly clock: Clock;
  readonly origin: string;
}

export const jsonHeaders = { 'content-type': 'application/json', 'user-agent': 'Busker' } as const;

interface PlainRules {
  /** Whether the address of the dashboard stands below a single event: only where the owner alone reads it. */
  readonly urls: boolean;
}

/** A message as lines of text, without its title. */
export function plainBody({ title, parts, summary }: ChatText, { urls }: PlainRules): string {
  const [first] = parts;
  if (first && parts.length === 1 && first.text === title)
    return lines([first.quote, first.note, urls ? first.url : null, ...summary]);
  return lines([...parts.map(listed), ...summary]);
}

/** A message as lines of text. */
export const plainText = (chat: ChatText, rules: PlainRules): string =>
  lines([chat.title, plainBody(chat, rules)]);

const listed = ({ text, quote, note }: ChatPart) =>
  `• ${quote === null ? text : `${text}: ${quote}`}${note === null ? '' : ` (${note})`}`;

const lines = (parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null && part !== '').join('\n');

/**
 * As much of a text as fits into `most` after each character was escaped. No character and no escape is cut in two. `size` measures what is sent:
 * UTF-16 units, as most services count, or bytes.
 */
export function withinLimit(
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

export const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;

const noMention = '@\u200b';

/** After an invisible space, no service recognises a mention. */
export const withoutMention = (character: string): string => (character === '@' ? noMention : character);
