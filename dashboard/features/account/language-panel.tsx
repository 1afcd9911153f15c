import { NativeSelect } from '@mantine/core';
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
  return (
    <Panel id="language" heading={text('language.heading')} note={text('language.note')}>
      <NativeSelect
        className={styles.language ?? ''}
        size="sm"
        aria-label={text('language.heading')}
        value={chosen ?? 'browser'}
        onChange={({ currentTarget: { value } }) => void change(value)}
      >
        <option value="browser">{text('language.browser')}</option>
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </NativeSelect>
    </Panel>
  );
}
