import { Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { Objection } from '../../../core/api/moderation-api';
import { useText } from '../../messages/text';
import { EmptyState } from '../../ui/empty-state';
import { LinksPicture } from '../../ui/illustrations';
import { Panel } from '../../ui/panel';
import { Tag } from '../../ui/tag';
import styles from './moderation.module.css';

export function ObjectionList({ objections }: { readonly objections: readonly Objection[] }) {
  const text = useText();
  const { formatDate } = useIntl();
  if (objections.length === 0) {
    return (
      <Panel>
        <EmptyState
          picture={<LinksPicture />}
          title={text('moderation.noObjection')}
          text={text('moderation.noObjectionText')}
        />
      </Panel>
    );
  }
  return (
    <Panel heading={text('moderation.view.objections')}>
      <ul className={styles.list}>
        {objections.map(({ id, from, handle, uid, measure, madeAt, answer }) => (
          <li key={id}>
            <Link
              to={`/moderation?view=objections&objection=${encodeURIComponent(id)}`}
              className={styles.row}
            >
              <span className={styles.kind}>{text(`moderation.from.${from}`)}</span>
              <span>{handle === null ? (uid ?? text('moderation.nobody')) : `@${handle}`}</span>
              <span>{text(`moderation.standing.${measure === 'none' ? 'good' : measure}`)}</span>
              <Tag tone={answer === null ? 'warn' : 'plain'}>
                {text(`moderation.objection.${answer?.outcome ?? 'open'}`)}
              </Tag>
              <Text component="span" size="sm" c="dimmed">
                {formatDate(madeAt, { dateStyle: 'medium', timeStyle: 'short' })}
              </Text>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
