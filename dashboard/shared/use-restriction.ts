import { useCallback } from 'react';
import useSWR from 'swr';
import type { OwnRestriction } from '../../core/api/moderation-api';
import { useBackend } from './use-backend';
import { useOwner } from './use-session';

/** How often an open page asks for the restriction, in milliseconds. */
const askAgain = 5 * 60_000;

interface Restriction {
  /** The host's restriction; null = not restricted, or not known. Only for display: the server enforces it. */
  readonly restriction: OwnRestriction | null;
  /** Asks the server again after a refusal. */
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
