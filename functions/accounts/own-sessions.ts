import type { SessionsAnswer } from '../../core/api/owner-api';
import { deviceClassOf } from '../../core/base/device-class';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import { currentSessions, type OwnerSession } from '../../core/documents/sessions-document';
import type { Deps, Owner } from '../deps';
import { mayNoteSession } from '../limits/owner-limits';
import { stored } from '../store/stored';

/** Notes that the owner is signed in in this browser, and answers all of them. What has ended or is too old is removed on the way. */
export async function noteSession(
  deps: Pick<Deps, 'config' | 'limits' | 'store' | 'signIns' | 'clock'>,
  { uid, signedInAt }: Owner,
  device: string,
  userAgent: string | undefined,
): Promise<Result<SessionsAnswer>> {
  const may = await mayNoteSession(deps, uid);
  if (!may.ok) return may;
  const now = deps.clock.now();
  const validSince = (await deps.signIns.find(uid))?.validSince ?? null;
  const own: OwnerSession = { id: device, ...deviceClassOf(userAgent), signedInAt, lastSeenAt: now };
  return deps.store.transaction(async (tx) => {
    // The account may have been deleted since its token was checked.
    if ((await tx.read(stored.deletion(uid))) !== undefined) return fail(problem('sign-in-required'));
    const before = (await tx.read(stored.sessions(uid)))?.sessions ?? [];
    const others = before.filter(({ id }) => id !== device);
    const sessions = currentSessions([own, ...others], { now, validSince });
    tx.write(stored.sessions(uid), { v: 1, sessions });
    return ok({ sessions: [...sessions] });
  });
}

/** After the owner signed out in this browser. Ends nothing by itself. */
export function removeSession(
  { store }: Pick<Deps, 'store'>,
  { uid }: Pick<Owner, 'uid'>,
  device: string,
): Promise<Result<{ readonly removed: string }>> {
  return store.transaction(async (tx) => {
    const before = (await tx.read(stored.sessions(uid)))?.sessions ?? [];
    const sessions = before.filter(({ id }) => id !== device);
    if (sessions.length < before.length) tx.write(stored.sessions(uid), { v: 1, sessions });
    return ok({ removed: device });
  });
}

/** After every sign-in was ended. */
export async function removeSessions({ store }: Pick<Deps, 'store'>, uid: string): Promise<void> {
  await store.commit([], (writes) => writes.remove(stored.sessions(uid).path));
}
