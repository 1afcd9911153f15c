import { useCallback, useState } from 'react';
import type { ChangeOverlayBody } from '@busker/core/dashboard-api/channel-api';
import { minimumChanges } from '@busker/core/money/money';
import {
  withOverlayChanges,
  type OverlayAlert,
  type OverlaySettings,
  type OwnOverlay,
} from '@busker/core/overlay/overlay';
import type { Answer } from '../../data/failure';
import { useOwned, type Live } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { usePendingEdits } from '../../form/ask-form';
import { useToast } from '../../feedback/toast';

/** How many of the newest alerts are read. Tests and repetitions are among them, and are not listed. */
const mostRead = 60;

/** The stored overlay; null = the owner has none. */
export function useOverlay(): Live<OwnOverlay | null> {
  return useOwned<OwnOverlay | null>(['overlay'], (store, watcher) => store.watchOverlay(watcher));
}

export function useAlerts(key: string): Live<readonly OverlayAlert[]> {
  return useOwned<readonly OverlayAlert[]>(['alerts', key], (store, watcher) =>
    store.watchAlerts(key, mostRead, watcher),
  );
}

export type ChangeSettings = (changes: ChangeOverlayBody) => void;

/** The settings with the owner's changes, which show at once. */
export function useSettings(own: OwnOverlay): readonly [OverlaySettings, ChangeSettings] {
  const { overlay } = useBackend();
  const send = useCallback((_id: string, changes: ChangeOverlayBody) => overlay.change(changes), [overlay]);
  const [edits, change] = usePendingEdits(own, send);
  const settings = edits.reduce((all, { changes }) => withOverlayChanges(all, changes), own.settings);
  const changeShown: ChangeSettings = (changes) => {
    const { minimum } = withOverlayChanges(settings, changes);
    const before = {
      ...Object.fromEntries(Object.entries(settings).filter(([name]) => name in changes)),
      ...(changes.minimumOf && { minimumOf: minimumChanges(minimum, settings.minimum) }),
    };
    change('settings', changes, before);
  };
  return [settings, changeShown];
}

/** One call at a time. `busy`: the name of the one without an answer yet. A refusal becomes a toast. */
export function useAct(): {
  readonly busy: string | null;
  readonly act: (name: string, call: () => Answer) => void;
} {
  const { failed } = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const act = useCallback(
    (name: string, call: () => Answer) => {
      setBusy(name);
      void call().then((answer) => {
        setBusy(null);
        if (!answer.ok) failed(answer.problem);
      });
    },
    [failed],
  );
  return { busy, act };
}
