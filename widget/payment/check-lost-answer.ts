import type { PaymentLook } from './payment-surface';

/** Waits, or until `signal` aborts. Tests pass their own. */
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
/** Two minutes in all. The sheet then says that the outcome is unknown. */
const questions = 13;

/**
 * The answer to the confirmation was lost. Asks Stripe for the state of the payment, for two minutes. `open`: not charged, may be tried again; it
 * must be seen twice, because the lost request may still arrive. `closed`: will never be charged. `processing`: the bank tells later. `unsure`: unknown.
 */
export async function checkLostAnswer(
  lookUp: () => Promise<PaymentLook>,
  wait: Pause,
  signal: AbortSignal,
): Promise<'paid' | 'processing' | 'open' | 'closed' | 'unsure'> {
  let seenOpen = false;
  let delay = firstWait;
  for (let asked = 0; asked < questions && !signal.aborted; asked += 1) {
    const seen = await lookUp();
    if (seen === 'refused') break;
    if (seen === 'succeeded') return 'paid';
    if (seen === 'processing') return seen;
    if (seen === 'closed' || (seen === 'open' && seenOpen)) return seen;
    seenOpen = seen === 'open';
    await wait(delay, signal);
    delay = Math.min(delay * 2, longestWait);
  }
  return 'unsure';
}
