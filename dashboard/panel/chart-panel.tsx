import { Skeleton, Table, useDirection } from '@mantine/core';
import { Suspense, useState, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useText } from '../messages/text';
import styles from './panel.module.css';
import { Panel } from './panel';
import { SmallButton } from '../theme/theme';

interface Figures {
  readonly columns: readonly string[];
  /** The first cell names its row. */
  readonly rows: readonly (readonly string[])[];
}

interface ChartPanelProps {
  readonly heading: string;
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
        <SmallButton aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {text('insights.asTable')}
        </SmallButton>
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

/** Recharts' keyboard layer would put a control into an image. Keyboard users read the table behind each chart. */
const plain = { accessibilityLayer: false };

/** Recharts lays out from left to right alone: for the other direction the axes swap sides, and days run from right to left. */
export function useSides() {
  const mirrored = useDirection().dir === 'rtl';
  const [first, last] = mirrored ? (['right', 'left'] as const) : (['left', 'right'] as const);
  // Mantine moves the labels of this axis to the left, for an axis on that side: on the other one they would lie on the lines.
  const tick = { transform: `translate(${mirrored ? 10 : -10}, 0)`, fontSize: 12, fill: 'currentColor' };
  return { mirrored, last, sideAxis: { orientation: first, tick } };
}

/** Recharts also writes every label from left to right: in the other direction, the day and its month would change places,
 * and the sign of "US$" its letters. */
export function useWritten(): (label: string) => string {
  const { mirrored } = useSides();
  return (label) => (mirrored ? `\u2067${label}\u200e\u2069` : label);
}

/** Half of the last label overhangs the axis. */
export const afterLast = (last: 'left' | 'right') => ({ ...plain, margin: { [last]: 26 } });

/** Width for labels at the side, in CSS pixels. Recharts' own measure omits the distance between label and chart. */
export const sideRoom = (names: readonly string[]): number =>
  20 + 7 * Math.max(0, ...names.map((name) => name.length));

/** The highest grid line may lie above the highest value. */
export const headroom = 1.3;
