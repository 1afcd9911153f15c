import { initializeApp } from 'firebase/app';
import type { Backend } from '../data/backend';
import type { Config } from '../data/config';
import { firebaseAuthLater } from './firebase-auth-later';
import type { OpenStore } from './firebase-store';
import { portLater } from '../http/port-later';

/** Started at once, in parallel with the configuration; retried after a failure. */
const askForAuth = () => import('./firebase-auth');
let first: ReturnType<typeof askForAuth> | null = askForAuth();
first.catch(() => {});
function loadAuth(): ReturnType<typeof askForAuth> {
  const asked = first ?? askForAuth();
  first = null;
  return asked;
}

const loadHttp = () => import('../http/http-api');

/** The real backend: Firebase for sign-in and documents, the Busker server for everything else. */
export function firebaseBackend(config: Config, host: string): Backend {
  const app = initializeApp(config.firebase);
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
    channels: portLater(async () => (await import('../http/http-channels')).httpChannels({ host, idToken })),
    overlay: portLater(async () => (await import('../http/http-overlay')).httpOverlay({ host, idToken })),
    siteChecks: portLater(async () => (await loadHttp()).httpSiteChecks({ host, idToken })),
    host,
    async openModeration() {
      const { httpModeration } = await import('../http/http-moderation');
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
