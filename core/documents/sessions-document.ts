import * as v from 'valibot';
import { browserClasses, systemClasses, type DeviceClass } from '../base/device-class';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/** One browser in which the owner is signed in. No address and no `User-Agent` of it is stored. Times in epoch milliseconds. */
export interface OwnerSession extends DeviceClass {
  /** Made by the browser, at random; gone from it at sign-out. */
  readonly id: string;
  /** When the owner last signed in there. */
  readonly signedInAt: number;
  readonly lastSeenAt: number;
}

/** `accounts/{uid}/server/sessions`: the browsers in which the owner is signed in. The sign-in service itself lists none. */
export interface OwnerSessions {
  readonly v: 1;
  readonly sessions: readonly OwnerSession[];
}

export const mostSessions = 20;

/** Milliseconds. A device that was not seen for so long is no longer listed. */
export const sessionLifetime = 60 * 24 * 60 * 60_000;

const sessionsDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    sessions: v.array(
      v.object({
        id: v.string(),
        browser: v.picklist(browserClasses),
        system: v.picklist(systemClasses),
        signedInAt: storedTime,
        lastSeenAt: storedTime,
      }),
    ),
  }),
};

export function decodeSessions(stored: unknown): Result<OwnerSessions> {
  return decodeStored(sessionsDocument, stored);
}

export function encodeSessions({ v: version, sessions }: OwnerSessions): StoredData {
  return {
    v: version,
    sessions: sessions.map((session) => ({
      ...session,
      signedInAt: dateOf(session.signedInAt),
      lastSeenAt: dateOf(session.lastSeenAt),
    })),
  };
}

/** The sessions that still count, last seen first. `validSince`: earlier sign-ins were ended; null = none was. */
export function currentSessions(
  sessions: readonly OwnerSession[],
  { now, validSince }: { readonly now: number; readonly validSince: number | null },
): readonly OwnerSession[] {
  return sessions
    .filter(({ signedInAt }) => validSince === null || signedInAt >= validSince)
    .filter(({ lastSeenAt }) => lastSeenAt > now - sessionLifetime)
    .toSorted((a, b) => b.lastSeenAt - a.lastSeenAt)
    .slice(0, mostSessions);
}
