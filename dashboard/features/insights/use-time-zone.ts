import { useCallback, useMemo } from 'react';
import type { AccountPreferences } from '../../../core/documents/account-document';
import { useLive } from '../../shared/use-live';
import { useOwner } from '../../shared/use-session';
import { useStore } from '../../shared/use-store';
import { useToast } from '../../ui/toast';
import { browserZone, isZone, ZoneDays } from './zone-days';

interface TimeZoneChoice {
  readonly days: ZoneDays;
  /** The stored choice; null = the browser's zone. */
  readonly chosen: string | null;
  readonly choose: (zone: string | null) => void;
}

/**
 * The zone in which the owner's days begin. The browser's until the choice is read: without a connection, a device cannot know that there is none.
 */
export function useTimeZone(): TimeZoneChoice {
  const store = useStore();
  const { uid } = useOwner();
  const { failed } = useToast();
  const live = useLive<AccountPreferences | null>(['preferences', uid], (watcher) =>
    store.watchPreferences(watcher),
  );
  const kept = live.kind === 'ready' ? (live.value?.timeZone ?? 'auto') : 'auto';
  // This browser may be too old for the zone.
  const chosen = kept !== 'auto' && isZone(kept) ? kept : null;
  const days = useMemo(() => new ZoneDays(chosen ?? browserZone()), [chosen]);
  const choose = useCallback(
    (zone: string | null) => {
      void store.keepTimeZone(zone ?? 'auto').then((answer) => {
        if (!answer.ok) failed(answer.problem);
      });
    },
    [store, failed],
  );
  return { days, chosen, choose };
}
