import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import type { Delivery } from '../../../core/outbox/delivery';
import { useText } from '../../messages/text';
import { type OwnChannel, useLive } from '../../data/owner-documents';
import { useOwner, useStore } from '../../data/session';
import { Arriving } from '../../ui/arriving';
import { FailureAlert } from '../../ui/failure-alert';
import { Panel } from '../../ui/panel';
import { DeliveryRow } from './delivery-row';
import styles from './notifications.module.css';

/** The newest of them are shown. */
const mostShown = 50;
const states = ['waiting', 'sending', 'done', 'dead'] as const;

/** What was sent to webhooks, and with which answers. */
export function DeliveryLog({ channels }: { readonly channels: readonly OwnChannel[] }) {
  const text = useText();
  const store = useStore();
  const { uid } = useOwner();
  const live = useLive<readonly Delivery[]>(['deliveries', uid, mostShown], (watcher) =>
    store.watchDeliveries(mostShown, watcher),
  );
  return (
    <Panel id="log" heading={text('notify.log')}>
      <Text size="sm" c="dimmed" mb="md">
        {text('notify.logNote')}
      </Text>
      {live.kind === 'loading' && <Arriving outline={null} />}
      {live.kind === 'failed' && <FailureAlert failure={live.failure} onRetry={live.retry} />}
      {live.kind === 'ready' && <Deliveries deliveries={live.value} channels={channels} />}
    </Panel>
  );
}

interface DeliveriesProps {
  readonly deliveries: readonly Delivery[];
  readonly channels: readonly OwnChannel[];
}

function Deliveries({ deliveries, channels }: DeliveriesProps) {
  const text = useText();
  const [channel, setChannel] = useState('');
  const [state, setState] = useState('');
  const webhooks = channels.filter(({ kind }) => kind === 'webhook');
  if (deliveries.length === 0) return <Text size="sm">{text('notify.logEmpty')}</Text>;
  const shown = deliveries.filter(
    (each) => (channel === '' || each.channelId === channel) && (state === '' || each.state === state),
  );
  const all = { value: '', label: text('notify.logAll') };
  return (
    <>
      <div className={styles.filters}>
        <NativeSelect
          label={text('notify.logChannel')}
          value={channel}
          onChange={({ currentTarget: { value } }) => setChannel(value)}
          data={[all, ...webhooks.map(({ channelId, label }) => ({ value: channelId, label }))]}
        />
        <NativeSelect
          label={text('notify.logState')}
          value={state}
          onChange={({ currentTarget: { value } }) => setState(value)}
          data={[all, ...states.map((value) => ({ value, label: text(`notify.delivery.${value}`) }))]}
        />
      </div>
      {shown.length === 0 && <Text size="sm">{text('notify.logNoMatch')}</Text>}
      <ul className={styles.log} aria-label={text('notify.log')}>
        {shown.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            channel={webhooks.find(({ channelId }) => channelId === delivery.channelId)?.label ?? null}
          />
        ))}
      </ul>
    </>
  );
}
