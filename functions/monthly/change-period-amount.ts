import { checkTipAmount, intervalAmounts } from '../../core/money/amount-limits';
import { billingRule } from '../../core/money/billing-fees';
import { coverCosts, feeRule } from '../../core/money/fees';
import type { AmountLimits } from '../../core/money/money';
import type { PeriodAmountRequest } from '../../core/api/monthly-api';
import { problem, type Problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import { withAmountConsent, type AmountConsent, type Monthly } from '../../core/monthly/monthly';
import { isElsewhere } from '../../core/monthly/next-look';
import { wordsVersion } from '../../core/monthly/monthly-words';
import type { PaymentsState } from '../../core/money/payments-state';
import type { StoredProfile } from '../../core/profile/stored-profile';
import type { Deps } from '../deps';
import type { Reader } from '../http/preferred-language';
import { stored } from '../store/stored';
import type { SyncFailure } from '../tips/sync-tip';
import { changeWords, consentToAmount } from './page/change-words';
import { syncMonthly } from './sync-monthly';
import { writeMonthly } from '../tips/write-monthly';

const trigger = { cause: 'amount', eventId: null } as const;

/** While something is asked of Stripe, or nothing more is charged, another amount has no meaning. */
const isChangeable = (monthly: Monthly): boolean =>
  monthly.asked === null &&
  monthly.stripe.itemId !== null &&
  !isElsewhere(monthly) &&
  ['active', 'paused', 'needs-action', 'overdue'].includes(monthly.state);

/** The owner's limits of today; those of the currency once there is no profile. Null = the amount cannot be changed. */
export function changeLimits(monthly: Monthly, profile: StoredProfile | undefined): AmountLimits | null {
  if (!isChangeable(monthly)) return null;
  const { min, max } = profile?.tips ?? { min: null, max: null };
  return intervalAmounts(monthly.currency, { min, max }, monthly.every, null).limits;
}

/** What covering the costs adds. Nothing where the owner no longer offers it. */
function coverOf(
  { tipAmount, coverCosts: covers }: PeriodAmountRequest,
  { currency, shareBps }: Monthly,
  profile: StoredProfile | undefined,
  payments: PaymentsState | undefined,
): number {
  const country = payments?.feesCountry ?? payments?.country ?? null;
  const rule = feeRule(country, currency, shareBps);
  if (!covers || profile?.tips.coverCosts !== true || rule === null) return 0;
  return coverCosts(tipAmount, billingRule(rule), currency).cover;
}

/**
 * Another amount from the next period on, with what the fan read (`reader`: in which language). It is stored after Stripe has it; if that answer is
 * lost, the next look reads it from Stripe.
 */
export async function changePeriodAmount(
  deps: Deps,
  monthly: Monthly,
  wanted: PeriodAmountRequest,
  reader: Reader,
): Promise<Result<Monthly, SyncFailure | Problem>> {
  const { ownerUid: uid, monthlyId, currency, every, stripe } = monthly;
  const [profile, payments] = await Promise.all([
    deps.store.read(stored.profile(uid)),
    deps.store.read(stored.payments(uid)),
  ]);
  const limits = changeLimits(monthly, profile);
  const { subscriptionId, itemId, accountId: account, productId } = stripe;
  if (limits === null || subscriptionId === null || itemId === null) return fail(problem('monthly-ended'));
  const within = checkTipAmount(wanted.tipAmount, limits);
  if (!within.ok) return within;
  const coverAmount = coverOf(wanted, monthly, profile, payments);
  const amount = wanted.tipAmount + coverAmount;
  if (amount !== wanted.total) {
    const figures = { tipAmount: wanted.tipAmount, coverAmount, amount, currency };
    return fail(problem('total-changed', { figures }));
  }
  if (wanted.wordsVersion !== wordsVersion)
    return fail(problem('words-changed', { figures: { ...changeWords(monthly, reader), wordsVersion } }));
  await noteConsent(deps, monthly, consentToAmount(monthly, amount, reader, deps.clock.now()));
  const changed = await deps.subscriptions.changeAmount({
    account,
    subscriptionId,
    itemId,
    productId,
    amount,
    currency,
    every,
  });
  const synced = await syncMonthly(deps, { uid, tipId: monthlyId }, trigger);
  if (!changed.ok) return changed;
  if (!synced.ok) return synced;
  return ok((await keepParts(deps, synced.value, wanted.tipAmount, coverAmount)) ?? synced.value);
}

/** Before Stripe is asked: whatever answer is lost, the consent to what is charged then is stored. */
const noteConsent = (
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { ownerUid, monthlyId }: Monthly,
  agreed: AmountConsent,
): Promise<void> =>
  store.transaction(async (tx) => {
    const current = await tx.read(stored.monthly(ownerUid, monthlyId));
    if (current === undefined) return;
    const amountConsents = withAmountConsent(current, agreed);
    if (amountConsents !== current.amountConsents)
      writeMonthly(tx, current, { ...current, amountConsents }, trigger, clock.now());
  });

/** Stripe knows the sum alone. Undefined when the monthly tip is gone with its owner's account. */
function keepParts(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { ownerUid, monthlyId }: Monthly,
  tipAmount: number,
  coverAmount: number,
): Promise<Monthly | undefined> {
  return store.transaction(async (tx) => {
    const current = await tx.read(stored.monthly(ownerUid, monthlyId));
    if (current === undefined) return undefined;
    const isSame = current.tipAmount === tipAmount && current.coverAmount === coverAmount;
    // Somebody changed the amount once more.
    if (isSame || current.amount !== tipAmount + coverAmount) return current;
    return writeMonthly(tx, current, { ...current, tipAmount, coverAmount }, trigger, clock.now());
  });
}
