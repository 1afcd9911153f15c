import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/** Milliseconds: how long a mail is kept, whether or not it was sent. */
export const mailKept = 30 * 24 * 60 * 60_000;

/**
 * `mail/{id}`: a mail to send. The server sends it when `dueAt` has come, and then writes `delivery`. Without a mail server, the host sends the text
 * by hand and marks the document as sent. Whatever has a `delivery` is over, and is never sent again without a person's wish.
 */
export interface Mail {
  readonly v: 1;
  readonly to: string;
  readonly message: { readonly subject: string; readonly text: string };
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** When the server tries it next; while it is being sent, when the claim ends. Null = the server does not send it. */
  readonly dueAt: number | null;
  /** How many tries were begun. */
  readonly tries: number;
  /**
   * `SUCCESS`: the mail server took it; `ERROR`: it cannot be sent, and `error` says why; `BY-HAND`: the host has sent it. Programs that sent these mails
   * in earlier releases also wrote `PENDING`, `PROCESSING` and `RETRY`. Null = not sent yet.
   */
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
    dueAt: v.optional(v.nullable(storedTime), null),
    tries: v.optional(v.number(), 0),
    delivery: v.optional(
      v.nullable(v.object({ state: v.string(), error: v.fallback(v.nullable(v.string()), null) })),
      null,
    ),
  }),
};

export function decodeMail(stored: unknown): Result<Mail> {
  return decodeStored(mailDocument, stored);
}

/** Leaves out what is null: the sender of an earlier release takes up only documents without `delivery`, and a query for due mails finds no others. */
export function encodeMail({ delivery, dueAt, createdAt, expiresAt, ...mail }: Mail): StoredData {
  return {
    ...mail,
    createdAt: dateOf(createdAt),
    expiresAt: dateOf(expiresAt),
    ...(dueAt === null ? {} : { dueAt: dateOf(dueAt) }),
    ...(delivery === null ? {} : { delivery }),
  };
}
