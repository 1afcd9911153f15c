import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { IconCheck } from '../icons/screen-icons';
import type { Failure } from '../data/failure';
import { useText } from '../messages/text';

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

const savedId = 'saved';

/** Toasts: successes, and failures without a place on the screen. Failures stay until closed. */
export function useToast() {
  const text = useText();
  const close = text('toast.close');

  const notify = useCallback(
    (message: string, action?: ToastAction, known?: string) => {
      const id = notifications.show({
        ...(known ? { id: known } : {}),
        message: action ? (
          <Group gap="sm" justify="space-between" wrap="nowrap">
            {message}
            <Button
              size="compact-sm"
              variant="light"
              onClick={() => {
                notifications.hide(id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          </Group>
        ) : (
          message
        ),
        ...(action ? {} : { icon: <IconCheck size={16} aria-hidden /> }),
        color: 'evergreen',
        autoClose: action ? 10_000 : 5000,
        closeButtonProps: { 'aria-label': close },
      });
    },
    [close],
  );
  /** Like `notify`, in place of the last message with this id. */
  const replace = useCallback(
    (id: string, message: string) => {
      // At the top, because the owner may press the button at the bottom of a phone again.
      const position = 'top-center' as const;
      const given = { id, message, position, color: 'evergreen', closeButtonProps: { 'aria-label': close } };
      notifications.show(given);
      notifications.update(given);
    },
    [close],
  );
  /** Says that a change is kept, with the way back. Of several, the last one is shown. */
  const saved = useCallback(
    (undo?: () => void) => {
      notifications.hide(savedId);
      notify(text('kept.saved'), undo && { label: text('undo.undo'), run: undo }, savedId);
    },
    [notify, text],
  );
  const failed = useCallback(
    (failure: Failure) => {
      notifications.show({
        id: failure.code,
        message: text(`failure.${failure.code}`),
        color: 'red',
        autoClose: false,
        role: 'alert',
        closeButtonProps: { 'aria-label': close },
      });
    },
    [text, close],
  );
  return { notify, replace, saved, failed };
}
