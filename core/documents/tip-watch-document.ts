import * as v from 'valibot';
import { shippedLanguages, type ShippedLanguage } from '../base/language-tags';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/** A browser that a fan asked to be told in. */
export interface WatchSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** The public VAPID key that the subscription was made with. */
  readonly vapidKey: string;
  readonly lang: ShippedLanguage;
}

/**
 * `tipWatches/{tipId}`: the fan of a tip wants to be told once when the owner answers. Each subscription gets one message. The document goes with the last
 * message, with the tip, when the fan erases name and message, or after 30 days.
 */
export interface TipWatch {
  readonly v: 1;
  /** The owner of the tip. */
  readonly uid: string;
  /** The newest last, at most `mostWatching`. */
  readonly subscriptions: readonly WatchSubscription[];
  /** When the next try is due (epoch milliseconds); null = the owner has not answered. */
  readonly dueAt: number | null;
  /** Tries that were begun. */
  readonly attempt: number;
  readonly expiresAt: number;
}

/** Browsers of one tip. */
export const mostWatching = 2;

/** Milliseconds that a watch is kept, from the fan's last wish. */
export const watchLifetime = 30 * 24 * 60 * 60_000;

const text = v.string();

const tipWatchDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    uid: text,
    subscriptions: v.array(
      v.object({
        endpoint: text,
        p256dh: text,
        auth: text,
        vapidKey: text,
        lang: v.picklist(shippedLanguages),
      }),
    ),
    dueAt: v.nullable(storedTime),
    attempt: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    expiresAt: storedTime,
  }),
};

export function decodeTipWatch(stored: unknown): Result<TipWatch> {
  return decodeStored(tipWatchDocument, stored);
}

export function encodeTipWatch({ subscriptions, dueAt, expiresAt, ...rest }: TipWatch): StoredData {
  return {
    ...rest,
    subscriptions: subscriptions.map((each) => ({ ...each })),
    dueAt: dateOf(dueAt),
    expiresAt: dateOf(expiresAt),
  };
}
