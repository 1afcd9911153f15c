import { Alert, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconCloudOff } from '../../icons/first-icons';
import { useOnline } from '../../session/session';
import { useText } from '../../messages/text';
import styles from './auth-layout.module.css';
import { LanguageSelect, LegalLinks, Logo } from '../../page/brand';
import { usePageTitle } from '../../page/page';

/** Decoration: a card on a page, and a tip that arrives. */
function WelcomePicture() {
  return (
    <div className={styles.scene} aria-hidden="true">
      <div className={styles.card}>
        <span className={styles.face} />
        <span className={styles.name} />
        <span className={styles.bio} />
        <span className={styles.link} />
        <span className={styles.link} />
        <span className={styles.tip} />
      </div>
      <div className={styles.toast}>
        <span className={styles.coin}>$</span>
        <span>
          <b>5.00</b>
          <i />
        </span>
      </div>
      <div className={styles.toastBehind}>
        <span className={styles.coin}>€</span>
        <span>
          <b>10.00</b>
          <i />
        </span>
      </div>
    </div>
  );
}

interface AuthLayoutProps {
  readonly title: string;
  readonly heading: string;
  readonly lead: ReactNode;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

/** The form beside a presentation of Busker; on a phone the form alone. */
export function AuthLayout({ title, heading, lead, children, foot }: AuthLayoutProps) {
  const text = useText();
  usePageTitle(title);
  return (
    <div className={styles.layout}>
      <main className={styles.side} tabIndex={-1}>
        <header className={styles.top}>
          <Logo />
          <LanguageSelect />
        </header>
        <div className={styles.form}>
          <NoConnection />
          <Title order={1}>{heading}</Title>
          <Text c="dimmed" mt={4} mb={24}>
            {lead}
          </Text>
          {children}
        </div>
        {foot && <p className={styles.foot}>{foot}</p>}
        <footer className={styles.legal}>
          <LegalLinks />
        </footer>
      </main>
      <aside className={styles.stage}>
        <WelcomePicture />
        <p className={styles.quote}>{text('aside.quote')}</p>
        <ul className={styles.points}>
          <li>{text('aside.one')}</li>
          <li>{text('aside.two')}</li>
          <li>{text('aside.three')}</li>
        </ul>
      </aside>
    </div>
  );
}

function NoConnection() {
  const text = useText();
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <Alert color="yellow" mb="lg" icon={<IconCloudOff size={18} aria-hidden />} p="sm" role="note">
          {text('signIn.offline')}
        </Alert>
      )}
    </div>
  );
}
