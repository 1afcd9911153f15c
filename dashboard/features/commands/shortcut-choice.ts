import { useSyncExternalStore } from 'react';
import { Watched } from '../../data/watched';

const key = 'busker-shortcuts';

function remembered(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

const choice = new Watched(remembered());

/** Whether single-key shortcuts are on, stored on this device. */
export function chooseShortcuts(on: boolean): void {
  choice.set(on);
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
}

export const useShortcutsOn = (): boolean =>
  useSyncExternalStore(
    (onChange) => choice.watch(onChange),
    () => choice.value,
  );
