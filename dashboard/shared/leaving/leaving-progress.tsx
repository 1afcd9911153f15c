import { leavingSteps, type LeavingState } from '../../../core/documents/account-document';
import { useText } from '../../messages/text';
import { StepProgress } from '../../ui/step-progress';

/** How far a running deletion is: "Deleting: 3 of 5 …". */
export function LeavingProgress({
  state,
}: {
  readonly state: Extract<LeavingState, { name: 'running' | 'retrying' }>;
}) {
  const text = useText();
  const { step, done, total } = state;
  const index = leavingSteps.indexOf(step);
  const part = total === null || total === 0 ? 0 : Math.min(1, done / total);
  const says = text('leaving.step', {
    step: index + 1,
    steps: leavingSteps.length,
    what: text(`leaving.${step}`),
  });
  return (
    <StepProgress
      name={text('leaving.label')}
      says={total === null ? says : `${says} (${text('leaving.items', { done, total })})`}
      spoken={state.name === 'retrying' ? text('leaving.retrying') : says}
      share={(index + part) / leavingSteps.length}
    />
  );
}
