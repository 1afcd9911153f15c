import { FailureAlert, Trouble } from '../../ui/failure-alert';
import type { StopStep } from './use-stop';

interface StopTroubleProps {
  readonly step: StopStep;
  /** Said when no answer came. */
  readonly unanswered: string;
}

/** Why nothing was stopped, or that this is not known. */
export function StopTrouble({ step, unanswered }: StopTroubleProps) {
  if (step.kind === 'unanswered') return <Trouble says={unanswered} />;
  if (step.kind === 'asking' && step.failure) return <FailureAlert failure={step.failure} />;
  return null;
}
