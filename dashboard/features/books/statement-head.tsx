import { Title } from '@mantine/core';
import { useIntl } from 'react-intl';
import { useText } from '../../messages/text';
import { useTimeZone } from '../../shared/time-zone';
import { useDraft } from '../../draft/draft-provider';
import styles from './books.module.css';
import { useStatementOwner } from './statement-owner';

interface StatementHeadProps {
  readonly year: number;
  /** In milliseconds. */
  readonly madeAt: number;
}

/** The head of the printed statement: whose it is, of which year, and when it was made. Not shown on the screen. */
export function StatementHead({ year, madeAt }: StatementHeadProps) {
  const text = useText();
  const { formatDate } = useIntl();
  const { draft } = useDraft();
  const zone = useTimeZone();
  const owner = useStatementOwner();
  return (
    <div className={styles.onPaper}>
      <Title order={2}>{text('books.statement', { year: String(year) })}</Title>
      {owner !== null && owner.statementName !== '' && (
        <p className={styles.ownerName}>
          <bdi>{owner.statementName}</bdi>
        </p>
      )}
      {owner !== null && owner.statementAddress !== '' && (
        <p className={styles.address} dir="auto">
          {owner.statementAddress}
        </p>
      )}
      {owner !== null && owner.taxNumber !== '' && (
        <p>{text('books.taxNumberIs', { number: owner.taxNumber })}</p>
      )}
      <p>
        <bdi>{draft.name}</bdi> <bdi>(@{draft.handle})</bdi>
      </p>
      <p>{text('books.madeOn', { date: formatDate(madeAt, { dateStyle: 'long', timeZone: zone }), zone })}</p>
    </div>
  );
}
