import type { Message } from '../../../core/outbox/told-event';
import type { Addressee } from '../channel-sender';
import type { Telling, ToldLine } from '../../../core/outbox/telling/telling';
import type { MailBlock, MailContent } from './compose-mail';

/** The sentences around a telling. */
export interface FrameWords {
  /** `Open it`. */
  readonly open: string;
  /** The last sentences of a mail, with their addresses. */
  readonly foot: readonly MailBlock[];
}

const lineBlocks = (line: ToldLine, title: string, open: string): readonly MailBlock[] => [
  // The only line of a mail often says what its title says.
  ...(line.text === title ? [] : [{ kind: 'line', text: line.text, urgent: line.urgent } as const]),
  ...(line.quote === null ? [] : [{ kind: 'quote', text: line.quote } as const]),
  ...(line.note === null ? [] : [{ kind: 'line', text: line.note, urgent: line.urgent } as const]),
  { kind: 'link', label: open, url: line.url },
];

/** A telling as the content of a mail. */
export function contentOfTelling(telling: Telling, { open, foot }: FrameWords): MailContent {
  const { language, direction, title, lines, summary } = telling;
  return {
    language,
    direction,
    subject: title,
    blocks: [
      { kind: 'title', text: title },
      ...lines.flatMap((line) => lineBlocks(line, title, open)),
      ...summary.map((text) => ({ kind: 'line', text, urgent: false }) as const),
    ],
    foot,
  };
}

/** What a mail to this channel says. */
export function mailContent(_to: Addressee, message: Message, publicOrigin: string): MailContent {
  const title = message.kind === 'code' ? 'Your code' : 'A message of Busker';
  const code: readonly MailBlock[] = message.kind === 'code' ? [{ kind: 'code', text: message.code }] : [];
  const subject: MailBlock = { kind: 'title', text: `${title} (${publicOrigin})` };
  return { language: 'en', direction: 'ltr', subject: title, blocks: [subject, ...code], foot: [] };
}
