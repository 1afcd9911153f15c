import type { FirebaseApp } from 'firebase/app';
import {
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
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
  verifyBeforeUpdateEmail,
  type Auth,
} from 'firebase/auth';
import { fail, ok } from '../core/result';
import type { Answer, OwnerAuth } from './backend';
import { authFailure, type Failure } from './failure';
import { ownerUser } from './firebase-user';
import { SessionKeeper } from './session-keeper';

interface FirebaseAuth {
  readonly auth: OwnerAuth;
  readonly idToken: () => Promise<string | null>;
}

function startAuth(app: FirebaseApp, emulator: string | null): Auth {
  // Only the pieces that are used: `getAuth` would bring pop-ups and every persistence into the first load.
  const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] });
  if (emulator) connectAuthEmulator(auth, emulator, { disableWarnings: true });
  return auth;
}

export function firebaseAuth(app: FirebaseApp, emulator: string | null): FirebaseAuth {
  const auth = startAuth(app, emulator);
  auth.useDeviceLanguage();
  const keeper = new SessionKeeper();
  onIdTokenChanged(
    auth,
    (user) => keeper.changed(user && ownerUser(user)),
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
  /** A session that the service has ended is ended here too, saying why. */
  const leaveWhenOver = async ({ code }: Failure) => {
    if (!auth.currentUser) return;
    if (code !== 'auth/user-disabled' && code !== 'auth/user-token-expired') return;
    keeper.endsBecause(code === 'auth/user-disabled' ? 'user-disabled' : 'user-token-expired');
    await signOut(auth);
  };
  const signedIn = () => {
    if (!auth.currentUser)
      throw Object.assign(new Error('Nobody is signed in'), { code: 'auth/user-token-expired' });
    return auth.currentUser;
  };
  const confirmed = async (password: string) => {
    const user = signedIn();
    await reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password));
    return user;
  };
  const backHere = () => ({ url: `${window.location.origin}/profile` });

  const ownerAuth: OwnerAuth = {
    watchSession: (onSession) => keeper.session.watch(onSession),
    signIn: (email, password) =>
      tried(async () => void (await signInWithEmailAndPassword(auth, email, password))),
    createAccount: (email, password) =>
      tried(async () => {
        const { user } = await createUserWithEmailAndPassword(auth, email, password);
        // The account exists now whether or not this mail leaves; the notice offers to send it again.
        await sendEmailVerification(user, backHere()).catch(() => {});
      }),
    sendPasswordReset: async (email) => {
      const answer = await tried(() => sendPasswordResetEmail(auth, email));
      // Without enumeration protection the service tells who has an account; this screen does not.
      return !answer.ok && answer.problem.code === 'auth/invalid-credential' ? ok(undefined) : answer;
    },
    sendVerification: () => tried(() => sendEmailVerification(signedIn(), backHere())),
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
    changeEmail: (current, email) =>
      tried(async () => {
        await verifyBeforeUpdateEmail(await confirmed(current), email, backHere());
      }),
    signOut: () =>
      tried(async () => {
        keeper.endsBecause('left');
        await signOut(auth);
      }),
  };
  return { auth: ownerAuth, idToken: async () => (await auth.currentUser?.getIdToken()) ?? null };
}
