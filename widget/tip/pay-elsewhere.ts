import { finish } from './after-paying';
import { tellFailure } from './tell-failure';
import { starterOf } from './start-tip';
import type { TipDesk } from './tip-desk';
import type { StartedTip } from './tip-flow';

/** A tab opened by the tap itself, before the address is known: browsers let a later one be blocked. */
export interface PayTab {
  /** False: the browser did not open it. */
  readonly go: (url: string) => boolean;
  readonly close: () => void;
}

/** Milliseconds between the questions whether the hosted page was paid. */
const every = 3_000;

/** Pays on Stripe's own page, in another tab (or in this one, where tabs do not work), and waits here for its outcome. */
export async function payElsewhere(desk: TipDesk, tab: PayTab): Promise<void> {
  const { flow, send, options } = desk;
  const read = desk.amount();
  const { at } = flow().stage;
  if (read.at !== 'good' || (at !== 'paying' && at !== 'starting')) return tab.close();
  // From `starting` too: the fan need not wait for a card form that is not wanted.
  if (at === 'starting') send({ type: 'must-pay-elsewhere', why: 'chosen' });
  send({ type: 'pay-pressed' });
  await desk.session();
  const wish = { flow: flow(), figures: read.figures, rules: desk.rules(), surface: 'hosted' as const };
  const started = await starterOf(desk)(wish, () => desk.session(true));
  if (!started.ok) {
    tab.close();
    return tellFailure(desk, started.problem);
  }
  const tip = started.value;
  if (!('url' in tip.payment)) return tab.close();
  send({ type: 'tip-started', tip });
  options.emit('busker-tip-start', { tipId: tip.tipId, amount: tip.figures.total, currency: tip.currency });
  if (!tab.go(tip.payment.url)) send({ type: 'tab-changed', tab: 'blocked' });
  return waitFor(desk, tip);
}

async function waitFor(desk: TipDesk, tip: StartedTip): Promise<void> {
  const isWaiting = () => {
    const { stage } = desk.flow();
    return !desk.stopped.aborted && stage.at === 'elsewhere' && stage.tip === tip;
  };
  while (isWaiting()) {
    await desk.options.pause(every, desk.stopped);
    if (!isWaiting()) return;
    const answer = await desk.options.backend.readTip(tip);
    if (!isWaiting() || !answer.ok || answer.value.status === 'pending') continue;
    if (answer.value.status === 'expired' || answer.value.status === 'failed') return expired(desk);
    return finish(desk, tip);
  }
}

function expired(desk: TipDesk): void {
  desk.forgetTip();
  desk.send({ type: 'not-paid', notice: { kind: 'page-expired' }, intent: 'closed' });
}

/** The fan comes back to the form. The hosted page stays open where it is: if it is paid after all, the owner gets that tip. */
export function leaveElsewhere(desk: TipDesk): void {
  if (desk.flow().stage.at !== 'elsewhere') return;
  desk.forgetTip();
  desk.send({ type: 'not-paid', notice: null, intent: 'closed' });
}
