import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  recoveryBody,
  type NewCodesAnswer,
  type RecoveredAnswer,
  type RecoveryAnswer,
  type RecoveryBody,
} from '../../../core/api/owner-api';
import { problem, fail, ok, type Result } from '../../../core/base/result';
import { readDocumentId } from '../../../core/base/text';
import { collections } from '../../../core/documents/documents';
import { decodeRecoveryCodes } from '../../../core/documents/account-document';
import type { Deps, Owner } from '../../deps';
import { clientAddress } from '../../http/client-address';
import { ownerCall } from '../../http/owner-route';
import { readJson } from '../../http/read-body';
import { answer, refuse } from '../../http/respond';
import type { Route } from '../../http/routes';
import { fingerprint } from '../../http/signed-token';
import { knownAddress, type Caller } from '../../limits/caller';
import { removePushChannels } from '../../outbox/channels/own-channels';
import { endOverlayAddress } from '../../outbox/overlay/make-overlay';
import { readable, stored } from '../../store/stored';
import { securityLetter } from '../security-letters';

/** Crockford's letters: none that looks like another. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const length = 16;
const codesAtOnce = 10;

/** Ten codes of 80 random bits, `3k7q-m2xd-9w4t-hb5e`. A hash of one cannot be reversed by trying. */
export const makeCodes = (): readonly string[] =>
  Array.from({ length: codesAtOnce }, () => {
    const letters = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('');
    return (letters.match(/.{4}/g) ?? []).join('-');
  });

/** A typed code: capitals, spaces and letters that look alike do not matter. */
const plain = (typed: string): string =>
  typed
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');

/** The owner is part of the hash: equal codes of two owners differ. */
export const hashOf = (uid: string, code: string): string =>
  createHash('sha256')
    .update(`recovery ${uid} ${plain(code)}`)
    .digest('hex');

/** The hash that belongs to the code; undefined = none. Every hash is compared, in constant time. */
export function findHash(uid: string, code: string, hashes: readonly string[]): string | undefined {
  const given = Buffer.from(hashOf(uid, code));
  let found: string | undefined;
  for (const hash of hashes) {
    const known = Buffer.from(hash);
    if (known.length === given.length && timingSafeEqual(known, given)) found = hash;
  }
  return found;
}

const none: RecoveryAnswer = { left: 0, madeAt: null };
const equal = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each) => b.includes(each));

/** How many codes the owner has. Also stores which apps they belong to, which may have changed since; without an app there are none. */
async function countCodes(
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
async function renewCodes(
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

const hour = 60 * 60_000;

/**
 * Ends the second step of an account whose app is lost. Two proofs are needed: a sign-in that has passed its first step, which the sign-in service
 * confirms, and an unused code. Afterwards the first step signs in alone, and every other device is signed out.
 */
async function recover(
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

/** The owner's recovery codes, and their use in a sign-in that waits for its second step. */
export function recoveryRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/recovery-codes',
      cors: 'own',
      on: {
        GET: ownerCall(deps, 'current', (owner) => countCodes(deps, owner)),
        POST: ownerCall(deps, 'fresh', (owner) => renewCodes(deps, owner)),
      },
    },
    {
      path: '/v1/recovery',
      cors: 'own',
      on: {
        POST: async (c) => {
          const body = await readJson(c, recoveryBody);
          if (!body.ok) return refuse(c, deps.config, body.problem);
          const address = clientAddress(c, deps.config.clientAddress);
          return answer(c, deps.config, await recover(deps, body.value, { origin: null, address }));
        },
      },
    },
  ];
}
