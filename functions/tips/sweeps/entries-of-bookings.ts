import type { Tip } from '../../../core/tip/tip';
import type { BookedCharge, ListedBooking, TipReference } from '../../stripe/payments';
import { requestStatus } from '../refund/refund-requests';
import type { Store } from '../../store/store';
import { stored } from '../../store/stored';
import { agreesWith, entriesOfDisputes, type ReconciliationEntry } from './reconciliation-entry';
import { tipsOfPayments } from './tips-of-payments';

/** Milliseconds by which Stripe's clock and ours may differ. */
const clockSkew = 60_000;

/** Whether Stripe was asked for the tip after it had booked the line: then the tip has it. */
const knows = ({ syncedAt }: Tip, bookedAt: number): boolean =>
  syncedAt !== null && syncedAt > bookedAt + clockSkew;

const isCharge = (about: ListedBooking['about']): about is BookedCharge => about.kind === 'charge';

/**
 * The lines of an account's balance that are about tips. The charge of a tip that is given once names it; every other line's tip is found by its
 * payment.
 */
export async function entriesOfBookings(
  store: Pick<Store, 'read' | 'find'>,
  uid: string,
  listed: readonly ListedBooking[],
): Promise<readonly ReconciliationEntry[]> {
  const named = new Map<string, TipReference>();
  for (const { about, paymentIntentId } of listed)
    if (isCharge(about) && about.reference !== null) named.set(paymentIntentId, about.reference);
  const others = listed.flatMap(({ paymentIntentId }) =>
    named.has(paymentIntentId) ? [] : [paymentIntentId],
  );
  const found = await tipsOfPayments(store, uid, [...new Set(others)]);
  const disputes = listed.flatMap(({ about, paymentIntentId }) => {
    const reference = named.get(paymentIntentId) ?? found.get(paymentIntentId);
    if (about.kind !== 'dispute' || reference === undefined) return [];
    return [{ reference, paymentIntentId, dispute: about.dispute }];
  });
  return [
    ...listed.flatMap((line) => {
      const reference = named.get(line.paymentIntentId) ?? found.get(line.paymentIntentId);
      return reference === undefined ? [] : [entryOf(store, reference, line)];
    }),
    ...entriesOfDisputes(disputes),
  ];
}

function entryOf(
  store: Pick<Store, 'read'>,
  reference: TipReference,
  { bookedAt, paymentIntentId: intent, about }: ListedBooking,
): ReconciliationEntry {
  switch (about.kind) {
    case 'charge': {
      const paid = { ...about, succeeded: true, booked: true, declined: false };
      return { reference, intent, succeeded: true, agrees: (tip) => agreesWith(tip, paid) };
    }
    case 'dispute':
      return {
        reference,
        askAbout: 'dispute',
        intent,
        succeeded: false,
        agrees: (tip) => knows(tip, bookedAt),
      };
    case 'refund': {
      const { status, requestId = null } = about.refund;
      // A refund that failed before we read it leaves no trace at the payment. And each is compared with the owner's or the fan's request.
      const agrees = async (tip: Tip) => {
        if (!knows(tip, bookedAt) || (status === 'failed' && tip.refund.status === 'none')) return false;
        if (requestId === null) return true;
        const request = await store.read(stored.refund(reference.uid, reference.tipId, requestId));
        return request === undefined || request.status === requestStatus(about.refund);
      };
      return { reference, askAbout: 'refund', intent, succeeded: false, agrees };
    }
  }
}
