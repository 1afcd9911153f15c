import { shownState, type ShownState } from '../../../core/tip/tip-filter';
import type { Tip } from '../../../core/tip/tip';
import { useText } from '../../messages/text';
import { Tag, type Tone } from '../../ui/tag';

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
