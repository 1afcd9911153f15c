import * as v from 'valibot';
import { withoutSecrets } from '../../http/log';
import type { MailAnswer, MailFailure } from './mail-transport';

const mostCharacters = 200;

/** The server's answer in one line. It quotes the address, which no log and no document may hold. */
const shown = (text: string): string =>
  withoutSecrets(text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()).slice(0, mostCharacters);

const statusOf = (reply: string): number | null => {
  const [, digits] = /^(\d{3})\b/.exec(reply) ?? [];
  return digits === undefined ? null : Number(digits);
};

/** `550-5.1.1 …` and `550 5.1.1 …` (RFC 3463). */
const enhancedOf = (reply: string): string | null => {
  const [, code] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(reply) ?? [];
  return code ?? null;
};

/** What the library returns when the server took the mail. */
const sentMail = v.object({ response: v.string() });

export function answerOfSent(sent: unknown, ms: number): MailAnswer {
  const { response } = v.parse(sentMail, sent);
  return { kind: 'accepted', status: statusOf(response), text: shown(response), ms };
}

/** What the library adds to its errors. */
const mailError = v.object({
  name: v.optional(v.string(), ''),
  message: v.optional(v.string(), ''),
  code: v.optional(v.string(), ''),
  command: v.optional(v.string(), ''),
  response: v.optional(v.string()),
  responseCode: v.optional(v.number()),
});

/** A caught error as an answer of the mail server. */
export function answerOfError(error: unknown, ms: number): MailAnswer {
  const parsed = v.safeParse(mailError, error);
  if (!parsed.success) return { kind: 'failed', problem: 'unreachable', text: '', ms };
  const { message, code, name, command, response, responseCode } = parsed.output;
  if (response !== undefined && responseCode !== undefined && responseCode >= 400) {
    const at = command === 'RCPT TO' ? 'recipient' : 'elsewhere';
    const enhanced = enhancedOf(response);
    return { kind: 'refused', at, status: responseCode, enhanced, text: shown(response), ms };
  }
  return { kind: 'failed', problem: failureOf(code, name), text: shown(message), ms };
}

/** The codes are those of nodemailer's errors.d.ts. */
function failureOf(code: string, name: string): MailFailure {
  if (name === 'TimeoutError' || code === 'ETIMEDOUT' || code === 'EABORT') return 'timed-out';
  if (code === 'EDNS') return 'name-not-found';
  return ['EAUTH', 'ENOAUTH', 'EOAUTH2'].includes(code) ? 'not-allowed' : 'unreachable';
}
