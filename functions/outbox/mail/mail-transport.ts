import { unreachable } from '../../../core/base/result';
import type { SendProblem } from '../../../core/outbox/channel';
import type { Attempt, Sending } from '../channel-sender';

/** A mail to one address. Every value is plain text; the transport encodes it. */
export interface OutgoingMail {
  /** An address that `parseMailAddress` accepted. */
  readonly to: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Without angle brackets. The same at each try, so that a mail program can recognise a repetition. */
  readonly messageId: string;
  /** Further header lines. No value may have a line break: `headerFault` says so. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Why there was no answer of the mail server. */
export type MailFailure = 'unreachable' | 'timed-out' | 'name-not-found' | 'not-allowed';

/**
 * `accepted`: the server took the mail. `refused`: the server answered with an error; `enhanced` is its RFC 3463 code, such as `5.1.1` (null = none),
 * and `at` says whether it refused the recipient or something else. `failed`: there was no answer.
 */
export type MailAnswer =
  | { readonly kind: 'accepted'; readonly status: number | null; readonly text: string; readonly ms: number }
  | {
      readonly kind: 'refused';
      readonly at: 'recipient' | 'elsewhere';
      readonly status: number;
      readonly enhanced: string | null;
      readonly text: string;
      readonly ms: number;
    }
  | { readonly kind: 'failed'; readonly problem: MailFailure; readonly text: string; readonly ms: number };

/** Hands a mail to the mail server. It never throws for what the server does. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<MailAnswer>;
}

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
