import { feeApartName, feeApartOf } from '../../../core/books/book-sums';
import { cycleInterval, type Tip, type TipCycle } from '../../../core/tip/tip';
import { shownState, type ShownState } from '../../../core/tip/tip-filter';
import { useText } from '../../messages/text';
import { Tag, type Tone } from '../../panel/panel';

const tones: Readonly<Record<ShownState, Tone>> = {
  pending: 'plain',
  processing: 'plain',
  paid: 'good',
  partially_refunded: 'warn',
  refunded: 'plain',
  disputed: 'bad',
  lost: 'bad',
  failed: 'plain',
  expired: 'plain',
  declined: 'warn',
};

/** Money that Stripe has not returned yet is on its way: only then is the tip refunded. */
const isGoingBack = ({ state, refund }: Tip): boolean =>
  refund.pending > 0 && (state === 'refunded' || state === 'partially_refunded');

export function TipStateTag({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const state = shownState(tip);
  if (isGoingBack(tip)) return <Tag tone="warn">{text('tip.refundPending')}</Tag>;
  return <Tag tone={tones[state]}>{text(`tips.state.${state}`)}</Tag>;
}

/** "Monthly · 3": the tip is the third payment of a monthly tip. */
export function CycleTag({ cycle }: { readonly cycle: TipCycle }) {
  const text = useText();
  const every = cycleInterval(cycle);
  return every && <Tag tone="plain">{text(`monthly.tip.${every}`, { number: cycle.number })}</Tag>;
}

/** The name of what has a fee that Stripe books apart from the tip; null = what Stripe booked for the tip is all. */
export const feeApart = (tip: Pick<Tip, 'cycle' | 'stripe'>): string | null => feeApartName(feeApartOf(tip));

/** What is left of a paid tip before such a fee, in minor units of its currency; null = no such fee, not booked yet, or changed by a refund or dispute. */
export function netBeforeOwnFee(tip: Tip): number | null {
  const { fees, refund, contrib, currency } = tip;
  const isBooked = fees.settlementCurrency === null || fees.settlementCurrency === currency;
  const isWhole = refund.refunded + refund.pending + contrib.disputed === 0;
  return feeApart(tip) !== null && isBooked && isWhole ? fees.net : null;
}
