import type { MonthlyState } from '../../../core/monthly/monthly';
import { useText } from '../../messages/text';
import { Tag, type Tone } from '../../ui/tag';

const tones: Readonly<Record<MonthlyState, Tone>> = {
  starting: 'plain',
  'never-began': 'plain',
  active: 'good',
  ending: 'plain',
  paused: 'plain',
  'needs-action': 'warn',
  overdue: 'warn',
  ended: 'plain',
};

export function SupporterStateTag({ state }: { readonly state: MonthlyState }) {
  const text = useText();
  return <Tag tone={tones[state]}>{text(`supporters.state.${state}`)}</Tag>;
}
