import { Anchor, Button, Skeleton, Text, Title } from '@mantine/core';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { later } from '../../loading/later';
import { LoadBoundary } from '../../loading/load-boundary';
import { useText } from '../../messages/text';
import { LanguageSelect, LegalLinks, Logo } from '../../page/brand';
import { usePageTitle } from '../../page/page';
import { Small } from '../../theme/theme';
import styles from './start-screen.module.css';

const ExampleCard = later(async () => (await import('./example-card')).ExampleCard);

const points = ['aside.one', 'aside.two', 'aside.three', 'start.free'] as const;

/** The page at `/` for people who are not signed in: what Busker is, with a card to try. */
export function StartScreen() {
  const text = useText();
  usePageTitle(text('start.title'));
  return (
    <div className={styles.layout}>
      <header className={styles.top}>
        <Logo />
        <LanguageSelect />
        <Anchor component={Link} to="/sign-in" fw={550}>
          {text('signIn.submit')}
        </Anchor>
      </header>
      <main className={styles.main} tabIndex={-1}>
        <div>
          <Title order={1} className={styles.heading ?? ''}>
            {text('create.heading')}
          </Title>
          <Text size="lg" mt="md">
            {text('start.lead')}
          </Text>
          <Button component={Link} to="/create-account" size="lg" mt="xl">
            {text('start.create')}
          </Button>
          <Small c="dimmed" mt="xs">
            {text('create.lead')}
          </Small>
          <ul className={styles.points}>
            {points.map((point) => (
              <li key={point}>{text(point)}</li>
            ))}
          </ul>
        </div>
        <section aria-label={text('start.example')}>
          <div className={styles.example}>
            <LoadBoundary>
              <Suspense fallback={<Skeleton height={420} radius="lg" />}>
                <ExampleCard />
              </Suspense>
            </LoadBoundary>
          </div>
          <Small c="dimmed" ta="center" mt="sm">
            {text('start.exampleNote')}
          </Small>
        </section>
      </main>
      <footer className={styles.foot}>
        <LegalLinks />
      </footer>
    </div>
  );
}
