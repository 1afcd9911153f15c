import { useEffect } from 'react';
import type { AccountPreferences } from '../../core/documents/account-document';
import { isLanguage } from '../messages/language';
import { useLanguage } from '../messages/language-provider';
import { useLive } from '../data/owner-documents';
import { useOwner, useStore } from '../data/session';

/** Applies the language that the account stores. Without a choice the device's language stays. */
export function AccountLanguage() {
  const store = useStore();
  const { uid } = useOwner();
  const { choose } = useLanguage();
  const live = useLive<AccountPreferences | null>(['preferences', uid], (watcher) =>
    store.watchPreferences(watcher),
  );
  const kept = live.kind === 'ready' ? live.value?.language : undefined;
  useEffect(() => {
    if (kept) choose(isLanguage(kept) ? kept : null);
    // Only when the account's choice changes: `choose` is a new function after each change of language.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [kept]);
  return null;
}
