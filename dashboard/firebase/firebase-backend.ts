import {
  _addOrOverwriteComponent,
  initializeApp,
  type FirebaseApp,
  type FirebaseOptions,
} from 'firebase/app';
import { fail } from '@busker/core/base/result';
import type { Backend, OwnerAuth, SecondStep, Session } from '../data/backend';
import type { Config } from '../data/config';
import { Watched, type Answer } from '../data/failure';
import type { FirebaseAuth } from './firebase-auth';
import { redirectIsUnderWay } from './firebase-redirect';
import type { OpenStore } from './firebase-store';

type Call = (...given: never[]) => Answer<unknown>;
type Port<P> = { readonly [Name in keyof P]: Call };

/** A port whose code loads at its first call. A failed load is the server's silence for that call; the next call tries again. */
export function portLater<P extends Port<P>>(load: () => Promise<P>): P {
  const calls: Partial<Record<PropertyKey, Call>> = {};
  return new Proxy(calls as P, {
    get: (_, name) =>
      (calls[name] ??= async (...given) => {
        const port: Port<P> | null = await load().catch(() => null);
        return port === null ? fail({ code: 'api/unreachable' }) : port[name as keyof P](...given);
      }),
  });
}

const noCode = { code: 'auth/network-request-failed' } as const;

/**
 * Sign-in whose code loads after the first screen, so that the form appears sooner. The sign-in SDK is one module and would double the
 * wait. Early calls wait for it; a failed load is retried by the next call.
 */
export function firebaseAuthLater(
  app: FirebaseApp,
  config: Config,
  load: () => Promise<{
    firebaseAuth: (app: FirebaseApp, config: Config) => FirebaseAuth | Promise<FirebaseAuth>;
  }>,
): FirebaseAuth {
  const session = new Watched<Session>({ kind: 'starting' });
  const step = new Watched<SecondStep | null>(null);
  let language: string | null = null;
  let loaded: FirebaseAuth | null = null;
  let loading: Promise<FirebaseAuth> | null = null;

  const begin = async (): Promise<FirebaseAuth> => {
    const { firebaseAuth } = await load();
    loaded = await firebaseAuth(app, config);
    if (language !== null) loaded.auth.speak(language);
    loaded.auth.watchSession((now) => session.set(now));
    loaded.auth.watchSecondStep((now) => step.set(now));
    return loaded;
  };
  const arrived = (): Promise<FirebaseAuth> => {
    loading ??= begin().catch((thrown: unknown) => {
      loading = null;
      // An empty page must not wait for ever: the form reports that the network failed.
      if (session.value.kind === 'starting')
        session.set({ kind: 'signed-out', reason: null, failure: noCode });
      throw thrown;
    });
    return loading;
  };
  const auth = async <T>(ask: (auth: OwnerAuth) => Promise<T>) => {
    const there = await arrived().catch(() => null);
    return there === null ? fail(noCode) : ask(there.auth);
  };
  arrived().catch(() => {});

  const comesBack = redirectIsUnderWay();
  return {
    auth: {
      watchSession: (onSession) => session.watch(onSession),
      comesBack,
      methods: config.methods,
      watchSecondStep: (onStep) => step.watch(onStep),
      openSecondFactors: async () => (await arrived()).auth.openSecondFactors(),
      openSignInMethods: async () => (await arrived()).auth.openSignInMethods(),
      openMailActions: async () => (await arrived()).auth.openMailActions(),
      speak(wanted) {
        language = wanted;
        loaded?.auth.speak(wanted);
      },
      signIn: (email, password) => auth((to) => to.signIn(email, password)),
      createAccount: (email, password) => auth((to) => to.createAccount(email, password)),
      sendPasswordReset: (email) => auth((to) => to.sendPasswordReset(email)),
      sendVerification: () => auth((to) => to.sendVerification()),
      role: async () => (await arrived()).auth.role(),
      refresh: () => auth((to) => to.refresh()),
      changePassword: (current, next) => auth((to) => to.changePassword(current, next)),
      changeEmail: (email) => auth((to) => to.changeEmail(email)),
      changeRecord: (record) => auth((to) => to.changeRecord(record)),
      signOut: (reason) => auth((to) => to.signOut(reason)),
    },
    idToken: async () => (await arrived()).idToken(),
  };
}

