import { useCallback } from 'react';
import useSWR from 'swr';
import type { Answer } from '../../data/failure';
import type { Moderation } from '../../data/backend';
import type { Live } from '../../session/owner-documents';
import { useBackend, useOwner } from '../../session/session';
import styles from './moderation.module.css';

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
): { readonly asked: Live<T>; readonly again: () => void } {
  const { uid } = useOwner();
  const { data, mutate, isValidating } = useSWR(['moderation', uid, ...key], () => run(ask), {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
  });
  const again = useCallback(() => void mutate(), [mutate]);
  if (data?.ok === true) return { asked: { kind: 'ready', value: data.value }, again };
  if (data === undefined || isValidating) return { asked: { kind: 'loading' }, again };
  return { asked: { kind: 'failed', failure: data.problem, retry: again }, again };
}

export type Fact = readonly [label: string, said: string];

/** Labels and texts. The texts can come from anybody, so they are shown as they are and never as links. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, said]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{said}</dd>
        </div>
      ))}
    </dl>
  );
}
