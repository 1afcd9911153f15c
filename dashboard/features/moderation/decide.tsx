import { useState } from 'react';
import type { DecisionBody, ModeratedReport } from '../../../core/api/moderation-api';
import type { ModerationRole } from '../../../core/profile/standing';
import { useText } from '../../messages/text';
import type { Answer } from '../../shared/answer';
import type { Failure } from '../../shared/failure';
import { isSilence } from '../../shared/silence';
import { useBackend } from '../../shared/use-backend';
import { FailureAlert } from '../../ui/failure-alert';
import { ConfirmDecision } from './confirm-decision';
import { DecisionForm } from './decision-form';

type Step =
  | { readonly kind: 'form'; readonly failure: Failure | null }
  | { readonly kind: 'confirming' | 'deciding'; readonly wanted: DecisionBody };

interface DecideProps {
  readonly report: ModeratedReport;
  readonly role: ModerationRole;
  readonly run: <T>(work: () => Answer<T>) => Answer<T>;
  readonly onDecided: () => void;
}

/** The decision in two steps: the form, then the confirmation. After a refusal, the form appears again and keeps the typed text. */
export function Decide({ report, role, run, onDecided }: DecideProps) {
  const text = useText();
  const backend = useBackend();
  const [step, setStep] = useState<Step>({ kind: 'form', failure: null });
  const failure = step.kind === 'form' ? step.failure : null;
  const decide = async (wanted: DecisionBody) => {
    setStep({ kind: 'deciding', wanted });
    const answer = await run(async () => (await backend.openModeration()).decide(report.id, wanted));
    setStep({ kind: 'form', failure: answer.ok ? null : answer.problem });
    if (answer.ok) onDecided();
  };
  const page = (wanted: DecisionBody) =>
    report.subject === null ? wanted.handle || report.address : report.subject.handle;
  const saysOf = (given: Failure): string | undefined => {
    if (isSilence(given)) return text('moderation.unanswered');
    return given.code === 'api/act-refused' ? text('moderation.stale') : undefined;
  };
  return (
    <>
      <DecisionForm
        report={report}
        role={role}
        onWanted={(wanted) => setStep({ kind: 'confirming', wanted })}
      />
      {failure !== null && <FailureAlert failure={failure} says={saysOf(failure)} />}
      {step.kind !== 'form' && (
        <ConfirmDecision
          wanted={step.wanted}
          page={page(step.wanted)}
          busy={step.kind === 'deciding'}
          onCancel={() => setStep({ kind: 'form', failure: null })}
          onConfirm={() => void decide(step.wanted)}
        />
      )}
    </>
  );
}
