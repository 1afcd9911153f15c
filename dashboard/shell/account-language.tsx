import { useEffect } from 'react';
import type { AccountPreferences } from '../../core/documents/account-document';
import { isLanguage } from '../messages/language';
import { useLanguage } from '../messages/language-provider';
import { useLive } from '../shared/use-live';
import { useOwner } from '../shared/use-session';
import { useStore } from '../shared/use-store';

/** Speaks the language that the account keeps, whatever was last spoken on this device; without a choice the device's stays. */
export function AccountLanguage() {
  const store = useStore();
  const { uid } = useOwner();
  const { choose } = useLanguage();
  const live = useLive<AccountPreferences | null>(['preferences', uid], (watcher) =>
    store.watchPreferences(watcher),
  );
  const kept = live.kind === 'ready' ? live.value?.language : undefined;
  useEffect(() => {
    if (kept !== undefined) choose(isLanguage(kept) ? kept : null);
    // Only when the account's choice changes: `choose` is another function after each change of language.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [kept]);
  return null;
}
