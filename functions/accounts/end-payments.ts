import { paths } from '../../core/documents/documents';
import { decodeTip } from '../../core/documents/tip-document';
import type { PaymentStatus, Tip } from '../../core/tip/tip';
import { isOpenPayment } from '../../core/tip/state/payment-projection';
import type { Deps } from '../deps';
import { NotAnswered } from '../queue/sweep';
import { readable } from '../store/stored';
import { endAtStripe } from '../tips/end-at-stripe';
import { closeTip } from '../tips/sweeps/close-tip';
import { syncTip } from '../tips/sync-tip';
import type { DeleteStep } from './delete-step';

const pageSize = 100;

/** A payment may be created at the moment in which the others end. Then all are looked at again. */
const mostPasses = 5;

const open: readonly PaymentStatus[] = ['draft', 'awaiting', 'requires_action', 'processing', 'unknown'];
const isOpen = (uid: string) => ({ from: paths.tips(uid), where: [['payment.status', 'in', open]] }) as const;

/** A draft has no payment to cancel: the code that creates one checks that the tip still exists before a fan gets it. */
export const isOver = ({ payment, stripe }: Tip): boolean =>
  !isOpenPayment(payment.status) || (stripe.paymentIntentId === null && stripe.checkoutSessionId === null);

/** Cancels an open payment. One that succeeded meanwhile stays, and goes into the books. Throws when Stripe does not answer. */
export async function endPayment(deps: Deps, tip: Tip): Promise<void> {
  if (isOver(tip)) return;
  const ended = await endAtStripe(deps, tip, 'abandoned');
  if (!ended.ok && ended.problem.kind === 'unavailable') throw notAnswered(ended.problem);
  if (!ended.ok && ended.problem.kind === 'gone') {
    await closeTip(deps, tip, 'expired');
    return;
  }
  const trigger = { cause: 'schedule', eventId: null } as const;
  const synced = await syncTip(deps, { uid: tip.ownerUid, tipId: tip.tipId }, trigger);
  if (!synced.ok && synced.problem.kind === 'unavailable') throw notAnswered(synced.problem);
}

const notAnswered = ({ error }: { readonly error: unknown }) =>
  new NotAnswered(error instanceof Error ? error : new Error('unavailable'));

/** Whether a payment is open that can still succeed. */
export async function hasOpenPayments({ store }: Pick<Deps, 'store'>, uid: string): Promise<boolean> {
  for await (const page of openTips(store, uid)) if (!page.every(isOver)) return true;
  return false;
}

async function* openTips(store: Deps['store'], uid: string): AsyncGenerator<readonly Tip[]> {
  let after: string | null = null;
  do {
    const query = { ...isOpen(uid), limit: pageSize, after };
    const found: readonly { readonly path: string; readonly value: Tip }[] = await store.find(query, (data) =>
      readable(query.from, decodeTip(data)),
    );
    yield found.map(({ value }) => value);
    after = found.length < pageSize ? null : (found.at(-1)?.path ?? null);
  } while (after !== null);
}

/** Ends every payment that is not paid yet. `busy`: one cannot be ended, because the bank is processing it. */
export const endPayments: DeleteStep = async (deps, run) => {
  const total = (await deps.store.sum(isOpen(run.uid), [])).count;
  let { done } = run;
  for (let pass = 0; pass < mostPasses; pass += 1) {
    for await (const page of openTips(deps.store, run.uid)) {
      for (const tip of page) {
        await endPayment(deps, tip);
        done += 1;
        if (done % 10 === 0) await run.save(`${done}`, done, Math.max(total, done));
        if (run.isOver()) return 'more';
      }
    }
    if (!(await hasOpenPayments(deps, run.uid))) return 'next';
  }
  return 'busy';
};
