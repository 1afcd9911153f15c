import { languageOf, directionOf } from '../../../core/base/language-tags';
import { unreachable } from '../../../core/base/result';
import { codeWords, footerWords, testWords } from '../../../core/outbox/telling/channel-words';
import { tell } from '../../../core/outbox/telling/tell';
import type { ToldLine } from '../../../core/outbox/telling/telling';
import type { ToldMessage } from '../../../core/outbox/telling/told-message';
import type { Message } from '../../../core/outbox/told-event';
import type { Addressee } from '../channel-sender';
import type { MailBlock, MailContent } from './compose-mail';
import { offAddress } from './off-address';

/** The most events that one mail lists. */
const mostListed = { soon: 30, digest: 50 };

const line = (text: string, urgent = false): MailBlock => ({ kind: 'line', text, urgent });
const title = (text: string): MailBlock => ({ kind: 'title', text });

/** What a mail to this channel says. */
export function mailContent(to: Addressee, message: Message, publicOrigin: string): MailContent {
  const common = { language: languageOf(to.language), direction: directionOf(to.language) };
  switch (message.kind) {
    case 'told':
      return {
        ...common,
        ...toldContent(to, message, publicOrigin),
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

function toldContent(
  { language, zone, channel }: Addressee,
  message: ToldMessage,
  origin: string,
): Pick<MailContent, 'subject' | 'blocks'> {
  const most = message.digest === null ? mostListed.soon : mostListed.digest;
  const telling = tell(message, { language, zone, origin, audience: channel.audience, most });
  const { open } = footerWords(language, channel.mode);
  return {
    subject: telling.title,
    blocks: [
      title(telling.title),
      ...telling.lines.flatMap((each) => lineBlocks(each, telling.title, open)),
      ...telling.summary.map((text) => line(text)),
    ],
  };
}

const lineBlocks = ({ text, quote, note, url, urgent }: ToldLine, heading: string, open: string) => [
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
    { kind: 'link', label: change, url: `${publicOrigin}/notifications` },
    { kind: 'link', label: switchOff, url: offAddress(publicOrigin, to) },
  ];
}
