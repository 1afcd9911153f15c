import { Anchor, List } from '@mantine/core';
import { Link } from 'react-router';
import { useIntl } from 'react-intl';
import { dayStart } from '../../../core/base/zoned-day';
import { feeApartName } from '../../../core/tip/book-sums';
import { useText } from '../../messages/text';
import { TimeZoneField, useTimeZone } from '../../shared/time-zone';
import { Panel } from '../../ui/panel';
import styles from './books.module.css';
import type { YearOfBooks } from './use-books';

/** Milliseconds. The server asks Stripe again long before. */
const fresh = 60 * 60_000;

interface AboutBooksProps {
  readonly year: number;
  readonly books: Pick<YearOfBooks, 'feesApart' | 'feesUntil' | 'months'>;
  /** In milliseconds. */
  readonly now: number;
}

/** What each figure means, for owners and the people who do their taxes. */
export function AboutBooks({ year, books, now }: AboutBooksProps) {
  const text = useText();
  const { formatDate, formatList } = useIntl();
  const zone = useTimeZone();
  const { feesApart, feesUntil, months } = books;
  const hasFees = feesApart.length > 0 || months.some(({ sums }) => sums.some((sum) => sum.feesApart !== 0));
  const wanted = Math.min(now - fresh, dayStart(`${year + 1}-01-01`, zone));
  const apart = feesApart.flatMap((type) => feeApartName(type) ?? []);
  return (
    <Panel heading={text('books.about')}>
      <List size="sm" spacing={4} c="dimmed">
        <List.Item>{text('books.aboutPaid')}</List.Item>
        <List.Item>{text('books.aboutReturns')}</List.Item>
        <List.Item>{text('books.aboutFees')}</List.Item>
        {apart.length > 0 && <List.Item>{text('books.hasOwnFee', { way: formatList(apart) })}</List.Item>}
        {hasFees && <List.Item>{text('books.aboutFeesApart')}</List.Item>}
        {hasFees && feesUntil === null && <List.Item>{text('books.feesUnknown')}</List.Item>}
        {hasFees && feesUntil !== null && feesUntil < wanted && (
          <List.Item>
            {text('books.feesBehind', {
              date: formatDate(feesUntil, { dateStyle: 'long', timeStyle: 'short', timeZone: zone }),
            })}
          </List.Item>
        )}
        <List.Item>{text('books.aboutCurrencies')}</List.Item>
        <List.Item>{text('books.aboutPending')}</List.Item>
      </List>
      <div className={styles.onScreen}>
        <Anchor component={Link} to="/payments/payouts" size="sm" mt="sm" display="inline-block">
          {text('payouts.open')}
        </Anchor>
        <TimeZoneField label={text('insights.zone')} />
      </div>
    </Panel>
  );
}
