import { applicationDefault, cert, initializeApp, type App, type Credential } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { FirstStep, SignIn, SignIns } from '../accounts/users';

interface FirebaseSettings {
  readonly projectId: string;
  readonly storageBucket: string;
  readonly emulated: boolean;
  /** The private key (PEM) with which a server on one machine signs download links; absent = a new one. */
  readonly signingKey?: string;
}

/** The account that signs on one machine. */
export const localAccountOf = (projectId: string): string => `local@${projectId}.iam.gserviceaccount.com`;

/**
 * With `preferRest` the Firestore client needs credentials even for an emulator, where they are never used: a generated key is enough. Delete this
 * when @google-cloud/firestore skips credentials for FIRESTORE_EMULATOR_HOST over REST too.
 */
const madeUpCredential = (projectId: string, privateKey = madeUpKey()) =>
  cert({ projectId, clientEmail: localAccountOf(projectId), privateKey });

/** A key pair as PEM. */
export const makeSigningKey = (): { readonly privateKey: string; readonly publicKey: string } =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

let madeUp: string | undefined;

/** One for a process: making a key takes a quarter of a second of computing, and tests open many apps. */
const madeUpKey = (): string => (madeUp ??= makeSigningKey().privateKey);

/** A firebase-admin app; several may live in one process (tests, and each change of the code in `npm run dev`). In production the machine's own credentials are used. */
export function firebaseApp({ projectId, storageBucket, emulated, signingKey }: FirebaseSettings): App {
  const name = `busker-${randomUUID()}`;
  if (!emulated) return initializeApp({ projectId, storageBucket }, name);
  // A developer's machine has no metadata server: searching for it costs seconds and prints a warning.
  process.env['METADATA_SERVER_DETECTION'] ??= 'none';
  return initializeApp(
    { projectId, storageBucket, credential: madeUpCredential(projectId, signingKey) },
    name,
  );
}

type Env = Record<string, string | undefined>;

/**
 * Where there are no credentials, Google's library asks the network for Google's metadata server, and prints a warning about a network that answers
 * in an unexpected way. With `bios-only` it looks at the machine instead, which Google's machines can be told by (the README of gcp-metadata).
 */
export function askMachineOnly(env: Env): void {
  const chosen = ['METADATA_SERVER_DETECTION', 'GCE_METADATA_HOST', 'GCE_METADATA_IP'];
  if (chosen.every((name) => (env[name] ?? '') === '')) env['METADATA_SERVER_DETECTION'] = 'bios-only';
}

/** The credentials of the person or machine that runs a command (cloud.google.com/docs/authentication/application-default-credentials). */
export function defaultCredentials(): Credential {
  askMachineOnly(process.env);
  return applicationDefault();
}

/** Google's answer about an access token (developers.google.com/identity/sign-in/web/backend-auth#calling-the-tokeninfo-endpoint). */
const tokenInfo = 'https://oauth2.googleapis.com/tokeninfo';

/** The email address of the account whose Google credentials this machine uses; null = Google does not say. */
export async function credentialAccount(): Promise<string | null> {
  const { access_token: token } = await defaultCredentials().getAccessToken();
  const body = new URLSearchParams({ access_token: token });
  const answer: unknown = await (await fetch(tokenInfo, { method: 'POST', body })).json();
  if (typeof answer !== 'object' || answer === null || !('email' in answer)) return null;
  return typeof answer.email === 'string' ? answer.email : null;
}

export interface IdentityApi {
  /** The key of the web app, which is public. Null = the host has set none. */
  readonly webApiKey: string | null;
  /** `https://identitytoolkit.googleapis.com`, or the same API of an emulator. */
  readonly base: string;
  /** A key may be limited to the pages of this origin. */
  readonly referrer: string;
}

const refusal = v.object({ error: v.object({ message: v.string() }) });

/** Six digits, so that no check of the form refuses them before the service has looked up the sign-in and its factor. */
const anyCode = '000000';
const over = /^(?:INVALID_MFA_PENDING_CREDENTIAL|MFA_ENROLLMENT_NOT_FOUND|USER_NOT_FOUND|USER_DISABLED)/;

/** Methods and second factors in Firebase Authentication with Identity Platform. */
export class FirebaseSignIns implements SignIns {
  private readonly auth: Auth;

  constructor(
    app: App,
    private readonly api: IdentityApi,
  ) {
    this.auth = getAuth(app);
  }

  async find(uid: string): Promise<SignIn | undefined> {
    const { users } = await this.auth.getUsers([{ uid }]);
    const [user] = users;
    if (user === undefined) return undefined;
    const enrolled = user.multiFactor?.enrolledFactors ?? [];
    return {
      verifiedEmail: user.emailVerified ? (user.email ?? null) : null,
      methods: user.providerData.map(({ providerId }) => providerId),
      factors: enrolled.filter(({ factorId }) => factorId === 'totp').map((factor) => factor.uid),
      validSince: user.tokensValidAfterTime === undefined ? null : Date.parse(user.tokensValidAfterTime),
    };
  }

  /**
   * Tries to finish the sign-in with a code. "Wrong code" is the proof: to compare a code, the service needs the secret of the factor, which it finds
   * only through a genuine credential of a user with this factor. Every other refusal proves nothing.
   */
  async firstStep(pending: string, factor: string): Promise<FirstStep> {
    const { base, webApiKey, referrer } = this.api;
    const answer = await fetch(
      `${base}/v2/accounts/mfaSignIn:finalize?key=${encodeURIComponent(webApiKey ?? '')}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', referer: `${referrer}/` },
        body: JSON.stringify({
          mfaPendingCredential: pending,
          mfaEnrollmentId: factor,
          totpVerificationInfo: { verificationCode: anyCode },
        }),
        signal: AbortSignal.timeout(10_000),
      },
    );
    // One in a hundred thousand times, these digits are the right code.
    if (answer.ok) return 'passed';
    const { error } = v.parse(refusal, await answer.json());
    if (error.message.startsWith('INVALID_CODE')) return 'passed';
    if (over.test(error.message)) return 'over';
    throw new Error(`The sign-in service answered ${answer.status} ${error.message.split(' ')[0]}`);
  }

  async removeFactors(uid: string): Promise<void> {
    await this.auth.updateUser(uid, { multiFactor: { enrolledFactors: null } });
  }
}
