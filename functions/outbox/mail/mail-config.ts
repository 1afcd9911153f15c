import { readEmailAddress } from '../../../core/base/addresses';
import { fail, ok, problem, type Result } from '../../../core/base/result';
import { switchedOff, type EnvReader } from '../../env-reader';

/** One mail address, as the mail server gets it: the domain in lower case and in ASCII. Refuses the field `address`. */
export function parseMailAddress(given: string): Result<string> {
  const address = readEmailAddress(given);
  if (address !== null) return ok(address);
  return fail(
    problem('address-not-allowed', { fields: { address: 'Write one address, such as name@example.com.' } }),
  );
}

/** How mail is sent, for handlers and the dashboard; no credentials. */
export interface MailConfig {
  /** The address in `From`. */
  readonly from: string;
  /** The most mails to all owners in a day. Above it, mails wait until the day is over, and then cover everything that is due. */
  readonly dailyCap: number;
}

/** The connection to the mail server; only its adapter gets it. */
export interface SmtpConfig {
  readonly host: string;
  readonly port: number;
  /** `tls`: encrypted from the start (port 465). `upgrade`: encrypted by STARTTLS, or nothing is sent. `plain`: a server on this machine. */
  readonly security: 'tls' | 'upgrade' | 'plain';
  readonly auth: { readonly user: string; readonly pass: string } | null;
  /** Signs mails with our own key. Null = the mail server signs, as providers do. */
  readonly dkim: Dkim | null;
}

interface Dkim {
  readonly domain: string;
  readonly selector: string;
  /** PEM. */
  readonly privateKey: string;
}

const isSet = (value: string): boolean => value !== '' && value !== switchedOff;

/** The settings of mail. Both are null when SMTP_URL is absent or `off`: then mail is not offered. */
export function mailConfig(
  read: EnvReader,
  { sandbox, publicOrigin }: { readonly sandbox: boolean; readonly publicOrigin: string },
): { readonly mail: MailConfig | null; readonly smtp: SmtpConfig | null } {
  const dailyCap = read.integer('MAIL_DAILY_CAP', 2000, { min: 1, max: 1_000_000 });
  const given = read.text('SMTP_URL');
  if (!isSet(given)) return { mail: null, smtp: null };
  const smtp = smtpConfig(read, given, sandbox);
  const from = sender(read, sandbox, publicOrigin);
  return smtp === null || from === null ? { mail: null, smtp: null } : { mail: { from, dailyCap }, smtp };
}

/** The faults never quote the value: it has a password. */
function smtpConfig(read: EnvReader, given: string, sandbox: boolean): SmtpConfig | null {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    read.fault(
      'SMTP_URL must be an address such as smtps://user:password@smtp.example.com:465. Write special characters of the password as in web addresses (@ is %40).',
    );
    return null;
  }
  const isTls = url.protocol === 'smtps:';
  const port = Number(url.port) || (isTls ? 465 : 587);
  if (port === 25)
    read.fault(
      'SMTP_URL must not use port 25: Google Cloud blocks it. Use port 465 (smtps://) or 587 (smtp://).',
    );
  const login = readLogin(url);
  if (login === undefined)
    read.fault('SMTP_URL: the user name or the password has a % that is not an escape.');
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    security: isTls ? 'tls' : sandbox ? 'plain' : 'upgrade',
    auth: login ?? null,
    dkim: dkimConfig(read),
  };
}

/** Null = no login; undefined = it cannot be decoded. */
function readLogin({ username, password }: URL): SmtpConfig['auth'] | undefined {
  if (username === '') return null;
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}

function sender(read: EnvReader, sandbox: boolean, publicOrigin: string): string | null {
  const given = read.text('MAIL_FROM');
  if (given === '' && sandbox) return 'busker@busker.example';
  if (given === '') {
    const host = URL.canParse(publicOrigin) ? new URL(publicOrigin).hostname : 'example.com';
    read.fault(`Set MAIL_FROM: the address that mails come from, such as tips@${host}.`);
    return null;
  }
  const address = parseMailAddress(given);
  if (!address.ok) {
    read.fault('MAIL_FROM must be one mail address without a name, such as tips@example.com.');
    return null;
  }
  return address.value;
}

function dkimConfig(read: EnvReader): Dkim | null {
  const privateKey = read.text('DKIM_PRIVATE_KEY').replaceAll(String.raw`\n`, '\n');
  if (!isSet(privateKey)) return null;
  const domain = read.text('DKIM_DOMAIN');
  const selector = read.text('DKIM_SELECTOR');
  if (domain === '' || selector === '')
    read.fault('DKIM_PRIVATE_KEY needs DKIM_DOMAIN and DKIM_SELECTOR, which name its DNS record.');
  return { domain, selector, privateKey };
}
