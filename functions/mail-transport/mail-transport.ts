import { fail, ok, problem, unreachable, type Result } from '@busker/core/base/result';
import type { SendProblem } from '@busker/core/outbox/channel';
import { readEmailAddress } from '@busker/core/text/addresses';
import { switchedOff, type EnvReader } from '../env-reader';
import type { Attempt, Sending } from '../senders/channel-sender';

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
  /** The most mails about tips in a day. Above it, those to owners wait until the day is over, and then cover everything that is due; fans are refused. */
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
  if (!/^-----BEGIN (?:RSA )?PRIVATE KEY-----/.test(privateKey))
    read.fault(
      'DKIM_PRIVATE_KEY must be a private key as PEM: -----BEGIN PRIVATE KEY----- and what follows.',
    );
  const domain = read.text('DKIM_DOMAIN');
  const selector = read.text('DKIM_SELECTOR');
  if (domain === '' || selector === '')
    read.fault('DKIM_PRIVATE_KEY needs DKIM_DOMAIN and DKIM_SELECTOR, which name its DNS record.');
  return { domain, selector, privateKey };
}

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

/** HTML of a mail. Everything else is escaped when it goes into a template. Pages of the server are components instead (functions/pages/page.tsx). */
interface Html {
  readonly html: string;
}

type Piece = Html | string | number | null | readonly Html[];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

function written(piece: Piece): string {
  if (piece === null) return '';
  if (typeof piece === 'string' || typeof piece === 'number') return escapeHtml(String(piece));
  return 'html' in piece ? piece.html : piece.map((each) => each.html).join('');
}

/** html`<p>${text}</p>`: the template is HTML; inserted values are escaped, also for quoted attributes. */
export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return { html: parts.map((part, index) => part + written(pieces[index] ?? null)).join('') };
}

/** A piece of a mail. The text and the HTML of a mail are made of the same pieces, so that they say the same. */
export type MailBlock =
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'line'; readonly text: string; readonly urgent: boolean }
  /** A fan's words. */
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  | { readonly kind: 'code'; readonly text: string };

/** A mail in plain text. `foot` is set smaller, below a line. */
export interface MailContent {
  /** A BCP 47 tag. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** Never holds a fan's message. */
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
  readonly foot: readonly MailBlock[];
}

interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** RFC 5322, 2.1.1: a line should have at most 78 characters; mail programs cut a longer subject. */
const longestSubject = 150;

/** One line without control characters: a name in it must not begin another header line. */
function subjectLine(text: string): string {
  const characters = Array.from(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim());
  return characters.length <= longestSubject
    ? characters.join('')
    : `${characters.slice(0, longestSubject - 1).join('')}…`;
}

function asText(block: MailBlock): string {
  switch (block.kind) {
    case 'title':
    case 'code':
      return block.text;
    case 'line':
      return block.urgent ? `! ${block.text}` : block.text;
    case 'quote':
      return `“${block.text}”`;
    case 'link':
      return `${block.label}: ${block.url}`;
    default:
      return unreachable(block);
  }
}

/**
 * Colours are only set where they are readable on white and on black: mail programs in dark mode change the background, some of them without
 * changing the text.
 */
const grey = '#808080';

function asHtml(block: MailBlock): Html {
  switch (block.kind) {
    case 'title':
      return html`<h1 dir="auto" style="font-size:20px;line-height:1.3;margin:0 0 16px">${block.text}</h1>`;
    case 'line':
      return html`<p dir="auto" style="margin:0 0 8px${block.urgent ? ';font-weight:bold' : ''}">
        ${block.text}
      </p>`;
    case 'quote':
      return html`<blockquote
        dir="auto"
        style="margin:0 0 8px;padding:0 12px;border-inline-start:3px solid ${grey}"
      >
        ${block.text}
      </blockquote>`;
    case 'link':
      return html`<p style="margin:0 0 16px"><a href="${block.url}">${block.label}</a></p>`;
    case 'code':
      return html`<p
        dir="ltr"
        style="margin:0 0 16px;font-size:28px;font-family:monospace;letter-spacing:4px"
      >
        ${block.text}
      </p>`;
    default:
      return unreachable(block);
  }
}

/** One column without pictures, remote fonts or anything else that is fetched when the mail is read. */
const page = ({ language, direction, blocks, foot }: MailContent, title: string): Html =>
  html`<!doctype html>
    <html lang="${language}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
      </head>
      <body lang="${language}" dir="${direction}" style="margin:0;padding:16px">
        <div
          style="max-width:560px;margin:0 auto;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;overflow-wrap:anywhere"
        >
          ${blocks.map(asHtml)}
          <div style="margin-top:24px;padding-top:12px;border-top:1px solid ${grey};font-size:14px">
            ${foot.map(asHtml)}
          </div>
        </div>
      </body>
    </html>`;

/** Blocks of the body have an empty line between them, so that a list of tips can be read. */
function plain({ blocks, foot }: MailContent): string {
  const body = blocks.map(asText).join('\n\n');
  return foot.length === 0 ? `${body}\n` : `${body}\n\n-- \n${foot.map(asText).join('\n')}\n`;
}

/** A mail as text and as HTML. */
export function composeMail(content: MailContent): ComposedMail {
  const subject = subjectLine(content.subject);
  return { subject, text: plain(content), html: page(content, subject).html };
}
