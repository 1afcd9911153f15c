import { finish } from './after-paying';
import { tellFailure } from './tell-failure';
import { starterOf } from './start-tip';
import type { TipStore } from './tip-store';
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
export async function payElsewhere(store: TipStore, tab: PayTab): Promise<void> {
  const { flow, send, options } = store;
  const read = store.amount();
  const { at } = flow().stage;
  if (read.at !== 'good' || (at !== 'paying' && at !== 'starting')) return tab.close();
  // From `starting` too: the fan need not wait for a card form that is not wanted.
  if (at === 'starting') send({ type: 'must-pay-elsewhere', why: 'chosen' });
  send({ type: 'pay-pressed' });
  await store.session();
  const wish = { flow: flow(), figures: read.figures, rules: store.rules(), surface: 'hosted' as const };
  const started = await starterOf(store)(wish, () => store.session(true));
  if (!started.ok) {
    tab.close();
    return tellFailure(store, started.problem);
  }
  const tip = started.value;
  if (!('url' in tip.payment)) return tab.close();
  send({ type: 'tip-started', tip });
  options.emit('busker-tip-start', { tipId: tip.tipId, amount: tip.figures.total, currency: tip.currency });
  if (!tab.go(tip.payment.url)) send({ type: 'tab-changed', tab: 'blocked' });
  return waitFor(store, tip);
}

async function waitFor(store: TipStore, tip: StartedTip): Promise<void> {
  const isWaiting = () => {
    const { stage } = store.flow();
    return !store.stopped.aborted && stage.at === 'elsewhere' && stage.tip === tip;
  };
  while (isWaiting()) {
    await store.options.pause(every, store.stopped);
    if (!isWaiting()) return;
    const answer = await store.options.backend.readTip(tip);
    if (!isWaiting() || !answer.ok || answer.value.status === 'pending') continue;
    if (answer.value.status === 'expired' || answer.value.status === 'failed') return expired(store);
    return finish(store, tip);
  }
}

function expired(store: TipStore): void {
  store.forgetTip();
  store.send({ type: 'not-paid', notice: { kind: 'page-expired' }, intent: 'closed' });
}

/** The fan comes back to the form. The hosted page stays open where it is: if it is paid after all, the owner gets that tip. */
export function leaveElsewhere(store: TipStore): void {
  if (store.flow().stage.at !== 'elsewhere') return;
  store.forgetTip();
  store.send({ type: 'not-paid', notice: null, intent: 'closed' });
}
