import { Button } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import IconCloudUp from '@tabler/icons-react/dist/esm/icons/IconCloudUp.mjs';
import IconExclamationCircle from '@tabler/icons-react/dist/esm/icons/IconExclamationCircle.mjs';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import styles from './publish.module.css';

const icons = {
  saved: IconCheck,
  saving: IconCloudUp,
  offline: IconCloudOff,
  failed: IconExclamationCircle,
} as const;

/** Whether the last edit is saved. */
export function SaveStatus() {
  const text = useText();
  const { save, flush } = useDraft();
  const Icon = icons[save.kind];
  return (
    <span className={styles.saved} data-kind={save.kind} role="status">
      <Icon size={16} aria-hidden />
      {text(`save.${save.kind}`)}
      {save.kind === 'failed' && (
        <>
          <span>{text(`failure.${save.failure.code}`)}</span>
          <Button size="compact-sm" variant="default" onClick={flush}>
            {text('failure.retry')}
          </Button>
        </>
      )}
    </span>
  );
}
