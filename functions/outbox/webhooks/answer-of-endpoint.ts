import type { SendProblem } from '../../../core/outbox/channel';
import type { PostAnswer } from '../../http/safe-fetch/safe-post';
import type { Attempt, Sending } from '../channel-sender';
import { retryAfterMs } from './retry-after';

type Failed = Extract<PostAnswer, { readonly ok: false }>['problem'];

/** What happened, when there was no answer. */
function problemOf(failed: Failed): SendProblem {
  switch (failed) {
    case 'unreachable':
    case 'timed-out':
    case 'name-not-found':
    case 'address-not-public':
      return failed;
    case 'not-a-url':
    case 'scheme-not-allowed':
    case 'port-not-allowed':
    case 'credentials-not-allowed':
      return 'not-allowed';
  }
}

function problemOfStatus(status: number): SendProblem {
  if (status >= 300 && status < 400) return 'redirected';
  if (status === 429) return 'too-many-requests';
  return status >= 500 ? 'server-error' : 'refused';
}

/** The endpoint has too much to do, so its other deliveries wait too. */
const overloaded: readonly number[] = [429, 502, 504];

/** What an answer of a webhook's endpoint means. `text`: what of it may be kept. */
export function answerOfEndpoint(answer: PostAnswer, text: string, now: number): Sending {
  const { ms } = answer;
  if (!answer.ok) {
    const attempt: Attempt = { status: null, ms, text: '' };
    const problem = problemOf(answer.problem);
    return { kind: 'again', problem, after: null, rests: problem === 'timed-out', attempt };
  }
  const { status, headers } = answer;
  const attempt: Attempt = { status, ms, text };
  if (status >= 200 && status < 300) return { kind: 'sent', attempt };
  if (status === 410) return { kind: 'ended', state: 'off', end: 'gone', attempt };
  return {
    kind: 'again',
    problem: problemOfStatus(status),
    after: retryAfterMs(headers['retry-after'], now),
    rests: overloaded.includes(status),
    attempt,
  };
}
