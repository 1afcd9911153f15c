import type { RefundBody } from '../../../core/api/owner-api';

/** A refund as it was sent. */
export interface SentRefund {
  readonly body: RefundBody;
  /** Minor units: the amount that `null` stood for. */
  readonly amount: number;
}

const sent = new Map<string, SentRefund>();

/**
 * Refunds without an answer, by tip. Kept when the dialog closes, so that another attempt is the same refund. Lost with the page; the
 * tip then shows the result.
 */
export const unansweredRefunds = {
  of: (tipId: string): SentRefund | null => sent.get(tipId) ?? null,
  keep: (tipId: string, refund: SentRefund): void => void sent.set(tipId, refund),
  forget: (tipId: string): void => void sent.delete(tipId),
};
