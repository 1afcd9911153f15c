import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import useSWR from 'swr';
import type { OwnRestriction } from '@busker/core/dashboard-api/moderation-api';
import type { ModerationRole } from '@busker/core/moderation/standing';
import type { Backend, OwnerStore, OwnerUser, Session } from '../data/backend';
import { storeFailure, type Failure, valueOf } from '../data/failure';
import { useLanguage } from '../messages/language-provider';

const BackendContext = createContext<Backend | null>(null);

export function BackendProvider({
  backend,
  children,
}: {
  readonly backend: Backend;
  readonly children: ReactNode;
}) {
  return <BackendContext value={backend}>{children}</BackendContext>;
}

export function useBackend(): Backend {
  const backend = useContext(BackendContext);
  if (!backend) throw new Error('useBackend needs a BackendProvider above it.');
  return backend;
}

const SessionContext = createContext<Session>({ kind: 'starting' });

export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const { auth } = useBackend();
  const [session, setSession] = useState<Session>({ kind: 'starting' });
  const { language } = useLanguage();
  useEffect(() => auth.watchSession(setSession), [auth]);
  useEffect(() => auth.speak(language), [auth, language]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

export const useSession = (): Session => useContext(SessionContext);

/** The signed-in owner. Only for use inside the shell. */
export function useOwner(): OwnerUser {
  const session = useSession();
  if (session.kind !== 'signed-in') throw new Error('useOwner needs a signed-in session above it.');
  return session.user;
}

const StoreContext = createContext<OwnerStore | null>(null);

type Opening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly store: OwnerStore }
  | { readonly kind: 'failed'; readonly failure: Failure };

interface StoreProviderProps {
  readonly waiting: ReactNode;
  readonly failed: (failure: Failure, retry: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** Opens the signed-in owner's store, loads its code, and closes it with the session. */
export function StoreProvider({ waiting, failed, children }: StoreProviderProps) {
  const backend = useBackend();
  const { uid } = useOwner();
  const [opening, setOpening] = useState<Opening>({ kind: 'opening' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let left = false;
    backend.openStore(uid).then(
      (store) => !left && setOpening({ kind: 'open', store }),
      (thrown: unknown) => !left && setOpening({ kind: 'failed', failure: storeFailure(thrown) }),
    );
    return () => {
      left = true;
      setOpening({ kind: 'opening' });
    };
  }, [backend, uid, attempt]);

  if (opening.kind === 'opening') return waiting;
  if (opening.kind === 'failed') return failed(opening.failure, () => setAttempt((n) => n + 1));
  return <StoreContext value={opening.store}>{children}</StoreContext>;
}

export function useStore(): OwnerStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error('useStore needs a StoreProvider above it.');
  return store;
}

/** The moderation role in the owner's ID token; null = no role, or not known yet. The server checks the role itself. */
export function useRole(): ModerationRole | null {
  const { auth } = useBackend();
  const { uid } = useOwner();
  const { data = null } = useSWR(['role', uid], () => auth.role(), { shouldRetryOnError: false });
  return data;
}

/** How often an open page asks for the restriction, in milliseconds. */
const askAgain = 5 * 60_000;

interface Restriction {
  /** The host's restriction; null = not restricted, or not known. Only for display: the server enforces it. */
  readonly restriction: OwnRestriction | null;
  /** Asks the server again after a refusal. */
  readonly ask: () => void;
}

export function useRestriction(): Restriction {
  const { api } = useBackend();
  const { uid, isGuest } = useOwner();
  const { data = null, mutate } = useSWR<OwnRestriction | null>(
    isGuest ? null : ['restriction', uid],
    () => valueOf(api.restriction()),
    { refreshInterval: askAgain, shouldRetryOnError: false },
  );
  const ask = useCallback(() => void mutate(), [mutate]);
  return { restriction: data, ask };
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
