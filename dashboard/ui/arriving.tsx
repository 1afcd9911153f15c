import { Button, Text } from '@mantine/core';
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import { useEffect, useState, type ReactNode } from 'react';
import { useText } from '../messages/text';
import { useOnline } from '../data/use-online';
import styles from './arriving.module.css';
import { EmptyState } from './empty-state';

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
          <Text size="sm">{text('arriving.long')}</Text>
          <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
            {text('failure.reload')}
          </Button>
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
