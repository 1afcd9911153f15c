import { randomBytes } from 'node:crypto';
import {
  composeMail,
  parseMailAddress,
  mailConfig,
  type SmtpConfig,
} from '@busker/functions/mail-transport/mail-transport';
import { envReader, type Env } from '@busker/functions/env-reader';
import { checkSmtp, smtpTransport } from '@busker/functions/mail-transport/smtp-transport';

export interface MailCheck {
  /** SMTP_URL, MAIL_FROM, PUBLIC_ORIGIN, PAYMENTS_MODE, and DKIM_… if the installation signs by itself. */
  readonly env: Env;
  /** The address that gets the mail. */
  readonly to: string;
  readonly say: (line: string) => void;
}

const domainOf = (address: string): string => address.split('@')[1] ?? '';

/** What the person at the receiving side must find in the headers of the mail (RFC 8601). */
const mustShow = (from: string, { dkim }: SmtpConfig): readonly string[] => {
  const domain = domainOf(from);
  return [
    'Open the mail, show its original text, and look for the line Authentication-Results. It must say:',
    `  spf=pass    for ${domain}, or for your provider's domain`,
    `  dkim=pass   header.d=${dkim?.domain ?? domain}`,
    `  dmarc=pass  header.from=${domain}`,
    'The mail must have List-Unsubscribe and List-Unsubscribe-Post, and both names must be in h= of the line DKIM-Signature.',
    'Gmail and Apple Mail show a link to unsubscribe beside the sender. It leads to an address that ends nothing.',
  ];
};

/** Connects, sends one mail, and says what the receiving side must show. Returns false when the mail was not taken. */
export async function checkMail({ env, to, say }: MailCheck): Promise<boolean> {
  const address = parseMailAddress(to);
  if (!address.ok) {
    say('Say where to send the mail: busker mail you@example.com < smtp.txt');
    return false;
  }
  const read = envReader(env);
  const publicOrigin = read.origin('PUBLIC_ORIGIN', 'http://localhost:4100');
  const { mail, smtp } = mailConfig(read, {
    sandbox: read.text('PAYMENTS_MODE') === 'sandbox',
    publicOrigin,
  });
  for (const sentence of read.faults) say(sentence);
  if (read.faults.length > 0) return false;
  if (mail === null || smtp === null) {
    say('SMTP_URL is off or not set. Give it by standard input, as for npm run secrets -- add SMTP_URL.');
    return false;
  }
  const fault = await checkSmtp(smtp);
  if (fault !== null) {
    say(`${smtp.host}:${smtp.port} cannot be used: ${fault}`);
    return false;
  }
  say(`${smtp.host}:${smtp.port} answers, and accepts the login.`);
  const answer = await smtpTransport(smtp).send({
    ...composeMail({
      language: 'en',
      direction: 'ltr',
      subject: 'A test of Busker’s mails',
      blocks: [
        { kind: 'title', text: 'A test of Busker’s mails' },
        { kind: 'line', text: `Sent for ${publicOrigin} from ${mail.from}.`, urgent: false },
      ],
      foot: [],
    }),
    to: address.value,
    from: { name: 'Busker', address: mail.from },
    messageId: `check_${randomBytes(8).toString('hex')}@${new URL(publicOrigin).hostname}`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${publicOrigin}/off/check.test>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });
  if (answer.kind !== 'accepted') {
    say(`The mail was not taken: ${answer.text}`);
    return false;
  }
  say(`The mail to ${address.value} was taken: ${answer.text}`);
  for (const line of mustShow(mail.from, smtp)) say(line);
  return true;
}
