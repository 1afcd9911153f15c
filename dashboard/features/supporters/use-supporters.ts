import { useState } from 'react';
import type { SupportTotals } from '../../../core/monthly/monthly';
import { useLive, type Live } from '../../data/owner-documents';
import { useOwner, useStore } from '../../data/session';
import type { SupportersView } from '../../data/backend';

/** How many are loaded at first. An owner with more can load all of them. */
const atFirst = 500;
const all = 20_000;

interface Supporters {
  readonly live: Live<SupportersView>;
  readonly loadAll: () => void;
}

export function useSupporters(): Supporters {
  const store = useStore();
  const { uid } = useOwner();
  const [limit, setLimit] = useState(atFirst);
  const live = useLive<SupportersView>(['supporters', uid, limit], (watcher) =>
    store.supporters.watchAll(limit, watcher),
  );
  return { live, loadAll: () => setLimit(all) };
}

/** The server's sums, which have every supporter. */
export function useSupport(): Live<SupportTotals> {
  const store = useStore();
  const { uid } = useOwner();
  return useLive<SupportTotals>(['support', uid], (watcher) => store.supporters.watchSupport(watcher));
}
