import { formatDiscount } from '../format/discount';
import type { Sandbox } from '../sandbox';
import type { SubscriptionEntity } from '../state/billing-entities';
import type { DiscountAmount, DiscountEntity } from '../state/discount-entities';
import { periodStart } from './period';
import { updateSubscription } from './records';

/** `months` of a coupon that repeats; null = it is for the next invoice alone. */
export interface Coupon {
  readonly percentOff: number;
  readonly months: number | null;
}

function emitDiscount(sandbox: Sandbox, type: 'created' | 'deleted', discount: DiscountEntity): void {
  const { account } = discount;
  sandbox.emit({ account, type: `customer.discount.${type}`, object: formatDiscount(discount) });
}

const discountsOf = (
  { store }: Pick<Sandbox, 'store'>,
  { discounts = [] }: Pick<SubscriptionEntity, 'discounts'>,
): readonly DiscountEntity[] => discounts.flatMap((id) => store.get('discount', id) ?? []);

/** Gives a coupon to a subscription. It takes the place of an earlier one. */
export function giveDiscount(
  sandbox: Sandbox,
  before: SubscriptionEntity,
  { percentOff, months }: Coupon,
): SubscriptionEntity {
  const { store, ids, clock } = sandbox;
  for (const earlier of discountsOf(sandbox, before)) emitDiscount(sandbox, 'deleted', earlier);
  const start = clock.seconds();
  const discount: DiscountEntity = {
    id: ids.next('di'),
    account: before.account,
    coupon: ids.secret(8),
    percentOff,
    duration: months === null ? 'once' : 'repeating',
    customer: before.customer,
    subscription: before.id,
    start,
    end: months === null ? null : periodStart(start, 'month', months),
  };
  store.put('discount', discount);
  emitDiscount(sandbox, 'created', discount);
  return updateSubscription(sandbox, before, { discounts: [discount.id] });
}

const isOver = ({ end }: DiscountEntity, now: number): boolean => end !== null && end <= now;

/** What is taken off an invoice of that amount that is made now. */
export function amountsOff(
  sandbox: Pick<Sandbox, 'store' | 'clock'>,
  subscription: SubscriptionEntity,
  amount: number,
): readonly DiscountAmount[] {
  const now = sandbox.clock.seconds();
  return discountsOf(sandbox, subscription)
    .filter((discount) => !isOver(discount, now))
    .map(({ id, percentOff }) => ({
      discount: id,
      amount: Math.round((amount * Math.round(percentOff * 100)) / 10_000),
    }));
}

/** The discounts that a subscription keeps once an invoice of this time was made. The others are removed. */
export function keptDiscounts(sandbox: Sandbox, subscription: SubscriptionEntity): readonly string[] {
  const now = sandbox.clock.seconds();
  return discountsOf(sandbox, subscription).flatMap((discount) => {
    if (discount.duration === 'repeating' && !isOver(discount, now)) return [discount.id];
    emitDiscount(sandbox, 'deleted', discount);
    return [];
  });
}
