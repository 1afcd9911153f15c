import { SegmentedControl } from '@mantine/core';
import { isLanguage, languageNames, languages } from '../../messages/language';
import { useLanguage } from '../../messages/language-provider';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';

export function LanguagePanel() {
  const text = useText();
  const { chosen, choose } = useLanguage();
  const ownNames = languages.map((language) => ({ value: language, label: languageNames[language] }));
  return (
    <Panel id="language" heading={text('language.heading')} note={text('language.note')}>
      <SegmentedControl
        aria-label={text('language.heading')}
        value={chosen ?? 'browser'}
        onChange={(value) => choose(isLanguage(value) ? value : null)}
        data={[{ value: 'browser', label: text('language.browser') }, ...ownNames]}
      />
    </Panel>
  );
}
