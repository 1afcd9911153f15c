import { Button, Text } from '@mantine/core';
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import { useEffect, useState, type ReactNode } from 'react';
import { useText } from '../messages/text';
import { useOnline } from '../shared/use-online';
import styles from './arriving.module.css';
import { EmptyState } from './empty-state';

/** Who has waited so long wonders whether anything comes at all. */
const longMillis = 10_000;

function useLong(): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMillis);
    return () => clearTimeout(timer);
  }, []);
  return long;
}

/** What stands where something is still on its way: its outline; after a while also why it may be; offline, what it waits for. */
export function Arriving({ outline }: { readonly outline: ReactNode }) {
  const online = useOnline();
  return online ? <OnItsWay outline={outline} /> : <WaitsForConnection />;
}

function OnItsWay({ outline }: { readonly outline: ReactNode }) {
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
