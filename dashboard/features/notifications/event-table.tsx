import { Switch, Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback } from 'react';
import { minimumChanges, withMinimums } from '@busker/core/money/money';
import { chosenTypes, isListening, withSwitches, type ChosenType } from '@busker/core/outbox/channel';
import type { ChannelChanges } from '../../data/backend';
import type { OwnChannel } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { useText } from '../../messages/text';
import { usePendingEdits } from '../../form/ask-form';
import { Panel } from '../../panel/panel';
import { Quiet } from '../../theme/owner-parts';
import styles from './notifications.module.css';

const withChanges = (channel: OwnChannel, changes: ChannelChanges): OwnChannel => {
  const { on, eventsOn, minimumOf, ...rest } = changes;
  return {
    ...channel,
    ...rest,
    events: withSwitches(channel.events, eventsOn),
    minimum: withMinimums(channel.minimum, minimumOf),
    ...(on === undefined ? {} : { state: on ? 'on' : 'off', end: on ? null : 'owner' }),
  };
};

/** The changes that undo these. */
function before(channel: OwnChannel, changes: ChannelChanges): ChannelChanges {
  const { eventsOn = {}, minimumOf } = changes;
  const now = {
    ...channel,
    on: isListening(channel),
    eventsOn: Object.fromEntries(
      chosenTypes.filter((type) => type in eventsOn).map((type) => [type, channel.events.includes(type)]),
    ),
    minimumOf: minimumChanges(withMinimums(channel.minimum, minimumOf), channel.minimum),
  };
  return Object.fromEntries(Object.entries(now).filter(([name]) => name in changes));
}

export type Change = (channelId: string, changes: ChannelChanges) => void;

/** The channels with the owner's changes, which show at once. */
export function useChannelEdits(stored: readonly OwnChannel[]): readonly [readonly OwnChannel[], Change] {
  const { channels } = useBackend();
  const send = useCallback(
    (channelId: string, changes: ChannelChanges) => channels.change(channelId, changes),
    [channels],
  );
  const [edits, change] = usePendingEdits(stored, send);
  const shown = stored.map((channel) =>
    edits
      .filter(({ id }) => id === channel.channelId)
      .reduce((all, { changes }) => withChanges(all, changes), channel),
  );
  const changeShown: Change = (channelId, changes) => {
    const channel = shown.find((each) => each.channelId === channelId);
    change(channelId, changes, channel ? before(channel, changes) : null);
  };
  return [shown, changeShown];
}

interface EventTableProps {
  readonly channels: readonly OwnChannel[];
  readonly onChange: Change;
}

/** Which channel tells what: a table, or on a phone a list for each channel. */
export function EventTable(props: EventTableProps) {
  const text = useText();
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <Panel id="events" heading={text('notify.events')}>
      <Quiet mb="sm">{text('notify.eventsNote')}</Quiet>
      {isNarrow ? <EventLists {...props} /> : <EventColumns {...props} />}
    </Panel>
  );
}

function EventColumns({ channels, onChange }: EventTableProps) {
  const text = useText();
  return (
    <Table.ScrollContainer minWidth={0} type="native">
      <Table className={styles.events ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{text('notify.event')}</Table.Th>
            {channels.map(({ channelId, label }) => (
              <Table.Th key={channelId} scope="col" className={styles.eventChannel ?? ''}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {chosenTypes.map((type) => (
            <Table.Tr key={type}>
              <Table.Th scope="row">{text(`notify.event.${type}`)}</Table.Th>
              {channels.map((channel) => (
                <Table.Td key={channel.channelId}>
                  <EventSwitch type={type} channel={channel} onChange={onChange} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function EventLists({ channels, onChange }: EventTableProps) {
  const text = useText();
  return channels.map((channel) => (
    <details key={channel.channelId} className={styles.eventList} open={channels.length === 1}>
      <summary>{channel.label}</summary>
      <ul>
        {chosenTypes.map((type) => (
          <li key={type}>
            <span aria-hidden>{text(`notify.event.${type}`)}</span>
            <EventSwitch type={type} channel={channel} onChange={onChange} />
          </li>
        ))}
      </ul>
    </details>
  ));
}

interface EventSwitchProps {
  readonly type: ChosenType;
  readonly channel: OwnChannel;
  readonly onChange: Change;
}

function EventSwitch({ type, channel, onChange }: EventSwitchProps) {
  const text = useText();
  const { channelId, label, events } = channel;
  return (
    <Switch
      className={styles.switch ?? ''}
      size="md"
      aria-label={text('notify.eventTo', { event: text(`notify.event.${type}`), channel: label })}
      checked={events.includes(type)}
      onChange={(event) => onChange(channelId, { eventsOn: { [type]: event.currentTarget.checked } })}
    />
  );
}
