import * as v from 'valibot';
import { totpCode } from '@busker/emulator-auth/totp';
import type { JsonApi } from '../sign-ins/users';

const signedIn = v.object({ idToken: v.string() });
const started = v.object({
  totpSessionInfo: v.object({ sharedSecretKey: v.string(), sessionInfo: v.string() }),
});

const at = (auth: string, path: string) => `${auth}/identitytoolkit.googleapis.com/${path}?key=local`;

/** Signs in with a password and returns the ID token; it throws where a second step is asked for. */
export async function tokenOf(api: JsonApi, auth: string, email: string, password: string): Promise<string> {
  const body = { email, password, returnSecureToken: true };
  return v.parse(signedIn, await api.json('POST', at(auth, 'v1/accounts:signInWithPassword'), body)).idToken;
}

/** Sets up an authenticator app for somebody of the local sign-in service, whose address is confirmed. */
export async function setUpApp(api: JsonApi, auth: string, email: string, password: string): Promise<void> {
  const idToken = await tokenOf(api, auth, email, password);
  const { totpSessionInfo: session } = v.parse(
    started,
    await api.json('POST', at(auth, 'v2/accounts/mfaEnrollment:start'), { idToken, totpEnrollmentInfo: {} }),
  );
  await api.json('POST', at(auth, 'v2/accounts/mfaEnrollment:finalize'), {
    idToken,
    displayName: 'Telephone',
    totpVerificationInfo: {
      sessionInfo: session.sessionInfo,
      verificationCode: totpCode(session.sharedSecretKey),
    },
  });
}

/** Somebody new who signs in with a Google account, which the local service makes up. */
export async function signUpByGoogle(api: JsonApi, auth: string, email: string): Promise<void> {
  const account = encodeURIComponent(JSON.stringify({ sub: `google-${email}`, email, email_verified: true }));
  await api.json('POST', at(auth, 'v1/accounts:signInWithIdp'), {
    postBody: `id_token=${account}&providerId=google.com`,
    requestUri: 'http://localhost',
    returnSecureToken: true,
  });
}
