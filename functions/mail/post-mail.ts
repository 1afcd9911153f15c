import { mailKept } from '../../core/documents/mail-document';
import type { Deps } from '../deps';
import type { Writes } from '../store/store';
import { stored } from '../store/stored';

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** A mail that waits to be written, so that a transaction which runs twice writes it once. */
export interface Letter {
  readonly id: string;
  write(writes: Writes): void;
}

/**
 * A mail to `to`, to write in the same transaction as what it tells. Firebase's extension sends it from the store; without the extension the host sends
 * it by hand.
 */
export function letter({ ids, clock }: Pick<Deps, 'ids' | 'clock'>, to: string, message: MailText): Letter {
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
        delivery: null,
      }),
  };
}
