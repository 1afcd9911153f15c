import { Modal, Skeleton } from '@mantine/core';
import {
  Suspense,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { LoadBoundary } from '../loading/load-boundary';
import { useText } from '../messages/text';
import { useFocusBack } from '../ui/focus';

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
