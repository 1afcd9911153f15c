import { Anchor } from '@mantine/core';
import { useLanguage } from '../messages/language-provider';
import { useText } from '../messages/text';
import styles from './legal-links.module.css';

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
