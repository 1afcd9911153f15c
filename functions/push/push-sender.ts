import { createHash } from 'node:crypto';
import { directionOf, languageOf } from '@busker/core/locale/language-tags';
import { unreachable } from '@busker/core/base/result';
import type { SendProblem } from '@busker/core/outbox/channel';
import { testWords, renderMessage, type RenderedMessage } from '@busker/core/notification/render-message';
import {
  pushUser,
  pushUserText,
  type Message,
  type PushMessage,
} from '@busker/core/notification/notified-event';
import type { Clock } from '../clock';
import { withoutSecrets, type Log } from '../log';
import { encryptedPush } from './web-push-encryption';
import type { PostAnswer, SafePost } from '../safe-fetch/safe-fetch';
import type { Addressee, Attempt, ChannelSender, Sending } from '../senders/channel-sender';
import { problemOfNoAnswer } from '../senders/webhook-sender';
import { pushSubject, type PushKey } from './push-config';

/** The most that is kept of a receiver's answer. */
const keptText = 200;
/** A push service that asks for more is asked again after a day: by then the message is too old for it anyway. */
const longestWait = 24 * 60 * 60_000;

const attemptOf = (answer: PostAnswer): Attempt =>
  answer.ok
    ? { status: answer.status, ms: answer.ms, text: withoutSecrets(answer.text).slice(0, keptText) }
    : { status: null, ms: answer.ms, text: '' };

/** A browser gave us the address: if it may not be asked, the subscription is as good as refused. */
function unsentProblem(answer: Extract<PostAnswer, { ok: false }>): SendProblem {
  const problem = problemOfNoAnswer(answer.problem);
  return problem === 'not-allowed' ? 'refused' : problem;
}

/** Milliseconds of a `Retry-After` header: seconds or a date (RFC 9110, section 10.2.3); null = it has none that can be read. */
function retryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const wait = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), longestWait);
}

/** What a push service's answer means for the channel (RFC 8030, sections 5 to 8). */
export function sendingOf(answer: PostAnswer, now: number): Sending {
  const attempt = attemptOf(answer);
  const again = (problem: SendProblem, rests = false): Sending => {
    const after = answer.ok ? retryAfter(answer.headers['retry-after'], now) : null;
    return { kind: 'again', problem, after, rests, attempt };
  };
  if (!answer.ok) return again(unsentProblem(answer));
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: 'sent', attempt };
  if (status >= 300 && status < 400) return again('redirected');
  if (status === 404 || status === 410) return { kind: 'ended', state: 'off', end: 'gone', attempt };
  if (status === 401 || status === 403) return again('not-allowed');
  if (status === 429) return again('too-many-requests', true);
  if (status >= 500) return again('server-error', true);
  return again('refused');
}

/** The most bytes of a message before it is encrypted: the record of 4,096 bytes without its header, delimiter and tag (RFC 8291, section 4). */
export const mostPayloadBytes = 3_993;

/** A message is filled up to a multiple of this, so that its length says little about it. */
const padding = 512;

interface PayloadOptions {
  readonly uid: string;
  readonly id: string;
  readonly publicOrigin: string;
  /** At most so many bytes before encryption. */
  readonly most: number;
}

export const pushUserOf = (uid: string): string =>
  pushUser(createHash('sha256').update(pushUserText(uid)).digest());

const isUrgent = ({ lines }: RenderedMessage): boolean => lines.some(({ urgent }) => urgent);

const quoted = (quote: string | null): string => (quote === null ? '' : `“${quote}”`);

/** The quote and the note of the line that is the title, or what is not listed and the lines of several. Systems cut off the end. */
function bodyOf({ title, lines, summary }: RenderedMessage): string {
  const [only] = lines;
  const parts =
    lines.length === 1 && only?.text === title
      ? [quoted(only.quote), only.note ?? '', ...summary]
      : [...summary, ...lines.map((line) => lineText(line))];
  return parts.filter((part) => part !== '').join('\n');
}

const lineText = ({ text, quote }: RenderedMessage['lines'][number]): string =>
  quote === null ? text : `${text}: ${quoted(quote)}`;

/** The address of the only line, or of the list of tips. An address of another site is never opened. */
function navigateTo({ lines }: RenderedMessage, publicOrigin: string): string {
  const list = `${publicOrigin}/money/tips`;
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
export function pushPayload(
  rendered: RenderedMessage,
  { uid, id, publicOrigin, most }: PayloadOptions,
): string {
  const user = pushUserOf(uid);
  const title = cut(rendered.title, 120);
  const body = bodyOf(rendered);
  const message = (characters: number): string => {
    const made: PushMessage = {
      web_push: 8030,
      notification: {
        title,
        body: cut(body, characters),
        navigate: navigateTo(rendered, publicOrigin),
        lang: rendered.language,
        dir: rendered.direction,
        // An urgent notification stays until the owner has seen it: the next tip must not replace it.
        tag: isUrgent(rendered) ? id : 'tips',
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

/** The events that one notification lists. No system shows more. */
const most = 8;

/** The sentences of a notification. A device is verified by "Did you see it?", so a code is never sent there: it gets the test message too. */
export function renderedPush(
  { language, zone, channel }: Addressee,
  message: Message,
  origin: string,
): RenderedMessage {
  switch (message.kind) {
    case 'told':
      return renderMessage(message, { language, zone, origin, audience: channel.audience, most });
    case 'test':
    case 'code': {
      const { title, text, url } = testWords(language, origin);
      return {
        language: languageOf(language),
        direction: directionOf(language),
        title,
        lines: [{ text: title, quote: null, note: text, url, at: 0, urgent: false }],
        summary: [],
        test: false,
      };
    }
    default:
      return unreachable(message);
  }
}

interface PushSenderParts {
  readonly post: SafePost;
  readonly clock: Clock;
  readonly log: Pick<Log, 'pushRefused'>;
  readonly publicOrigin: string;
  readonly keys: readonly PushKey[];
  /** The sentences of a message; default: those of core/notification. */
  readonly render?: (to: Addressee, message: Message, origin: string) => RenderedMessage;
}

/** Seconds that a push service keeps a message for a device that is off: a day. */
const ttl = 86_400;
/** The most bytes after a push service found a message too large. */
const shorterBytes = 1_024;

/** The topic of RFC 8030: a message replaces the one of its channel that waits. What is urgent has its own, so that no tip replaces it. */
function topicOf(channelId: string, urgentId: string | null): string {
  const named = urgentId === null ? channelId : `${channelId}\n${urgentId}`;
  return createHash('sha256').update(named).digest('base64url').slice(0, 32);
}

const noAnswer = { status: null, ms: 0, text: '' };

/** Sends notifications to the owner's own devices, by Web Push. */
export function makePushSender(parts: PushSenderParts): ChannelSender {
  const { post, clock, log, publicOrigin, keys, render = renderedPush } = parts;

  async function postOnce(to: Addressee, message: Message, most: number): Promise<PostAnswer | null> {
    const { credentials } = to.secret;
    if (credentials.kind !== 'push') return null;
    const key = keys.find(({ publicKey }) => publicKey === credentials.vapidKey);
    if (key === undefined) return null;
    const rendered = render(to, message, publicOrigin);
    const payload = pushPayload(rendered, { uid: to.uid, id: message.id, publicOrigin, most });
    const urgent = isUrgent(rendered);
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
