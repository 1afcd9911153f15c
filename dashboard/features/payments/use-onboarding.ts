import { useCallback, useState } from 'react';
import type { ConnectBody } from '../../../core/api/owner-api';
import type { Failure } from '../../data/failure';
import { useText } from '../../messages/text';
import { useAnnounce } from '../../ui/announcer';
import { useBackend } from '../../data/session';

export type Onboarding =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy'; readonly what: 'connect' | 'refresh' }
  | { readonly kind: 'nothing-left' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Going to Stripe loads another page. Tests and stories replace this function. */
export const leave = { to: (url: string): void => window.location.assign(url) };

/** What owners can do about an account: continue at Stripe, or refresh its status. */
export function useOnboarding() {
  const text = useText();
  const announce = useAnnounce();
  const { money } = useBackend();
  const [state, setState] = useState<Onboarding>({ kind: 'idle' });

  const connect = useCallback(
    async (wanted: ConnectBody) => {
      setState({ kind: 'busy', what: 'connect' });
      const answer = await money.connect(wanted);
      if (!answer.ok) setState({ kind: 'failed', failure: answer.problem });
      else if (answer.value.url === null) setState({ kind: 'nothing-left' });
      else leave.to(answer.value.url);
    },
    [money],
  );
  const refresh = useCallback(async () => {
    setState({ kind: 'busy', what: 'refresh' });
    const answer = await money.refresh();
    setState(answer.ok ? { kind: 'idle' } : { kind: 'failed', failure: answer.problem });
    if (answer.ok) announce(text('pay.refreshed'));
  }, [money, announce, text]);

  return { state, connect, refresh };
}
