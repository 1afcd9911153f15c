import type { FirebaseApp } from 'firebase/app';
import { fail } from '../../core/base/result';
import type { OwnerAuth, Session } from '../data/backend';
import type { Config } from '../data/config';
import type { FirebaseAuth } from './firebase-auth';
import { redirectIsUnderWay } from './firebase-redirect';
import type { SecondStep } from '../data/second-factors';
import { Watched } from '../data/watched';

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
