import { ActionIcon, NavLink, Tooltip } from '@mantine/core';
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
import { usePublished } from '../data/owner-documents';
import { useText } from '../messages/text';
import { useBackend } from '../data/session';
import { ShareButtons } from '../shared/own-page/published-note';
import styles from './shell.module.css';

/** The address of the published page; null = nothing is published, or not known yet. */
function useOwnPage(): string | null {
  const { host } = useBackend();
  const live = usePublished();
  return live.kind === 'ready' && live.value ? `${host}/@${live.value.handle}` : null;
}

/** In the frame of every screen: the owner's public page, with copy and share. */
export function OwnPage() {
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
        leftSection={<IconExternalLink size={19} stroke={1.7} aria-hidden />}
      />
      <div className={styles.ownPageActs}>
        <ShareButtons url={url} />
      </div>
    </div>
  );
}

/** The same in the narrow bar, where only the link has room. */
export function OwnPageIcon() {
  const text = useText();
  const url = useOwnPage();
  if (url === null) return null;
  const label = text('page.view');
  return (
    <Tooltip label={label}>
      <ActionIcon
        component="a"
        size={44}
        className={styles.barPage ?? ''}
        href={url}
        target="_blank"
        rel="noreferrer"
        aria-label={label}
      >
        <IconExternalLink size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
