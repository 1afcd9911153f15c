import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import {
  deleteBody,
  deviceId,
  recoveryBody,
  sessionBody,
  type NewCodesAnswer,
  type RecoveredAnswer,
  type RecoveryAnswer,
  type RecoveryBody,
  type SessionsAnswer,
} from '@busker/core/dashboard-api/owner-api';
import { deviceClassOf } from '@busker/core/account/device-class';
import { fail, ok, problem, unreachable, type Result } from '@busker/core/base/result';
import { readDocumentId } from '@busker/core/text/text';
import {
  currentSessions,
  recoveryCodesDocument,
  type OwnerSession,
} from '@busker/core/account/account-document';
import { collections } from '@busker/core/documents/documents';
import type { Deps, Owner } from '../deps';
import { clientAddress, knownAddress, type Caller } from '../http/caller';
import {
  answer,
  bearer,
  ownerCall,
  ownerCallWith,
  ownerOf,
  readJson,
  refuse,
  type Route,
} from '../http/routes';
import { mayNoteSession } from '../limits/limit-rules';
import {
  mailLanguage,
  paragraphs,
  securityMailTexts,
  letter,
  type Letter,
  type MailText,
} from '../mail/post-mail';
import { removePushChannels } from '../channels/own-channels';
import { endOverlayAddress } from '../overlay/make-overlay';
import { fingerprint } from '../signed-token';
import { readable, stored } from '../store/store';
import { deletionState, startDeletion } from './start-deletion';

/** A change of how an owner signs in. `methods`: ids of the sign-in service. */
export type SecurityNews =
  | { readonly kind: 'recovery-used' }
  | { readonly kind: 'codes-made' }
  | { readonly kind: 'methods-added'; readonly methods: readonly string[] };

interface Place {
  /** The name of this installation. */
  readonly host: string;
  readonly account: string;
}

const names: Readonly<Record<string, string>> = {
  'google.com': 'Google',
  'apple.com': 'Apple',
  'twitter.com': 'X',
  'github.com': 'GitHub',
  'facebook.com': 'Facebook',
};
/** The mail about a change, in the owner's language, or in English. */
function securityMail(language: string, news: SecurityNews, { host, account }: Place): MailText {
  const texts = securityMailTexts(mailLanguage(language));
  const wasMe = `${texts.wasMe}\n${account}\n`;
  switch (news.kind) {
    case 'recovery-used': {
      const { subject, text, again } = texts['recovery-used'];
      return { subject: subject({ host }), text: paragraphs(text, again, wasMe) };
    }
    case 'codes-made': {
      const { subject, text } = texts['codes-made'];
      return { subject: subject({ host }), text: paragraphs(text, wasMe) };
    }
    case 'methods-added': {
      const { subject, text } = texts['methods-added'];
      const own: Readonly<Record<string, string>> = texts.method;
      const methods = news.methods.map((id) => own[id] ?? names[id] ?? id.replace(/^(?:saml|oidc)\./, ''));
      return { subject: subject({ host }), text: paragraphs(text({ methods: methods.join(', ') }), wasMe) };
    }
    default:
      return unreachable(news);
  }
}

/**
 * The mail that tells an owner about a change of how they sign in. Null = no mail: they have no confirmed address, or this host has no sender. A mail
 * that a person sends by hand days later would warn nobody.
 */
async function securityLetter(
  deps: Pick<Deps, 'config' | 'store' | 'ids' | 'clock'>,
  to: { readonly uid: string; readonly verifiedEmail: string | null },
  news: SecurityNews,
): Promise<Letter | null> {
  const { config, store } = deps;
  if (to.verifiedEmail === null || config.mails === 'print') return null;
  const preferences = await store.read(stored.preferences(to.uid));
  const text: MailText = securityMail(preferences?.language ?? 'auto', news, {
    host: new URL(config.publicOrigin).host,
    account: `${config.publicOrigin}/settings/account`,
  });
  return letter(deps, to.verifiedEmail, text);
}

/**
 * Compares the sign-in methods of an owner with those that were known, and mails the new ones. The dashboard asks for it at its start and after adding
 * one; a method that was added without the dashboard is announced at the next start. The first check only notes.
 */
async function notifyOfMethods(
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
      on: { POST: ownerCall(deps, 'signed-in', (owner) => notifyOfMethods(deps, owner)) },
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
  const uid = await ownerOfFactor(deps, factor);
  if (uid === undefined) return fail(problem('recovery-code-wrong'));
  // Asked before the code is checked: whoever has not passed the first step learns nothing about codes.
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

async function ownerOfFactor({ store }: Pick<Deps, 'store'>, factor: string): Promise<string | undefined> {
  const from = collections.recoveryCodes;
  const [found] = await store.find(
    { from, where: [['factors', 'array-contains', factor]], limit: 1 },
    (data) => readable(from, recoveryCodesDocument.decode(data)),
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
