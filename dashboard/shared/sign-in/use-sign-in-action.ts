import { useCallback, useEffect, useState } from 'react';
import type { Answer } from '../answer';
import { fail } from '../../../core/base/result';
import type { Failure } from '../failure';
import type { SignInMethods } from '../sign-in-methods';
import { useBackend } from '../use-backend';

export type SignInActionState =
  | { readonly kind: 'idle' }
  /** `name` = which of several buttons was pressed. */
  | { readonly kind: 'busy'; readonly name: string }
  | { readonly kind: 'failed'; readonly name: string; readonly failure: Failure };

/**
 * One act of signing in at a time. The code is loaded before it is needed: browsers open a window only in the very moment of a
 * click.
 */
export function useSignInAction() {
  const { auth } = useBackend();
  const [state, setState] = useState<SignInActionState>({ kind: 'idle' });
  useEffect(() => {
    // Offline now: asked for again with the click.
    auth.openWays().catch(() => {});
  }, [auth]);

  const go = useCallback(
    async <T>(name: string, work: (ways: SignInMethods) => Answer<T>): Answer<T> => {
      setState({ kind: 'busy', name });
      const ways = await auth.openWays().catch(() => null);
      const answer = ways ? await work(ways) : fail<Failure>({ code: 'auth/network-request-failed' });
      setState(answer.ok ? { kind: 'idle' } : { kind: 'failed', name, failure: answer.problem });
      return answer;
    },
    [auth],
  );
  const forget = useCallback(() => setState({ kind: 'idle' }), []);
  return { state, go, forget };
}
