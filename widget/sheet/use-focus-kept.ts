import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

interface Sheet {
  readonly shadow: ShadowRoot;
  readonly dialog: RefObject<HTMLElement | null>;
  readonly heading: RefObject<HTMLElement | null>;
  readonly open: boolean;
  /** The bank's own dialog is above the sheet and has the focus and the keyboard. */
  readonly locked: boolean;
  readonly onClose: () => void;
}

/**
 * On opening, the focus moves to the dialog's heading; on closing, back to where it was. With the focus on the dialog itself, screen readers speak
 * all of its text (measured with Orca 43); https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/ advises the same. While the sheet is open the
 * focus stays inside: browsers drop it when the focused element is removed or disabled.
 */
export function useFocusKept({ shadow, dialog, heading, open, locked, onClose }: Sheet): void {
  const last = useRef<EventTarget | null>(null);
  useEffect(() => {
    if (!open) return undefined;
    const before = shadow.activeElement ?? shadow.ownerDocument.activeElement;
    heading.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [shadow, heading, open]);
  useEffect(() => {
    const remember = ({ target }: Event) => (last.current = target);
    const element = dialog.current;
    element?.addEventListener('focusin', remember);
    return () => element?.removeEventListener('focusin', remember);
  }, [dialog]);
  const takeBack = () => {
    for (const place of [last.current, heading.current])
      if (!holdsFocus(shadow, dialog.current) && place instanceof HTMLElement) place.focus();
  };
  // After each render, which may have removed the focused element.
  useEffect(() => {
    if (open && !locked) takeBack();
  });
  // Removed in the same step that hides the sheet: an effect would still take the next Escape, which is for the page.
  useLayoutEffect(() => {
    if (!open) return undefined;
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      const isLost = target === document.body || target === document.documentElement;
      if (isLost ? locked : !event.composedPath().includes(dialog.current as EventTarget)) return;
      if (isLost) takeBack();
      if (event.key !== 'Escape' || event.isComposing) return;
      // Escape closes only this sheet, not a dialog of the page around it.
      event.preventDefault();
      event.stopPropagation();
      onClose();
    };
    // By a signal: a page that wraps addEventListener keeps listeners that are removed by their function.
    const closed = new AbortController();
    addEventListener('keydown', press, { capture: true, signal: closed.signal });
    return () => closed.abort();
  });
}

/** The card form's frame is in the page's tree but shown in the sheet, so its focus counts as inside. */
function holdsFocus({ activeElement, host }: ShadowRoot, dialog: HTMLElement | null): boolean {
  if (activeElement) return Boolean(dialog?.contains(activeElement));
  const { activeElement: outside } = host.getRootNode() as Document | ShadowRoot;
  return outside !== host && host.contains(outside);
}

const focusable = 'button:not([disabled]), a[href], input:not([disabled]), textarea, summary';

/** For the guard elements at the dialog's ends: the Tab key moves the focus within the dialog only. */
export function focusEnd(dialog: HTMLElement | null, end: 'first' | 'last'): void {
  const all = [...(dialog?.querySelectorAll<HTMLElement>(focusable) ?? [])];
  all.at(end === 'first' ? 0 : -1)?.focus();
}

/** For an element that replaces the focused one: it takes the focus when it appears, so that screen readers speak it. */
export function useFocusOnceShown<T extends HTMLElement>(): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
