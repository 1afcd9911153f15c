import { Button } from '@mantine/core';
import IconUserQuestion from '@tabler/icons-react/dist/esm/icons/IconUserQuestion.mjs';
import { Link, useLocation } from 'react-router';
import { useText } from '../messages/text';
import { useOwner } from '../data/session';
import styles from './shell.module.css';

/** Explains to guests how to keep their work. */
export function GuestNotice() {
  const text = useText();
  const { pathname } = useLocation();
  if (!useOwner().isGuest) return null;
  return (
    <section className={styles.strip} aria-label={text('guest.heading')}>
      <IconUserQuestion size={18} aria-hidden />
      <p>
        <b>{text('guest.heading')}.</b> {text('guest.text')}
      </p>
      {pathname !== '/account' && (
        <Button component={Link} to="/account" size="xs">
          {text('guest.keep')}
        </Button>
      )}
    </section>
  );
}
