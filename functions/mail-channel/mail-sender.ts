import { directionOf, languageOf } from '@busker/core/locale/language-tags';
import { fail, ok, unreachable, type Result } from '@busker/core/base/result';
import type { Channel } from '@busker/core/outbox/channel';
import {
  codeWords,
  footerWords,
  testWords,
  renderMessage,
  type RenderedLine,
} from '@busker/core/notification/render-message';
import type { NotifiedMessage, Message } from '@busker/core/notification/notified-event';
import type { Deps, IdTokens } from '../deps';
import type { LimitRule } from '../limits/limit-counter';
import type { Log } from '../log';
import {
  composeMail,
  isHostRefused,
  parseMailAddress,
  sendingOf,
  type MailBlock,
  type MailContent,
  type MailTransport,
  type OutgoingMail,
} from '../mail-transport/mail-transport';
import type { Addressee, ChannelSender, Sending } from '../senders/channel-sender';

/** The most events that one mail lists. */
const mostListed = { soon: 30, digest: 50 };

const line = (text: string, urgent = false): MailBlock => ({ kind: 'line', text, urgent });
const title = (text: string): MailBlock => ({ kind: 'title', text });

/** The address that ends a mail channel: `/off/{channelId}.{offToken}`. It works as long as the channel exists. */
const offAddress = (
  publicOrigin: string,
  { channelId, secret }: Pick<Addressee, 'channelId' | 'secret'>,
): string => `${publicOrigin}/off/${channelId}.${secret.offToken}`;

export function mailContent(to: Addressee, message: Message, publicOrigin: string): MailContent {
  const common = { language: languageOf(to.language), direction: directionOf(to.language) };
  switch (message.kind) {
    case 'told':
      return {
        ...common,
        ...renderedContent(to, message, publicOrigin),
        foot: footOf(to, publicOrigin),
      };
    case 'test': {
      const words = testWords(to.language, publicOrigin);
      const blocks = [title(words.title), line(words.text)];
      return { ...common, subject: words.title, blocks, foot: footOf(to, publicOrigin) };
    }
    // No value of the addressee but the language: it may go to a stranger.
    case 'code': {
      const words = codeWords(to.language);
      const blocks: readonly MailBlock[] = [
        title(words.title),
        { kind: 'code', text: message.code },
        line(words.text),
      ];
      return { ...common, subject: `${words.title}: ${message.code}`, blocks, foot: [] };
    }
    default:
      return unreachable(message);
  }
}

function renderedContent(
  { language, zone, channel }: Addressee,
  message: NotifiedMessage,
  origin: string,
): Pick<MailContent, 'subject' | 'blocks'> {
  const most = message.digest === null ? mostListed.soon : mostListed.digest;
  const rendered = renderMessage(message, { language, zone, origin, audience: channel.audience, most });
  const { open } = footerWords(language, channel.mode);
  return {
    subject: rendered.title,
    blocks: [
      title(rendered.title),
      ...rendered.lines.flatMap((each) => lineBlocks(each, rendered.title, open)),
      ...rendered.summary.map((text) => line(text)),
    ],
  };
}

const lineBlocks = ({ text, quote, note, url, urgent }: RenderedLine, heading: string, open: string) => [
  // The only line of a mail says what its title says.
  ...(text === heading ? [] : [line(text, urgent)]),
  ...(quote === null ? [] : [{ kind: 'quote', text: quote } as const]),
  ...(note === null ? [] : [line(note, urgent)]),
  { kind: 'link', label: open, url } as const,
];

function footOf(to: Addressee, publicOrigin: string): readonly MailBlock[] {
  const { reason, change, switchOff } = footerWords(to.language, to.channel.mode);
  return [
    line(reason),
    { kind: 'link', label: change, url: `${publicOrigin}/settings/notifications` },
    { kind: 'link', label: switchOff, url: offAddress(publicOrigin, to) },
  ];
}

type Ended = Extract<Sending, { kind: 'ended' }>;

const nothingSent = { status: null, ms: 0, text: '' };
const off = (end: Ended['end']): Ended => ({ kind: 'ended', state: 'off', end, attempt: nothingSent });
const refused: Ended = { kind: 'ended', state: 'refused', end: 'address-refused', attempt: nothingSent };

