import type { FirebaseApp } from 'firebase/app';
import {
  EmailAuthProvider,
  beforeAuthStateChanged,
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
import { moderationClaim, moderationRoles } from '../../core/moderation/standing';
import { databaseState, isWebKit } from './answers-in-time';
import type { OwnerAuth, OwnerUser, SecondStep, Session, SignOutReason } from '../data/backend';
import type { Config } from '../data/config';
import { Watched, authFailure, type Answer, type Failure } from '../data/failure';
import { wantRecentSignIn, type AuthContext } from './firebase-auth-context';
import { redirectIsOver, redirectIsUnderWay } from './firebase-redirect';

const leftKey = 'busker-left-at';
/** A sign-out reaches the other tabs within seconds. */
const moments = 15_000;

function leftInAnotherTab(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(leftKey) ?? 0) < moments;
  } catch {
    return false;
  }
}

function tellOtherTabs(): void {
  try {
    localStorage.setItem(leftKey, String(Date.now()));
  } catch {
    // Storage is blocked: the other tab reports an expired session instead.
  }
}

/** Finds out why the user is gone: the owner signed out, in any tab, or the service ended the session. */
export class SessionKeeper {
  readonly session = new Watched<Session>({ kind: 'starting' });
  #reason: SignOutReason = null;

  /** The next sign-out gets this reason. */
  endsBecause(reason: SignOutReason): void {
    this.#reason = reason;
    if (reason === 'left' || reason === 'deleted') tellOtherTabs();
  }

  changed(user: OwnerUser | null): void {
    if (user) {
      this.#reason = null;
      noteSignedIn(user.isGuest);
      this.session.set({ kind: 'signed-in', user });
      return;
    }
    if (this.session.value.kind === 'signed-out') return;
    const reason = this.#reason ?? this.#unspoken();
    this.#reason = null;
    noteSignedOut(reason);
    this.session.set({ kind: 'signed-out', reason });
  }

  /** The SDK ends some sessions before it reports why. */
  endedBecause(reason: 'user-disabled' | 'user-token-expired'): void {
    const now = this.session.value;
    if (now.kind !== 'signed-out' || now.reason !== 'user-token-expired' || reason === now.reason) return;
    noteSignedOut(reason);
    this.session.set({ kind: 'signed-out', reason });
  }

  /** A redirect sign-in failed. */
  cameBackWith(failure: Failure): void {
    this.session.set({ kind: 'signed-out', reason: null, failure });
  }

  #unspoken(): SignOutReason {
    const isStart = this.session.value.kind === 'starting';
    const ended = isStart ? rememberedEnd() : 'user-token-expired';
    return ended !== null && leftInAnotherTab() ? 'left' : ended;
  }
}

type Ended = 'user-disabled' | 'user-token-expired';

const key = 'busker-session';
/** Afterwards the news is no longer news, and somebody else may sit here. */
const toldFor = 24 * 60 * 60_000;

const isEnded = (text: string | undefined): text is Ended =>
  text === 'user-disabled' || text === 'user-token-expired';

function write(text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Storage is blocked: a reload does not know why the session ended.
  }
}

/** An owner is signed in here. A guest is not noted: their work may be gone when they come back. */
const noteSignedIn = (isGuest: boolean): void => write(isGuest ? null : 'in');

/** Why they no longer are. A sign-out by choice leaves nothing to tell. */
const noteSignedOut = (reason: SignOutReason): void =>
  write(isEnded(reason ?? undefined) ? `${reason} ${Date.now()}` : null);

/** What a page that starts without a session has to tell. The sign-in service ends a session at the start of a page without a word. */
function rememberedEnd(): Ended | null {
  try {
    const [state, at] = (localStorage.getItem(key) ?? '').split(' ');
    if (state === 'in') return 'user-token-expired';
    return isEnded(state) && Date.now() - Number(at) < toldFor ? state : null;
  } catch {
    return null;
  }
}

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
        await updateProfile(signedIn(), { displayName, photoURL: photoUrl });
        // The SDK does not report this change.
        changed();
      }),
    signOut: (reason = 'left') => tried(() => leave(reason)),
  };
  return { auth: ownerAuth, idToken: async () => (await auth.currentUser?.getIdToken()) ?? null };
}
