import { Text } from '@mantine/core';
import type { SumAfterFees } from '../../../core/tip/book-sums';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';
import styles from './books.module.css';
import { useAmounts } from '../../shared/use-amounts';

/** The sums of one currency, line by line: what was received, what was taken from it, and what is left. */
export function SumPanel({ sum }: { readonly sum: SumAfterFees }) {
  const text = useText();
  const { charged, booked } = useAmounts();
  const { currency, bookedIn, count, feesApart } = sum;
  const name = currency.toUpperCase();
  if (bookedIn === null)
    return (
      <Panel heading={text('books.unbookedHeading', { currency: name })}>
        <Text size="sm">{text('books.unbooked', { count, amount: charged(sum.received, currency) })}</Text>
      </Panel>
    );
  const { received, stripeFee, hostShare, refunds, disputes, disputeFee, kept } = sum.booked;
  const lines = [
    ['books.received', received],
    ['books.refunds', refunds],
    ['books.disputes', disputes],
    ['books.disputeFees', -disputeFee],
    ['books.stripeFees', -stripeFee],
    ['books.hostShare', -hostShare],
    ['books.feesApart', -feesApart],
  ] as const;
  const heading =
    currency === bookedIn
      ? text('books.sums', { currency: name })
      : text('books.sumsBookedIn', { currency: name, booked: bookedIn.toUpperCase() });
  return (
    <Panel heading={heading} note={text('books.count', { count })}>
      <dl className={styles.lines}>
        {currency !== bookedIn && (
          <div>
            <dt>{text('books.charged')}</dt>
            <dd>{charged(sum.received, currency)}</dd>
          </div>
        )}
        {lines
          .filter(([line, amount]) => amount !== 0 || line === 'books.received')
          .map(([line, amount]) => (
            <div key={line}>
              <dt>{text(line)}</dt>
              <dd>{booked(amount, bookedIn)}</dd>
            </div>
          ))}
        <div className={styles.kept}>
          <dt>{text('books.kept')}</dt>
          <dd>{booked(kept, bookedIn)}</dd>
        </div>
      </dl>
    </Panel>
  );
}
