import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../messages/text';
import { useLeaving } from '../shared/leaving/use-leaving';
import styles from './shell.module.css';

/** Says on every screen that a deletion was stopped, until the owner has read it. */
export function LeavingNotice() {
  const text = useText();
  const leaving = useLeaving();
  const [read, setRead] = useState(false);
  if (read || leaving.kind !== 'ready' || leaving.value?.state.name !== 'stopped') return null;
  return (
    <section className={styles.strip} aria-label={text('leaving.stoppedTitle')} role="status">
      <IconAlertCircle size={18} aria-hidden />
      <p>
        <b>{text('leaving.stoppedTitle')}.</b> {text('leaving.stopped')}
      </p>
      <Button size="compact-sm" variant="default" onClick={() => setRead(true)}>
        {text('leaving.read')}
      </Button>
    </section>
  );
}
