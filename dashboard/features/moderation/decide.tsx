import type { DecisionBody, ModeratedReport } from '../../../core/api/moderation-api';
import type { ModerationRole } from '../../../core/profile/standing';
import { useText } from '../../messages/text';
import { Confirmed } from './confirmed';
import { DecisionForm } from './decision-form';
import type { Run } from './use-asked';

interface DecideProps {
  readonly report: ModeratedReport;
  readonly role: ModerationRole;
  readonly run: Run;
  readonly onDecided: () => void;
}

/** The decision about a report: the form, then the confirmation. */
export function Decide({ report, role, run, onDecided }: DecideProps) {
  const text = useText();
  const pageOf = (wanted: DecisionBody) =>
    report.subject === null ? wanted.handle || report.address : report.subject.handle;
  const seenAt = report.decision?.at ?? null;
  return (
    <Confirmed<DecisionBody>
      consequences={(wanted) => ({
        heading: text(`moderation.outcome.${wanted.outcome}`),
        lines: [
          text(`moderation.will.${wanted.outcome}`, { page: pageOf(wanted) }),
          text('moderation.mails'),
        ],
        isHarmless: wanted.outcome === 'no-action',
      })}
      act={(wanted) => run((moderation) => moderation.decide(report.id, { ...wanted, seenAt }))}
      onDone={onDecided}
    >
      {(onWanted) => <DecisionForm report={report} role={role} run={run} onWanted={onWanted} />}
    </Confirmed>
  );
}
