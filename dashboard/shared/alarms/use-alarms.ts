import { useEffect, useMemo, useState } from 'react';
import { useLinkHealth, usePayments, usePublished, useLive } from '../../data/owner-documents';
import type { TipsView } from '../../data/backend';
import { useOwner, useStore } from '../../data/session';
import { alarmsOf, type Alarm } from './alarms';

/** More open disputes than this at once are not shown one by one. */
const mostDisputes = 20;
const minute = 60_000;

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** What needs the owner, most urgent first. What cannot be read raises no alarm: its own screen reports the failure. */
export function useAlarms(): readonly Alarm[] {
  const { tipRepository } = useStore();
  const { uid } = useOwner();
  const live = useLive<TipsView>(['disputed', uid], (watcher) =>
    tipRepository.watchDisputed(mostDisputes, watcher),
  );
  const payments = usePayments();
  const published = usePublished();
  const health = useLinkHealth();
  const now = useNow();
  return useMemo(
    () =>
      alarmsOf({
        payments: payments.kind === 'ready' ? payments.value : null,
        disputed: live.kind === 'ready' ? live.value.tips : [],
        published: published.kind === 'ready' ? published.value : null,
        health,
        now,
      }),
    [payments, live, published, health, now],
  );
}
