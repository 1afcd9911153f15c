import useSWR from 'swr';
import type { OwnWay } from '../../../core/api/owner-api';
import type { Failure } from '../../data/failure';
import { useBackend, useOwner } from '../../data/session';

export type LiveWays =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly ways: readonly OwnWay[] };

/** The ways to pay at Stripe. Read again when the owner comes back to the tab: from Stripe's settings, most often. */
export function useWays(account: string): LiveWays {
  const { money } = useBackend();
  const { uid } = useOwner();
  const { data, error, mutate } = useSWR<readonly OwnWay[], Failure>(
    ['ways', uid, account],
    async () => {
      const answer = await money.ways();
      if (answer.ok) return answer.value;
      throw answer.problem;
    },
    { shouldRetryOnError: false },
  );
  if (data !== undefined) return { kind: 'ready', ways: data };
  if (error !== undefined) return { kind: 'failed', failure: error, retry: () => void mutate() };
  return { kind: 'loading' };
}
