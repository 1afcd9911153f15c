import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/** Milliseconds: how long a mail is kept, whether or not it was sent. */
export const mailKept = 30 * 24 * 60 * 60_000;

/**
 * `mail/{id}`: a mail to send, in the shape of Firebase's "Trigger Email" extension
 * (https://extensions.dev/extensions/firebase/firestore-send-email). The extension adds `delivery`. Without the
 * extension, the host sends the text by hand and marks the document as sent.
 */
export interface Mail {
  readonly v: 1;
  readonly to: string;
  readonly message: { readonly subject: string; readonly text: string };
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The extension's `PENDING`, `PROCESSING`, `SUCCESS`, `ERROR` or `RETRY`; `BY-HAND` = the host has sent it; null = not taken up yet. `error`: the extension's message. */
  readonly delivery: { readonly state: string; readonly error: string | null } | null;
}

const mailDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    to: v.string(),
    message: v.object({ subject: v.string(), text: v.string() }),
    createdAt: storedTime,
    expiresAt: storedTime,
    delivery: v.optional(
      v.nullable(v.object({ state: v.string(), error: v.fallback(v.nullable(v.string()), null) })),
      null,
    ),
  }),
};

export function decodeMail(stored: unknown): Result<Mail> {
  return decodeStored(mailDocument, stored);
}

/** Leaves out `delivery` while it is null: the extension takes up only documents without this field. */
export function encodeMail({ delivery, createdAt, expiresAt, ...mail }: Mail): StoredData {
  const times = { createdAt: dateOf(createdAt), expiresAt: dateOf(expiresAt) };
  return { ...mail, ...times, ...(delivery === null ? {} : { delivery }) };
}
