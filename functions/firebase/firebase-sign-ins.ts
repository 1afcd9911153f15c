import type { App } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import * as v from 'valibot';
import type { FirstStep, SignIn, SignIns } from '../accounts/users';

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
