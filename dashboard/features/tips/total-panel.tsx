import { Text } from '@mantine/core';
import type { BookSum } from '../../../core/tip/book-sums';
import { useText } from '../../messages/text';
import { useAmounts } from '../../shared/use-amounts';
import { linesOf, type TotalLine } from './total-lines';
import moneyList from '../../ui/money-list.module.css';
import styles from './tips.module.css';

/** The sums of one currency: what was received, what went out again, and what the owner keeps. */
export function TotalPanel({ sum, hasFees }: { readonly sum: BookSum; readonly hasFees: boolean }) {
  const text = useText();
  const { booked } = useAmounts();
  const nameOf = (line: TotalLine) =>
    line === 'charged' ? text('tips.total', { currency: sum.currency.toUpperCase() }) : text(`books.${line}`);
  return (
    <dl className={`${moneyList.total} ${styles.total}`}>
      {linesOf(sum, hasFees).map(({ line, amount, currency }) => (
        <div key={line} data-line={line}>
          <Text component="dt" size="xs" c="dimmed">
            {nameOf(line)}
          </Text>
          <dd className={`${moneyList.sum} ${styles.sum}`}>
            {amount === null ? (
              <Text size="sm" component="span">
                {text('books.notYet')}
              </Text>
            ) : (
              booked(amount, currency)
            )}
          </dd>
          {line === 'charged' && (
            <Text size="xs" c="dimmed" component="dd">
              {text('tips.totalCount', { count: sum.count })}
            </Text>
          )}
        </div>
      ))}
    </dl>
  );
}
