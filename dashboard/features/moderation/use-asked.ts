import { useCallback } from 'react';
import useSWR from 'swr';
import type { Answer, Failure } from '../../data/failure';
import type { Moderation } from '../../data/moderation';
import { useBackend, useOwner } from '../../data/session';

export type Asked<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'ready'; readonly value: T };

/** Runs a call of a moderator, and asks to sign in again when the sign-in is too old. */
export type Run = <T>(work: (moderation: Moderation) => Answer<T>) => Answer<T>;

/** `useReauthentication().run`, with the port of moderators. */
export function useModeration(run: <T>(work: () => Answer<T>) => Answer<T>): Run {
  const backend = useBackend();
  return useCallback((work) => run(async () => work(await backend.openModeration())), [backend, run]);
}

/** What the server answers to a moderator. It is not loaded again on focus, because the request can open a sign-in dialog. */
export function useAsked<T>(
  key: readonly string[],
  run: Run,
  ask: (moderation: Moderation) => Answer<T>,
): { readonly asked: Asked<T>; readonly again: () => void } {
  const { uid } = useOwner();
  const { data, mutate, isValidating } = useSWR(['moderation', uid, ...key], () => run(ask), {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
  });
  const again = useCallback(() => void mutate(), [mutate]);
  if (data?.ok === true) return { asked: { kind: 'ready', value: data.value }, again };
  if (data === undefined || isValidating) return { asked: { kind: 'loading' }, again };
  return { asked: { kind: 'failed', failure: data.problem }, again };
}
