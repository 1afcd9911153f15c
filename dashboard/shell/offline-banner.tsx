import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import { useText } from '../messages/text';
import { useOnline } from '../data/use-online';
import styles from './shell.module.css';

export function OfflineBanner() {
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
