import { lazy, useState } from 'react';
import { useIntl } from 'react-intl';
import { runningAt, type Monthly } from '../../../core/monthly/monthly';
import { useText } from '../../messages/text';
import { ChartPanel } from '../../ui/chart-panel';
import { monthEnds } from './month-ends';

const MonthBars = lazy(async () => ({ default: (await import('./month-bars')).MonthBars }));

const months = 12;

/** How many supporters there were at the end of each of the last twelve months. */
export function SupporterChart({ all }: { readonly all: readonly Monthly[] }) {
  const text = useText();
  const { formatDate, formatNumber } = useIntl();
  const [ends] = useState(() => monthEnds(Date.now(), months));
  const counts = runningAt(all, ends);
  const long = (end: number) => formatDate(end, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const rows = ends.map((end, at) => ({ end, count: counts[at] ?? 0 }));
  return (
    <ChartPanel
      heading={text('supporters.chart')}
      says={text('supporters.chartSays', {
        first: long(ends[0] ?? 0),
        from: counts[0] ?? 0,
        last: long(ends.at(-1) ?? 0),
        to: counts.at(-1) ?? 0,
      })}
      figures={{
        columns: [text('supporters.month'), text('supporters.title')],
        rows: rows.toReversed().map(({ end, count }) => [long(end), formatNumber(count)]),
      }}
    >
      <MonthBars rows={rows} />
    </ChartPanel>
  );
}
