import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { AccountPreferences } from '../../../core/documents/account-document';
import { useText } from '../../messages/text';
import { useStoredChannels, useLive } from '../../data/owner-documents';
import { useOwner, useStore } from '../../data/session';
import { Panel } from '../../ui/panel';
import { useToast } from '../../ui/toast';
import styles from './tips.module.css';

/** Offers notifications to owners who have a tip and no channel, until they say no. */
export function TellMe() {
  const text = useText();
  const store = useStore();
  const { uid, isGuest } = useOwner();
  const { failed } = useToast();
  const channels = useStoredChannels();
  const preferences = useLive<AccountPreferences | null>(['preferences', uid], (watcher) =>
    store.watchPreferences(watcher),
  );
  if (isGuest || channels.kind !== 'ready' || preferences.kind !== 'ready') return null;
  const hasChannel = Object.keys(channels.value?.channels ?? {}).length > 0;
  if (hasChannel || preferences.value?.tellMeHidden) return null;
  const hide = () => void store.keepTellMeHidden(true).then((answer) => answer.ok || failed(answer.problem));
  return (
    <div className={styles.tellMe}>
      <Panel heading={text('notify.tellMe')}>
        <Text size="sm" mb="md">
          {text('notify.tellMeText')}
        </Text>
        <Group gap="xs">
          <Button component={Link} to="/notifications">
            {text('notify.tellMeAction')}
          </Button>
          <Button variant="default" onClick={hide}>
            {text('notify.tellMeHide')}
          </Button>
        </Group>
      </Panel>
    </div>
  );
}
