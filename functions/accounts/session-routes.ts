import * as v from 'valibot';
import { deviceId, sessionBody, type SessionsAnswer } from '../../core/api/owner-api';
import { deviceClassOf } from '../../core/base/device-class';
import { problem, fail, ok, type Result } from '../../core/base/result';
import { currentSessions, type OwnerSession } from '../../core/documents/account-document';
import type { Deps, Owner } from '../deps';
import { ownerCall, ownerCallWith } from '../http/owner-route';
import type { Route } from '../http/routes';
import { mayNoteSession } from '../limits/owner-limits';
import { removePushChannels } from '../outbox/channels/own-channels';
import { endOverlayAddress } from '../outbox/overlay/make-overlay';
import { stored } from '../store/stored';

/** Notes that the owner is signed in in this browser, and answers all of them. What has ended or is too old is removed on the way. */
async function noteSession(
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
function removeSession(
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
async function removeSessions({ store }: Pick<Deps, 'store'>, uid: string): Promise<void> {
  await store.commit([], (writes) => writes.remove(stored.sessions(uid).path));
}

/** The browsers in which an owner is signed in, and the end of all sign-ins. */
export function sessionRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/sessions',
      cors: 'own',
      on: {
        // A sign-in that was ended must not come back into the list while its token lasts.
        POST: ownerCallWith(deps, 'current', sessionBody, (owner, { device }, c) =>
          noteSession(deps, owner, device, c.req.header('user-agent')),
        ),
      },
    },
    {
      path: '/v1/me/sessions/:device',
      cors: 'own',
      on: {
        DELETE: ownerCall(deps, 'signed-in', async (owner, c) => {
          const device = v.safeParse(deviceId, c.req.param('device'));
          if (!device.success) return fail(problem('invalid-fields', { fields: { device: 'Send a UUID.' } }));
          return removeSession(deps, owner, device.output);
        }),
      },
    },
    {
      path: '/v1/me/sign-out',
      cors: 'own',
      on: {
        // Whoever holds a stolen session can do no more with it than end it.
        POST: ownerCall(deps, 'current', async ({ uid }) => {
          await deps.idTokens.endSessions(uid);
          await removeSessions(deps, uid);
          await removePushChannels(deps, uid);
          await endOverlayAddress(deps, uid);
          return ok({ signedOut: 'everywhere' });
        }),
      },
    },
  ];
}
