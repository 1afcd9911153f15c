import { useCallback, useMemo } from 'react';
import useSWR from 'swr';
import useSWRSubscription from 'swr/subscription';
import type { AccountPreferences, Leaving } from '@busker/core/account/account-document';
import type { LinksHealth } from '@busker/core/profile-documents/profile-document';
import { readyPayments, type PaymentsState } from '@busker/core/payments/payments-state';
import { noChannels, type Channel, type Channels } from '@busker/core/outbox/channel';
import { pauseAt, type StoredProfile } from '@busker/core/profile/profile';
import type { Tip } from '@busker/core/tip/tip';
import { waitsForReview } from '@busker/core/tip/tip';
import type { OwnerStore, TipsView, TotalsView } from '../data/backend';
import type { Answer, Failure, Stop, Watcher } from '../data/failure';
import { useOwner, useStore } from './session';

/** The state of a listener. A failure ends it; `retry` restarts it for every component with the same key. */
export type Live<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retry: () => void };

/** Its value; null before it has come and after a failure. */
export const loaded = <T>(live: Live<T>): T | null => (live.kind === 'ready' ? live.value : null);

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

/** `useLive` of a document or list of the signed-in owner. */
export function useOwned<T>(
  [name, ...rest]: readonly [string, ...(readonly (string | number)[])],
  watch: (store: OwnerStore, watcher: Watcher<T>) => Stop,
): Live<T> {
  const store = useStore();
  const { uid } = useOwner();
  return useLive<T>([name, uid, ...rest], (watcher) => watch(store, watcher));
}

/** What the server answers to a call of the signed-in owner, asked once for all components with the same key. */
export function useAnswered<T>([name, ...rest]: readonly string[], call: () => Answer<T>): Live<T> {
  const { uid } = useOwner();
  const once = { revalidateOnFocus: false, shouldRetryOnError: false };
  const { data, mutate } = useSWR([name, uid, ...rest], call, once);
  const retry = useCallback(() => void mutate(undefined), [mutate]);
  if (data === undefined) return { kind: 'loading' };
  return data.ok ? { kind: 'ready', value: data.value } : { kind: 'failed', failure: data.problem, retry };
}

/** The account's own choices; null = none was ever made. */
export const usePreferences = (): Live<AccountPreferences | null> =>
  useOwned(['preferences'], (store, watcher) => store.watchPreferences(watcher));

export interface OwnChannel extends Channel {
  readonly channelId: string;
}

/** The stored channels; null = the owner never had one. */
export const useStoredChannels = (): Live<Channels | null> =>
  useOwned(['channels'], (store, watcher) => store.watchChannels(watcher));

/** The owner knows their own address whole; the document has it shortened (`k…@example.com`). */
function named({ kind, hint, label, ...channel }: Channel, own: string | null): Channel {
  const isOwn = kind === 'mail' && own !== null && hint === `${own.at(0)}…${own.slice(own.lastIndexOf('@'))}`;
  return { ...channel, kind, hint: isOwn ? own : hint, label: isOwn && label === hint ? own : label };
}

/** Oldest first, so that a row stays where it is. `own`: the address that the owner signs in with. */
export const listed = (
  { channels }: Channels = noChannels,
  own: string | null = null,
): readonly OwnChannel[] =>
  Object.entries(channels)
    .map(([channelId, channel]) => ({ ...named(channel, own), channelId }))
    .toSorted((a, b) => a.createdAt - b.createdAt || a.channelId.localeCompare(b.channelId));

/** The state of the owner's payments; null = never started. */
export const usePayments = (): Live<PaymentsState | null> =>
  useOwned(['payments'], (store, watcher) => store.watchPayments(watcher));

/** The published profile; null = never published. */
export const usePublished = (): Live<StoredProfile | null> =>
  useOwned(['published'], (store, watcher) => store.watchPublished(watcher));

/** Whether the page takes tips, or would without its pause. */
export function useTakesTips(published: StoredProfile | null, now: number): boolean {
  const payments = usePayments();
  if (published?.tips.on !== true) return false;
  const isReady = payments.kind === 'ready' && readyPayments(payments.value, now) !== undefined;
  return isReady || pauseAt(published.tipPause, now) !== null;
}

const nothingKnown: LinksHealth['links'] = {};

/** By link id. Empty before the first check, and when the document cannot be read: the screen then shows no marks. */
export function useLinkHealth(): LinksHealth['links'] {
  const live = useOwned<LinksHealth | null>(['link-health'], (store, watcher) =>
    store.watchLinkHealth(watcher),
  );
  return live.kind === 'ready' && live.value ? live.value.links : nothingKnown;
}

/** The deletion of the owner's account; null = there is none. */
export const useLeaving = (): Live<Leaving | null> =>
  useOwned(['leaving'], (store, watcher) => store.watchLeaving(watcher));

/** The palette and the announcer use the same limit, so they share one listener. */
export const firstTips = 50;

export const useTips = (limit: number): Live<TipsView> =>
  useOwned(['tips', limit], (store, watcher) => store.watchTips(limit, watcher));

/** More messages than this at once are reviewed in turns. */
const mostHeld = 100;
const noneHeld: readonly Tip[] = [];

/** Tips whose name or message waits for the owner's review, the oldest first. `more`: there are others. */
export function useHeldTips(): {
  readonly live: Live<TipsView>;
  readonly tips: readonly Tip[];
  readonly more: boolean;
} {
  const live = useOwned<TipsView>(['held'], (store, watcher) =>
    store.tipRepository.watchHeld(mostHeld, watcher),
  );
  const view = loaded(live);
  const tips = useMemo(
    () => view?.tips.filter(waitsForReview).toSorted((a, b) => a.createdAt - b.createdAt) ?? noneHeld,
    [view],
  );
  return { live, tips, more: view?.more ?? false };
}

export const useTotals = (): Live<TotalsView> =>
  useOwned(['totals'], (store, watcher) => store.watchTotals(watcher));
