import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { claimableHandle } from '../../../core/profile/draft';
import type { HandleState } from '../../data/backend';
import { useBackend } from '../../data/session';

export type HandleVerdict =
  | { readonly kind: 'empty' }
  /** The fault: which rule it breaks. */
  | { readonly kind: 'wrong'; readonly reason: string }
  | { readonly kind: 'checking' }
  | { readonly kind: HandleState; readonly handle: string }
  | { readonly kind: 'unknown' };

const restMillis = 350;

/** Whether a handle is available, while it is typed. `live`: the published one, which needs no request. */
export function useHandleState(typed: string, live: string | null): HandleVerdict {
  const { api } = useBackend();
  const [asked, setAsked] = useState<{ handle: string; verdict: HandleVerdict } | null>(null);
  const parsed = v.safeParse(claimableHandle, typed);
  const handle = parsed.success ? parsed.output : null;
  const askFor = handle === live ? null : handle;

  useEffect(() => {
    if (!askFor) return undefined;
    const stop = new AbortController();
    const ask = () => {
      void api.handleState(askFor, stop.signal).then((answer) => {
        if (stop.signal.aborted) return;
        setAsked({
          handle: askFor,
          verdict: answer.ok ? { kind: answer.value, handle: askFor } : { kind: 'unknown' },
        });
      });
    };
    const timer = setTimeout(ask, restMillis);
    // Asks again when the connection is back.
    window.addEventListener('online', ask);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', ask);
      stop.abort();
    };
  }, [api, askFor]);

  if (typed.trim() === '') return { kind: 'empty' };
  if (!parsed.success) return { kind: 'wrong', reason: parsed.issues[0].message };
  if (!askFor) return { kind: 'yours', handle: parsed.output };
  return asked?.handle === askFor ? asked.verdict : { kind: 'checking' };
}
