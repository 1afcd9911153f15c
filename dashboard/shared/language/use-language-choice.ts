import { isLanguage } from '../../messages/language';
import { useLanguage } from '../../messages/language-provider';
import { useToast } from '../../ui/toast';
import { useStore } from '../use-store';

/** Speaks another language at once and keeps it with the account; anything but a language is the browser's. Back where that fails. */
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
