import * as v from 'valibot';
import { withoutSecrets } from '../log';
import type { MailAnswer, MailFailure, MailTransport, OutgoingMail, SmtpConfig } from './mail-transport';

/** A line break would begin another header line. Other control characters have no place in a header either. */
const isOneLine = (value: string): boolean => !/\p{Cc}/u.test(value);

const isName = (name: string): boolean => /^[A-Za-z][A-Za-z-]*$/.test(name);

/**
 * The name of the first header that must not be sent; null = all are good. We check this ourselves and do not rely on the library: GHSA-268h-hp4c-crq3
 * was a header line by way of `List-Unsubscribe`.
 */
export function headerFault({ from, to, subject, messageId, headers }: OutgoingMail): string | null {
  const own = { From: from.name, Sender: from.address, To: to, Subject: subject, 'Message-ID': messageId };
  const all = Object.entries({ ...own, ...headers });
  const [name] = all.find(([key, value]) => !isName(key) || !isOneLine(value)) ?? [];
  if (name !== undefined) return name;
  return /^[\w.-]+@[\w.-]+$/.test(messageId) ? null : 'Message-ID';
}

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

/** The library's answer when the server took the mail. */
const sentMail = v.object({ response: v.string() });

function answerOfSent(sent: unknown, ms: number): MailAnswer {
  const { response } = v.parse(sentMail, sent);
  return { kind: 'accepted', status: statusOf(response), text: shown(response), ms };
}

/** The library's fields of an error. */
const mailError = v.object({
  name: v.optional(v.string(), ''),
  message: v.optional(v.string(), ''),
  code: v.optional(v.string(), ''),
  command: v.optional(v.string(), ''),
  response: v.optional(v.string()),
  responseCode: v.optional(v.number()),
});

/** A caught error as an answer of the mail server. */
function answerOfError(error: unknown, ms: number): MailAnswer {
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

/** Milliseconds. `whole` ends a sending that goes on by small steps: the function that sends it ends after 60 seconds. */
interface SmtpTimeouts {
  readonly connect: number;
  readonly greeting: number;
  readonly socket: number;
  readonly whole: number;
}

const usual: SmtpTimeouts = { connect: 10_000, greeting: 10_000, socket: 20_000, whole: 40_000 };

/** RFC 8058, 4: both headers of the unsubscription must be signed. */
const signedHeaders =
  'From:To:Subject:Date:Message-ID:MIME-Version:Content-Type:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post';

/** The library is loaded with the first mail, because it would make every start of an instance slower. */
async function transportOf({ host, port, security, auth, dkim }: SmtpConfig, timeouts: SmtpTimeouts) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'upgrade',
    ignoreTLS: security === 'plain',
    ...(auth === null ? {} : { auth }),
    ...(dkim === null
      ? {}
      : {
          dkim: {
            domainName: dkim.domain,
            keySelector: dkim.selector,
            privateKey: dkim.privateKey,
            headerFieldNames: signedHeaders,
          },
        }),
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const written = ({ to, from, subject, text, html, messageId, headers }: OutgoingMail) => ({
  from,
  // As an object, so that the library parses no address.
  to: [{ name: '', address: to }],
  envelope: { from: from.address, to: [to] },
  subject,
  text,
  html,
  messageId: `<${messageId}>`,
  headers: { ...headers },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Sends by SMTP, one connection for each mail. */
export function smtpTransport(config: SmtpConfig, timeouts: SmtpTimeouts = usual): MailTransport {
  let opened: ReturnType<typeof transportOf> | null = null;
  return {
    async send(mail) {
      const fault = headerFault(mail);
      // Only a bug of ours can cause this: each value is made or checked by us.
      if (fault !== null) throw new Error(`The mail's header ${fault} cannot be sent.`);
      const started = Date.now();
      const ms = () => Date.now() - started;
      try {
        const signal = AbortSignal.timeout(timeouts.whole);
        const transport = await (opened ??= transportOf(config, timeouts));
        const sent: unknown = await transport.sendMail({ ...written(mail), signal });
        return answerOfSent(sent, ms());
      } catch (error) {
        return answerOfError(error, ms());
      }
    },
  };
}

/** Connects and signs in without sending anything; null = it works, else what went wrong. */
export async function checkSmtp(config: SmtpConfig): Promise<string | null> {
  try {
    const transport = await transportOf(config, usual);
    await transport.verify();
    return null;
  } catch (error) {
    return answerOfError(error, 0).text;
  }
}
