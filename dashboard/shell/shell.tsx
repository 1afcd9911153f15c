import { Burger, Drawer } from '@mantine/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useText } from '../messages/text';
import { LegalLinks } from '../ui/legal-links';
import { Logo } from '../ui/logo';
import { LoadBoundary } from '../ui/load-boundary';
import { PageRoom } from '../ui/page';
import { PageSkeleton } from '../ui/page-skeleton';
import { CommandPalette } from '../features/commands/command-palette';
import { CommandsButton } from '../features/commands/commands-button';
import { AlarmNotice } from './alarm-notice';
import { AccountMenu } from './account-menu';
import { GuestNotice } from './guest-notice';
import { LeavingNotice } from './leaving-notice';
import { LostFieldsNotice } from './lost-fields-notice';
import { MainMenu } from './main-menu';
import { OwnPage, OwnPageIcon } from './own-page';
import { OfflineBanner } from './offline-banner';
import { RestrictionNotice } from './restriction-notice';
import { SetUpEntry } from './set-up-entry';
import { TermsNotice } from './terms-notice';
import styles from './shell.module.css';
import { shapeOf } from '../shared/navigation/page-shapes';
import { useHashTarget } from '../shared/navigation/use-hash-target';
import { VerifyNotice } from './verify-notice';

/** The frame around every screen of a signed-in owner. */
export function Shell() {
  const text = useText();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const last = useRef(pathname);

  // After a change of screen the focus starts at the new screen, as after loading a page.
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname]);
  useHashTarget();

  return (
    <CommandPalette>
      <div className={styles.shell}>
        <header className={styles.side}>
          <a className={styles.skip} href="#content">
            {text('app.skip')}
          </a>
          <div className={styles.brand}>
            <Logo />
          </div>
          <CommandsButton />
          <MainMenu />
          <div className={styles.low}>
            <SetUpEntry />
            <OwnPage />
            <AccountMenu />
          </div>
        </header>
        <header className={styles.bar}>
          <Burger
            size="sm"
            opened={open}
            onClick={() => setOpen(true)}
            aria-label={text('nav.open')}
            aria-expanded={open}
          />
          <Logo />
          <OwnPageIcon />
          <CommandsButton compact />
        </header>
        <Drawer
          opened={open}
          onClose={() => setOpen(false)}
          size={272}
          title={<Logo />}
          closeButtonProps={{ 'aria-label': text('nav.close') }}
          classNames={{ body: styles.drawerBody ?? '', content: styles.drawer ?? '' }}
        >
          <MainMenu onGo={() => setOpen(false)} />
          <div className={styles.low}>
            <SetUpEntry onGo={() => setOpen(false)} />
            <OwnPage />
            <AccountMenu />
          </div>
        </Drawer>
        <main className={styles.main} id="content" tabIndex={-1} ref={main}>
          <OfflineBanner />
          <AlarmNotice />
          <LostFieldsNotice />
          <RestrictionNotice />
          <TermsNotice />
          <LeavingNotice />
          <VerifyNotice />
          <GuestNotice />
          <LoadBoundary at={pathname} around={PageRoom}>
            <Suspense fallback={<PageSkeleton shape={shapeOf(pathname)} />}>
              <Outlet />
            </Suspense>
          </LoadBoundary>
          <footer className={styles.foot}>
            <LegalLinks />
          </footer>
        </main>
      </div>
    </CommandPalette>
  );
}
