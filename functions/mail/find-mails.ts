import { collections } from '../../core/documents/documents';
import { decodeMail, type Mail } from '../../core/documents/mail-document';
import type { Deps } from '../deps';
import { allDocuments } from '../store/all-documents';

/** A mail with its id and how far it has come. */
export interface FoundMail {
  readonly id: string;
  readonly mail: Mail;
  readonly state: 'waiting' | 'sending' | 'sent' | 'by-hand' | 'failed';
}

export function stateOf({ delivery }: Mail): FoundMail['state'] {
  switch (delivery?.state) {
    case undefined:
      return 'waiting';
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

/** Whether somebody has to send the mail by hand: nobody took it up, or the extension failed. */
export const isUnsent = ({ state }: FoundMail): boolean => state === 'waiting' || state === 'failed';

/** The mails of the last 30 days, newest first. */
export async function allMails({ store }: Pick<Deps, 'store'>): Promise<readonly FoundMail[]> {
  const found: FoundMail[] = [];
  for await (const { path, value } of allDocuments(store, collections.mail, decodeMail))
    found.push({ id: path.slice(collections.mail.length + 1), mail: value, state: stateOf(value) });
  return found.toSorted((a, b) => b.mail.createdAt - a.mail.createdAt);
}
