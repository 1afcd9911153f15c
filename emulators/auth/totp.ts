import { createHmac, timingSafeEqual, randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import {
  assert,
  authOperations,
  type Operate,
  ProjectState,
  type AgentProjectState,
  type MfaInfo,
  type UserRecord,
} from './vendor/auth-emulator.mjs';

// Time-based one-time passwords (RFC 6238) as Identity Platform makes them: SHA-1, six digits, 30 seconds.

export const totpPeriodSeconds = 30;
export const totpDigits = 6;
/** How many periods before and after the current one are accepted; the default of Identity Platform. */
const adjacentPeriods = 5;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = text
    .split('')
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

function codeOfPeriod(secret: string, period: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(period));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** totpDigits).padStart(totpDigits, '0');
}

const periodAt = (atMs: number): number => Math.floor(atMs / 1000 / totpPeriodSeconds);

/** What an authenticator app with this secret (base32) shows at that time. */
export const totpCode = (secret: string, atMs = Date.now()): string => codeOfPeriod(secret, periodAt(atMs));

export function isTotpCode(secret: string, given: string, atMs = Date.now()): boolean {
  const wanted = Buffer.from(given);
  const now = periodAt(atMs);
  for (let period = Math.max(0, now - adjacentPeriods); period <= now + adjacentPeriods; period += 1) {
    const code = Buffer.from(codeOfPeriod(secret, period));
    if (code.length === wanted.length && timingSafeEqual(code, wanted)) return true;
  }
  return false;
}

/** The shared secret (base32) of each enrolled authenticator app, by the id of its enrolment. */
type TotpSecrets = Map<string, string>;

const ofProject = new WeakMap<object, TotpSecrets>();

/** The secrets of a project, which its tenants share. They are not fields of the users: no answer can contain them. */
export function totpSecrets(state: ProjectState): TotpSecrets {
  const owner: object = state.parentProject ?? state;
  const known = ofProject.get(owner) ?? new Map<string, string>();
  ofProject.set(owner, known);
  return known;
}

/** The secrets whose enrolment still exists: users and their factors are removed in several ways. */
export function livingSecrets(state: AgentProjectState): readonly { id: string; secret: string }[] {
  const projects: readonly ProjectState[] = [state, ...state.tenantProjectForTenantId.values()];
  const living = new Set(
    projects.flatMap(({ users }) =>
      [...users.values()].flatMap(({ mfaInfo = [] }) =>
        mfaInfo.map(({ mfaEnrollmentId }) => mfaEnrollmentId),
      ),
    ),
  );
  return [...totpSecrets(state)].filter(([id]) => living.has(id)).map(([id, secret]) => ({ id, secret }));
}

/** How long a started enrolment, or a sign-in without its second step, can be finished. */
const finishWithinMs = 10 * 60_000;
const mostFactors = 5;
const withoutEmail: readonly string[] = ['anonymous', 'phone', 'custom'];

const sessionText = v.object({
  localId: v.string(),
  secret: v.string(),
  startedAt: v.number(),
});
const pendingText = v.looseObject({
  _AuthEmulatorMfaPendingCredential: v.string(),
  localId: v.string(),
  signInProvider: v.string(),
  projectId: v.string(),
  startedAt: v.optional(v.number(), 0),
});
const tokenText = v.object({
  user_id: v.string(),
  iat: v.number(),
  firebase: v.object({ sign_in_provider: v.string() }),
});
const verification = v.object({
  totpVerificationInfo: v.object({
    verificationCode: v.optional(v.string(), ''),
    sessionInfo: v.optional(v.string(), ''),
  }),
});

const write = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64');

function read<S extends v.GenericSchema>(
  schema: S,
  text: unknown,
  refusal: string,
  encoding: 'base64' | 'base64url' = 'base64',
): v.InferOutput<S> {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(String(text), encoding).toString());
  } catch {
    value = undefined;
  }
  const parsed = v.safeParse(schema, value);
  assert(parsed.success, refusal);
  return parsed.output;
}

function signedIn(state: ProjectState, idToken: unknown): { user: UserRecord; provider: string } {
  assert(typeof idToken === 'string', 'MISSING_ID_TOKEN');
  const token = read(tokenText, idToken.split('.')[1], 'INVALID_ID_TOKEN', 'base64url');
  const user = state.users.get(token.user_id);
  assert(user, 'USER_NOT_FOUND');
  assert(!user.validSince || token.iat >= Number(user.validSince), 'TOKEN_EXPIRED');
  assert(!user.disabled, 'USER_DISABLED');
  const provider = token.firebase.sign_in_provider;
  assert(
    !withoutEmail.includes(provider),
    'UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.',
  );
  return { user, provider };
}

/** The emulator issues tokens only inside its own operations, so these come from a refresh. */
async function tokens(state: ProjectState, user: UserRecord, provider: string, factor: string) {
  const refreshToken = state.createRefreshTokenFor(user, provider, {
    secondFactor: { identifier: factor, provider: 'totp' },
  });
  const granted = await authOperations.securetoken.token(
    state,
    { grantType: 'refresh_token', refreshToken },
    null,
  );
  return { idToken: granted['id_token'], refreshToken: granted['refresh_token'] };
}

const start: Operate = (state, body) => {
  const { user } = signedIn(state, body['idToken']);
  assert(
    user.emailVerified,
    'UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.',
  );
  const secret = toBase32(randomBytes(20));
  const startedAt = Date.now();
  return {
    totpSessionInfo: {
      sharedSecretKey: secret,
      verificationCodeLength: totpDigits,
      hashingAlgorithm: 'SHA1',
      periodSec: totpPeriodSeconds,
      sessionInfo: write({ localId: user.localId, secret, startedAt }),
      finalizeEnrollmentTime: new Date(startedAt + finishWithinMs).toISOString(),
    },
  };
};