/** Started at once, in parallel with the configuration; retried after a failure. */
const askForAuth = () => import('./firebase-auth');
let first: ReturnType<typeof askForAuth> | null = askForAuth();
first.catch(() => {});
function loadAuth(): ReturnType<typeof askForAuth> {
  const asked = first ?? askForAuth();
  first = null;
  return asked;
}

/** The SDK's own packages use it; its public types leave it out. */
declare module 'firebase/app' {
  export function _addOrOverwriteComponent(app: FirebaseApp, component: object): void;
}

/**
 * The app without the SDK's heartbeat, which counts for Firebase on which days a browser uses it. For that each page opens and deletes a database,
 * and each request of sign-in and documents waits for it. WebKit keeps it locked when a page is left meanwhile: every later page waited then,
 * until the browser was closed (bugs.webkit.org/show_bug.cgi?id=226547).
 */
export function firebaseApp(options: FirebaseOptions): FirebaseApp {
  const app = initializeApp(options);
  _addOrOverwriteComponent(app, {
    name: 'heartbeat',
    type: 'PRIVATE',
    instantiationMode: 'LAZY',
    instanceFactory: () => ({ triggerHeartbeat: async () => {}, getHeartbeatsHeader: async () => '' }),
  });
  return app;
}

const loadHttp = () => import('../http/http-api');

/** The real backend: Firebase for sign-in and documents, the Busker server for everything else. */
export function firebaseBackend(config: Config, host: string): Backend {
  const app = firebaseApp(config.firebase);
  const { auth, idToken } = firebaseAuthLater(app, config, loadAuth);
  let open: { readonly uid: string; readonly opened: Promise<OpenStore> } | null = null;
  let closed: Promise<void> = Promise.resolve();

  // One Firestore per session. An expired session keeps its unsent writes; they are sent after the next sign-in.
  auth.watchSession((session) => {
    // The owner's screens ask the server at once.
    if (session.kind === 'signed-in') loadHttp().catch(() => {});
    if (session.kind !== 'signed-out' || !open) return;
    const { opened } = open;
    open = null;
    closed = opened
      .then((store) =>
        store.close(session.reason === 'left' || session.reason === 'deleted' ? 'forget' : 'keep'),
      )
      .catch(() => {});
  });

  const openFor = async (uid: string) => {
    await closed;
    const { openFirestore } = await import('./firebase-store');
    return openFirestore(app, uid, config.database, config.emulators?.firestore ?? null);
  };
  return {
    auth,
    api: portLater(async () => (await loadHttp()).httpApi({ host, idToken })),
    money: portLater(async () => (await loadHttp()).httpMoney({ host, idToken })),
    channels: portLater(async () => (await import('../http/http-api')).httpChannels({ host, idToken })),
    overlay: portLater(async () => (await import('../http/http-api')).httpOverlay({ host, idToken })),
    siteChecks: portLater(async () => (await loadHttp()).httpSiteChecks({ host, idToken })),
    host,
    localMails: config.emulators === null ? null : `${host}/__local/outbox`,
    async openModeration() {
      const { httpModeration } = await import('../http/http-api');
      return httpModeration({ host, idToken });
    },
    async openFiles(uid) {
      const { firebaseFiles } = await import('./firebase-files');
      return firebaseFiles(app, uid, config.emulators?.storage ?? null);
    },
    async openStore(uid) {
      if (open?.uid !== uid) open = { uid, opened: openFor(uid) };
      const mine = open;
      try {
        return (await mine.opened).store;
      } catch (thrown) {
        // A failed chunk is requested again the next time.
        if (open === mine) open = null;
        throw thrown;
      }
    },
  };
}
