import { Button, Group, Stack, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { useCallback, useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { Answer, Failure } from '../data/failure';
import { useText } from '../messages/text';
import { FailureAlert } from '../feedback/failure-alert';
import { useToast } from '../feedback/toast';
import { focusFault } from './text-length';
import { PlainButton } from '../theme/theme';

/** A call to the server from a form or a button: whether it is under way, and the refusal until the next one. */
export function useAsk() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const ask = useCallback(async <T,>(call: () => Answer<T>): Answer<T> => {
    setBusy(true);
    setFailure(null);
    const answer = await call();
    setBusy(false);
    if (!answer.ok) setFailure(answer.problem);
    return answer;
  }, []);
  return { busy, failure, ask, setFailure };
}

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
  const { busy, failure, ask } = useAsk();
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    if (isFaulty) return focusFault(event.currentTarget);
    const answer = await ask(send);
    if (answer.ok) onDone(answer.value);
  };
  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate>
      <Stack gap="md">
        {children}
        {failure && <FailureAlert failure={failure} />}
        <Group justify="flex-end" gap="xs">
          <PlainButton onClick={onCancel}>{text('notify.cancel')}</PlainButton>
          <Button type="submit" loading={busy} {...(danger ? { color: 'red' } : {})}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface KeptFieldProps extends Pick<TextInputProps, 'autoComplete' | 'inputMode' | 'spellCheck'> {
  readonly label: string;
  /** As it is kept. */
  readonly value: string;
  /** Enter begins a new line. */
  readonly multiline?: boolean;
  /** Why this text is refused; null = it is accepted. */
  readonly check: (typed: string) => string | null;
  readonly keep: (value: string) => Answer<unknown>;
}

/** `asked`: the text that was sent last and has no answer yet. */
interface KeptState {
  keep: KeptFieldProps['keep'];
  leave: () => void;
  isShown: boolean;
  asked: { readonly text: string } | null;
}

/** A text that is kept when the owner leaves the field or presses Enter. A refused one stays in the field with its reason. */
export function KeptField({ label, value, multiline = false, check, keep, ...input }: KeptFieldProps) {
  const text = useText();
  const { saved, failed } = useToast();
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const latest = useRef<KeptState>({ keep, leave: () => undefined, isShown: true, asked: null });
  const wanted = typed?.trim() ?? value;
  const why = check(wanted);
  const send = async (next: string, before: string | null) => {
    const { current: own } = latest;
    if (own.asked?.text === next) return;
    const asked = { text: next };
    own.asked = asked;
    setFailure(null);
    const answer = await own.keep(next);
    if (own.asked === asked) own.asked = null;
    // An undone text is not in the field, nor is any text after its screen was left.
    if (!answer.ok)
      return own.isShown && before !== null ? setFailure(answer.problem) : failed(answer.problem);
    setTyped((now) => (now?.trim() === next ? null : now));
    saved(before === null ? undefined : () => void send(before, null));
  };
  const leave = () => {
    setLeft(true);
    if (typed === null || why !== null) return;
    const { asked } = latest.current;
    if (wanted !== (asked?.text ?? value)) void send(wanted, asked?.text ?? value);
    else if (asked === null) setTyped(null);
  };
  useEffect(() => {
    Object.assign(latest.current, { keep, leave });
  });
  // Whoever leaves the screen by a key has left the field too.
  useEffect(() => {
    const { current: own } = latest;
    own.isShown = true;
    return () => {
      own.isShown = false;
      own.leave();
    };
  }, []);
  const type = (written: string) => {
    setLeft(false);
    setTyped(written);
  };
  const field = {
    ...input,
    label,
    value: typed ?? value,
    error: isLeft && why !== null ? text('kept.not', { field: label, why }) : null,
    onBlur: leave,
  };
  return (
    <div>
      {multiline ? (
        <Textarea {...field} autosize minRows={3} onChange={(event) => type(event.currentTarget.value)} />
      ) : (
        <TextInput
          {...field}
          onChange={(event) => type(event.currentTarget.value)}
          // With this Enter, an input method ends a word.
          onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && leave()}
        />
      )}
      {failure && <FailureAlert failure={failure} onRetry={leave} />}
    </div>
  );
}

/** A change of the thing with this id. Answered, it is shown until the stored thing has it. */
interface Edit<Changes> {
  readonly id: string;
  readonly changes: Changes;
  readonly isAnswered: boolean;
}

/**
 * Changes that show before the server has them, in their order. A refused one is taken back. Calls go one after another, so that the last one wins.
 * `stored`: where changes arrive that were answered; another value of it ends them. `before`: what undoes a change.
 */
export function usePendingEdits<Changes extends object>(
  stored: unknown,
  send: (id: string, changes: Changes) => Answer<unknown>,
): readonly [readonly Edit<Changes>[], (id: string, changes: Changes, before: Changes | null) => void] {
  const { failed, saved } = useToast();
  const [edits, setEdits] = useState<readonly Edit<Changes>[]>([]);
  const [seen, setSeen] = useState(stored);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  if (seen !== stored) {
    setSeen(stored);
    setEdits(edits.filter(({ isAnswered }) => !isAnswered));
  }

  const change = useCallback(
    function change(id: string, changes: Changes, before: Changes | null) {
      const edit = { id, changes, isAnswered: false };
      setEdits((others) => [...others, edit]);
      queue.current = queue.current.then(async () => {
        const answer = await send(id, changes);
        if (!answer.ok) failed(answer.problem);
        else saved(before === null ? undefined : () => change(id, before, null));
        const after = answer.ok ? [{ ...edit, isAnswered: true }] : [];
        setEdits((others) => others.flatMap((other) => (other === edit ? after : [other])));
      });
    },
    [send, failed, saved],
  );
  return [edits, change];
}
