import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';
import type { Failure } from '../../data/failure';
import type { SecondStep } from '../../data/second-factors';
import { useBackend } from '../../data/session';

interface RecoveryFormProps {
  readonly step: SecondStep;
  readonly onBack: () => void;
  readonly onRecovered: () => void;
}

/** Switches the second step off with a recovery code. */
export function RecoveryForm({ step, onBack, onRecovered }: RecoveryFormProps) {
  const text = useText();
  const { api } = useBackend();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isOver = failure?.code === 'api/second-step-over';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || code.trim() === '') return;
    setBusy(true);
    setFailure(null);
    const answer = await api.recover(step.proof, code.trim());
    setBusy(false);
    if (answer.ok) onRecovered();
    else setFailure(answer.problem);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Text size="sm">{text('step.recoveryText')}</Text>
        <TextInput
          data-autofocus
          label={text('step.recoveryCode')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        {failure && (
          <FailureAlert failure={failure}>
            {isOver && (
              <Button size="compact-sm" variant="default" onClick={step.cancel}>
                {text('step.again')}
              </Button>
            )}
          </FailureAlert>
        )}
        <Group gap="xs">
          <Button type="submit" loading={busy}>
            {text('step.recover')}
          </Button>
          <Button variant="default" onClick={onBack}>
            {text('step.back')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
