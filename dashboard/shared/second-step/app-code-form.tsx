import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';
import type { Failure } from '../../data/failure';
import type { SecondStep } from '../../data/second-factors';
import { AppCodeField, plainCode } from './app-code-field';

interface AppCodeFormProps {
  readonly step: SecondStep;
  readonly onLost: () => void;
}

export function AppCodeForm({ step, onLost }: AppCodeFormProps) {
  const text = useText();
  const [app, setApp] = useState(step.apps[0]?.id ?? '');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isWrong = failure?.code === 'auth/invalid-verification-code';
  const isOver = failure?.code === 'auth/invalid-multi-factor-session';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const answer = await step.answer(app, plainCode(code));
    setBusy(false);
    if (!answer.ok) setFailure(answer.problem);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {step.apps.length > 1 && (
          <NativeSelect
            label={text('step.which')}
            value={app}
            onChange={(event) => setApp(event.currentTarget.value)}
            data={step.apps.map(({ id, name }) => ({
              value: id,
              label: name || text('twoStep.unnamed'),
            }))}
          />
        )}
        <AppCodeField code={code} onCode={setCode} isWrong={isWrong} isFirst />
        {failure && !isWrong && (
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
            {text('step.submit')}
          </Button>
          <Button variant="default" onClick={step.cancel}>
            {text('step.cancel')}
          </Button>
        </Group>
        <div>
          <Button variant="subtle" size="compact-sm" onClick={onLost}>
            {text('step.lost')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
