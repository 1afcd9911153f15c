import * as v from 'valibot';
import { cleanLine } from '../../../core/base/text';
import type { SendProblem } from '../../../core/outbox/channel';
import { withoutSecrets } from '../../log';
import type { PostAnswer } from '../../safe-fetch/safe-fetch';
import type { Attempt, Sending } from '../channel-sender';

type NoAnswer = Extract<PostAnswer, { readonly ok: false }>['problem'];

/** What every channel makes of a receiver's answer. `secrets`: the parts of the address and the tokens, which the log must not hold. */
export interface AnswerParts {
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
export function restOf(
  { headers, text }: Extract<PostAnswer, { readonly ok: true }>,
  now: number,
): number | null {
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
