import { useLayoutEffect } from 'react';

/** Nothing else has taken the focus: it is in a dialog that goes, or was in one that is gone. */
function isFree(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.closest('[role="dialog"]') !== null;
}

/**
 * Gives the focus back to what opened a dialog when the dialog is taken away whole. Mantine does it only for one that stays mounted and is
 * closed (`useFocusReturn` looks for a change of `opened`); may go when it does it for both.
 */
export function useFocusBack(): void {
  useLayoutEffect(() => {
    const opener = document.activeElement;
    return () => {
      if (!isFree(document.activeElement)) return;
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
}