const finish: Operate = (state, body) => {
  const { user, provider } = signedIn(state, body['idToken']);
  const given = v.safeParse(verification, body);
  assert(given.success, 'INVALID_ARGUMENT : ((Missing totpVerificationInfo.))');
  const { sessionInfo, verificationCode } = given.output.totpVerificationInfo;
  const { localId, secret, startedAt } = read(sessionText, sessionInfo, 'INVALID_SESSION_INFO');
  assert(localId === user.localId, 'INVALID_SESSION_INFO');
  assert(startedAt + finishWithinMs > Date.now(), 'SESSION_EXPIRED');
  const factors = user.mfaInfo ?? [];
  assert(factors.length < mostFactors, 'SECOND_FACTOR_LIMIT_EXCEEDED');
  assert(
    !factors.some(({ mfaEnrollmentId }) => totpSecrets(state).get(mfaEnrollmentId) === secret),
    'SECOND_FACTOR_EXISTS',
  );
  assert(isTotpCode(secret, verificationCode), 'INVALID_CODE');
  const factor: MfaInfo = {
    displayName: typeof body['displayName'] === 'string' ? body['displayName'] : undefined,
    enrolledAt: new Date().toISOString(),
    mfaEnrollmentId: randomUUID(),
    totpInfo: {},
  };
  totpSecrets(state).set(factor.mfaEnrollmentId, secret);
  const changed = state.updateUserByLocalId(user.localId, { mfaInfo: [...factors, factor] }, {});
  return tokens(state, changed, provider, factor.mfaEnrollmentId);
};

const signIn: Operate = (state, body) => {
  assert(body['mfaPendingCredential'], 'MISSING_MFA_PENDING_CREDENTIAL');
  assert(body['mfaEnrollmentId'], 'MISSING_MFA_ENROLLMENT_ID');
  const refusal = 'INVALID_MFA_PENDING_CREDENTIAL';
  const pending = read(pendingText, body['mfaPendingCredential'], refusal);
  assert(pending.projectId === state.projectId, refusal);
  assert(pending.startedAt + finishWithinMs > Date.now(), refusal);
  const user = state.users.get(pending.localId);
  assert(user, refusal);
  const factor = user.mfaInfo?.find(({ mfaEnrollmentId }) => mfaEnrollmentId === body['mfaEnrollmentId']);
  const secret = factor && totpSecrets(state).get(factor.mfaEnrollmentId);
  assert(factor && secret !== undefined, 'MFA_ENROLLMENT_NOT_FOUND');
  const given = v.safeParse(verification, body);
  assert(
    given.success && isTotpCode(secret, given.output.totpVerificationInfo.verificationCode),
    'INVALID_CODE',
  );
  assert(!user.disabled, 'USER_DISABLED');
  const changed = state.updateUserByLocalId(user.localId, { lastLoginAt: String(Date.now()) }, {});
  return tokens(state, changed, pending.signInProvider, factor.mfaEnrollmentId);
};

/** An interrupted sign-in: says that a factor is an authenticator app, which the emulator leaves out, and when it began. */
function interrupted(state: ProjectState, answer: Record<string, unknown>): Record<string, unknown> {
  const { mfaPendingCredential, mfaInfo } = answer;
  if (typeof mfaPendingCredential !== 'string' || !Array.isArray(mfaInfo)) return answer;
  const pending = read(pendingText, mfaPendingCredential, 'INVALID_MFA_PENDING_CREDENTIAL');
  const secrets = totpSecrets(state);
  return {
    ...answer,
    mfaPendingCredential: write({ ...pending, startedAt: Date.now() }),
    mfaInfo: (mfaInfo as readonly MfaInfo[]).map((factor) =>
      secrets.has(factor.mfaEnrollmentId) ? { ...factor, totpInfo: {} } : factor,
    ),
  };
}

/** Adds authenticator apps as a second factor to the emulator, which knows only text messages. */
export function teachTotp(): void {
  const { accounts } = authOperations.identitytoolkit;
  const either =
    (own: Operate, field: string, original: Operate): Operate =>
    (state, body, context) =>
      field in body ? own(state, body, context) : original(state, body, context);
  const { mfaEnrollment, mfaSignIn } = accounts;
  mfaEnrollment.start = either(start, 'totpEnrollmentInfo', mfaEnrollment.start);
  mfaEnrollment.finalize = either(finish, 'totpVerificationInfo', mfaEnrollment.finalize);
  mfaSignIn.finalize = either(signIn, 'totpVerificationInfo', mfaSignIn.finalize);
  for (const name of ['signInWithPassword', 'signInWithIdp', 'signInWithEmailLink'] as const) {
    const original = accounts[name];
    accounts[name] = async (state, body, context) => interrupted(state, await original(state, body, context));
  }
  // The emulator requires a phone number of every factor.
  const { prototype } = ProjectState;
  const known: unknown = Reflect.get(prototype, 'validateMfaEnrollments');
  if (typeof known !== 'function')
    throw new Error('The emulator has changed: validateMfaEnrollments is gone.');
  prototype.validateMfaEnrollments = function validateAll(factors) {
    Reflect.apply(known, this, [factors.filter(({ totpInfo }) => totpInfo === undefined)]);
    return factors;
  };
}
