import { Box, Button, Text } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useState } from 'react';
import { useText } from '../../messages/text';
import type { OwnChannel } from '../../data/owner-documents';
import { useReauthentication } from '../../shared/reauthentication/use-reauthentication';
import { Dialog } from '../../ui/dialog';
import { FailureAlert } from '../../ui/failure-alert';
import { Panel } from '../../ui/panel';
import { AddChannel } from './add-channel';
import { ChannelRow } from './channel-row';
import styles from './notifications.module.css';
import type { Change } from './use-channel-edits';
import { useOffer } from './use-offer';

interface ChannelsPanelProps {
  readonly channels: readonly OwnChannel[];
  readonly onChange: Change;
}

/** The channels, and the way to add one. */
export function ChannelsPanel({ channels, onChange }: ChannelsPanelProps) {
  const text = useText();
  const offer = useOffer();
  const { run, dialog } = useReauthentication();
  const [adding, setAdding] = useState(false);
  return (
    <Panel id="channels" heading={text('notify.channels')}>
      {channels.length === 0 ? (
        <Text size="sm">{text('notify.none')}</Text>
      ) : (
        <ul className={styles.channels}>
          {channels.map((channel) => (
            <ChannelRow key={channel.channelId} channel={channel} onChange={onChange} run={run} />
          ))}
        </ul>
      )}
      <Box mt="md">
        {offer.kind === 'failed' ? (
          <FailureAlert failure={offer.failure} onRetry={offer.retry} />
        ) : (
          <Button
            variant={channels.length === 0 ? 'filled' : 'default'}
            leftSection={<IconPlus size={16} aria-hidden />}
            loading={offer.kind === 'loading'}
            onClick={() => setAdding(true)}
          >
            {text('notify.add')}
          </Button>
        )}
      </Box>
      {offer.kind === 'ready' && (
        <Dialog open={adding} onClose={() => setAdding(false)} title={text('notify.addTitle')} size="lg">
          <AddChannel offered={offer.offered} channels={channels} run={run} onEnd={() => setAdding(false)} />
        </Dialog>
      )}
      {dialog}
    </Panel>
  );
}
