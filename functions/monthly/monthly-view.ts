import type { MonthlyView } from '../../core/api/monthly-api';
import { isElsewhere } from '../../core/monthly/next-look';
import { isOver, type Monthly } from '../../core/monthly/monthly';
import type { PaymentsState } from '../../core/money/payments-state';
import { withdrawalOf } from '../../core/monthly/withdrawal';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { stored } from '../store/stored';
import { changeLimits } from './change-period-amount';
import { tipsOf } from './monthly-tips';
import { portalLogin } from './open-portal';

const paymentOf = ({ tipId, payment, createdAt, amount, state, refund }: Tip) => ({
  tipId,
  at: payment.succeededAt ?? createdAt,
  amount,
  state,
  refunded: refund.refunded,
  refunding: refund.pending,
  ...(payment.presented === undefined ? {} : { presented: payment.presented }),
});

/** It has ended, but the account is disconnected, so that the money of the withdrawal waits. */
const isWithdrawalWaiting = (
  { state, asked, elsewhere, stripe }: Monthly,
  payments: PaymentsState | undefined,
): boolean => {
  if (!isOver(state) || asked?.reason !== 'withdrawn') return false;
  if (elsewhere !== undefined) return true;
  return (
    payments !== undefined && (payments.disconnectedAt !== null || payments.accountId !== stripe.accountId)
  );
};

/** A withdrawal that Stripe has not confirmed is made in any case: who asks for it after the end reads of it at once. */
const endReasonOf = ({ state, asked, endReason }: Monthly): Monthly['endReason'] =>
  state === 'ended' && asked?.reason === 'withdrawn' ? 'withdrawn' : endReason;

/** The part of a monthly tip that its fan may read. */
export async function monthlyViewOf(
  deps: Pick<Deps, 'store' | 'clock'>,
  monthly: Monthly,
): Promise<MonthlyView> {
  const { monthlyId, state, every, amount, tipAmount, coverAmount, currency, card, asked } = monthly;
  const { nextChargeAt, endingAt, endedAt } = monthly;
  const now = deps.clock.now();
  const [profile, payments, tips] = await Promise.all([
    deps.store.read(stored.profile(monthly.ownerUid)),
    deps.store.read(stored.payments(monthly.ownerUid)),
    tipsOf(deps, monthly),
  ]);
  const isLost = isElsewhere(monthly);
  const withdrawal = withdrawalOf(monthly, tips, now);
  const handle = profile?.handle ?? monthly.handle;
  return {
    monthlyId,
    state,
    every,
    amount,
    tipAmount,
    coverAmount,
    currency,
    limits: changeLimits(monthly, profile),
    // Stripe may have moved or stopped it meanwhile, and nobody here can ask.
    nextChargeAt: isLost ? null : nextChargeAt,
    endingAt: isLost ? null : endingAt,
    endedAt,
    endReason: endReasonOf(monthly),
    asked: asked?.what ?? null,
    card: card === null ? null : { ...card },
    owner: { name: profile?.name ?? handle, handle },
    elsewhere: isLost || isWithdrawalWaiting(monthly, payments),
    portalLogin: isLost ? await portalLogin(deps, monthly) : null,
    withdrawUntil: withdrawal.kind === 'open' ? withdrawal.until : null,
    payments: tips.filter(({ payment }) => payment.status !== 'draft').map(paymentOf),
    now,
  };
}
