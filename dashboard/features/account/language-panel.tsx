import { SegmentedControl } from '@mantine/core';
import { isLanguage, languageNames, languages } from '../../messages/language';
import { useLanguage } from '../../messages/language-provider';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';
import { useToast } from '../../ui/toast';
import { useStore } from '../../use-store';

export function LanguagePanel() {
  const text = useText();
  const store = useStore();
  const { failed } = useToast();
  const { chosen, choose } = useLanguage();
  const ownNames = languages.map((language) => ({ value: language, label: languageNames[language] }));
  const change = async (value: string) => {
    choose(isLanguage(value) ? value : null);
    const answer = await store.keepLanguage(isLanguage(value) ? value : 'auto');
    if (answer.ok) return;
    choose(chosen);
    failed(answer.problem);
  };
  return (
    <Panel id="language" heading={text('language.heading')} note={text('language.note')}>
      <SegmentedControl
        aria-label={text('language.heading')}
        value={chosen ?? 'browser'}
        onChange={(value) => void change(value)}
        data={[{ value: 'browser', label: text('language.browser') }, ...ownNames]}
      />
    </Panel>
  );
}
