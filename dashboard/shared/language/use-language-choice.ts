import { isLanguage } from '../../messages/language';
import { useLanguage } from '../../messages/language-provider';
import { useToast } from '../../ui/toast';
import { useStore } from '../../data/session';

/** Changes the language at once and stores it with the account; an unknown value means the browser's. Undone if storing fails. */
export function useLanguageChoice(): (value: string) => Promise<void> {
  const store = useStore();
  const { failed } = useToast();
  const { chosen, choose } = useLanguage();
  return async (value) => {
    choose(isLanguage(value) ? value : null);
    const answer = await store.keepLanguage(isLanguage(value) ? value : 'auto');
    if (answer.ok) return;
    choose(chosen);
    failed(answer.problem);
  };
}
