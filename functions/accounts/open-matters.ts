import { paths } from '../../core/documents/documents';
import { decodeTip } from '../../core/documents/tip-document';
import type { PaymentsState } from '../../core/money/payments-state';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { readable, stored } from '../store/stored';
import type { Query } from '../store/store';

const pageSize = 100;

const matters = [
  [['refund.status', '==', 'pending']],
  [['dispute.status', 'in', ['open', 'inquiry']]],
] as const satisfies readonly Query['where'][];

/**
 * Whether somebody must still answer for a refund or a dispute of this owner. For a disconnected account that happens at Stripe alone, and we cannot
 * follow it.
 */
export async function hasOpenMatters({ store }: Pick<Deps, 'store'>, uid: string): Promise<boolean> {
  const payments = await store.read(stored.payments(uid));
  const from = paths.tips(uid);
  for (const where of matters) {
    let after: string | null = null;
    do {
      const query: Query = { from, where, limit: pageSize, after };
      const found = await store.find(query, (data) => readable(from, decodeTip(data)));
      if (found.some(({ value }) => isHeardOf(value, payments))) return true;
      after = found.length < pageSize ? null : (found.at(-1)?.path ?? null);
    } while (after !== null);
  }
  return false;
}

/** Whether Stripe still sends events about the tip: none come for a disconnected account, even when another account has replaced it. */
const isHeardOf = ({ stripe }: Tip, payments: PaymentsState | undefined) =>
  payments === undefined || (payments.disconnectedAt === null && payments.accountId === stripe.accountId);
