import { Anchor } from '@mantine/core';
import { useIntl } from 'react-intl';
import type { ModeratedReport } from '../../../core/api/moderation-api';
import type { ModerationRole } from '../../../core/profile/standing';
import { useText } from '../../messages/text';
import type { Answer } from '../../shared/answer';
import { useBackend } from '../../shared/use-backend';
import { Panel } from '../../ui/panel';
import { Decide } from './decide';
import styles from './moderation.module.css';

interface OneReportProps {
  readonly report: ModeratedReport;
  readonly role: ModerationRole;
  readonly run: <T>(work: () => Answer<T>) => Answer<T>;
  readonly onDecided: () => void;
}

/** The whole report as plain text. The address is not a link, because it can lead to any site. */
export function OneReport({ report, role, run, onDecided }: OneReportProps) {
  const text = useText();
  const { host } = useBackend();
  const { formatDate } = useIntl();
  const { id, kind, state, subject, receivedAt, address, ground, why, name, decision } = report;
  const facts: readonly (readonly [label: string, said: string])[] = [
    [text('moderation.received'), formatDate(receivedAt, { dateStyle: 'long', timeStyle: 'short' })],
    [text('moderation.outcome'), text(`moderation.state.${state}`)],
    [text('moderation.profile'), subject === null ? text('moderation.nobody') : `@${subject.handle}`],
    [text('moderation.address'), address],
    [text('moderation.ground'), ground],
    [text('moderation.why'), why],
    [text('moderation.reporter'), name ?? text('moderation.anonymous')],
    ...(decision === null ? [] : [[text('moderation.before'), decision.facts] as const]),
  ];
  return (
    <>
      <Panel heading={text(`moderation.kind.${kind}`)} note={text('moderation.report', { id })}>
        <dl className={styles.facts}>
          {facts.map(([label, said]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{said}</dd>
            </div>
          ))}
        </dl>
        {subject !== null && (
          <Anchor href={`${host}/@${encodeURIComponent(subject.handle)}`} target="_blank" rel="noreferrer">
            {text('moderation.page')}
          </Anchor>
        )}
      </Panel>
      <Panel heading={text('moderation.decide')}>
        <Decide report={report} role={role} run={run} onDecided={onDecided} />
      </Panel>
    </>
  );
}
