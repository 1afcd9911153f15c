import { useState } from 'react';
import type { NewChannelAnswer } from '@busker/core/dashboard-api/channel-api';
import { channelKinds, type ChannelKind } from '@busker/core/outbox/channel';
import { type OwnChannel } from '../../session/owner-documents';
import { useText } from '../../messages/text';
import { type Run } from '../../sign-in-fields/use-reauthentication';
import { channelIcons, KindForm, type FormKind } from './channel-kinds';
import styles from './notifications.module.css';
import { OnceShown, VerifyChannel } from './verify-channel';
import { PlainButton } from '../../theme/theme';

type Step =
  | { readonly kind: 'form' }
  | { readonly kind: 'secret'; readonly added: NewChannelAnswer }
  | { readonly kind: 'verify'; readonly added: NewChannelAnswer };

interface AddChannelProps {
  readonly kind: FormKind;
  readonly channels: readonly OwnChannel[];
  readonly run: Run;
  readonly onEnd: () => void;
}

/** Fill in the form of the kind, keep its secret, confirm it. */
export function AddChannel({ kind, channels, run, onEnd }: AddChannelProps) {
  const [step, setStep] = useState<Step>({ kind: 'form' });
  const added = (answer: NewChannelAnswer) => {
    if (answer.secret !== null) setStep({ kind: 'secret', added: answer });
    else if (answer.verification === 'none') onEnd();
    else setStep({ kind: 'verify', added: answer });
  };
  switch (step.kind) {
    case 'form':
      return <KindForm kind={kind} run={run} onAdded={added} onCancel={onEnd} />;
    case 'secret':
      return (
        <OnceShown
          secret={step.added.secret ?? ''}
          oldUntil={null}
          onKept={() => setStep({ kind: 'verify', added: step.added })}
        />
      );
    case 'verify': {
      const { channelId, verification, code, topicUrl } = step.added;
      const channel = channels.find((each) => each.channelId === channelId);
      return (
        channel && (
          <VerifyChannel
            channel={channel}
            verification={verification}
            code={code}
            topicUrl={topicUrl}
            onEnd={onEnd}
          />
        )
      );
    }
  }
}

interface KindChoiceProps {
  readonly offered: readonly ChannelKind[];
  readonly onChoose: (kind: FormKind) => void;
}

export function KindChoice({ offered, onChoose }: KindChoiceProps) {
  const text = useText();
  // The component that adds this device (this-device.tsx) comes before this list.
  const kinds = channelKinds.filter((kind): kind is FormKind => kind !== 'push' && offered.includes(kind));
  return (
    <ul className={styles.kinds}>
      {kinds.map((kind) => {
        const Icon = channelIcons[kind];
        return (
          <li key={kind}>
            <PlainButton
              fullWidth
              justify="flex-start"
              leftSection={<Icon size={20} stroke={1.7} aria-hidden />}
              onClick={() => onChoose(kind)}
            >
              {text(`notify.kind.${kind}`)}
            </PlainButton>
          </li>
        );
      })}
    </ul>
  );
}
