import { isLanguage, languageNames, languages } from '../../messages/language';
import { useLanguage } from '../../messages/language-provider';
import { useText } from '../../messages/text';
import styles from './auth-layout.module.css';

/** The language of this device, for people who have not signed in yet. An account has its own choice, which is applied after signing in. */
export function LanguageSelect() {
  const text = useText();
  const { language, choose } = useLanguage();
  return (
    <select
      className={styles.language}
      aria-label={text('signIn.language')}
      value={language}
      onChange={({ currentTarget: { value } }) => isLanguage(value) && choose(value)}
    >
      {languages.map((each) => (
        <option key={each} value={each} lang={each}>
          {languageNames[each]}
        </option>
      ))}
    </select>
  );
}
