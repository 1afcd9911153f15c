import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import type { OwnerStore } from './backend';
import { storeFailure, type Failure } from './failure';
import { useBackend } from './use-backend';
import { useOwner } from './use-session';

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
