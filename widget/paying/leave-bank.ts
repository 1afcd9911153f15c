import type { PayTab } from './pay-elsewhere';
import type { TipController } from '../tip/tip-controller';

/** The fan no longer waits for their bank on this page. `left`: they ask how the payment stands. `elsewhere`: they go on with Stripe's page. */
export type Left = { readonly kind: 'left' } | { readonly kind: 'elsewhere'; readonly tab: PayTab };

const waiting = new WeakMap<TipController, (how: Left) => void>();

/** Ends the waiting for the answer to a confirmation, if there is any. */
export const leaveBank = (controller: TipController, how: Left): void => waiting.get(controller)?.(how);

/**
 * How the fan has left the bank. `left` also when they used the browser's Back on the bank's page, and the browser shows this page as it was: no answer
 * to the confirmation comes any more.
 */
export const bankLeft = (controller: TipController): Promise<Left> =>
  new Promise((resolve) => {
    waiting.set(controller, resolve);
    const { stopped: signal } = controller;
    addEventListener('pageshow', ({ persisted }) => persisted && resolve({ kind: 'left' }), { signal });
  });
