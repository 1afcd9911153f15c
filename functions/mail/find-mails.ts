import { collections } from '../../core/documents/documents';
import { decodeMail, type Mail } from '../../core/documents/mail-document';
import type { MailSender } from '../config';
import type { Deps } from '../deps';
import { allDocuments } from '../store/all-documents';

/** A mail with its id and how far it has come. */
export interface FoundMail {
  readonly id: string;
  readonly mail: Mail;
  readonly state: 'waiting' | 'sending' | 'sent' | 'by-hand' | 'failed';
}

/** A letter that was written for the server waits for a person where the server sends none. */
export function stateOf({ delivery, dueAt }: Mail, sender: MailSender): FoundMail['state'] {
  switch (delivery?.state) {
    case undefined:
      return dueAt === null || sender !== 'smtp' ? 'waiting' : 'sending';
    case 'SUCCESS':
      return 'sent';
    case 'BY-HAND':
      return 'by-hand';
    case 'ERROR':
      return 'failed';
    default:
      return 'sending';
  }
}

/** Whether somebody has to send the mail by hand: the server does not send it, or could not. */
export const isUnsent = ({ state }: FoundMail): boolean => state === 'waiting' || state === 'failed';

/** The mails of the last 30 days, newest first. */
export async function allMails({
  store,
  config,
}: Pick<Deps, 'store' | 'config'>): Promise<readonly FoundMail[]> {
  const found: FoundMail[] = [];
  for await (const { path, value } of allDocuments(store, collections.mail, decodeMail))
    found.push({
      id: path.slice(collections.mail.length + 1),
      mail: value,
      state: stateOf(value, config.mails),
    });
  return found.toSorted((a, b) => b.mail.createdAt - a.mail.createdAt);
}
