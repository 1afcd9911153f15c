import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../messages/text';
import type { OwnChannel } from '../../data/owner-documents';
import { useBackend } from '../../data/session';
import { useToast } from '../../ui/toast';
import type { Run } from '../../shared/reauthentication/use-reauthentication';
import { AskForm } from '../../shared/ask-form';

const day = 86_400_000;
/** A minute less than the most, which the server counts by its own clock. */
const spans = { day, week: 7 * day, month: 30 * day - 60_000 } as const;
type Span = keyof typeof spans;

const isSpan = (given: string): given is Span => Object.hasOwn(spans, given);

interface ReplayFormProps {
  readonly channel: OwnChannel;
  readonly run: Run;
  readonly onClose: () => void;
}

/** Sends the events of a time to a webhook again: those that the webhook is switched on for. */
export function ReplayForm({ channel, run, onClose }: ReplayFormProps) {
  const text = useText();
  const { channels } = useBackend();
  const { notify } = useToast();
  const [span, setSpan] = useState<Span>('day');
  const send = () => {
    const until = Date.now();
    const wanted = { since: until - spans[span], until, types: [...channel.events] };
    return run(() => channels.replay(channel.channelId, wanted));
  };
  return (
    <AskForm
      send={send}
      onDone={(count) => {
        notify(text('notify.replayed', { count }));
        onClose();
      }}
      onCancel={onClose}
      submit={text('notify.resend')}
    >
      <Text size="sm">{text('notify.replayText', { name: channel.label })}</Text>
      <NativeSelect
        data-autofocus
        label={text('notify.replaySince')}
        value={span}
        onChange={({ currentTarget: { value } }) => isSpan(value) && setSpan(value)}
        data={(['day', 'week', 'month'] as const).map((value) => ({
          value,
          label: text(`notify.replay.${value}`),
        }))}
      />
    </AskForm>
  );
}
