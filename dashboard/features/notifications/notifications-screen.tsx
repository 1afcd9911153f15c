import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { type Channels, noChannels } from '../../../core/outbox/channel';
import { useText } from '../../messages/text';
import { listed, useStoredChannels } from '../../data/owner-documents';
import { useOwner } from '../../data/session';
import { Arriving } from '../../ui/arriving';
import { EmptyState } from '../../ui/empty-state';
import { FailureAlert } from '../../ui/failure-alert';
import { HatPicture } from '../../ui/illustrations';
import { Page } from '../../ui/page';
import { PanelsSkeleton } from '../../ui/page-skeleton';
import { Panel } from '../../ui/panel';
import { ChannelsPanel } from './channels-panel';
import { DeliveryLog } from './delivery-log';
import { DevicePanel } from './device-panel';
import { EventTable } from './event-table';
import { QuietPanel } from './quiet-panel';
import { useChannelEdits } from './use-channel-edits';

/** Where the owner is told what, and when not. */
export function NotificationsScreen() {
  const text = useText();
  const { isGuest } = useOwner();
  return (
    <Page title={text('notify.title')} lead={text('notify.lead')}>
      {isGuest ? <ForGuests /> : <ForOwners />}
    </Page>
  );
}

function ForGuests() {
  const text = useText();
  return (
    <Panel>
      <EmptyState
        picture={<HatPicture />}
        title={text('notify.title')}
        text={text('notify.guest')}
        action={
          <Button component={Link} to="/account#sign-in-methods">
            {text('notify.guestAction')}
          </Button>
        }
      />
    </Panel>
  );
}

function ForOwners() {
  const live = useStoredChannels();
  if (live.kind === 'loading') return <Arriving outline={<PanelsSkeleton />} />;
  if (live.kind === 'failed') return <FailureAlert failure={live.failure} onRetry={live.retry} />;
  return <Settings stored={live.value ?? noChannels} />;
}

function Settings({ stored }: { readonly stored: Channels }) {
  const all = useMemo(() => listed(stored), [stored]);
  const [channels, change] = useChannelEdits(all);
  return (
    <>
      <DevicePanel channels={channels} />
      <ChannelsPanel channels={channels} onChange={change} />
      {channels.length > 0 && (
        <>
          <EventTable channels={channels} onChange={change} />
          <QuietPanel stored={stored} />
        </>
      )}
      {channels.some(({ kind }) => kind === 'webhook') && <DeliveryLog channels={channels} />}
    </>
  );
}
