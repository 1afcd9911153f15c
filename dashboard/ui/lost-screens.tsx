import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useText } from '../messages/text';
import { EmptyState } from './empty-state';
import { LostPicture } from './illustrations';
import { usePageTitle } from './page';
import styles from './lost-screens.module.css';

export function MissingScreen() {
  const text = useText();
  usePageTitle(text('missing.title'));
  return (
    <main className={styles.screen}>
      <EmptyState
        picture={<LostPicture />}
        title={text('missing.title')}
        text={text('missing.text')}
        action={
          <Button component={Link} to="/">
            {text('missing.home')}
          </Button>
        }
      />
    </main>
  );
}

/** The screen for a bug. React logs the stack to the console. */
export function CrashScreen() {
  const text = useText();
  usePageTitle(text('crash.title'));
  return (
    <main className={styles.screen} role="alert">
      <EmptyState
        picture={<LostPicture />}
        title={text('crash.title')}
        text={text('crash.text')}
        action={<Button onClick={() => window.location.reload()}>{text('failure.reload')}</Button>}
      />
    </main>
  );
}
