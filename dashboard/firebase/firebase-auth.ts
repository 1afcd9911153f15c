import type { FirebaseApp } from 'firebase/app';
import {
  EmailAuthProvider,
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  indexedDBLocalPersistence,
  initializeAuth,
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
  type Auth,
  type MultiFactorError,
  type User,
} from 'firebase/auth';
import { fail, ok } from '../../core/base/result';
import { moderationClaim, moderationRoles } from '../../core/profile/standing';
import { databaseState, isWebKit } from '../data/answers-in-time';
import type { OwnerAuth, OwnerUser } from '../data/backend';
import type { Config } from '../data/config';
import { authFailure, type Failure, type Answer } from '../data/failure';
import type { SecondStep } from '../data/second-factors';
import { SessionKeeper } from '../data/session-keeper';
import { Watched } from '../data/watched';
import type { AuthContext } from './firebase-auth-context';
import { redirectIsOver, redirectIsUnderWay } from './firebase-redirect';
import { wantRecentSignIn } from './firebase-sign-in-time';

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

export interface FirebaseAuth {
  readonly auth: OwnerAuth;
  readonly idToken: () => Promise<string | null>;
}

/** The SDK's database of sessions, and the start of the name under which it keeps one in `localStorage`. */
const database = 'firebaseLocalStorageDb';
const entry = 'firebase:authUser:';

/** Where storage is blocked there is none. */
function hasLocalSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(entry));
  } catch {
    return false;
  }
}

/**
 * Where the session is kept. The SDK moves it from any place in this list to the first one. A database that does not answer would keep the owner
 * waiting for ever, so it is left out; in WebKit it is asked only for the session of an earlier version of this dashboard.
 */
async function sessionPlaces() {
  if (!isWebKit()) {
    const isSilent = (await databaseState(database)) === 'silent';
    return isSilent ? [browserLocalPersistence] : [indexedDBLocalPersistence, browserLocalPersistence];
  }
  const hasEarlier = !hasLocalSession() && (await databaseState(database)) === 'answers';
  return hasEarlier ? [browserLocalPersistence, indexedDBLocalPersistence] : [browserLocalPersistence];
}

async function startAuth(app: FirebaseApp, emulator: string | null): Promise<Auth> {
  // Only the needed parts: `getAuth` would add pop-ups and every persistence to the first load.
  const auth = initializeAuth(app, { persistence: await sessionPlaces() });
  if (emulator) {
    connectAuthEmulator(auth, emulator, { disableWarnings: true });
    // The robot check needs the internet; the SDK has a switch for machines without it.
    auth.settings.appVerificationDisabledForTesting = true;
  }
  return auth;
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
  onIdTokenChanged(
    auth,
    // A person returning from a redirect sign-in is not signed out, only not signed in yet.
    () => void ((auth.currentUser || !comingBack) && changed()),
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
    keeper.endsBecause(reason);
    await signOut(auth);
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
  const backHere = () => ({ url: `${window.location.origin}/profile` });
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
    openSecondFactors: async () => (await import('./firebase-second-factors')).firebaseSecondFactors(context),
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
        await updateProfile(signedIn(), { displayName, photoURL: photoUrl });
        // The SDK does not report this change.
        changed();
      }),
    signOut: (reason = 'left') =>
      tried(async () => {
        keeper.endsBecause(reason);
        await signOut(auth);
      }),
  };
  return { auth: ownerAuth, idToken: async () => (await auth.currentUser?.getIdToken()) ?? null };
}
