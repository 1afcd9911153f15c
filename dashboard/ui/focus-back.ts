import { useEffect, useLayoutEffect, useRef } from 'react';

/** The button of the menu that an element is in, which names it. */
function menuButtonOf(element: Element): HTMLElement | null {
  const id = element.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return id ? document.getElementById(id) : null;
}

// A menu goes when one of its items is chosen, and may be gone when the dialog comes: its button is noted while the focus is in it.
let menuButton: HTMLElement | null = null;
document.addEventListener('focusin', ({ target }) => {
  menuButton = target instanceof Element ? menuButtonOf(target) : null;
});

/** Nothing else has taken the focus: it is in a dialog that goes, or was in something that is gone. */
function isFree(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.closest('[role="dialog"]') !== null;
}

interface Opener {
  readonly element: Element | null;
  /** Where it stands: takes the focus when the opener itself is gone, as the button of what was just removed. */
  readonly around: Element | null;
}

function openerNow(): Opener {
  const element = menuButton ?? document.activeElement;
  return { element, around: element?.closest('[role="dialog"], main') ?? null };
}

function giveBack(opener: Opener | null): void {
  if (!isFree(document.activeElement) || !opener) return;
  const target = opener.element?.isConnected ? opener.element : opener.around;
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/**
 * Gives the focus back to what opened a dialog. Mantine's own way (`returnFocus`) does so only for a dialog that stays mounted and was not
 * opened from a menu; may go when it does it for all.
 */
export function useFocusBack(open: boolean): void {
  const opener = useRef<Opener | null>(null);
  useLayoutEffect(() => {
    if (open) opener.current = openerNow();
  }, [open]);
  // Taken away whole, another may come in its place at once, which is to find the focus where this one did.
  useLayoutEffect(() => () => giveBack(opener.current), []);
  useEffect(() => {
    if (!open) return;
    // Not with the layout: while a dialog goes, slowly, React gives the focus back to what had it when the change began.
    return () => {
      giveBack(opener.current);
      opener.current = null;
    };
  }, [open]);
}
