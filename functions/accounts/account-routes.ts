import { deleteBody } from '../../core/api/owner-api';
import { ok, type Result } from '../../core/base/result';
import type { Deps, Owner } from '../deps';
import { bearer, readJson } from '../http/read-body';
import { ownerCall, ownerOf } from '../http/owner-route';
import { answer, refuse } from '../http/respond';
import type { Route } from '../http/routes';
import { stored } from '../store/stored';
import { deletionState, startDeletion } from './start-deletion';
import { securityLetter } from './security-letters';

/**
 * Compares the sign-in methods of an owner with those that were known, and mails the new ones. The dashboard asks for it at its start and after adding
 * one; a method that was added without the dashboard is told at the next start. The first look only notes.
 */
async function tellMethods(
  deps: Pick<Deps, 'config' | 'store' | 'signIns' | 'ids' | 'clock'>,
  { uid }: Pick<Owner, 'uid'>,
): Promise<Result<{ readonly told: readonly string[] }>> {
  const now = await deps.signIns.find(uid);
  if (now === undefined) return ok({ told: [] });
  const { methods, verifiedEmail } = now;
  const before = await deps.store.read(stored.knownMethods(uid));
  const added = before === undefined ? [] : methods.filter((id) => !before.methods.includes(id));
  const mail =
    added.length === 0
      ? null
      : await securityLetter(deps, { uid, verifiedEmail }, { kind: 'methods-added', methods: added });
  return deps.store.transaction(async (tx) => {
    const known = await tx.read(stored.knownMethods(uid));
    const isSame =
      known !== undefined &&
      known.methods.length === methods.length &&
      methods.every((id) => known.methods.includes(id));
    if (isSame) return ok({ told: [] });
    tx.write(stored.knownMethods(uid), { v: 1, methods });
    mail?.write(tx);
    return ok({ told: mail === null ? [] : added });
  });
}

/** What the owner learns about new sign-in methods, the deletion of the account, and how far it is. */
export function accountRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/sign-in-methods',
      cors: 'own',
      on: { POST: ownerCall(deps, 'signed-in', (owner) => tellMethods(deps, owner)) },
    },
    {
      path: '/v1/me/delete',
      cors: 'own',
      on: {
        POST: async (c) => {
          const owner = await ownerOf(c, deps, 'to-delete');
          if (!owner.ok) return refuse(c, deps.config, owner.problem);
          const body = await readJson(c, deleteBody);
          if (!body.ok) return refuse(c, deps.config, body.problem);
          const started = await startDeletion(deps, owner.value, body.value);
          return answer(c, deps.config, started, started.ok && !started.value.deleted ? 202 : 200);
        },
      },
    },
    {
      path: '/v1/deletion',
      cors: 'own',
      on: { GET: async (c) => answer(c, deps.config, await deletionState(deps, bearer(c))) },
    },
  ];
}
