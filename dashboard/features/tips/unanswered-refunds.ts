import type { RefundBody } from '../../../core/api/owner-api';

/** A refund that was sent, as it was sent. */
export interface SentRefund {
  readonly body: RefundBody;
  /** Minor units: what `null` in the body stood for. */
  readonly amount: number;
}

const sent = new Map<string, SentRefund>();

/**
 * Refunds whose answer has not come, by tip: kept over closing the dialog, so that another try is the same refund and not a second one.
 * With the page they are forgotten; the tip shows then what became of them.
 */
export const unansweredRefunds = {
  of: (tipId: string): SentRefund | null => sent.get(tipId) ?? null,
  keep: (tipId: string, refund: SentRefund): void => void sent.set(tipId, refund),
  forget: (tipId: string): void => void sent.delete(tipId),
};
