import { toJsonSchema } from '@valibot/to-json-schema';
import { createHmac, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { fault, faultSentence, type FaultCode } from '@busker/core/base/field-faults';
import { fail, ok, problem, type Result } from '@busker/core/base/result';
import { cleanLine } from '@busker/core/text/text';
import { maxUrlLength } from '@busker/core/text/safe-url';
import { eventTypes, type ChannelCredentials, type SendProblem } from '@busker/core/outbox/channel';
import type { Message, NotifiedEvent } from '@busker/core/notification/notified-event';
import { webhookBody, webhookSchemas } from '@busker/core/notification/webhook-body';
import type { Clock } from '../clock';
import { withoutSecrets } from '../log';
import { judgeUrl, type FetchRefusal, type PostAnswer, type SafePost } from '../safe-fetch/safe-fetch';
import type { Addressee, Attempt, ChannelSender, Sending } from './channel-sender';

type NoAnswer = Extract<PostAnswer, { readonly ok: false }>['problem'];

/** `secrets`: the parts of the address and the tokens, which the log must not hold. */
interface AnswerParts {
  readonly secrets: readonly string[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * What an answer means for a chat. 401, 403, 404 and 410 end the channel at the first answer: Discord blocks the address of a server, for all its
 * owners, after 10,000 such answers in ten minutes (docs.discord.com/developers/topics/rate-limits).
 */
export function answerOfReceiver(answer: PostAnswer, parts: AnswerParts): Sending {
  const attempt = attemptOf(answer, parts.secrets);
  const again = (problem: SendProblem): Sending => ({
    kind: 'again',
    problem,
    after: null,
    rests: false,
    attempt,
  });
  if (!answer.ok) return again(problemOfNoAnswer(answer.problem));
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: 'sent', attempt };
  if (status === 401 || status === 403) return ended('not-allowed', attempt);
  if (status === 404 || status === 410) return ended('gone', attempt);
  if (status === 429)
    return {
      kind: 'again',
      problem: 'too-many-requests',
      after: restOf(answer, parts.now),
      rests: true,
      attempt,
    };
  if (status >= 500) return again('server-error');
  return again(status >= 300 && status < 400 ? 'redirected' : 'refused');
}

const ended = (end: 'gone' | 'not-allowed', attempt: Attempt): Sending => ({
  kind: 'ended',
  state: 'off',
  end,
  attempt,
});

/** Nothing was sent, because this host or this channel is not set up for it. */
export const notConfigured: Sending = {
  kind: 'again',
  problem: 'not-configured',
  after: null,
  rests: false,
  attempt: { status: null, ms: 0, text: '' },
};

/** Why there was no answer. An address that may not be asked at all is `not-allowed`. */
export function problemOfNoAnswer(problem: NoAnswer): SendProblem {
  switch (problem) {
    case 'unreachable':
    case 'timed-out':
    case 'name-not-found':
    case 'address-not-public':
      return problem;
    case 'not-a-url':
    case 'scheme-not-allowed':
    case 'port-not-allowed':
    case 'credentials-not-allowed':
      return 'not-allowed';
  }
}

const most = 200;

/** The answer for the log of deliveries: at most 200 characters of its text in one line, without the secrets of the address. */
export function attemptOf(answer: PostAnswer, secrets: readonly string[]): Attempt {
  if (!answer.ok) return { status: null, ms: answer.ms, text: '' };
  const text = Array.from(cleanLine(withoutSecrets(cutSecrets(answer.text, secrets))));
  return { status: answer.status, ms: answer.ms, text: text.slice(0, most).join('') };
}

/** Shorter parts of an address are words like `api`. */
const shortestSecret = 6;

function cutSecrets(text: string, secrets: readonly string[]): string {
  const spellings = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .filter((secret) => secret.length >= shortestSecret)
    .sort((a, b) => b.length - a.length);
  const cut = spellings.reduce((rest, secret) => rest.replaceAll(anyCase(secret), '[cut]'), text);
  // The end of a long answer was cut off, perhaps within a secret.
  const tail = spellings.map((secret) => beginningAtEnd(cut, secret)).sort((a, b) => b - a)[0] ?? 0;
  return tail === 0 ? cut : cut.slice(0, -tail);
}

const anyCase = (secret: string) => new RegExp(secret.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'), 'gi');

/** How many characters at the end of `text` are the beginning of `secret`. */
function beginningAtEnd(text: string, secret: string): number {
  const end = text.slice(-secret.length).toLowerCase();
  for (let length = Math.min(end.length, secret.length); length >= shortestSecret; length -= 1)
    if (end.endsWith(secret.toLowerCase().slice(0, length))) return length;
  return 0;
}

/** The parts of an address that are secret. */
export function secretsOfUrl(url: string): readonly string[] {
  if (!URL.canParse(url)) return [url];
  const { pathname, searchParams, search } = new URL(url);
  return [url, `${pathname}${search}`, ...pathname.split('/'), ...searchParams.values()];
}

const day = 24 * 60 * 60_000;

/** Discord: `retry_after` in seconds. Telegram: `parameters.retry_after` in seconds. Matrix: `retry_after_ms`. */
const restBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    retry_after: v.fallback(v.number(), 0),
    retry_after_ms: v.fallback(v.number(), 0),
    parameters: v.fallback(v.object({ retry_after: v.fallback(v.number(), 0) }), { retry_after: 0 }),
  }),
);

