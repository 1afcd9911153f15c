import { fail } from '../../core/base/result';
import { stopAt } from '../../core/monthly/monthly-words';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import type { OpenCheckout, PaymentsResult, TipOrder } from '../stripe/payments';
import type { MonthlyOrder } from '../stripe/subscriptions';
import { stored } from '../store/stored';

/** Stripe's page of a monthly tip. Everything comes from the stored documents, so that a repeated call sends the same parameters. */
export async function openMonthlyPage(
  { store, subscriptions, config }: Pick<Deps, 'store' | 'subscriptions' | 'config'>,
  { ownerUid, tipId, handle }: Tip,
  order: TipOrder,
  page: Pick<MonthlyOrder, 'returnUrl' | 'expiresAt'>,
): Promise<PaymentsResult<OpenCheckout>> {
  const monthly = await store.read(stored.monthly(ownerUid, tipId));
  if (monthly === undefined) return fail({ kind: 'gone' });
  const { every, shareBps, consent, stripe } = monthly;
  const footer = stopAt(`${config.publicOrigin}/@${handle}/monthly`, consent.language);
  return subscriptions.openPage({
    ...order,
    ...page,
    every,
    shareBps,
    productId: stripe.productId,
    description: `Monthly tip for @${handle}`,
    message: `${consent.words} ${footer}`,
    footer,
  });
}
