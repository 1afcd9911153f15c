import { SegmentedControl } from '@mantine/core';
import { languageNames, languages } from '../../messages/language';
import { useLanguage } from '../../messages/language-provider';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';
import { useLanguageChoice } from '../../shared/language/use-language-choice';
import styles from './account.module.css';

export function LanguagePanel() {
  const text = useText();
  const { chosen } = useLanguage();
  const change = useLanguageChoice();
  const ownNames = languages.map((language) => ({ value: language, label: languageNames[language] }));
  return (
    <Panel id="language" heading={text('language.heading')} note={text('language.note')}>
      <SegmentedControl
        className={styles.choice ?? ''}
        size="sm"
        aria-label={text('language.heading')}
        value={chosen ?? 'browser'}
        onChange={(value) => void change(value)}
        data={[{ value: 'browser', label: text('language.browser') }, ...ownNames]}
      />
    </Panel>
  );
}
