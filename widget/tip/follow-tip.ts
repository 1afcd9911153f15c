import type { TipStatus } from '../../core/api/tip-api';
import type { TipBackend, TipKey } from '../data/backend';
import type { Pause } from './check-lost-answer';

/** Milliseconds between the questions, about 20 s in all. The server asks Stripe at most once in two seconds. */
const waits = [600, 1_400, 2_000, 2_000, 2_500, 3_000, 4_000, 5_000];

/** Asks the server about a paid tip until it agrees that it is paid, or for about 20 seconds: the webhook settles it later anyway. */
export async function followTip(
  backend: Pick<TipBackend, 'readTip'>,
  tip: TipKey,
  wait: Pause,
  signal: AbortSignal,
  tell: (status: TipStatus) => void,
): Promise<void> {
  for (const delay of waits) {
    await wait(delay, signal);
    if (signal.aborted) return;
    const answer = await backend.readTip(tip);
    if (!answer.ok) continue;
    tell(answer.value);
    if (answer.value.status !== 'pending' && answer.value.status !== 'processing') return;
  }
}
