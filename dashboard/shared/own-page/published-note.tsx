import { Anchor, Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconShare from '@tabler/icons-react/dist/esm/icons/IconShare.mjs';
import { useCallback, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { listed, useStoredChannels } from '../../data/owner-documents';
import { useText } from '../../messages/text';
import { useAnnounce } from '../../ui/announcer';
import styles from './own-page.module.css';

/** `refused`: the browser allows neither, so the address has to be copied by hand. */
type Copying = 'idle' | 'copied' | 'refused';

interface Sharing {
  readonly copying: Copying;
  readonly copy: () => void;
  /** null = this browser has no share sheet. */
  readonly share: (() => void) | null;
}

/** Copies an address, or hands it to the system's share sheet. */
function useShare(url: string): Sharing {
  const text = useText();
  const announce = useAnnounce();
  const [copying, setCopying] = useState<Copying>('idle');

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopying('copied');
      announce(text('page.copied'));
    } catch {
      setCopying('refused');
    }
  };
  const share = async () => {
    try {
      await navigator.share({ url });
    } catch (thrown) {
      // Closing the share sheet is no failure.
      if (!(thrown instanceof DOMException && thrown.name === 'AbortError')) await copy();
    }
  };
  const hasSheet = typeof navigator.share === 'function';
  return { copying, copy: () => void copy(), share: hasSheet ? () => void share() : null };
}

interface PublishedNoteProps {
  readonly url: string;
  /** The first time of this owner. */
  readonly first: boolean;
}

function PublishedNote({ url, first }: PublishedNoteProps) {
  const text = useText();
  const link = (
    <Anchor href={url} target="_blank" rel="noreferrer" inherit className={styles.address ?? ''}>
      {url.replace(/^https?:\/\//, '')}
    </Anchor>
  );
  return (
    <div className={styles.note}>
      <span>
        {first ? <FormattedMessage id="publish.first" values={{ url: link }} /> : text('publish.done')}
      </span>
      {!first && link}
      {first && <MailsNote />}
      <ShareButtons url={url} />
    </div>
  );
}

/** The first publication adds the mail channel, unless this host sends no mail or the owner has chosen already. */
function MailsNote() {
  const text = useText();
  const channels = useStoredChannels();
  if (channels.kind !== 'ready') return null;
  const all = listed(channels.value ?? undefined);
  if (!all.some(({ kind, state }) => kind === 'mail' && state === 'on')) return null;
  return <Text size="sm">{text('publish.mails', { notifications: text('nav.notifications') })}</Text>;
}

/** Copy, and share where the browser can. */
export function ShareButtons({ url }: { readonly url: string }) {
  const text = useText();
  const { copying, copy, share } = useShare(url);
  const CopyIcon = copying === 'copied' ? IconCheck : IconCopy;
  return (
    <div className={styles.acts}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<CopyIcon size={14} aria-hidden />}
        onClick={copy}
      >
        {text(copying === 'copied' ? 'page.copied' : 'page.copy')}
      </Button>
      {share && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconShare size={14} aria-hidden />}
          onClick={share}
        >
          {text('page.share')}
        </Button>
      )}
      {copying === 'refused' && (
        <Text size="xs" role="alert" className={styles.address ?? ''}>
          {text('page.copyRefused', { url })}
        </Text>
      )}
    </div>
  );
}

/** The message after publishing: the page's address as a link, to copy and to share. */
export function usePublishedNote() {
  const text = useText();
  const close = text('toast.close');
  return useCallback(
    (note: PublishedNoteProps) => {
      notifications.show({
        message: <PublishedNote {...note} />,
        icon: <IconCheck size={16} aria-hidden />,
        color: 'evergreen',
        // There is something to press. The first time, the address stays until the owner closes it.
        autoClose: note.first ? false : 15_000,
        closeButtonProps: { 'aria-label': close },
      });
    },
    [close],
  );
}
