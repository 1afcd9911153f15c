import { Anchor } from '@mantine/core';
import { isLanguage, languageNames, languages } from '../messages/language';
import { useLanguage } from '../messages/language-provider';
import { useText } from '../messages/text';
import styles from './brand.module.css';

/** The logo: an upturned hat and a coin. */
function LogoMark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
      className={styles.mark}
    >
      <circle cx="16" cy="7.2" r="4.2" className={styles.coin} />
      <path d="M2.6 14.6h26.8" className={styles.brim} />
      <path
        d="M6.2 14.6h19.6l-1.5 9.6a4.6 4.6 0 0 1-4.5 3.8h-7.6a4.6 4.6 0 0 1-4.5-3.8z"
        className={styles.hat}
      />
      <path d="M6.7 17.9h18.6l-.5 3.2H7.2z" className={styles.band} />
    </svg>
  );
}

export function Logo() {
  return (
    <span className={styles.logo}>
      <LogoMark />
      <span>Busker</span>
    </span>
  );
}

const pages = [
  ['legal.imprint', '/legal/imprint'],
  ['legal.terms', '/legal/terms'],
  ['legal.privacy', '/legal/privacy'],
  ['legal.report', '/report'],
] as const;

/** The links to the operator's pages, at the foot of every screen. The server renders those pages, so each link loads a new page. */
export function LegalLinks() {
  const text = useText();
  const { language } = useLanguage();
  return (
    <ul className={styles.links}>
      {pages.map(([label, path]) => (
        <li key={path}>
          <Anchor href={`${path}?lang=${language}`} target="_blank" size="sm" c="dimmed">
            {text(label)}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}

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
