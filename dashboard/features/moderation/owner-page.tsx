import type { OwnerCase } from '../../../core/api/moderation-api';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';
import { useToast } from '../../ui/toast';
import { Act } from './act';
import { ActList } from './act-list';
import { OwnerFacts } from './owner-facts';
import { OwnersReports } from './owners-reports';
import type { Run } from './use-asked';

interface OwnerPageProps {
  readonly owner: OwnerCase;
  readonly run: Run;
  readonly onChanged: () => void;
}

/** One owner: the page, the standing, what can be done, the reports and what was done before. */
export function OwnerPage({ owner, run, onChanged }: OwnerPageProps) {
  const text = useText();
  const { notify } = useToast();
  const { uid, possible, restriction } = owner;
  return (
    <>
      <OwnerFacts owner={owner} run={run} />
      <Panel heading={text('moderation.act')}>
        {possible.length === 0 ? (
          text('moderation.nothingPossible')
        ) : (
          // A new restriction is a new form, because other verbs are possible then.
          <Act
            key={`${uid} ${restriction?.since ?? ''} ${restriction?.state ?? ''}`}
            owner={owner}
            run={run}
            onDone={() => {
              notify(text('moderation.acted'));
              onChanged();
            }}
          />
        )}
      </Panel>
      <OwnersReports reports={owner.reports} />
      <ActList acts={owner.acts} />
    </>
  );
}
