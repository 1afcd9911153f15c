import { createHmac, randomBytes } from 'node:crypto';
import { fault, faultSentence, type FaultCode } from '../../../core/base/field-faults';
import { fail, ok, problem, type Result } from '../../../core/base/result';
import { maxUrlLength } from '../../../core/base/safe-url';
import type { ChannelCredentials, SendProblem } from '../../../core/outbox/channel';
import type { Message, ToldEvent } from '../../../core/outbox/told-event';
import { webhookBody } from '../../../core/outbox/webhook-body';
import { judgeUrl, type FetchRefusal, type PostAnswer, type SafePost } from '../../safe-fetch/safe-fetch';
import type { Clock } from '../../clock';
import type { Addressee, ChannelSender, Sending } from '../channel-sender';
import { attemptOf, problemOfNoAnswer, restOf, secretsOfUrl } from '../chats/answer-of-receiver';

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
function eventOf(message: Message, now: number): ToldEvent | undefined {
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

const wordsOf = ({ tip }: ToldEvent): readonly string[] =>
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
