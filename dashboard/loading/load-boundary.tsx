import { Fragment, useEffect, type ComponentType, type ReactNode } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { Trouble } from '../feedback/failure-alert';
import { useText } from '../messages/text';
import { Arriving } from '../page/page';
import { useOnline } from '../session/session';
import { NotLoaded } from '../data/failure';
import { askAgain } from './later';

interface LoadBoundaryProps {
  /** A new value tries again. */
  readonly at?: string;
  /** Shown for a bug in the part; without it the bug propagates. */
  readonly crashed?: ReactNode;
  /** Wraps the failure with the layout and landmarks of the part. */
  readonly around?: ComponentType<{ readonly children: ReactNode }>;
  readonly children: ReactNode;
}

/** Keeps the rest of the page when a part's code does not load: the network may come back. */
export function LoadBoundary({ at, crashed, around: Around = Fragment, children }: LoadBoundaryProps) {
  const fallback = ({ error, resetErrorBoundary }: FallbackProps) => {
    if (error instanceof NotLoaded) {
      return (
        <Around>
          <NotHere onRetry={resetErrorBoundary} />
        </Around>
      );
    }
    if (crashed === undefined) throw error;
    return crashed;
  };
  return (
    <ErrorBoundary fallbackRender={fallback} onReset={askAgain} resetKeys={[at]}>
      {children}
    </ErrorBoundary>
  );
}

function NotHere({ onRetry }: { readonly onRetry: () => void }) {
  const text = useText();
  const online = useOnline();
  useEffect(() => {
    const again = () => onRetry();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [onRetry]);
  if (!online) return <Arriving outline={null} />;
  return <Trouble says={text('failure.part')} onRetry={() => onRetry()} />;
}
