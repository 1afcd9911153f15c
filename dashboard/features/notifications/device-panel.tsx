import { useMemo } from 'react';
import { useText } from '../../messages/text';
import type { OwnChannel } from '../../data/owner-documents';
import { InstallButton } from '../../shared/push/install-button';
import { ThisDevice } from '../../shared/push/this-device';
import { useReauthentication } from '../../shared/reauthentication/use-reauthentication';
import { useBackend, useOwner } from '../../data/session';
import { Panel } from '../../ui/panel';
import { useOffer } from './use-offer';

/** Notifications on the device that shows this screen, where the host offers push. */
export function DevicePanel({ channels }: { readonly channels: readonly OwnChannel[] }) {
  const text = useText();
  const offer = useOffer();
  const { uid } = useOwner();
  const { channels: server } = useBackend();
  const { run, dialog } = useReauthentication();
  const api = useMemo(
    () => ({
      add: (channel: Parameters<typeof server.add>[0]) => run(() => server.add(channel)),
      verify: (channelId: string) => server.verify(channelId, ''),
      remove: (channelId: string) => server.remove(channelId),
    }),
    [server, run],
  );
  if (offer.kind !== 'ready' || offer.vapidKey === null) return null;
  return (
    <Panel id="device" heading={text('push.heading')} aside={<InstallButton />}>
      <ThisDevice uid={uid} api={api} vapidKey={offer.vapidKey} channels={channels} />
      {dialog}
    </Panel>
  );
}
