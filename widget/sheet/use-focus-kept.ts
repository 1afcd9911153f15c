import { useEffect, useRef, type RefObject } from 'react';

interface Sheet {
  readonly shadow: ShadowRoot;
  readonly dialog: RefObject<HTMLElement | null>;
  readonly heading: RefObject<HTMLElement | null>;
  readonly open: boolean;
  /** The bank's own dialog lies above the sheet: the focus and the keys are its own. */
  readonly locked: boolean;
  readonly onClose: () => void;
}

/**
 * The focus goes to the dialog's heading when it opens and back to where it came from when it closes. Given to the dialog itself, screen
 * readers speak every word in it at once (heard with Orca 43); https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/ advises the same.
 * While the sheet is open the focus rests in it: browsers drop it when the focused element goes away or is disabled.
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
  // After each rendering: it may have removed the element that had the focus.
  useEffect(() => {
    if (open && !locked) takeBack();
  });
  useEffect(() => {
    if (!open) return undefined;
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      const isLost = target === document.body || target === document.documentElement;
      if (isLost ? locked : !event.composedPath().includes(dialog.current as EventTarget)) return;
      if (isLost) takeBack();
      if (event.key !== 'Escape' || event.isComposing) return;
      // It closes this sheet alone: no dialog of the page's around it, and nothing that the page does with this key.
      event.preventDefault();
      event.stopPropagation();
      onClose();
    };
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  });
}

/** The card form's frame lies in the page's tree and is shown in the sheet: the focus in it is in the sheet. */
function holdsFocus({ activeElement, host }: ShadowRoot, dialog: HTMLElement | null): boolean {
  if (activeElement) return Boolean(dialog?.contains(activeElement));
  const { activeElement: outside } = host.getRootNode() as Document | ShadowRoot;
  return outside !== host && host.contains(outside);
}
