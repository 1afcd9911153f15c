import { Anchor, Group } from '@mantine/core';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { ModeratedReport } from '../../../core/api/moderation-api';
import type { ModerationRole } from '../../../core/profile/standing';
import { useText } from '../../messages/text';
import { ownerAddress } from '../../shared/navigation/moderation-views';
import { useBackend } from '../../data/session';
import { Panel } from '../../ui/panel';
import { Decide } from './decide';
import { FactList } from './fact-list';
import type { Run } from './use-asked';

interface OneReportProps {
  readonly report: ModeratedReport;
  readonly role: ModerationRole;
  readonly run: Run;
  readonly onDecided: () => void;
}

/** The whole report as plain text. The address is not a link, because it can lead to any site. */
export function OneReport({ report, role, run, onDecided }: OneReportProps) {
  const text = useText();
  const { host } = useBackend();
  const { formatDate } = useIntl();
  const { id, kind, state, subject, receivedAt, address, ground, why, name, decision } = report;
  return (
    <>
      <Panel heading={text(`moderation.kind.${kind}`)} note={text('moderation.report', { id })}>
        <FactList
          facts={[
            [text('moderation.received'), formatDate(receivedAt, { dateStyle: 'long', timeStyle: 'short' })],
            [text('moderation.outcome'), text(`moderation.state.${state}`)],
            [text('moderation.profile'), subject === null ? text('moderation.nobody') : `@${subject.handle}`],
            [text('moderation.address'), address],
            [text('moderation.ground'), ground],
            [text('moderation.why'), why],
            [text('moderation.reporter'), name ?? text('moderation.anonymous')],
            ...(decision === null ? [] : [[text('moderation.before'), decision.facts] as const]),
          ]}
        />
        {subject !== null && (
          <Group gap="md">
            <Anchor component={Link} to={ownerAddress(subject.uid)}>
              {text('moderation.aboutOwner')}
            </Anchor>
            <Anchor href={`${host}/@${encodeURIComponent(subject.handle)}`} target="_blank" rel="noreferrer">
              {text('moderation.page')}
            </Anchor>
          </Group>
        )}
      </Panel>
      <Panel heading={text('moderation.decide')}>
        <Decide report={report} role={role} run={run} onDecided={onDecided} />
      </Panel>
    </>
  );
}
