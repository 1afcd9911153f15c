import type { RecoveredAnswer, RecoveryBody } from '../../../core/api/owner-api';
import { readDocumentId } from '../../../core/base/text';
import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';
import { collections } from '../../../core/documents/documents';
import { decodeRecoveryCodes } from '../../../core/documents/recovery-codes-document';
import type { Deps } from '../../deps';
import { knownAddress, type Caller } from '../../limits/caller';
import { removePushChannels } from '../../outbox/channels/remove-channels';
import { endOverlayAddress } from '../../outbox/overlay/make-overlay';
import { fingerprint } from '../../http/signed-token';
import { readable, stored } from '../../store/stored';
import { securityLetter } from '../security-letters';
import { findHash } from './codes';

const hour = 60 * 60_000;

/**
 * Ends the second step of an account whose app is lost. Two proofs are needed: a sign-in that has passed its first step, which the sign-in service
 * confirms, and an unused code. Afterwards the first step signs in alone, and every other device is signed out.
 */
export async function recover(
  deps: Deps,
  { pending, factor, code }: RecoveryBody,
  caller: Caller,
): Promise<Result<RecoveredAnswer>> {
  const limited = await mayTry(deps, factor, caller);
  if (!limited.ok) return limited;
  const uid = await ownerOf(deps, factor);
  if (uid === undefined) return fail(problem('recovery-code-wrong'));
  // Asked before the code is looked at: whoever has not passed the first step learns nothing about codes.
  if ((await deps.signIns.firstStep(pending, factor)) === 'over') return fail(problem('second-step-over'));
  if (!(await spendCode(deps, uid, code))) return fail(problem('recovery-code-wrong'));
  await deps.signIns.removeFactors(uid);
  await deps.idTokens.endSessions(uid);
  await deps.store.commit([], (writes) => writes.remove(stored.recoveryCodes(uid).path));
  await removePushChannels(deps, uid);
  await endOverlayAddress(deps, uid);
  return ok({ recovered: true });
}

async function mayTry(
  deps: Pick<Deps, 'limits' | 'config' | 'clock'>,
  factor: string,
  caller: Caller,
): Promise<Result<null>> {
  const { limits, config } = deps;
  const address = knownAddress(deps, caller);
  const name = fingerprint(config.secrets, 'recovery', factor).slice(0, 32);
  const states = await limits.count([
    ...(address === null
      ? []
      : [{ key: `recovery-from-${address.hash}`, points: 20 * config.limitFactor, windowMs: hour }]),
    // A stranger cannot lock an owner out: nobody knows the id of a factor who has not passed the first step.
    { key: `recovery-${name}`, points: 10 * config.limitFactor, windowMs: hour },
  ]);
  const broken = states.find(({ left }) => left < 0);
  if (broken === undefined) return ok(null);
  const retryAfterSeconds = Math.max(1, Math.ceil(broken.waitMs / 1000));
  return fail(problem('too-many-requests', { figures: { retryAfterSeconds } }));
}

async function ownerOf({ store }: Pick<Deps, 'store'>, factor: string): Promise<string | undefined> {
  const from = collections.recoveryCodes;
  const [found] = await store.find(
    { from, where: [['factors', 'array-contains', factor]], limit: 1 },
    (data) => readable(from, decodeRecoveryCodes(data)),
  );
  return readDocumentId(found?.path.slice(from.length + 1));
}

/**
 * Uses the code up, and writes the mail with it: a removal that fails afterwards costs the owner a code, but never happens untold. False = not an
 * unused code of this owner.
 */
async function spendCode(deps: Deps, uid: string, code: string): Promise<boolean> {
  const verifiedEmail = (await deps.signIns.find(uid))?.verifiedEmail ?? null;
  const mail = await securityLetter(deps, { uid, verifiedEmail }, { kind: 'recovery-used' });
  return deps.store.transaction(async (tx) => {
    const codes = await tx.read(stored.recoveryCodes(uid));
    const used = codes && findHash(uid, code, codes.hashes);
    if (codes === undefined || used === undefined) return false;
    const hashes = codes.hashes.filter((hash) => hash !== used);
    tx.write(stored.recoveryCodes(uid), { ...codes, hashes });
    mail?.write(tx);
    return true;
  });
}