/** The milliseconds of rest that a receiver asks for, the larger of header and body, at most a day; null = it names none. */
function restOf({ headers, text }: Extract<PostAnswer, { readonly ok: true }>, now: number): number | null {
  const read = v.safeParse(restBody, text);
  const asked = [
    retryAfter(headers['retry-after'], now),
    ...(read.success
      ? [
          read.output.retry_after * 1000,
          read.output.retry_after_ms,
          read.output.parameters.retry_after * 1000,
        ]
      : []),
  ];
  const rest = Math.ceil(Math.max(...asked.filter(Number.isFinite)));
  return rest > 0 ? Math.min(rest, day) : null;
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function retryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  return /^\s*[\d.]+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now || 0;
}

/**
 * Some receivers answer with what they got, and no log may hold a fan's words. They are cut out as they stand and as JSON writes them. A single letter
 * is no secret, and stands everywhere.
 */
function withoutWords(text: string, words: readonly string[]): string {
  return words
    .flatMap((each) => [each, JSON.stringify(each).slice(1, -1)])
    .filter((each) => each.length > 1)
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, each) => left.replaceAll(each, '[cut]'), text);
}

interface EndpointAnswerParts {
  /** The fan's name and message, which the log of deliveries must not hold. */
  readonly words: readonly string[];
  /** The parts of the address, which are often secret. */
  readonly secrets: readonly string[];
  /** Epoch milliseconds. */
  readonly now: number;
}

function problemOfStatus(status: number): SendProblem {
  if (status >= 300 && status < 400) return 'redirected';
  if (status === 429) return 'too-many-requests';
  return status >= 500 ? 'server-error' : 'refused';
}

/** The endpoint has too much to do, so its other deliveries wait too. */
const overloaded: readonly number[] = [429, 502, 504];

/** What an answer of a webhook's endpoint means. Only 410 ends a webhook: a server in the middle of a deploy may answer everything else. */
function answerOfEndpoint(answer: PostAnswer, { words, secrets, now }: EndpointAnswerParts): Sending {
  if (!answer.ok) {
    const problem = problemOfNoAnswer(answer.problem);
    const attempt = attemptOf(answer, []);
    return { kind: 'again', problem, after: null, rests: problem === 'timed-out', attempt };
  }
  const { status } = answer;
  const attempt = attemptOf({ ...answer, text: withoutWords(answer.text, words) }, secrets);
  if (status >= 200 && status < 300) return { kind: 'sent', attempt };
  if (status === 410) return { kind: 'ended', state: 'off', end: 'gone', attempt };
  return {
    kind: 'again',
    problem: problemOfStatus(status),
    after: restOf(answer, now),
    rests: overloaded.includes(status),
    attempt,
  };
}

type WebhookSecrets = Extract<ChannelCredentials, { readonly kind: 'webhook' }>['secrets'];

interface WebhookToSign {
  /** The same at each try. */
  readonly id: string;
  /** The text exactly as it is sent. */
  readonly body: string;
  readonly secrets: WebhookSecrets;
  /** Epoch milliseconds of this try. */
  readonly now: number;
}

const keyOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

/**
 * The headers of one try, by Standard Webhooks 1.0.0: HMAC-SHA256 of `id.timestamp.body`. While a secret is replaced, the old and the new one both
 * sign. Node's own HMAC is used, because the library has a dependency that must not ship (docs/decisions/outbox.md); the tests verify with the library.
 */
function signWebhook({ id, body, secrets, now }: WebhookToSign): Readonly<Record<string, string>> {
  const timestamp = Math.floor(now / 1000);
  const signing = secrets.filter(({ until }) => until === null || until > now);
  const signatures = signing.map(
    ({ secret }) =>
      `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return {
    'content-type': 'application/json',
    'user-agent': 'Busker-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

interface WebhookParts {
  readonly post: SafePost;
  readonly clock: Clock;
}

/** A webhook gets one event in a message. Codes are not sent to it: it is verified by its answer to a test. */
function eventOf(message: Message, now: number): NotifiedEvent | undefined {
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

const wordsOf = ({ tip }: NotifiedEvent): readonly string[] =>
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

/** A secret as Standard Webhooks 1.0.0 writes it: `whsec_` and the base64 of 32 random bytes. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

const faults: Readonly<Partial<Record<FetchRefusal, FaultCode>>> = {
  'credentials-not-allowed': 'url-password',
  'address-not-public': 'url-local',
  'not-a-url': 'url-missing',
};

function refused(given: string): Result<string> {
  return fail(
    problem('address-not-allowed', { fields: { url: faultSentence(given) }, faults: { url: given } }),
  );
}

/**
 * The address of a webhook as an owner may enter it: public https on port 443, or one of `allowOrigins`. What is behind its name is checked at each
 * try, because it may change.
 */
export function webhookAddress(typed: string, allowOrigins: readonly string[]): Result<string> {
  const trimmed = typed.trim();
  if (trimmed.length > maxUrlLength) return refused(fault('url-too-long', maxUrlLength));
  const judged = judgeUrl(trimmed, { allowOrigins, httpsOnly: true });
  if (typeof judged === 'string') return refused(fault(faults[judged] ?? 'other'));
  const { url } = judged;
  // A fragment is never sent.
  url.hash = '';
  return ok(url.href);
}

export type WebhookJsonSchema = ReturnType<typeof toJsonSchema>;

/**
 * The JSON Schema of a webhook, for `GET /docs/webhooks/v1/{type}.json` and the tables of docs/developers/webhooks.md; undefined = there is no such type. It is
 * made when it is asked for, so that a new instance starts without it.
 */
export function webhookJsonSchema(name: string): WebhookJsonSchema | undefined {
  const type = eventTypes.find((each) => each === name);
  if (type === undefined) return undefined;
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...toJsonSchema(webhookSchemas[type]),
    title: `Busker webhook: ${type}`,
  };
}
