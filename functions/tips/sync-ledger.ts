import { currencyCodes } from '../../core/money/money';
import type { LedgerEntry } from '../../core/documents/stripe-account-document';
import type { PaymentSnapshot } from '../../core/tip/state/payment-snapshot';
import { countedRefunds } from '../../core/tip/state/tip-projection';
import { ok, type Result } from '../../core/base/result';
import type { Deps } from '../deps';
import type { PaymentsFailure, TipReference } from '../stripe/payments';
import { stored } from '../store/stored';

/** Whether the ledger has the tip, and whether it had to be updated. */
export type LedgerSynced = 'no-entry' | 'unchanged' | 'changed';

/**
 * A tip whose owner has deleted the account: its ledger entry still follows Stripe. Nothing else is stored about the tip. `intent` is the payment
 * from the event: if it succeeded without an entry, it gets one.
 */
export async function syncLedger(
  deps: Pick<Deps, 'store' | 'payments'>,
  reference: TipReference,
  intent: string | null,
): Promise<Result<LedgerSynced, PaymentsFailure>> {
  const { store } = deps;
  const { uid, tipId } = reference;
  const [ledger, entry] = await store.readVersioned([stored.ledger(uid), stored.ledgerEntry(uid, tipId)]);
  if (ledger.value === undefined) return ok('no-entry');
  const account = entry.value?.accountId ?? ledger.value.accountId;
  const paymentIntentId = entry.value?.paymentIntentId ?? intent;
  if (paymentIntentId === null) return ok('no-entry');
  const all = { hasRefunds: true, hasDispute: true, hasWarning: false };
  const seen = await deps.payments.snapshot({ account, paymentIntentId, checkoutSessionId: null, ...all });
  if (!seen.ok && seen.problem.kind !== 'gone') return seen;
  if (!seen.ok) return ok(entry.value === undefined ? 'no-entry' : 'unchanged');
  const booked = entry.value ?? lateEntry(reference, account, seen.value);
  if (booked === undefined) return ok('no-entry');
  const { refunded, disputed } = movedBack(seen.value);
  if (entry.value?.refunded === refunded && entry.value.disputed === disputed) return ok('unchanged');
  const doc = stored.ledgerEntry(uid, tipId);
  await store.transaction(async (tx) => {
    const current = await tx.read(doc);
    tx.write(doc, { ...(current ?? booked), refunded, disputed });
  });
  return ok('changed');
}

function movedBack({ refunds, disputes }: PaymentSnapshot): Pick<LedgerEntry, 'refunded' | 'disputed'> {
  const held = disputes.filter(({ status }) => ['needs_response', 'under_review', 'lost'].includes(status));
  return {
    refunded: countedRefunds(refunds),
    disputed: held.reduce((sum, { amount }) => sum + amount, 0),
  };
}

/** The entry of a payment that succeeded although its tip was removed. Its metadata must name that tip. */
function lateEntry(
  { uid, tipId }: TipReference,
  accountId: string | null,
  { intent, charge, askedAt }: PaymentSnapshot,
): LedgerEntry | undefined {
  const currency = currencyCodes.find((code) => code === intent?.currency);
  if (intent?.status !== 'succeeded' || currency === undefined) return undefined;
  if (intent.uid !== uid || intent.tipId !== tipId) return undefined;
  return {
    v: 1,
    tipId,
    currency,
    amount: intent.amountReceived,
    refunded: 0,
    disputed: 0,
    accountId,
    paymentIntentId: intent.id,
    chargeId: charge?.id ?? null,
    succeededAt: charge?.createdAt ?? askedAt,
  };
}
