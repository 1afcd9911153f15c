import { Button, Group, Stack } from '@mantine/core';
import { useCallback, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { Answer, Failure } from '../data/failure';
import { useText } from '../messages/text';
import { FailureAlert } from '../feedback/failure-alert';
import { useToast } from '../feedback/toast';
import { focusFault } from './text-length';

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

interface Edit<Changes> {
  readonly changes: Changes;
  /** How many of its calls have no answer yet. */
  readonly open: number;
}
type Edits<Changes> = Readonly<Record<string, Edit<Changes>>>;

const without = <Changes,>(edits: Edits<Changes>, id: string): Edits<Changes> =>
  Object.fromEntries(Object.entries(edits).filter(([other]) => other !== id));

/**
 * Changes by id that show before the server has them. A refused change is taken back. Calls go one after another, so that the last one wins. `stored`:
 * where changes arrive that were answered; another value of it ends them.
 */
export function usePendingEdits<Changes extends object>(
  stored: unknown,
  send: (id: string, changes: Changes) => Answer<unknown>,
): readonly [Readonly<Record<string, Edit<Changes>>>, (id: string, changes: Changes) => void] {
  const { failed } = useToast();
  const [edits, setEdits] = useState<Edits<Changes>>({});
  const [seen, setSeen] = useState(stored);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  if (seen !== stored) {
    setSeen(stored);
    setEdits(Object.fromEntries(Object.entries(edits).filter(([, { open }]) => open > 0)));
  }

  const change = useCallback(
    (id: string, changes: Changes) => {
      setEdits((before) => {
        const edit = before[id];
        const next = { changes: { ...edit?.changes, ...changes }, open: (edit?.open ?? 0) + 1 };
        return { ...before, [id]: next };
      });
      queue.current = queue.current.then(async () => {
        const answer = await send(id, changes);
        if (!answer.ok) failed(answer.problem);
        setEdits((before) => {
          const edit = before[id];
          if (!edit) return before;
          if (!answer.ok) return without(before, id);
          return { ...before, [id]: { ...edit, open: edit.open - 1 } };
        });
      });
    },
    [send, failed],
  );
  return [edits, change];
}
