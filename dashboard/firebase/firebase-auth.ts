import type { FirebaseApp } from 'firebase/app';
import {
  EmailAuthProvider,
  beforeAuthStateChanged,
  createUserWithEmailAndPassword,
  onIdTokenChanged,
  reauthenticateWithCredential,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
  type MultiFactorError,
  type User,
} from 'firebase/auth';
import { fail, ok } from '@busker/core/base/result';
import { moderationClaim, moderationRoles } from '@busker/core/moderation/standing';
import type { OwnerAuth, OwnerUser, SecondStep, SignOutReason } from '../data/backend';
import type { Config } from '../data/config';
import { Watched, authFailure, type Answer, type Failure } from '../data/failure';
import { wantRecentSignIn, type AuthContext } from './firebase-auth-context';
import { redirectIsOver, redirectIsUnderWay } from './firebase-redirect';
import { SessionKeeper, startAuth } from './browser-session';

const millis = (text: string | undefined): number => {
  const parsed = Date.parse(text ?? '');
  return Number.isNaN(parsed) ? 0 : parsed;
};

/** The SDK's mutable user as a plain record. */
export function ownerUser(user: User): OwnerUser {
  return {
    uid: user.uid,
    email: user.email,
    emailVerified: user.emailVerified,
    displayName: user.displayName,
    photoUrl: user.photoURL,
    phoneNumber: user.phoneNumber,
    isGuest: user.isAnonymous,
    tenantId: user.tenantId,
    providers: user.providerData.map(({ providerId, uid, email, displayName, phoneNumber }) => ({
      providerId,
      uid,
      email,
      displayName,
      phoneNumber,
    })),
    createdAt: millis(user.metadata.creationTime),
    lastSignInAt: millis(user.metadata.lastSignInTime),
  };
}

/** Names a session: each sign-in moves the time, and a refreshed token or a changed address does not. */
const sessionOf = ({ uid, metadata }: User): string => `${uid} ${metadata.lastSignInTime}`;

export interface FirebaseAuth {
  readonly auth: OwnerAuth;
  readonly idToken: () => Promise<string | null>;
}

const needsSecondStep = (thrown: unknown): thrown is MultiFactorError =>
  typeof thrown === 'object' &&
  thrown !== null &&
  'code' in thrown &&
  thrown.code === 'auth/multi-factor-auth-required';

