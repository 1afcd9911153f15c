import type { SafePost } from '../../http/safe-fetch/safe-post';
import type { Clock } from '../../store/clock';

/** What every sender of chats needs. `origin`: of the dashboard, without a slash at the end. */
export interface ChatParts {
  readonly post: SafePost;
  readonly clock: Clock;
  readonly origin: string;
}

export const jsonHeaders = { 'content-type': 'application/json', 'user-agent': 'Busker' } as const;
