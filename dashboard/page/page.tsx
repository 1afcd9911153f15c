import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Container,
  type PolymorphicComponentProps,
  Skeleton,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { IconCloudOff } from '../icons/first-icons';
import { useText } from '../messages/text';
import { useOnline } from '../session/session';
import styles from './page.module.css';
import { EmptyState, LostPicture } from './empty-state';
import { Small, SmallButton } from '../theme/theme';

export const LinkButton = (props: PolymorphicComponentProps<typeof Link, ButtonProps>) => (
  <Button component={Link} {...props} />
);
export const ScreenLink = (props: PolymorphicComponentProps<typeof Link, AnchorProps>) => (
  <Anchor component={Link} size="sm" {...props} />
);

export function usePageTitle(page: string): void {
  const text = useText();
  useEffect(() => {
    document.title = text('app.title', { page });
  }, [page, text]);
}

/** The layout of a screen, without its title. */
export const PageRoom = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.page}>{children}</div>
);

interface PageProps {
  readonly title: string;
  readonly lead?: string;
  /** Beside the title, or below it on a phone. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen inside the shell: title, lead, actions, content. */
export function Page({ title, lead, actions, children }: PageProps) {
  usePageTitle(title);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div>
          <Title order={1}>{title}</Title>
          {lead && (
            <Text c="dimmed" size="md" mt={2}>
              {lead}
            </Text>
          )}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** After this time the screen explains the wait. */
const longMillis = 10_000;

function useLong(): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMillis);
    return () => clearTimeout(timer);
  }, []);
  return long;
}

/** A skeleton while content loads. After a while a text gives the likely reason. Offline, a text says that there is no connection. */
export function Arriving({ outline }: { readonly outline: ReactNode }) {
  const online = useOnline();
  return online ? <Waiting outline={outline} /> : <WaitsForConnection />;
}

function Waiting({ outline }: { readonly outline: ReactNode }) {
  const text = useText();
  const long = useLong();
  return (
    <div role="status" aria-label={long ? undefined : text('app.loading')}>
      {long && (
        <div className={styles.long}>
          <Small>{text('arriving.long')}</Small>
          <SmallButton onClick={() => window.location.reload()}>{text('failure.reload')}</SmallButton>
        </div>
      )}
      {outline}
    </div>
  );
}

function WaitsForConnection() {
  const text = useText();
  return (
    <div role="status">
      <EmptyState
        picture={
          <span className={styles.cloud}>
            <IconCloudOff size={30} stroke={1.6} aria-hidden />
          </span>
        }
        title={text('arriving.offlineTitle')}
        text={text('arriving.offline')}
      />
    </div>
  );
}

/** The layouts of a screen: panels, panels beside a preview, figures above a chart, tables, or a sum above a list. */
export type PageShape = 'panels' | 'columns' | 'figures' | 'tables' | 'list';

const Part = ({ height }: { readonly height: number }) => <Skeleton height={height} radius="lg" />;

const parts: Readonly<Record<PageShape, () => ReactNode>> = {
  panels: () => (
    <div className={styles.panels}>
      <Part height={230} />
      <Part height={160} />
    </div>
  ),
  columns: () => (
    <div className={styles.columns}>
      <div className={styles.panels}>
        <Part height={420} />
        <Part height={260} />
      </div>
      <Part height={480} />
    </div>
  ),
  figures: () => (
    <>
      <div className={styles.tiles}>
        {[0, 1, 2, 3].map((tile) => (
          <Part key={tile} height={88} />
        ))}
      </div>
      <div className={styles.panels}>
        <Part height={320} />
        <Part height={320} />
      </div>
    </>
  ),
  tables: () => (
    <div className={styles.panels}>
      <Part height={180} />
      <Part height={150} />
      <Part height={150} />
    </div>
  ),
  list: () => (
    <>
      <Skeleton height={88} radius="lg" maw={190} mb={18} />
      <div className={styles.list}>
        {[0, 1, 2, 3, 4].map((row) => (
          <Skeleton key={row} height={72} radius="sm" />
        ))}
      </div>
    </>
  ),
};

/** A skeleton of a screen while its code or data loads. */
export function PageSkeleton({ shape = 'panels' }: { readonly shape?: PageShape }) {
  return (
    <PageRoom>
      <Arriving
        outline={
          <>
            <Skeleton height={26} width={160} radius="sm" />
            <Skeleton height={14} width={280} mt={10} mb={30} radius="sm" maw="80%" />
            {parts[shape]()}
          </>
        }
      />
    </PageRoom>
  );
}

/** A skeleton of a screen's content, below its title. */
export const PanelsSkeleton = ({ shape = 'panels' }: { readonly shape?: PageShape }) => (
  <Arriving outline={parts[shape]()} />
);

/** A skeleton of the frame and a screen, before the frame has loaded. */
const FrameSkeleton = ({ shape }: { readonly shape: PageShape }) => (
  <div className={styles.frame}>
    <div className={styles.side}>
      <Skeleton height={22} width={110} radius="sm" />
      {[0, 1, 2, 3, 4].map((entry) => (
        <Skeleton key={entry} height={18} width={130} radius="sm" />
      ))}
    </div>
    <PageSkeleton shape={shape} />
  </div>
);

/** Shown before the shell: waiting, or why it cannot load. */
function WholePage({ children }: { readonly children: ReactNode }) {
  const text = useText();
  return (
    <main>
      <VisuallyHidden component="h1">{text('app.name')}</VisuallyHidden>
      {children}
    </main>
  );
}

export function WaitingPage() {
  return (
    <WholePage>
      <PageSkeleton />
    </WholePage>
  );
}

/** For an owner's screen, before the frame around it has loaded. */
export function WaitingFrame({ shape }: { readonly shape: PageShape }) {
  return (
    <WholePage>
      <FrameSkeleton shape={shape} />
    </WholePage>
  );
}

export function FailedPage({ children }: { readonly children: ReactNode }) {
  return (
    <WholePage>
      <Container size="sm" py="xl">
        {children}
      </Container>
    </WholePage>
  );
}

export function MissingScreen() {
  const text = useText();
  usePageTitle(text('missing.title'));
  return (
    <main className={styles.screen}>
      <EmptyState
        picture={<LostPicture />}
        title={text('missing.title')}
        text={text('missing.text')}
        action={<LinkButton to="/">{text('missing.home')}</LinkButton>}
      />
    </main>
  );
}

/** The screen for a bug. React logs the stack to the console. */
export function CrashScreen() {
  const text = useText();
  usePageTitle(text('crash.title'));
  return (
    <main className={styles.screen}>
      <div role="alert">
        <EmptyState
          picture={<LostPicture />}
          title={text('crash.title')}
          text={text('crash.text')}
          action={<Button onClick={() => window.location.reload()}>{text('failure.reload')}</Button>}
        />
      </div>
    </main>
  );
}
