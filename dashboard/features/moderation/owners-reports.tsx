import { Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { ModeratedReport } from '../../../core/api/moderation-api';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';
import { Tag } from '../../ui/tag';
import styles from './moderation.module.css';

const isWaiting = ({ state, decision }: ModeratedReport): boolean =>
  state === 'received' || state === 'looked-at' || (state === 'decided' && decision?.outcome === 'hidden');

/** The reports about an owner, newest first. Those that wait lead to their decision. */
export function OwnersReports({ reports }: { readonly reports: readonly ModeratedReport[] }) {
  const text = useText();
  const { formatDate } = useIntl();
  if (reports.length === 0)
    return <Panel heading={text('moderation.list')}>{text('moderation.noReports')}</Panel>;
  return (
    <Panel heading={text('moderation.list')}>
      <ul className={styles.list}>
        {reports.map((report) => {
          const { id, kind, state, decision, receivedAt, why } = report;
          const title = text(`moderation.kind.${kind}`);
          return (
            <li key={id} className={styles.entry}>
              <div className={styles.entryTop}>
                <b>{isWaiting(report) ? <Link to={`/moderation?report=${id}`}>{title}</Link> : title}</b>
                <Tag tone={isWaiting(report) ? 'warn' : 'plain'}>
                  {text(
                    isWaiting(report) || decision === null || decision.outcome === 'no-action'
                      ? `moderation.state.${isWaiting(report) ? state : 'closed'}`
                      : `moderation.standing.${decision.outcome}`,
                  )}
                </Tag>
                <Text component="span" size="sm" c="dimmed">
                  {formatDate(receivedAt, { dateStyle: 'medium', timeStyle: 'short' })}
                </Text>
              </div>
              <p className={styles.said}>{decision?.facts ?? why}</p>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
