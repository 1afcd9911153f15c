import { Button, Group, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { isSilence, type Answer, type Failure } from '../../data/failure';
import { useText } from '../../messages/text';
import { Dialog } from '../../dialog/dialog';
import { FailureAlert } from '../../feedback/failure-alert';
import { PlainButton, Small } from '../../theme/theme';

type Step<T> =
  | { readonly kind: 'form'; readonly failure: Failure | null }
  | { readonly kind: 'confirming' | 'deciding'; readonly wanted: T };

interface Consequences {
  readonly heading: string;
  readonly lines: readonly string[];
  /** False = the button is red. */
  readonly isHarmless: boolean;
}

interface ConfirmedProps<T> {
  /** The form. It stays as it is while the dialog is open, and after a refusal. */
  readonly children: (onWanted: (wanted: T) => void) => ReactNode;
  readonly consequences: (wanted: T) => Consequences;
  readonly act: (wanted: T) => Answer<unknown>;
  readonly onDone: () => void;
}

/** A form in two steps: the fields, then a dialog that says what will change. */
export function Confirmed<T>({ children, consequences, act, onDone }: ConfirmedProps<T>) {
  const text = useText();
  const [step, setStep] = useState<Step<T>>({ kind: 'form', failure: null });
  const failure = step.kind === 'form' ? step.failure : null;
  const decide = async (wanted: T) => {
    setStep({ kind: 'deciding', wanted });
    const answer = await act(wanted);
    setStep({ kind: 'form', failure: answer.ok ? null : answer.problem });
    if (answer.ok) onDone();
  };
  const saysOf = (given: Failure): string | undefined => {
    if (isSilence(given)) return text('moderation.unanswered');
    return given.code === 'api/act-refused' ? text('moderation.stale') : undefined;
  };
  return (
    <>
      {children((wanted) => setStep({ kind: 'confirming', wanted }))}
      {failure !== null && <FailureAlert failure={failure} says={saysOf(failure)} />}
      {step.kind !== 'form' && (
        <ConfirmDialog
          consequences={consequences(step.wanted)}
          busy={step.kind === 'deciding'}
          onCancel={() => setStep({ kind: 'form', failure: null })}
          onConfirm={() => void decide(step.wanted)}
        />
      )}
    </>
  );
}

interface ConfirmDialogProps {
  readonly consequences: Consequences;
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

function ConfirmDialog({ consequences, busy, onCancel, onConfirm }: ConfirmDialogProps) {
  const text = useText();
  const { heading, lines, isHarmless } = consequences;
  const cancel = () => {
    if (!busy) onCancel();
  };
  return (
    <Dialog open onClose={cancel} title={text('moderation.confirm')}>
      <Stack gap="md">
        <Small fw={600}>{heading}</Small>
        {lines.map((line) => (
          <Small key={line}>{line}</Small>
        ))}
        <Group justify="flex-end">
          <PlainButton disabled={busy} onClick={cancel}>
            {text('moderation.cancel')}
          </PlainButton>
          <Button color={isHarmless ? 'evergreen' : 'red'} loading={busy} onClick={onConfirm}>
            {text('moderation.do')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
