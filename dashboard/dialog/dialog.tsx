import { Modal, Skeleton } from '@mantine/core';
import {
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { LoadBoundary } from '../loading/load-boundary';
import { useText } from '../messages/text';
import { whatOpens } from '../ui/focus';

const open: symbol[] = [];
const used = new WeakSet<Event>();

/** Escape closes only the topmost layer: a dialog over a drawer leaves the drawer open. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent, me: symbol) => {
    if (event.key !== 'Escape' || event.isComposing || open.at(-1) !== me || used.has(event)) return;
    // An open list of options inside handles the key itself.
    const { target } = event;
    if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return;
    used.add(event);
    close();
  });
  useEffect(() => {
    if (!isOpen) return;
    const me = Symbol('overlay');
    const listen = (event: KeyboardEvent) => pressed(event, me);
    open.push(me);
    window.addEventListener('keydown', listen, { capture: true });
    return () => {
      open.splice(open.indexOf(me), 1);
      window.removeEventListener('keydown', listen, { capture: true });
    };
  }, [isOpen]);
}

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
  const element = whatOpens();
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

interface LateDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** A dialog whose code loads when it is first rendered. */
  readonly children: ReactNode;
}

/** While the code loads, the dialog's frame is shown with its status, and it can be closed. */
export function LateDialog({ title, onClose, children }: LateDialogProps) {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  const Frame = useMemo(
    () =>
      function LateFrame({ children: inside }: { readonly children: ReactNode }) {
        return (
          <Dialog open onClose={() => close.current()} title={title}>
            {inside}
          </Dialog>
        );
      },
    [title],
  );
  return (
    <LoadBoundary around={Frame}>
      <Suspense fallback={<Soon frame={Frame} />}>{children}</Suspense>
    </LoadBoundary>
  );
}

const soonMillis = 600;

/** Usually the code is there at once; a frame for an instant would flicker. */
function Soon({ frame: Frame }: { readonly frame: ComponentType<{ readonly children: ReactNode }> }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), soonMillis);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  return (
    <Frame>
      <Skeleton height={240} radius="md" />
    </Frame>
  );
}
