import { NavLink } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useText } from '../messages/text';
import { destinations, moderationScreen } from '../shared/navigation/destinations';
import { useRole } from '../data/session';
import styles from './shell.module.css';

export function MainMenu({ onGo = () => {} }: { readonly onGo?: () => void }) {
  const text = useText();
  const { pathname } = useLocation();
  const entries = useRole() === null ? destinations : [...destinations, moderationScreen];
  return (
    <nav aria-label={text('nav.label')} className={styles.menu}>
      {entries.map(({ to, label, Icon }) => {
        const here = pathname === to || pathname.startsWith(`${to}/`);
        return (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={text(label)}
            leftSection={<Icon size={19} stroke={1.7} aria-hidden />}
            active={here}
            aria-current={here ? 'page' : undefined}
            onClick={onGo}
          />
        );
      })}
    </nav>
  );
}
