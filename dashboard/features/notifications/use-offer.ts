import { useCallback } from 'react';
import useSWR from 'swr';
import type { ChannelsAnswer } from '../../../core/api/channel-api';
import type { Failure } from '../../data/failure';
import { useBackend, useOwner } from '../../data/session';

export type Offer =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly offered: ChannelsAnswer['offered']; readonly vapidKey: string | null };

/** The kinds of channels that this host can send to. */
export function useOffer(): Offer {
  const { channels } = useBackend();
  const { uid } = useOwner();
  const { data, mutate } = useSWR(['channel-offer', uid], () => channels.read(), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  const retry = useCallback(() => void mutate(undefined), [mutate]);
  if (data === undefined) return { kind: 'loading' };
  return data.ok
    ? { kind: 'ready', offered: data.value.offered, vapidKey: data.value.vapidKey }
    : { kind: 'failed', failure: data.problem, retry };
}
