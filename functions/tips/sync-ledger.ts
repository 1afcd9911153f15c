import { countedRefunds } from '../../core/refund-projection';
import { ok, type Result } from '../../core/result';
import type { Deps } from '../deps';
import type { PaymentsFailure, TipReference } from '../ports/payments';
import { stored } from '../stored';

/** Whether there are books of that tip, and whether they were behind Stripe. */
export type LedgerSynced = 'no-entry' | 'unchanged' | 'changed';

/** A tip whose owner has deleted the account: the books still follow the money. Nothing else is known of the tip any more. */
export async function syncLedger(
  { store, payments }: Pick<Deps, 'store' | 'payments'>,
  { uid, tipId }: TipReference,
): Promise<Result<LedgerSynced, PaymentsFailure>> {
  const doc = stored.ledgerEntry(uid, tipId);
  const entry = await store.read(doc);
  if (entry === undefined) return ok('no-entry');
  const { accountId: account, paymentIntentId } = entry;
  const all = { hasRefunds: true, hasDispute: true, hasWarning: false };
  const wanted = { account, paymentIntentId, checkoutSessionId: null, ...all };
  const seen = await payments.snapshot(wanted);
  if (!seen.ok) return seen.problem.kind === 'gone' ? ok('unchanged') : seen;
  const held = seen.value.disputes.filter(({ status }) =>
    ['needs_response', 'under_review', 'lost'].includes(status),
  );
  const disputed = held.reduce((sum, { amount }) => sum + amount, 0);
  const refunded = countedRefunds(seen.value.refunds);
  if (entry.refunded === refunded && entry.disputed === disputed) return ok('unchanged');
  await store.transaction(async (tx) => {
    const current = await tx.read(doc);
    if (current !== undefined) tx.write(doc, { ...current, refunded, disputed });
  });
  return ok('changed');
}
