import { headerFault } from './header-fault';
import type { SmtpConfig } from './mail-config';
import type { MailTransport, OutgoingMail } from './mail-transport';
import { answerOfError, answerOfSent } from './smtp-answer';

/** Milliseconds. `whole` ends a sending that goes on by small steps: the function that sends it ends after 60 seconds. */
export interface SmtpTimeouts {
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
