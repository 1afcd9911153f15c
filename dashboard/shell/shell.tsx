import { Menu, NavLink, Text, UnstyledButton, VisuallyHidden, useMantineColorScheme } from '@mantine/core';
import { Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { pageAddress } from '@busker/core/profile/profile';
import { IconCloudOff } from '../icons/first-icons';
import {
  IconExternalLink,
  IconListCheck,
  IconLogout,
  IconSelector,
  IconUserQuestion,
} from '../icons/screen-icons';
import { useHeldTips, useLeaving, usePublished } from '../session/owner-documents';
import { useBackend, useOwner, useRestriction, useRole, useOnline } from '../session/session';
import { useDraft } from '../draft/draft-provider';
import { CommandPalette, CommandsButton, PauseButton } from '../features/commands/command-palette';
import { useText } from '../messages/text';
import { placeOf, places, screenAt, tabsOf } from '../navigation/destinations';
import { shapeOf } from '../navigation/addresses';
import { useHashTarget } from '../navigation/hash-target';
import { hidePublishedNote, ShareButtons } from '../publish/publish';
import { useSetUp } from '../first-steps/use-set-up';
import { SignOutDialog, useSignOut } from '../device/sign-out-dialog';
import { Initial } from '../panel/panel';
import { LegalLinks, Logo } from '../page/brand';
import { later } from '../loading/later';
import { LoadBoundary } from '../loading/load-boundary';
import { LinkButton, PageRoom, PageSkeleton } from '../page/page';
import { colorSchemes } from '../preferences/preferences';
import { AlarmNotice } from './alarms';
import styles from './shell.module.css';
import { TermsNotice, VerifyNotice } from './account-notices';
import { Place, Waiting } from './place';

function AccountMenu() {
  const text = useText();
  const owner = useOwner();
  const { draft } = useDraft();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [asking, setAsking] = useState(false);
  const name = draft.name || owner.email || text('app.name');

  const { leave, leaveIfSafe } = useSignOut(useCallback(() => setAsking(true), []));

  return (
    <>
      <Menu position="top-start" width={232}>
        <Menu.Target>
          <UnstyledButton className={styles.account}>
            <VisuallyHidden>{text('menu.label')}: </VisuallyHidden>
            <Initial name={name} />
            <span className={styles.who}>
              <Text size="sm" fw={550} truncate dir="auto">
                {name}
              </Text>
              <Text size="xs" c="dimmed" truncate dir="auto">
                {owner.email}
              </Text>
            </span>
            <IconSelector size={16} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div role="group" aria-label={text('menu.appearance')}>
            <Menu.Label aria-hidden>{text('menu.appearance')}</Menu.Label>
            {colorSchemes.map(({ value, label, Icon }) => (
              <Menu.RadioItem
                key={value}
                value={value}
                checked={value === colorScheme}
                rightSection={<Icon size={16} aria-hidden />}
                onChange={() => setColorScheme(value)}
              >
                {text(label)}
              </Menu.RadioItem>
            ))}
          </div>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={17} aria-hidden />} onClick={leaveIfSafe}>
            {text('menu.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SignOutDialog open={asking} onClose={() => setAsking(false)} onLeave={() => void leave()} />
    </>
  );
}

/** What few owners see: its code loads only then. */
const Rare = ({ children }: { readonly children: ReactNode }) => (
  <LoadBoundary>
    <Suspense>{children}</Suspense>
  </LoadBoundary>
);

/** Explains to guests how to keep their work. */
function GuestNotice() {
  const text = useText();
  const { pathname } = useLocation();
  if (!useOwner().isGuest) return null;
  return (
    <section className={styles.strip} aria-label={text('guest.heading')}>
      <IconUserQuestion size={18} aria-hidden />
      <p>
        <b>{text('guest.heading')}.</b> {text('guest.text')}
      </p>
      {pathname !== '/settings/account' && (
        <LinkButton to="/settings/account" size="xs">
          {text('guest.keep')}
        </LinkButton>
      )}
    </section>
  );
}

const LostFields = later(async () => (await import('./lost-fields-notice')).LostFields);

/** Another tab overwrote a field of this one, or an edit was too late. */
function LostFieldsNotice() {
  const { lost } = useDraft();
  return (
    <div role="status">
      {lost.length > 0 && (
        <Rare>
          <LostFields />
        </Rare>
      )}
    </div>
  );
}

const Stopped = later(async () => (await import('./appeal-form')).Stopped);

/** Says on every screen that a deletion was stopped. */
function LeavingNotice() {
  const leaving = useLeaving();
  const isStopped = leaving.kind === 'ready' && leaving.value?.state.name === 'stopped';
  return (
    isStopped && (
      <Rare>
        <Stopped />
      </Rare>
    )
  );
}

/** The five places: beside the screen, or at the foot of a phone. */
function MainMenu() {
  const text = useText();
  return (
    <nav aria-label={text('nav.label')} className={styles.menu}>
      {places.map((place) => (
        <Place key={place.name} {...place} />
      ))}
    </nav>
  );
}

function Tabs() {
  const text = useText();
  const { pathname } = useLocation();
  const isModerator = useRole() !== null;
  const row = useRef<HTMLElement>(null);
  // The number of what waits moves the tabs after it.
  const waiting = useHeldTips().tips.length;
  const here = screenAt(pathname);
  const tabs = here ? tabsOf(here.of, isModerator) : [];
  useEffect(() => {
    // In a narrow window the row scrolls.
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname, waiting]);
  if (!here || tabs.length < 2) return null;
  return (
    <nav ref={row} aria-label={text(placeOf(here.of).label)} className={styles.tabs}>
      {tabs.map(({ to, label }) => (
        <Link key={to} to={to} aria-current={to === here.to ? 'page' : undefined}>
          {text(label)}
          {to === '/money/review' && <Waiting />}
        </Link>
      ))}
    </nav>
  );
}

/** The address of the published page; null = nothing is published, or not known yet. */
function useOwnPage(): string | null {
  const { host } = useBackend();
  const live = usePublished();
  return live.kind === 'ready' && live.value ? pageAddress(live.value, host) : null;
}

/** In a narrow window an entry is an icon, whose words stay its name. */
const entry = { body: styles.entryWords ?? '', section: styles.entryIcon ?? '' };

/** In the frame of every screen: the owner's public page, with copy and share. */
function OwnPage() {
  const text = useText();
  const url = useOwnPage();
  if (url === null) return null;
  return (
    <div className={styles.ownPage}>
      <NavLink
        href={url}
        target="_blank"
        rel="noreferrer"
        label={text('page.view')}
        classNames={entry}
        leftSection={<IconExternalLink size={19} stroke={1.7} aria-hidden />}
      />
      <div className={styles.ownPageActs}>
        <ShareButtons url={url} asEntries />
      </div>
    </div>
  );
}

function OfflineBanner() {
  const text = useText();
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <div className={styles.strip}>
          <IconCloudOff size={18} aria-hidden />
          <p>{text('offline.text')}</p>
        </div>
      )}
    </div>
  );
}

