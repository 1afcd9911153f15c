import { useCallback } from 'react';
import useSWR from 'swr';
import type { OwnRestriction } from '../../core/api/standing-api';
import { useBackend } from './use-backend';
import { useOwner } from './use-session';

/** Milliseconds: how soon an owner who keeps the page open learns of a decision. */
const askAgain = 5 * 60_000;

interface Restriction {
  /** What the host has restricted; null = nothing, or not known. The server decides in any case. */
  readonly restriction: OwnRestriction | null;
  /** Asks again, after a refusal. */
  readonly ask: () => void;
}

export function useRestriction(): Restriction {
  const { api } = useBackend();
  const { uid, isGuest } = useOwner();
  const { data = null, mutate } = useSWR<OwnRestriction | null>(
    isGuest ? null : ['restriction', uid],
    async () => {
      const answer = await api.restriction();
      if (answer.ok) return answer.value;
      throw new Error(answer.problem.code);
    },
    { refreshInterval: askAgain, shouldRetryOnError: false },
  );
  const ask = useCallback(() => void mutate(), [mutate]);
  return { restriction: data, ask };
}
