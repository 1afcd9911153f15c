import { Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { ModeratedReport } from '../../../core/api/moderation-api';
import { isUrgent } from '../../../core/report/report';
import { useText } from '../../messages/text';
import { EmptyState } from '../../ui/empty-state';
import { LinksPicture } from '../../ui/illustrations';
import { Panel } from '../../ui/panel';
import { Tag } from '../../ui/tag';
import styles from './moderation.module.css';

export function ReportList({ reports }: { readonly reports: readonly ModeratedReport[] }) {
  const text = useText();
  const { formatDate } = useIntl();
  if (reports.length === 0) {
    return (
      <Panel>
        <EmptyState
          picture={<LinksPicture />}
          title={text('moderation.none')}
          text={text('moderation.noneText')}
        />
      </Panel>
    );
  }
  return (
    <Panel heading={text('moderation.list')}>
      <ul className={styles.list}>
        {reports.map(({ id, kind, state, subject, receivedAt }) => (
          <li key={id}>
            <Link to={`?report=${id}`} className={styles.row}>
              <span className={styles.kind}>{text(`moderation.kind.${kind}`)}</span>
              <span>{subject === null ? text('moderation.nobody') : `@${subject.handle}`}</span>
              <Tag tone={isUrgent(kind) ? 'bad' : 'plain'}>{text(`moderation.state.${state}`)}</Tag>
              <Text component="span" size="sm" c="dimmed">
                {formatDate(receivedAt, { dateStyle: 'medium', timeStyle: 'short' })}
              </Text>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
