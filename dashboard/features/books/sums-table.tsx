import { Table } from '@mantine/core';
import type { BookSum } from '../../../core/tip/book-sums';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';
import styles from './books.module.css';
import { useAmounts } from '../../shared/use-amounts';

interface Row {
  /** The month or the country. */
  readonly name: string;
  readonly sums: readonly BookSum[];
}

interface SumsTableProps {
  readonly heading: string;
  /** The heading of the first column. */
  readonly of: string;
  readonly rows: readonly Row[];
}

/** One line for each pair of currencies of a month or a country. On a phone each line is a block with named figures. */
export function SumsTable({ heading, of, rows }: SumsTableProps) {
  const text = useText();
  const { charged, booked } = useAmounts();
  const columns = [
    text('books.tips'),
    text('books.received'),
    text('books.returned'),
    text('books.fees'),
    text('books.kept'),
  ];
  const figuresOf = (sum: BookSum): readonly string[] => {
    const { currency, bookedIn } = sum;
    const start = [
      String(sum.count),
      charged(sum.received, currency),
      charged(sum.refunded + sum.disputed, currency),
    ];
    if (bookedIn === null) return [...start, text('books.notYet'), text('books.notYet')];
    const { stripeFee, hostShare, disputeFee, kept } = sum.booked;
    return [...start, booked(stripeFee + hostShare + disputeFee, bookedIn), booked(kept, bookedIn)];
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
            sums.map((sum) => (
              <Table.Tr key={`${name} ${sum.currency} ${sum.bookedIn ?? ''}`}>
                <Table.Th scope="row">{name}</Table.Th>
                {figuresOf(sum).map((figure, at) => (
                  <Table.Td key={columns[at]} data-column={columns[at]}>
                    {figure}
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
