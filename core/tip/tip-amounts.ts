import type { Tip } from './tip';

/** The parts of a tip's amount, in minor units. The charged amount is `tipAmount` plus `coverAmount`. */
export interface TipAmounts {
  readonly tipAmount: number;
  readonly coverAmount: number;
  readonly applicationFee: number;
  readonly estimatedFee: number;
}

/** The metadata value of a payment whose amount was changed: `500:45:0:45`. */
export const spellAmounts = ({ tipAmount, coverAmount, applicationFee, estimatedFee }: TipAmounts): string =>
  [tipAmount, coverAmount, applicationFee, estimatedFee].join(':');

const spelled = /^(\d{1,12}):(\d{1,12}):(\d{1,12}):(\d{1,12})$/;

/** Null = missing, or not written by Busker. */
export function readAmounts(text: string | undefined): TipAmounts | null {
  const parts = spelled.exec(text ?? '');
  if (parts === null) return null;
  const [tipAmount = 0, coverAmount = 0, applicationFee = 0, estimatedFee = 0] = parts.slice(1).map(Number);
  return { tipAmount, coverAmount, applicationFee, estimatedFee };
}

/**
 * The tip with the amount that its payment has at Stripe. Stripe is changed first, so after a lost answer the tip may have the old amount. The
 * payment's metadata holds the parts that we sent. If they do not add up to the payment's amount, the change is not ours.
 */
export function withAmounts(
  tip: Tip,
  { amount, amounts }: { readonly amount: number; readonly amounts: TipAmounts | null },
): Tip {
  if (amounts === null) return tip;
  const { tipAmount, coverAmount, applicationFee, estimatedFee } = amounts;
  if (tipAmount + coverAmount !== amount) return tip;
  const isSame = tipAmount === tip.tipAmount && coverAmount === tip.coverAmount;
  if (isSame && applicationFee === tip.applicationFee && amount === tip.amount) return tip;
  return {
    ...tip,
    amount,
    tipAmount,
    coverAmount,
    applicationFee,
    fees: { ...tip.fees, estimated: estimatedFee },
  };
}
