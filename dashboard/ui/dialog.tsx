import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../messages/text';
import { useEscape } from './escape';
import { useFocusBack } from './focus-back';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly size?: string;
  readonly children: ReactNode;
}

/** A modal dialog; the focus moves in and returns. */
export function Dialog({ open, onClose, title, size = 'md', children }: DialogProps) {
  const text = useText();
  useEscape(open, onClose);
  useFocusBack(open);
  return (
    <Modal
      opened={open}
      onClose={onClose}
      closeOnEscape={false}
      returnFocus={false}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': text('dialog.close') }}
    >
      {children}
    </Modal>
  );
}
