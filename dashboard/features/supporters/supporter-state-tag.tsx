import type { MonthlyState } from '../../../core/monthly/monthly';
import { useText } from '../../messages/text';
import { Tag, type Tone } from '../../ui/tag';

/** `elsewhere`: nobody here knows the state. */
type ShownState = MonthlyState | 'elsewhere';

const tones: Readonly<Record<ShownState, Tone>> = {
  starting: 'plain',
  'never-began': 'plain',
  active: 'good',
  ending: 'plain',
  paused: 'plain',
  'needs-action': 'warn',
  overdue: 'warn',
  ended: 'plain',
  elsewhere: 'warn',
};

export function SupporterStateTag({ state }: { readonly state: ShownState }) {
  const text = useText();
  return <Tag tone={tones[state]}>{text(`supporters.state.${state}`)}</Tag>;
}