const Restriction = later(async () => (await import('./appeal-form')).Restriction);

/** Tells the owner about the host's restriction, the reason, and what they can still do. */
function RestrictionNotice() {
  const { restriction } = useRestriction();
  return (
    restriction && (
      <Rare>
        <Restriction restriction={restriction} />
      </Rare>
    )
  );
}

/** In the frame while first steps are open: opens the list, also one that the owner has hidden. */
function SetUpEntry() {
  const text = useText();
  const setUp = useSetUp();
  if (setUp === null) return null;
  return (
    <NavLink
      component={Link}
      to="/page/profile#set-up"
      label={text('setUp.heading')}
      description={text('setUp.count', { done: setUp.done.size, all: setUp.steps.length })}
      classNames={entry}
      leftSection={<IconListCheck size={19} stroke={1.7} aria-hidden />}
      onClick={() => setUp.hidden && setUp.hide(false)}
    />
  );
}

export function Shell() {
  const text = useText();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const last = useRef(pathname);

  // After a change of screen the focus starts at the new screen, as after loading a page.
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    hidePublishedNote();
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
            <PauseButton classNames={entry} />
            <OwnPage />
            <AccountMenu />
          </div>
        </header>
        <main className={styles.main} id="content" tabIndex={-1} ref={main}>
          <Tabs />
          <OfflineBanner />
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
          <AlarmNotice />
        </main>
      </div>
    </CommandPalette>
  );
}
