import { isOpenPayment } from '../../core/tip/state/payment-projection';
import { problem, fail, ok, type Result } from '../../core/base/result';
import { refundArrives, failedFanSum, refundFailureKind } from '../../core/tip/refund';
import type { FanSum } from '../../core/money/fan-money';
import type { Tip } from '../../core/tip/tip';
import type { TipStatus } from '../../core/api/tip-api';
import type { Deps } from '../deps';
import type { TipReference } from '../stripe/payments';
import { stored } from '../store/stored';
import { syncTip, type SyncDeps } from './sync-tip';
import { undoUntil } from './refund/undo-window';

/** Cards poll; Stripe is asked at most this often for one tip, and less often the longer nothing has changed: some hundred times in a day. */
const syncEveryMs = 2000;
const shareOfRest = 60;

const isDue = ({ syncedAt, updatedAt }: Tip, now: number): boolean =>
  now - (syncedAt ?? 0) >= Math.max(syncEveryMs, (now - updatedAt) / shareOfRest);

const isMoving = (tip: Tip) => isOpenPayment(tip.payment.status) || tip.refund.status === 'pending';

/** The part of a tip that its fan may read. Never the owner, never the decline reason. */
export async function tipStatusOf(
  { store, clock, config }: Pick<Deps, 'store' | 'clock' | 'config'>,
  tip: Tip,
): Promise<TipStatus> {
  const now = clock.now();
  return {
    tipId: tip.tipId,
    status: tip.state,
    amount: tip.amount,
    tipAmount: tip.tipAmount,
    coverAmount: tip.coverAmount,
    currency: tip.currency,
    undoUntil: await undoUntil(store, tip, now),
    now,
    ...slownessOf(tip),
    ...presentedIn(tip.payment.presented),
    ...failureOf(tip),
    receiptUrl: `${config.publicOrigin}/t/${tip.tipId}`,
    fan: { name: tip.fan.name, message: tip.fan.message },
  };
}

function slownessOf(tip: Tip): Pick<TipStatus, 'refundDays'> {
  const days = refundArrives(tip);
  return days === null ? {} : { refundDays: days };
}

const presentedIn = (presented: FanSum | undefined): Pick<TipStatus, 'presented'> =>
  presented === undefined ? {} : { presented };

function failureOf(tip: Tip): Pick<TipStatus, 'refundFailure'> {
  const { failure } = tip.refund;
  if (failure === undefined) return {};
  const { amount, reason } = failure;
  return { refundFailure: { amount, why: refundFailureKind(reason), ...presentedIn(failedFanSum(tip)) } };
}

/** The stored tip, synced first while it is pending. If Stripe is unavailable, the stored tip is returned. */
export async function currentTip(
  deps: SyncDeps,
  reference: TipReference | undefined,
): Promise<Tip | undefined> {
  if (reference === undefined) return undefined;
  const [read] = await deps.store.readVersioned([stored.tip(reference.uid, reference.tipId)]);
  const tip = read.value;
  if (tip === undefined) return undefined;
  if (!isMoving(tip) || !isDue(tip, deps.clock.now())) return tip;
  const synced = await syncTip(deps, reference, { cause: 'poll', eventId: null }, read);
  return synced.ok ? synced.value : tip;
}

export async function readTipStatus(
  deps: SyncDeps,
  reference: TipReference | undefined,
): Promise<Result<TipStatus>> {
  const tip = await currentTip(deps, reference);
  return tip === undefined ? fail(problem('tip-not-found')) : ok(await tipStatusOf(deps, tip));
}
