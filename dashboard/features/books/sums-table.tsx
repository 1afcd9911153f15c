import { Table } from '@mantine/core';
import { useIntl } from 'react-intl';
import { byCurrency, type CurrencySum, type SumAfterFees } from '../../../core/tip/book-sums';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';
import styles from './books.module.css';
import { useAmounts } from '../../shared/use-amounts';

interface Row {
  /** The month or the country. */
  readonly name: string;
  readonly sums: readonly SumAfterFees[];
}

interface SumsTableProps {
  readonly heading: string;
  /** The heading of the first column. */
  readonly of: string;
  readonly rows: readonly Row[];
}

/** One line for each currency of a month or a country, also while a part of it is not booked yet. What lowers the sum has a minus (`0 - x` is never -0). On a phone each line is a block with named figures. */
export function SumsTable({ heading, of, rows }: SumsTableProps) {
  const text = useText();
  const { formatNumber } = useIntl();
  const { charged, booked } = useAmounts();
  const columns = [
    text('books.tips'),
    text('books.received'),
    text('books.returned'),
    text('books.fees'),
    text('books.kept'),
  ];
  /** The lines of each cell. */
  const figuresOf = ({
    currency,
    count,
    received,
    refunded,
    disputed,
    booked: all,
    unbooked,
  }: CurrencySum): readonly (readonly string[])[] => {
    const fees = all.map(({ bookedIn, feesApart, booked: { stripeFee, hostShare, disputeFee } }) =>
      booked(0 - (stripeFee + hostShare + disputeFee + feesApart), bookedIn ?? currency),
    );
    const kept = all.map((sum) => booked(sum.booked.kept, sum.bookedIn ?? currency));
    const start = [
      [formatNumber(count)],
      [charged(received, currency)],
      [charged(0 - (refunded + disputed), currency)],
    ];
    if (unbooked === null) return [...start, fees, kept];
    if (all.length === 0) return [...start, [text('books.notYet')], [text('books.notYet')]];
    const rest = { count: unbooked.count, amount: charged(unbooked.received, currency) };
    return [...start, fees, [...kept, text('books.withoutUnbooked', rest)]];
  };
  return (
    <Panel heading={heading}>
      <Table aria-label={heading} className={styles.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{of}</Table.Th>
            {columns.map((column) => (
              <Table.Th key={column} scope="col">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.flatMap(({ name, sums }) =>
            byCurrency(sums).map((sum) => (
              <Table.Tr key={`${name} ${sum.currency}`}>
                <Table.Th scope="row">{name}</Table.Th>
                {figuresOf(sum).map((lines, at) => (
                  <Table.Td key={columns[at]} data-column={columns[at]}>
                    <div className={styles.cell}>
                      {lines.map((line) => (
                        <span key={line}>{line}</span>
                      ))}
                    </div>
                  </Table.Td>
                ))}
              </Table.Tr>
            )),
          )}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
