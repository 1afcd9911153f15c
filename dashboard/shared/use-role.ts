import useSWR from 'swr';
import type { ModerationRole } from '../../core/profile/standing';
import { useBackend } from './use-backend';
import { useOwner } from './use-session';

/** The moderation role in the owner's ID token; null = no role, or not known yet. The server checks the role itself. */
export function useRole(): ModerationRole | null {
  const { auth } = useBackend();
  const { uid } = useOwner();
  const { data = null } = useSWR(['role', uid], () => auth.role(), { shouldRetryOnError: false });
  return data;
}
