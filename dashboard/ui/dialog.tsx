import { Modal } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useText } from '../messages/text';
import { useEscape } from './escape';

/** The button of the menu that contains an element. */
function menuButtonOf(element: Element): HTMLElement | null {
  const id = element.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return id ? document.getElementById(id) : null;
}

// A menu closes when an item is chosen and may be gone before the dialog opens, so its button is remembered while the focus is inside.
let menuButton: HTMLElement | null = null;
document.addEventListener('focusin', ({ target }) => {
  menuButton = target instanceof Element ? menuButtonOf(target) : null;
});

/** The focus was in a closing dialog or in a removed element, and nothing else has taken it. */
function isFree(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.closest('[role="dialog"]') !== null;
}

interface Opener {
  readonly element: Element | null;
  /** Gets the focus if the opener is gone, for example the button of a removed item. */
  readonly around: Element | null;
}

function openerNow(): Opener {
  const element = menuButton ?? document.activeElement;
  return { element, around: element?.closest('[role="dialog"], main') ?? null };
}

function giveBack(opener: Opener | null): void {
  if (!isFree(document.activeElement) || !opener) return;
  const target = opener.element?.isConnected ? opener.element : opener.around;
  if (target instanceof HTMLElement) focusOnceEnabled(target);
}

/** A button that works on what the dialog asked for is disabled meanwhile, and a disabled button takes no focus. */
function focusOnceEnabled(target: HTMLElement): void {
  const focus = () => target.focus({ preventScroll: true });
  if (!target.matches(':disabled')) return focus();
  const watch = new MutationObserver(() => {
    if (target.matches(':disabled')) return;
    watch.disconnect();
    if (isFree(document.activeElement)) focus();
  });
  watch.observe(target, { attributes: true, attributeFilter: ['disabled'] });
}

/**
 * Returns the focus to the element that opened a dialog. Mantine's `returnFocus` does so only for a dialog that stays mounted and was not
 * opened from a menu. This code can be removed when Mantine covers all cases. The card's sheet has its own mechanism
 * (widget/sheet/use-focus-kept.ts), because it is in a shadow root, lets the focus into Stripe's frame, and cannot load Mantine.
 */
function useFocusBack(open: boolean): void {
  const opener = useRef<Opener | null>(null);
  useLayoutEffect(() => {
    if (open) opener.current = openerNow();
  }, [open]);
  // When the dialog is unmounted, another may replace it at once and must find the focus where this one found it.
  useLayoutEffect(() => () => giveBack(opener.current), []);
  useEffect(() => {
    if (!open) return;
    // Not in a layout effect: while a dialog closes, React restores the focus that was set when the change began.
    return () => {
      giveBack(opener.current);
      opener.current = null;
    };
  }, [open]);
}

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
