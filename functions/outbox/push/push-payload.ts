import { createHash } from 'node:crypto';
import { pushUser, pushUserText, type PushMessage } from '../../../core/outbox/push/push-message';
import type { Telling } from '../../../core/outbox/telling/telling';

/** The most bytes of a message before it is encrypted: the record of 4,096 bytes without its header, delimiter and tag (RFC 8291, section 4). */
export const mostPayloadBytes = 3_993;

/** A message is filled up to a multiple of this, so that its length says little about it. */
const padding = 512;

export interface PayloadOptions {
  readonly uid: string;
  /** The id of the message. */
  readonly id: string;
  readonly publicOrigin: string;
  /** At most so many bytes before encryption. */
  readonly most: number;
}

export const pushUserOf = (uid: string): string =>
  pushUser(createHash('sha256').update(pushUserText(uid)).digest());

export const isUrgent = ({ lines }: Telling): boolean => lines.some(({ urgent }) => urgent);

const quoted = (quote: string | null): string => (quote === null ? '' : `“${quote}”`);

/** The quote and the note of the line that is the title, or what is not listed and the lines of several. Systems cut off the end. */
function bodyOf({ title, lines, summary }: Telling): string {
  const [only] = lines;
  const parts =
    lines.length === 1 && only?.text === title
      ? [quoted(only.quote), only.note ?? '', ...summary]
      : [...summary, ...lines.map((line) => lineText(line))];
  return parts.filter((part) => part !== '').join('\n');
}

const lineText = ({ text, quote }: Telling['lines'][number]): string =>
  quote === null ? text : `${text}: ${quoted(quote)}`;

/** The address of the only line, or of the list of tips. An address of another site is never opened. */
function navigateTo({ lines }: Telling, publicOrigin: string): string {
  const list = `${publicOrigin}/tips`;
  const [only] = lines;
  if (lines.length !== 1 || only === undefined || !URL.canParse(only.url, publicOrigin)) return list;
  const { href, origin } = new URL(only.url, publicOrigin);
  return origin === publicOrigin ? href : list;
}

/** The first characters of a text, with `…` when some are cut. It cuts no character in two. */
function cut(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, Math.max(0, most - 1)).join('')}…`;
}

/** Spaces after JSON change nothing, for workers and for declarative messages. */
function padded(text: string, most: number): string {
  const bytes = Buffer.byteLength(text);
  const wanted = Math.min(Math.ceil(bytes / padding) * padding, most);
  return text + ' '.repeat(Math.max(0, wanted - bytes));
}

/** The JSON of a notification in at most `most` bytes. What does not fit is cut off at the end of its body. */
export function pushPayload(telling: Telling, { uid, id, publicOrigin, most }: PayloadOptions): string {
  const user = pushUserOf(uid);
  const title = cut(telling.title, 120);
  const body = bodyOf(telling);
  const message = (characters: number): string => {
    const made: PushMessage = {
      web_push: 8030,
      notification: {
        title,
        body: cut(body, characters),
        navigate: navigateTo(telling, publicOrigin),
        lang: telling.language,
        dir: telling.direction,
        // What is urgent stays until the owner has seen it: the next tip must not replace it.
        tag: isUrgent(telling) ? id : 'tips',
        silent: false,
        data: { for: user },
      },
      mutable: true,
      for: user,
    };
    return JSON.stringify(made);
  };
  let characters = Array.from(body).length;
  let text = message(characters);
  while (Buffer.byteLength(text) > most && characters > 0) {
    characters = Math.floor(characters * 0.8);
    text = message(characters);
  }
  return padded(text, most);
}
