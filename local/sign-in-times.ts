import type { IdTokens } from '../functions/deps';
import { ok } from '../core/base/result';
import type { Clock } from '../functions/store/clock';

/**
 * Tokens have the time of the machine, and the local server has the sandbox's clock, which may be a year ahead. Without the difference every sign-in
 * would be a year old, and each call that needs a recent one would be refused.
 */
export function signInTimesOn(clock: Clock, idTokens: IdTokens): IdTokens {
  return {
    async verify(token, checkRevoked) {
      const owner = await idTokens.verify(token, checkRevoked);
      const ahead = clock.now() - Date.now();
      return owner.ok ? ok({ ...owner.value, signedInAt: owner.value.signedInAt + ahead }) : owner;
    },
    contact: (uid) => idTokens.contact(uid),
    barred: (uids) => idTokens.barred(uids),
    endSessions: (uid) => idTokens.endSessions(uid),
    remove: (uid) => idTokens.remove(uid),
    idleGuests: (before) => idTokens.idleGuests(before),
    abandoned: (uids, before) => idTokens.abandoned(uids, before),
  };
}
