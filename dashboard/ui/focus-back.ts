import { useLayoutEffect } from 'react';

/** What the focus belongs to afterwards. An item of a menu goes with its menu, which is named by its button. */
function openerOf(focused: Element | null): HTMLElement | null {
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = button ? document.getElementById(button) : focused;
  return opener instanceof HTMLElement ? opener : null;
}

// Of a menu that goes without a transition nothing is left to ask when the dialog comes: who was focused last is noted as it happens.
let last: HTMLElement | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) last = openerOf(target);
});

/** Nothing else has taken the focus: it is in a dialog that goes, or was in something that is gone. */
function isFree(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.closest('[role="dialog"]') !== null;
}

/**
 * Gives the focus back to what opened a dialog. Mantine's own way (`returnFocus`) does so only for a dialog that stays mounted and was not
 * opened from a menu; may go when it does it for all.
 */
export function useFocusBack(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return;
    const focused = document.activeElement;
    const opener = focused === document.body ? last : openerOf(focused);
    return () => {
      if (isFree(document.activeElement)) opener?.focus({ preventScroll: true });
    };
  }, [open]);
}
