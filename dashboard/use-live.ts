import useSWRSubscription from 'swr/subscription';
import type { Stop, Watcher } from './backend';
import type { Failure } from './failure';

/** What a listener has brought so far. A failure ends it; the last value stays readable. */
export type Live<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** One listener for all who ask with the same key (name and uid first), kept as long as anyone is interested. */
export function useLive<T>(key: readonly (string | number)[], watch: (watcher: Watcher<T>) => Stop): Live<T> {
  const { data, error } = useSWRSubscription<T, Failure, readonly (string | number)[]>(
    key,
    (_key, { next }) => watch({ next: (value) => next(null, value), failed: (failure) => next(failure) }),
  );
  if (error) return { kind: 'failed', failure: error };
  if (data === undefined) return { kind: 'loading' };
  return { kind: 'ready', value: data };
}
