import type { PaymentLook } from '../payment/payment-surface';

/** Waits, and no longer than until `signal` ends it. Tests hand in their own. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const pause: Pause = (milliseconds, signal) =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });

const firstWait = 1_000;
const longestWait = 15_000;
/** Two minutes in all. Then the fan is told that it is not known, rather than left waiting. */
const questions = 13;

/**
 * The confirmation was sent and its answer never came. Asks Stripe what became of the payment until it says so, for two minutes: no
 * sentence about the money before that. `open`: not charged, the same payment may be tried again; it counts when it was seen twice, because
 * the lost request may still be on its way. `closed`: it will never be charged. `unsure`: nobody could say.
 */
export async function checkLostAnswer(
  lookUp: () => Promise<PaymentLook>,
  wait: Pause,
  signal: AbortSignal,
): Promise<'paid' | 'open' | 'closed' | 'unsure'> {
  let seenOpen = false;
  let delay = firstWait;
  for (let asked = 0; asked < questions && !signal.aborted; asked += 1) {
    const seen = await lookUp();
    if (seen === 'refused') break;
    if (seen === 'succeeded' || seen === 'processing') return 'paid';
    if (seen === 'closed' || (seen === 'open' && seenOpen)) return seen;
    seenOpen = seen === 'open';
    await wait(delay, signal);
    delay = Math.min(delay * 2, longestWait);
  }
  return 'unsure';
}
