import { useCallback } from 'react';
import useSWR from 'swr';
import useSWRSubscription from 'swr/subscription';
import type { Stop, Watcher } from './backend';
import type { Failure } from './failure';

/** The state of a listener. A failure ends it; `retry` restarts it for every component with the same key. */
export type Live<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retry: () => void };

/** One listener for all components with the same key (name and uid first), kept while any of them is mounted. */
export function useLive<T>(key: readonly (string | number)[], watch: (watcher: Watcher<T>) => Stop): Live<T> {
  const { data: attempt = 0, mutate } = useSWR<number>(['attempt', ...key], null);
  const { data, error } = useSWRSubscription<T, Failure, readonly (string | number)[]>(
    [...key, attempt],
    (_key, { next }) => watch({ next: (value) => next(null, value), failed: (failure) => next(failure) }),
  );
  const code = error?.code;
  const retry = useCallback(() => {
    // A closed store cannot be used again; only a reload opens a new one.
    if (code === 'store/client-terminated') window.location.reload();
    else void mutate((now = 0) => now + 1, { revalidate: false });
  }, [code, mutate]);
  if (error) return { kind: 'failed', failure: error, retry };
  if (data === undefined) return { kind: 'loading' };
  return { kind: 'ready', value: data };
}
