import type { Tip } from './tip';

/** The parts of a tip's amount, in minor units: `tipAmount` and `coverAmount` together are what is charged. */
export interface TipAmounts {
  readonly tipAmount: number;
  readonly coverAmount: number;
  readonly applicationFee: number;
  readonly estimatedFee: number;
}

/** As it travels with a payment whose amount was changed: `500:45:0:45`. */
export const spellAmounts = ({ tipAmount, coverAmount, applicationFee, estimatedFee }: TipAmounts): string =>
  [tipAmount, coverAmount, applicationFee, estimatedFee].join(':');

const spelled = /^(\d{1,12}):(\d{1,12}):(\d{1,12}):(\d{1,12})$/;

/** Null = not said, or by somebody else. */
export function readAmounts(text: string | undefined): TipAmounts | null {
  const parts = spelled.exec(text ?? '');
  if (parts === null) return null;
  const [tipAmount = 0, coverAmount = 0, applicationFee = 0, estimatedFee = 0] = parts.slice(1).map(Number);
  return { tipAmount, coverAmount, applicationFee, estimatedFee };
}

/**
 * The tip with the amount that its payment was given last. Stripe is changed first, so a lost answer can leave the tip with another one; the
 * payment says itself which parts we gave it. An amount that these do not explain is not ours.
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
