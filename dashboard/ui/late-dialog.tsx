import { Skeleton } from '@mantine/core';
import { Suspense, useEffect, useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { Dialog } from './dialog';
import { LoadBoundary } from './load-boundary';

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
