import { Button, Skeleton, Table } from '@mantine/core';
import { Suspense, useState, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useText } from '../messages/text';
import { Panel } from './panel';
import styles from './chart-panel.module.css';

export interface Figures {
  readonly columns: readonly string[];
  /** The first cell names its row. */
  readonly rows: readonly (readonly string[])[];
}

interface ChartPanelProps {
  readonly heading: string;
  /** A description of the chart, in one sentence. */
  readonly says: string;
  readonly figures: Figures;
  readonly children: ReactNode;
}

/** A chart with a table of its figures. The table replaces the chart while the chart's code cannot load. */
export function ChartPanel({ heading, says, figures, children }: ChartPanelProps) {
  const text = useText();
  const [asTable, setAsTable] = useState(false);
  const table = <FigureTable heading={heading} figures={figures} />;
  return (
    <Panel
      heading={heading}
      aside={
        <Button
          size="compact-sm"
          variant="default"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          {text('insights.asTable')}
        </Button>
      }
    >
      {asTable ? (
        table
      ) : (
        <ErrorBoundary fallback={table}>
          <div role="img" aria-label={says} className={styles.chart}>
            <Suspense fallback={<Skeleton height={220} radius="md" />}>{children}</Suspense>
          </div>
        </ErrorBoundary>
      )}
    </Panel>
  );
}

function FigureTable({ heading, figures }: { readonly heading: string; readonly figures: Figures }) {
  return (
    <Table aria-label={heading} className={styles.table ?? ''}>
      <Table.Thead>
        <Table.Tr>
          {figures.columns.map((column) => (
            <Table.Th key={column} scope="col">
              {column}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {figures.rows.map(([name = '', ...cells]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            {cells.map((cell, at) => (
              <Table.Td key={figures.columns[at + 1]}>{cell}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
