import { Button, Group, Stack } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useText } from '../messages/text';
import type { Answer, Failure } from '../data/failure';
import { FailureAlert } from '../ui/failure-alert';
import { focusFault } from '../ui/too-long';

interface AskFormProps<T> {
  readonly send: () => Answer<T>;
  readonly onDone: (answer: T) => void;
  readonly onCancel: () => void;
  readonly submit: string;
  readonly danger?: boolean;
  /** A field shows an error: nothing is sent, and the focus moves there. */
  readonly isFaulty?: boolean;
  readonly children: ReactNode;
}

/** A question with one call to the server behind it. A refusal stays under the question. */
export function AskForm<T>({
  send,
  onDone,
  onCancel,
  submit,
  danger = false,
  isFaulty = false,
  children,
}: AskFormProps<T>) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    if (isFaulty) return focusFault(event.currentTarget);
    setBusy(true);
    setFailure(null);
    const answer = await send();
    setBusy(false);
    if (answer.ok) onDone(answer.value);
    else setFailure(answer.problem);
  };
  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate>
      <Stack gap="md">
        {children}
        {failure && <FailureAlert failure={failure} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {text('notify.cancel')}
          </Button>
          <Button type="submit" loading={busy} {...(danger ? { color: 'red' } : {})}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
