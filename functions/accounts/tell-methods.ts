import { ok, type Result } from '../../core/base/result';
import type { Deps, Owner } from '../deps';
import { stored } from '../store/stored';
import { securityLetter } from './security-letters';

/**
 * Compares the sign-in methods of an owner with those that were known, and mails the new ones. The dashboard asks for it at its start and after adding
 * one; a method that was added without the dashboard is told at the next start. The first look only notes.
 */
export async function tellMethods(
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
