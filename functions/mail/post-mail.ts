import { mailKept } from '../../core/documents/event-document';
import type { Deps } from '../deps';
import type { Writes } from '../store/store';
import { stored } from '../store/stored';

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** A mail with its id, before it is written: a transaction that runs twice writes it once. */
export interface Letter {
  readonly id: string;
  write(writes: Writes): void;
}

/**
 * A mail to `to`. Write it in the transaction of the change that it reports. The server sends it from the store at once;
 * without a mail server the host sends it by hand.
 */
export function letter(
  { ids, clock, config }: Pick<Deps, 'ids' | 'clock' | 'config'>,
  to: string,
  message: MailText,
): Letter {
  const id = ids.fresh();
  const createdAt = clock.now();
  return {
    id,
    write: (writes) =>
      writes.write(stored.mail(id), {
        v: 1,
        to,
        message,
        createdAt,
        expiresAt: createdAt + mailKept,
        dueAt: config.mails === 'smtp' ? createdAt : null,
        tries: 0,
        delivery: null,
      }),
  };
}