export async function firebaseAuth(app: FirebaseApp, { methods, emulators }: Config): Promise<FirebaseAuth> {
  const auth = await startAuth(app, emulators?.auth ?? null);
  auth.useDeviceLanguage();
  const keeper = new SessionKeeper();
  const changed = () => keeper.changed(auth.currentUser && ownerUser(auth.currentUser));
  const comesBack = redirectIsUnderWay();
  let comingBack = comesBack;
  /**
   * The session that this page has ended. When another tab changes the user, the SDK's `_onStorageEvent` reads the user, waits, and does not ask whether a
   * sign-out has ended meanwhile: it signs the user in again (firebase 12). May go when it asks.
   */
  let ended: string | null = null;
  // Each sign-in of this page asks this first; what another tab has stored does not.
  beforeAuthStateChanged(auth, (user) => void (user && (ended = null)));
  const leave = (reason: SignOutReason) => {
    ended = auth.currentUser && sessionOf(auth.currentUser);
    keeper.endsBecause(reason);
    return signOut(auth);
  };
  onIdTokenChanged(
    auth,
    () => {
      if (auth.currentUser && sessionOf(auth.currentUser) === ended) return void signOut(auth);
      // A person returning from a redirect sign-in is not signed out, only not signed in yet.
      if (auth.currentUser || !comingBack) changed();
    },
    () => keeper.changed(null),
  );

  const tried = async <T>(work: () => Promise<T>): Answer<T> => {
    try {
      return ok(await work());
    } catch (thrown) {
      const failure = authFailure(thrown);
      await leaveWhenOver(failure);
      return fail(failure);
    }
  };
  /** A session that the service ended is ended here too, with the reason. */
  const leaveWhenOver = async ({ code }: Failure) => {
    if (code !== 'auth/user-disabled' && code !== 'auth/user-token-expired') return;
    const reason = code === 'auth/user-disabled' ? 'user-disabled' : 'user-token-expired';
    if (!auth.currentUser) return keeper.endedBecause(reason);
    await leave(reason);
  };
  const signedIn = () => {
    if (!auth.currentUser)
      throw Object.assign(new Error('Nobody is signed in'), { code: 'auth/user-token-expired' });
    return auth.currentUser;
  };
  const step = new Watched<SecondStep | null>(null);
  const inSteps = async (first: () => Promise<unknown>): Promise<void> => {
    try {
      await first();
    } catch (thrown) {
      if (!needsSecondStep(thrown)) throw thrown;
      const { askSecondStep } = await import('./firebase-second-step');
      const end = await askSecondStep({ auth, step, tried }, thrown);
      if (end === 'repeat') await inSteps(first);
    }
  };
  const confirmed = async (password: string) => {
    const user = signedIn();
    const credential = EmailAuthProvider.credential(user.email ?? '', password);
    await inSteps(() => reauthenticateWithCredential(user, credential));
    return user;
  };
  const ownAccount = async (email: string, password: string): Promise<'signed-in' | 'mailed'> => {
    try {
      await inSteps(() => signInWithEmailAndPassword(auth, email, password));
      return 'signed-in';
    } catch (thrown) {
      if (authFailure(thrown).code !== 'auth/invalid-credential') throw thrown;
      await sendPasswordResetEmail(auth, email);
      return 'mailed';
    }
  };
  const backHere = () => ({ url: `${window.location.origin}/page/profile` });
  const context: AuthContext = { auth, tried, inSteps, signedIn, changed, backHere };
  const comeBack = async () => {
    const answer = await tried(async () => {
      const { takeRedirect } = await import('./firebase-sign-in-methods');
      await inSteps(() => takeRedirect(auth));
    });
    comingBack = false;
    redirectIsOver();
    if (answer.ok || auth.currentUser) changed();
    else keeper.cameBackWith(answer.problem);
  };
  if (comingBack) void comeBack();

  const ownerAuth: OwnerAuth = {
    watchSession: (onSession) => keeper.session.watch(onSession),
    comesBack,
    methods,
    openSignInMethods: async () =>
      (await import('./firebase-sign-in-methods')).firebaseSignInMethods(context),
    watchSecondStep: (onStep) => step.watch(onStep),
    openSecondFactors: async () => (await import('./firebase-second-step')).firebaseSecondFactors(context),
    openMailActions: async () => (await import('./firebase-sign-in-methods')).firebaseMailActions(context),
    speak: (language) => {
      auth.languageCode = language;
    },
    signIn: (email, password) =>
      tried(() => inSteps(() => signInWithEmailAndPassword(auth, email, password))),
    createAccount: (email, password) =>
      tried(async () => {
        try {
          const { user } = await createUserWithEmailAndPassword(auth, email, password);
          // The account exists even if this email fails; the notice offers to send it again.
          await sendEmailVerification(user, backHere()).catch(() => {});
          return 'signed-in';
        } catch (thrown) {
          if (authFailure(thrown).code !== 'auth/email-already-in-use') throw thrown;
          return ownAccount(email, password);
        }
      }),
    sendPasswordReset: async (email) => {
      const answer = await tried(() => sendPasswordResetEmail(auth, email));
      // Without enumeration protection the service reveals who has an account; this screen does not.
      return !answer.ok && answer.problem.code === 'auth/invalid-credential' ? ok(undefined) : answer;
    },
    sendVerification: () => tried(() => sendEmailVerification(signedIn(), backHere())),
    async role() {
      const token = await auth.currentUser?.getIdTokenResult().catch(() => null);
      return moderationRoles.find((role) => role === token?.claims[moderationClaim]) ?? null;
    },
    refresh: () =>
      tried(async () => {
        const user = signedIn();
        await reload(user);
        await user.getIdToken(true);
        return ownerUser(user);
      }),
    changePassword: (current, next) =>
      tried(async () => {
        await updatePassword(await confirmed(current), next);
      }),
    changeEmail: (email) =>
      tried(async () => {
        const user = signedIn();
        await wantRecentSignIn(user);
        await verifyBeforeUpdateEmail(user, email, backHere());
      }),
    changeRecord: ({ displayName, photoUrl }) =>
      tried(async () => {
        await updateProfile(signedIn(), {
          ...(displayName !== undefined && { displayName }),
          ...(photoUrl !== undefined && { photoURL: photoUrl }),
        });
        // The SDK does not report this change.
        changed();
      }),
    signOut: (reason = 'left') => tried(() => leave(reason)),
  };
  return { auth: ownerAuth, idToken: async () => (await auth.currentUser?.getIdToken()) ?? null };
}
