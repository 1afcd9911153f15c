import type { SendProblem } from '../../../core/outbox/channel';
import type { PostAnswer } from '../../http/safe-fetch/safe-post';
import type { Sending } from '../channel-sender';
import { attemptOf, problemOfNoAnswer, restOf } from '../chats/answer-of-receiver';
import { withoutWords } from './without-words';

export interface EndpointAnswerParts {
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
export function answerOfEndpoint(answer: PostAnswer, { words, secrets, now }: EndpointAnswerParts): Sending {
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
