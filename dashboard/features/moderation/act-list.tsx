import { Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import type { OwnerCase } from '../../../core/api/moderation-api';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';
import { Tag } from '../../ui/tag';
import styles from './moderation.module.css';

/** What moderators and admins did or tried about an owner, newest first. */
export function ActList({ acts }: { readonly acts: OwnerCase['acts'] }) {
  const text = useText();
  const { formatDate } = useIntl();
  if (acts.length === 0) return <Panel heading={text('moderation.acts')}>{text('moderation.noActs')}</Panel>;
  return (
    <Panel heading={text('moderation.acts')} note={text('moderation.actsNote')}>
      <ol className={styles.list}>
        {acts.map(({ at, who, role, verb, outcome, reason }, index) => (
          // Two acts of one moment are possible, and the list never changes its order.
          <li key={`${at} ${index}`} className={styles.entry}>
            <div className={styles.entryTop}>
              <b>{text(`moderation.acted.${verb}`)}</b>
              {outcome === 'refused' && <Tag tone="warn">{text('moderation.refused')}</Tag>}
              <Text component="span" size="sm" c="dimmed">
                {formatDate(at, { dateStyle: 'medium', timeStyle: 'short' })}
              </Text>
              <Text component="span" size="sm" c="dimmed">
                {`${who} (${text(`moderation.role.${role}`)})`}
              </Text>
            </div>
            <p className={styles.said}>{reason}</p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
