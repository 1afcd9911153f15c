import type { NewCodesAnswer, RecoveryAnswer } from '../../../core/api/owner-api';
import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';
import type { Deps, Owner } from '../../deps';
import { stored } from '../../store/stored';
import { securityLetter } from '../security-letters';
import { hashOf, makeCodes } from './codes';

const none: RecoveryAnswer = { left: 0, madeAt: null };
const equal = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each) => b.includes(each));

/** How many codes the owner has. Also stores which apps they belong to, which may have changed since; without an app there are none. */
export async function countCodes(
  { store, signIns }: Pick<Deps, 'store' | 'signIns'>,
  { uid }: Owner,
): Promise<Result<RecoveryAnswer>> {
  const factors = (await signIns.find(uid))?.factors ?? [];
  return store.transaction(async (tx) => {
    const codes = await tx.read(stored.recoveryCodes(uid));
    if (codes === undefined) return ok(none);
    if (factors.length === 0) {
      tx.remove(stored.recoveryCodes(uid).path);
      return ok(none);
    }
    if (!equal(codes.factors, factors)) tx.write(stored.recoveryCodes(uid), { ...codes, factors });
    return ok({ left: codes.hashes.length, madeAt: codes.madeAt });
  });
}

/** New codes in place of all earlier ones. The answer is the only place that ever has them. */
export async function renewCodes(
  deps: Pick<Deps, 'config' | 'store' | 'signIns' | 'ids' | 'clock'>,
  { uid }: Owner,
): Promise<Result<NewCodesAnswer>> {
  const known = await deps.signIns.find(uid);
  if (known === undefined || known.factors.length === 0) return fail(problem('second-step-missing'));
  const codes = makeCodes();
  const madeAt = deps.clock.now();
  const mail = await securityLetter(
    deps,
    { uid, verifiedEmail: known.verifiedEmail },
    { kind: 'codes-made' },
  );
  await deps.store.commit([], (writes) => {
    writes.write(stored.recoveryCodes(uid), {
      v: 1,
      factors: known.factors,
      hashes: codes.map((code) => hashOf(uid, code)),
      madeAt,
    });
    mail?.write(writes);
  });
  return ok({ codes: [...codes], madeAt });
}
