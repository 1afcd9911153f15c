import type { ReactNode } from 'react';
import { FailureAlert } from '../../ui/failure-alert';
import { PanelsSkeleton } from '../../ui/page-skeleton';
import type { Asked } from './use-asked';

interface LoadedProps<T> {
  readonly asked: Asked<T>;
  readonly again: () => void;
  readonly children: (value: T) => ReactNode;
}

/** The content when it has come; before that a skeleton, or the failure with a button to try again. */
export function Loaded<T>({ asked, again, children }: LoadedProps<T>) {
  switch (asked.kind) {
    case 'loading':
      return <PanelsSkeleton />;
    case 'failed':
      return <FailureAlert failure={asked.failure} onRetry={again} />;
    case 'ready':
      return children(asked.value);
  }
}
