import { awaitBank, finish } from '../outcome/after-paying';
import type { TipController } from '../tip/tip-controller';
import type { StartedTip } from '../tip/tip-flow';
import { startTip } from './start-tip';

/** A tab that the tap itself opens, before its address is known: browsers block later ones. */
export interface PayTab {
  /** False: the browser did not open it. */
  readonly go: (url: string) => boolean;
  readonly close: () => void;
}

/** Milliseconds between two requests for the tip's status. */
const every = 3_000;

/** Pays on Stripe's own page in another tab (or in this one, where tabs do not work), and waits here for the outcome. */
export async function payElsewhere(controller: TipController, tab: PayTab): Promise<void> {
  const { state, send } = controller;
  const read = controller.amount();
  const { at } = state().stage;
  if (read.at !== 'good' || (at !== 'paying' && at !== 'starting')) return tab.close();
  // From `starting` too: the fan need not wait for a card form that they do not use.
  if (at === 'starting') send({ type: 'must-pay-elsewhere', why: 'chosen' });
  send({ type: 'pay-pressed' });
  await controller.session();
  const tip = await startTip(controller, read.figures, 'hosted');
  if (!tip || !('url' in tip.payment)) return tab.close();
  if (!tab.go(tip.payment.url)) send({ type: 'tab-changed', tab: 'blocked' });
  return waitFor(controller, tip);
}

async function waitFor(controller: TipController, tip: StartedTip): Promise<void> {
  const isWaiting = () => {
    const { stage } = controller.state();
    return !controller.stopped.aborted && stage.at === 'elsewhere' && stage.tip === tip;
  };
  while (isWaiting()) {
    await controller.options.pause(every, controller.stopped);
    if (!isWaiting()) return;
    const answer = await controller.options.backend.readTip(tip);
    if (!isWaiting() || !answer.ok || answer.value.status === 'pending') continue;
    if (answer.value.status === 'expired' || answer.value.status === 'failed') return expired(controller);
    return answer.value.status === 'processing' ? awaitBank(controller, tip) : finish(controller, tip);
  }
}

function expired(controller: TipController): void {
  controller.forgetTip();
  controller.send({ type: 'not-paid', notice: { kind: 'page-expired' }, intent: 'closed' });
}

/** The fan returns to the form. The hosted page stays open: if they pay there after all, the owner gets that tip. */
export function leaveElsewhere(controller: TipController): void {
  if (controller.state().stage.at !== 'elsewhere') return;
  controller.forgetTip();
  controller.send({ type: 'not-paid', notice: null, intent: 'closed' });
}

/** The fan no longer waits for their bank on this page. `left`: they ask how the payment stands. `elsewhere`: they go on with Stripe's page. */
type Left = { readonly kind: 'left' } | { readonly kind: 'elsewhere'; readonly tab: PayTab };

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
