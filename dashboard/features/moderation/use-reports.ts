import { useCallback } from 'react';
import useSWR from 'swr';
import type { ReportsAnswer } from '../../../core/api/moderation-api';
import type { Answer } from '../../shared/answer';
import type { Failure } from '../../shared/failure';
import { useBackend } from '../../shared/use-backend';
import { useOwner } from '../../shared/use-session';

export type WaitingReports =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'ready'; readonly answer: ReportsAnswer };

type Run = <T>(work: () => Answer<T>) => Answer<T>;

/** The reports that wait. They are not loaded again on focus, because the request can open a sign-in dialog. */
export function useReports(run: Run): { readonly reports: WaitingReports; readonly again: () => void } {
  const backend = useBackend();
  const { uid } = useOwner();
  const { data, mutate, isValidating } = useSWR(
    ['reports', uid],
    () => run(async () => (await backend.openModeration()).reports()),
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  );
  const again = useCallback(() => void mutate(), [mutate]);
  if (data?.ok === true) return { reports: { kind: 'ready', answer: data.value }, again };
  if (data === undefined || isValidating) return { reports: { kind: 'loading' }, again };
  return { reports: { kind: 'failed', failure: data.problem }, again };
}
