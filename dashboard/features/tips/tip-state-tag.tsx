import type { Tip, TipState } from '../../../core/tip/tip';
import { useText } from '../../messages/text';
import { Tag, type Tone } from '../../ui/tag';

const tones: Readonly<Record<TipState, Tone>> = {
  pending: 'plain',
  processing: 'plain',
  paid: 'good',
  partially_refunded: 'warn',
  refunded: 'plain',
  disputed: 'bad',
  lost: 'bad',
  failed: 'plain',
  expired: 'plain',
};

export function TipStateTag({ tip }: { readonly tip: Tip }) {
  const text = useText();
  return <Tag tone={tones[tip.state]}>{text(`tips.state.${tip.state}`)}</Tag>;
}
