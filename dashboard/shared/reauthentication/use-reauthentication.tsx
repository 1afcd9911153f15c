import { useCallback, useRef, useState, type ReactNode } from 'react';
import type { Answer, Failure } from '../../data/failure';
import { ReauthenticateDialog } from './reauthenticate-dialog';

const needsRecentSignIn = ({ code }: Failure): boolean =>
  code === 'auth/requires-recent-login' || code === 'api/recent-sign-in-required';

/** Runs the work. If the service needs a recent sign-in, asks for it and runs the work again. */
export type Run = <T>(work: () => Answer<T>) => Answer<T>;

interface Reauthentication {
  readonly run: Run;
  /** To be rendered beside the work. */
  readonly dialog: ReactNode;
}

export function useReauthentication(): Reauthentication {
  const [asking, setAsking] = useState(false);
  const answered = useRef<(confirmed: boolean) => void>(() => {});
  const close = (confirmed: boolean) => {
    setAsking(false);
    answered.current(confirmed);
  };
  const run = useCallback(async <T,>(work: () => Answer<T>): Answer<T> => {
    const answer = await work();
    if (answer.ok || !needsRecentSignIn(answer.problem)) return answer;
    const confirmed = await new Promise<boolean>((resolve) => {
      answered.current = resolve;
      setAsking(true);
    });
    return confirmed ? work() : answer;
  }, []);
  return { run, dialog: <ReauthenticateDialog open={asking} onEnd={close} /> };
}
