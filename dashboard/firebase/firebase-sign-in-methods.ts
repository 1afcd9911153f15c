import {
  applyActionCode,
  browserPopupRedirectResolver,
  checkActionCode,
  confirmPasswordReset,
  EmailAuthProvider,
  getRedirectResult,
  GoogleAuthProvider,
  linkWithCredential,
  linkWithPhoneNumber,
  linkWithPopup,
  OAuthProvider,
  reauthenticateWithCredential,
  reauthenticateWithPhoneNumber,
  reauthenticateWithPopup,
  RecaptchaVerifier,
  SAMLAuthProvider,
  sendEmailVerification,
  sendSignInLinkToEmail,
  signInAnonymously,
  signInWithEmailLink,
  signInWithPhoneNumber,
  signInWithPopup,
  signInWithRedirect,
  unlink,
  verifyPasswordResetCode,
  type Auth,
  type AuthProvider,
  type ConfirmationResult,
} from 'firebase/auth';
import { ok } from '@busker/core/base/result';
import { laterSignIn, signInTime, type AuthContext } from './firebase-auth-context';
import { redirectBegins, redirectIsOver } from './firebase-redirect';
import type { MailActions, Purpose, SignInMethods } from '../data/backend';

function providerOf(id: string): AuthProvider {
  if (id === GoogleAuthProvider.PROVIDER_ID) return new GoogleAuthProvider();
  return id.startsWith('saml.') ? new SAMLAuthProvider(id) : new OAuthProvider(id);
}

/** Reads the result of `byRedirect` after the page has come back; throws its failure. */
export async function takeRedirect(auth: Auth): Promise<void> {
  await getRedirectResult(auth, browserPopupRedirectResolver);
}

/** The robot check needs an element in the page; it shows something only when in doubt. */
async function withRobotCheck<T>(auth: Auth, work: (check: RecaptchaVerifier) => Promise<T>): Promise<T> {
  const place = document.createElement('div');
  document.body.append(place);
  const check = new RecaptchaVerifier(auth, place, { size: 'invisible' });
  try {
    return await work(check);
  } finally {
    check.clear();
    place.remove();
  }
}

export function firebaseSignInMethods({
  auth,
  tried,
  inSteps,
  signedIn,
  changed,
  backHere,
}: AuthContext): SignInMethods {
  const throughWindow = async (id: string, purpose: Purpose): Promise<void> => {
    const provider = providerOf(id);
    switch (purpose) {
      case 'sign-in':
        return inSteps(() => signInWithPopup(auth, provider, browserPopupRedirectResolver));
      case 'link':
        await linkWithPopup(signedIn(), provider, browserPopupRedirectResolver);
        return;
      case 'confirm':
        return inSteps(() => reauthenticateWithPopup(signedIn(), provider, browserPopupRedirectResolver));
    }
  };
  const sentCode = (phone: string, purpose: Purpose): Promise<ConfirmationResult> =>
    withRobotCheck(auth, (check) => {
      switch (purpose) {
        case 'sign-in':
          return signInWithPhoneNumber(auth, phone, check);
        case 'link':
          return linkWithPhoneNumber(signedIn(), phone, check);
        case 'confirm':
          return reauthenticateWithPhoneNumber(signedIn(), phone, check);
      }
    });
  /** The SDK's listeners do not report every change of the record. */
  const then = <T>(work: () => Promise<T>) =>
    tried(async () => {
      const done = await work();
      changed();
      return done;
    });

  return {
    withProvider: (id, purpose) => then(() => throughWindow(id, purpose)),
    byRedirect: (id) =>
      tried(async () => {
        redirectBegins();
        try {
          await signInWithRedirect(auth, providerOf(id), browserPopupRedirectResolver);
        } catch (thrown) {
          redirectIsOver();
          throw thrown;
        }
      }),
    withPassword: (email, password, purpose) =>
      then(async () => {
        const credential = EmailAuthProvider.credential(email, password);
        if (purpose === 'confirm') {
          await inSteps(() => reauthenticateWithCredential(signedIn(), credential));
          return;
        }
        const { user } = await linkWithCredential(signedIn(), credential);
        // The account exists even if this email fails; the notice offers to send it again.
        if (!user.emailVerified) await sendEmailVerification(user, backHere()).catch(() => {});
      }),
    sendLink: (email, next) =>
      tried(async () => {
        const url = new URL('/auth/action', window.location.origin);
        url.searchParams.set('next', next);
        const before = await signInTime(auth.currentUser);
        await sendSignInLinkToEmail(auth, email, { url: url.href, handleCodeInApp: true });
        return { opened: () => tried(() => laterSignIn(auth, before)) };
      }),
    followLink: (email, link) =>
      then(async () => {
        const user = auth.currentUser;
        if (user?.isAnonymous)
          await linkWithCredential(user, EmailAuthProvider.credentialWithLink(email, link));
        else await inSteps(() => signInWithEmailLink(auth, email, link));
      }),
    sendCode: async (phone, purpose) => {
      const sent = await tried(() => sentCode(phone, purpose));
      if (!sent.ok) return sent;
      return ok({ confirm: (code) => then(async () => void (await sent.value.confirm(code))) });
    },
    asGuest: () => then(async () => void (await signInAnonymously(auth))),
    unlink: (id) => then(async () => void (await unlink(signedIn(), id))),
  };
}

export function firebaseMailActions({ auth, tried, changed }: AuthContext): MailActions {
  return {
    look: (code) =>
      tried(async () => {
        const { data } = await checkActionCode(auth, code);
        return { email: data.email ?? null, otherEmail: data.previousEmail ?? null };
      }),
    use: (code) =>
      tried(async () => {
        await applyActionCode(auth, code);
        // The owner may be signed in in this browser, so publishing need not wait for another refresh, here or in their other tab.
        await auth.authStateReady();
        const user = auth.currentUser;
        if (!user) return;
        await user.reload();
        await user.getIdToken(true);
        changed();
      }),
    setPassword: (code, password) =>
      tried(async () => {
        await verifyPasswordResetCode(auth, code);
        await confirmPasswordReset(auth, code, password);
      }),
  };
}
