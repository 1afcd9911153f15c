import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { cleanLine, codePointLength } from '../../../core/base/text';
import { labelLimit, type SecretAnswer } from '../../../core/api/channel-api';
import { useText } from '../../messages/text';
import type { OwnChannel } from '../../data/owner-documents';
import { useBackend } from '../../data/session';
import { Dialog } from '../../ui/dialog';
import { useTooLong } from '../../ui/too-long';
import type { Run } from '../../shared/reauthentication/use-reauthentication';
import { AskForm } from '../../shared/ask-form';
import { verificationOf } from './channel-kinds';
import { ChannelOptions } from './channel-options';
import { OnceShown } from './once-shown';
import { ReplayForm } from './replay-form';
import type { Change } from './use-channel-edits';
import { VerifyChannel } from './verify-channel';

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
  const [label, setLabel] = useState(channel.label);
  const fault = useTooLong()(cleanLine(label), labelLimit, codePointLength);
  return (
    <AskForm
      isFaulty={fault !== null}
      send={() => channels.change(channel.channelId, { label })}
      onDone={onClose}
      onCancel={onClose}
      submit={text('notify.save')}
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
      <Text size="sm">{text('notify.removeText')}</Text>
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
      <Text size="sm">{text('notify.newSecretText')}</Text>
    </AskForm>
  );
}
