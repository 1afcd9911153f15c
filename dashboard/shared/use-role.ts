import useSWR from 'swr';
import type { ModerationRole } from '../../core/profile/standing';
import { useBackend } from './use-backend';
import { useOwner } from './use-session';

/** What the owner may moderate, as the ID token says; null = nothing, or not known yet. The server decides in any case. */
export function useRole(): ModerationRole | null {
  const { auth } = useBackend();
  const { uid } = useOwner();
  const { data = null } = useSWR(['role', uid], () => auth.role(), { shouldRetryOnError: false });
  return data;
}
