import { Group, NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { labelLimit, type SecretAnswer } from '@busker/core/dashboard-api/channel-api';
import { cleanLine, codePointLength } from '@busker/core/text/text';
import { channelModes, isCollecting, type ChannelMode } from '@busker/core/outbox/channel';
import type { OwnChannel } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { useText } from '../../messages/text';
import { MinimumFields } from '../../form/amount-field';
import { AskForm } from '../../form/ask-form';
import type { Run } from '../../sign-in-fields/use-reauthentication';
import { Dialog } from '../../dialog/dialog';
import { useToast } from '../../feedback/toast';
import { useTooLong } from '../../form/text-length';
import { verificationOf } from './channel-kinds';
import { OnceShown, VerifyChannel } from './verify-channel';
import type { Change } from './event-table';
import { PlainButton, Small } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';

const isMode = (given: string): given is ChannelMode => (channelModes as readonly string[]).includes(given);

interface ChannelOptionsProps {
  readonly channel: OwnChannel;
  readonly onChange: Change;
  readonly onClose: () => void;
}

/** From which amount, how often, and with which words a channel tells. */
function ChannelOptions({ channel, onChange, onClose }: ChannelOptionsProps) {
  const text = useText();
  const { channelId, minimum, words, mode, kind, audience } = channel;
  return (
    <Stack gap="md">
      {isCollecting(kind) && (
        <NativeSelect
          label={text('notify.mode')}
          value={mode}
          onChange={({ currentTarget: { value } }) => isMode(value) && onChange(channelId, { mode: value })}
          data={channelModes.map((value) => ({ value, label: text(`notify.mode.${value}`) }))}
        />
      )}
      <MinimumFields
        minimum={minimum}
        label={(currency) => text('notify.minimum', { currency })}
        hint={text('notify.minimumHint')}
        onChange={(minimumOf) => onChange(channelId, { minimumOf })}
      />
      <div>
        <Switch
          size="md"
          label={text('notify.words')}
          checked={words}
          onChange={(event) => onChange(channelId, { words: event.currentTarget.checked })}
        />
        <Quiet mt={6}>{text(`notify.${audience}`)}</Quiet>
      </div>
      <Group justify="flex-end">
        <PlainButton onClick={onClose}>{text('dialog.close')}</PlainButton>
      </Group>
    </Stack>
  );
}

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
function ReplayForm({ channel, run, onClose }: ReplayFormProps) {
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
      <Small>{text('notify.replayText', { name: channel.label })}</Small>
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

export type Asked = 'rename' | 'remove' | 'secret' | 'replay' | 'options' | 'verify';

interface ChannelDialogsProps {
  readonly channel: OwnChannel;
  /** null = none is open. */
  readonly asked: Asked | null;
  readonly run: Run;
  readonly onChange: Change;
  readonly onClose: () => void;
}

/** Everything that a row's buttons and menu ask. */
export function ChannelDialogs({ channel, asked, run, onChange, onClose }: ChannelDialogsProps) {
  const text = useText();
  const { label: name, kind } = channel;
  const titles: Readonly<Record<Asked, string>> = {
    rename: text('notify.rename'),
    remove: text('notify.removeAsk', { name }),
    secret: text('notify.newSecret'),
    replay: text('notify.replay'),
    options: text('notify.optionsOf', { name }),
    verify: text('notify.verify.title', { name }),
  };
  return (
    <Dialog open={asked !== null} onClose={onClose} title={asked === null ? '' : titles[asked]}>
      {asked === 'rename' && <Rename channel={channel} onClose={onClose} />}
      {asked === 'remove' && <Remove channel={channel} onClose={onClose} />}
      {asked === 'secret' && <NewSecret channel={channel} run={run} onClose={onClose} />}
      {asked === 'replay' && <ReplayForm channel={channel} run={run} onClose={onClose} />}
      {asked === 'options' && <ChannelOptions channel={channel} onChange={onChange} onClose={onClose} />}
      {asked === 'verify' && (
        <VerifyChannel
          channel={channel}
          verification={verificationOf[kind]}
          code={null}
          topicUrl={null}
          onEnd={onClose}
        />
      )}
    </Dialog>
  );
}

interface OneProps {
  readonly channel: OwnChannel;
  readonly onClose: () => void;
}

function Rename({ channel, onClose }: OneProps) {
  const text = useText();
  const { channels } = useBackend();
  const { saved } = useToast();
  const [label, setLabel] = useState(channel.label);
  const rename = (to: string) => channels.change(channel.channelId, { label: to });
  const fault = useTooLong()(cleanLine(label), labelLimit, codePointLength);
  return (
    <AskForm
      isFaulty={fault !== null}
      send={() => rename(label)}
      onDone={() => {
        onClose();
        saved(() => void rename(channel.label));
      }}
      onCancel={onClose}
      submit={text('notify.rename')}
    >
      <TextInput
        data-autofocus
        label={text('notify.field.label')}
        error={fault}
        autoComplete="off"
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
    </AskForm>
  );
}

function Remove({ channel, onClose }: OneProps) {
  const text = useText();
  const { channels } = useBackend();
  return (
    <AskForm
      send={() => channels.remove(channel.channelId)}
      onDone={onClose}
      onCancel={onClose}
      submit={text('notify.remove')}
      danger
    >
      <Small>{text('notify.removeText')}</Small>
    </AskForm>
  );
}

function NewSecret({ channel, run, onClose }: OneProps & { readonly run: Run }) {
  const text = useText();
  const { channels } = useBackend();
  const [made, setMade] = useState<SecretAnswer | null>(null);
  if (made !== null) return <OnceShown secret={made.secret} oldUntil={made.oldUntil} onKept={onClose} />;
  return (
    <AskForm
      send={() => run(() => channels.renewSecret(channel.channelId))}
      onDone={setMade}
      onCancel={onClose}
      submit={text('notify.newSecret')}
    >
      <Small>{text('notify.newSecretText')}</Small>
    </AskForm>
  );
}
