import { countedRefunds } from '../../core/refund-projection';
import { ok, type Result } from '../../core/result';
import type { Deps } from '../deps';
import type { PaymentsFailure, TipReference } from '../ports/payments';
import { stored } from '../stored';

/**
 * A bell about a tip whose owner has deleted the account: the books still follow the money. Nothing else is known of the tip any more.
 */
export async function syncLedger(
  { store, payments }: Pick<Deps, 'store' | 'payments'>,
  { uid, tipId }: TipReference,
): Promise<Result<null, PaymentsFailure>> {
  const doc = stored.ledgerEntry(uid, tipId);
  const entry = await store.read(doc);
  if (entry === undefined) return ok(null);
  const { accountId: account, paymentIntentId } = entry;
  const all = { hasRefunds: true, hasDispute: true, hasWarning: false };
  const wanted = { account, paymentIntentId, checkoutSessionId: null, ...all };
  const seen = await payments.snapshot(wanted);
  if (!seen.ok) return seen.problem.kind === 'gone' ? ok(null) : seen;
  const held = seen.value.disputes.filter(({ status }) =>
    ['needs_response', 'under_review', 'lost'].includes(status),
  );
  const disputed = held.reduce((sum, { amount }) => sum + amount, 0);
  const refunded = countedRefunds(seen.value.refunds);
  await store.transaction(async (tx) => {
    const current = await tx.read(doc);
    if (current !== undefined) tx.write(doc, { ...current, refunded, disputed });
  });
  return ok(null);
}
