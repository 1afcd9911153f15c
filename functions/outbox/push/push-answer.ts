import { unreachable } from '../../../core/base/result';
import type { SendProblem } from '../../../core/outbox/channel';
import { withoutSecrets } from '../../http/log';
import type { PostAnswer } from '../../http/safe-fetch/safe-post';
import type { Attempt, Sending } from '../channel-sender';

/** The most that is kept of a receiver's answer. */
const keptText = 200;
/** A push service that asks for more is asked again after a day: by then the message is too old for it anyway. */
const longestWait = 24 * 60 * 60_000;

export const attemptOf = (answer: PostAnswer): Attempt =>
  answer.ok
    ? { status: answer.status, ms: answer.ms, text: withoutSecrets(answer.text).slice(0, keptText) }
    : { status: null, ms: answer.ms, text: '' };

function unsentProblem(problem: Extract<PostAnswer, { ok: false }>['problem']): SendProblem {
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
      return 'refused';
    default:
      return unreachable(problem);
  }
}

/** Milliseconds of a `Retry-After` header: seconds or a date (RFC 9110, section 10.2.3); null = it has none that can be read. */
export function retryAfter(header: string | undefined, now: number): number | null {
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
  if (!answer.ok) return again(unsentProblem(answer.problem));
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: 'sent', attempt };
  if (status >= 300 && status < 400) return again('redirected');
  if (status === 404 || status === 410) return { kind: 'ended', state: 'off', end: 'gone', attempt };
  if (status === 401 || status === 403) return again('not-allowed');
  if (status === 429) return again('too-many-requests', true);
  if (status >= 500) return again('server-error', true);
  return again('refused');
}