/**
 * The address of a mail channel. That of the sign-in account is asked for at each sending, so that a changed address is used at once, and a disabled
 * user gets nothing.
 */
async function recipientOf(
  { uid, secret: { credentials } }: Addressee,
  idTokens: Pick<IdTokens, 'contact'>,
): Promise<Result<string, Ended>> {
  if (credentials.kind !== 'mail') throw new Error(`A channel of kind ${credentials.kind} gets no mail.`);
  const contact = await idTokens.contact(uid);
  if (contact === undefined || contact.disabled) return fail(off('account-disabled'));
  if (credentials.address !== null) return sendable(credentials.address);
  if (contact.email === null || !contact.emailVerified) return fail(off('address-unverified'));
  return sendable(contact.email);
}

function sendable(given: string): Result<string, Ended> {
  const address = parseMailAddress(given);
  return address.ok ? ok(address.value) : fail(refused);
}

interface MailSenderParts {
  readonly transport: MailTransport;
  readonly idTokens: Pick<IdTokens, 'contact'>;
  readonly log: Pick<Log, 'mailRefused'>;
  /** `from` is the address in `From`. */
  readonly config: { readonly publicOrigin: string; readonly from: string };
  /** Default: the sentences of core/notification. */
  readonly contentOf?: (to: Addressee, message: Message, publicOrigin: string) => MailContent;
}

export const senderName = 'Busker';

/** RFC 3834: no holiday notice answers it. RFC 8058: the mail program shows a button that ends the channel by one POST. */
function headersOf(publicOrigin: string, to: Addressee, message: Message): OutgoingMail['headers'] {
  const automatic = { 'Auto-Submitted': 'auto-generated' };
  // A code goes to an address that has not agreed to anything yet, so there is nothing to end.
  if (message.kind === 'code') return automatic;
  return {
    ...automatic,
    'List-Unsubscribe': `<${offAddress(publicOrigin, to)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Sends messages to owners by mail. */
export function makeMailSender({
  transport,
  idTokens,
  log,
  config: { publicOrigin, from },
  contentOf = mailContent,
}: MailSenderParts): ChannelSender {
  const { hostname } = new URL(publicOrigin);
  return {
    async send(to, message) {
      const recipient = await recipientOf(to, idTokens);
      if (!recipient.ok) return recipient.problem;
      const answer = await transport.send({
        ...composeMail(contentOf(to, message, publicOrigin)),
        to: recipient.value,
        from: { name: senderName, address: from },
        messageId: `${message.id}@${hostname}`,
        headers: headersOf(publicOrigin, to, message),
      });
      if (answer.kind === 'refused' && isHostRefused(answer))
        log.mailRefused({ status: answer.status, enhanced: answer.enhanced ?? '' });
      return sendingOf(answer);
    },
  };
}

const day = 24 * 60 * 60_000;

/** Milliseconds over which the mails that waited are spread. */
const spread = 60 * 60_000;

/** Mails of this installation's day, to whomever. */
const ofTheDay = (points: number) => ({ key: 'mails-to-owners', points, windowMs: day });

/** For a mail that somebody asks for and that does not wait: it is refused when the mails of the day are sent. */
export const mailOfTheDay = ({ mail }: Pick<Deps['config'], 'mail'>): readonly LimitRule[] =>
  mail === null ? [] : [{ ...ofTheDay(mail.dailyCap), exact: true }];

/**
 * Counts one mail of this installation's day. Null = it may be sent. Otherwise it waits so many milliseconds, until the day is over, and then covers
 * everything that is due. The log says once a day that the cap is reached.
 */
export async function mailWait(
  { config, limits, log }: Pick<Deps, 'config' | 'limits' | 'log'>,
  { kind }: Pick<Channel, 'kind'>,
): Promise<number | null> {
  if (kind !== 'mail' || config.mail === null) return null;
  const points = config.mail.dailyCap;
  const [state] = await limits.count([{ ...ofTheDay(points), soft: true }]);
  if (state === undefined || state.left >= 0) return null;
  if (state.count === points + 1) log.mailCapReached({ cap: points });
  return state.waitMs + Math.floor(Math.random() * spread);
}
