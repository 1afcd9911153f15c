import { cycleInterval, type TipCycle } from '../../../core/tip/tip';
import { useText } from '../../messages/text';
import { Tag } from '../../ui/tag';

/** "Monthly · 3": the tip is the third payment of a monthly tip. */
export function CycleTag({ cycle }: { readonly cycle: TipCycle }) {
  const text = useText();
  const every = cycleInterval(cycle);
  return every && <Tag tone="plain">{text(`monthly.tip.${every}`, { number: cycle.number })}</Tag>;
}
