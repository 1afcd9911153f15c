import { useCallback, useEffect, useState } from 'react';
import type { Answer, Failure } from '../../data/failure';
import { fail } from '../../../core/base/result';
import type { SignInMethods } from '../../data/sign-in-methods';
import { useBackend } from '../../data/session';

export type SignInActionState =
  | { readonly kind: 'idle' }
  /** `name` = which of several buttons was pressed. */
  | { readonly kind: 'busy'; readonly name: string }
  | { readonly kind: 'failed'; readonly name: string; readonly failure: Failure };

/** Runs one sign-in action at a time. Its code is loaded early, because browsers allow a pop-up only directly after a click. */
export function useSignInAction() {
  const { auth } = useBackend();
  const [state, setState] = useState<SignInActionState>({ kind: 'idle' });
  useEffect(() => {
    // Offline: loaded again with the click.
    auth.openSignInMethods().catch(() => {});
  }, [auth]);

  const go = useCallback(
    async <T>(name: string, work: (methods: SignInMethods) => Answer<T>): Answer<T> => {
      setState({ kind: 'busy', name });
      const methods = await auth.openSignInMethods().catch(() => null);
      const answer = methods ? await work(methods) : fail<Failure>({ code: 'auth/network-request-failed' });
      setState(answer.ok ? { kind: 'idle' } : { kind: 'failed', name, failure: answer.problem });
      return answer;
    },
    [auth],
  );
  const forget = useCallback(() => setState({ kind: 'idle' }), []);
  return { state, go, forget };
}
