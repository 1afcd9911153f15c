import { useCallback, useState } from 'react';
import { fail } from '../../../core/base/result';
import type { Answer, Failure } from '../../data/failure';
import type { MailActions } from '../../data/sign-in-methods';
import { useBackend } from '../../data/session';

export type MailActionState<T> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Loads the mail actions and runs one request. */
export function useMailAction<T = void>() {
  const { auth } = useBackend();
  const [state, setState] = useState<MailActionState<T>>({ kind: 'idle' });
  const run = useCallback(
    async (work: (actions: MailActions) => Answer<T>) => {
      setState({ kind: 'busy' });
      const actions = await auth.openMailActions().catch(() => null);
      const answer = actions ? await work(actions) : fail<Failure>({ code: 'auth/network-request-failed' });
      setState(
        answer.ok ? { kind: 'done', value: answer.value } : { kind: 'failed', failure: answer.problem },
      );
    },
    [auth],
  );
  return { state, run };
}
