import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useText } from '../messages/text';
import { useStore } from '../data/session';

const key = 'busker-told-silent';

/** Whether this tab has not said it yet. Where storage is blocked, each load says it. */
function isFirst(): boolean {
  try {
    const told = sessionStorage.getItem(key) !== null;
    sessionStorage.setItem(key, '1');
    return !told;
  } catch {
    return true;
  }
}

/** Tells the owner once that this device's copy did not answer, so that the dashboard goes on without it. */
export function StorageWatch() {
  const text = useText();
  const { copy } = useStore();
  useEffect(() => {
    if (copy !== 'silent' || !isFirst()) return;
    notifications.show({
      id: key,
      message: text('storage.silent'),
      color: 'yellow',
      autoClose: false,
      closeButtonProps: { 'aria-label': text('toast.close') },
    });
  }, [copy, text]);
  return null;
}
