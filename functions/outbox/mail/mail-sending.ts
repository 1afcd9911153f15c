import { unreachable } from '../../../core/base/result';
import type { SendProblem } from '../../../core/outbox/channel';
import type { Attempt, Sending } from '../channel-sender';
import type { MailAnswer } from './mail-transport';

type Refusal = Extract<MailAnswer, { kind: 'refused' }>;

const again = (problem: SendProblem, attempt: Attempt): Sending => ({
  kind: 'again',
  problem,
  after: null,
  rests: false,
  attempt,
});

/** RFC 3463, X.7: security or policy. The mail server refuses the host, not this owner. */
export const isHostRefused = (answer: MailAnswer): boolean =>
  answer.kind === 'refused' &&
  answer.status >= 500 &&
  (answer.enhanced?.startsWith('5.7.') === true || isSenderRefused(answer));

/** RFC 3463, X.1.7 and X.1.8: the address that we send from. */
const isSenderRefused = ({ enhanced }: Refusal): boolean => enhanced === '5.1.7' || enhanced === '5.1.8';

/** The mailbox does not exist or takes no mail: RFC 5321, 4.2.3, and RFC 3463, X.1. */
export const isAddressRefused = (answer: Refusal): boolean =>
  answer.at === 'recipient' &&
  !isHostRefused(answer) &&
  !isSenderRefused(answer) &&
  ([550, 551, 553].includes(answer.status) || answer.enhanced?.startsWith('5.1.') === true);

/** What the mail server's answer means for the channel. */
export function sendingOf(answer: MailAnswer): Sending {
  const { text, ms } = answer;
  switch (answer.kind) {
    case 'accepted':
      return { kind: 'sent', attempt: { status: answer.status, ms, text } };
    case 'failed':
      return again(answer.problem, { status: null, ms, text });
    case 'refused': {
      const attempt = { status: answer.status, ms, text };
      if (answer.status < 500) return again('server-error', attempt);
      if (isAddressRefused(answer))
        return { kind: 'ended', state: 'refused', end: 'address-refused', attempt };
      // 530 to 538: the mail server does not accept our login (RFC 4954, 6).
      const isLogin = answer.status >= 530 && answer.status <= 538;
      return again(isLogin ? 'not-allowed' : 'refused', attempt);
    }
    default:
      return unreachable(answer);
  }
}
