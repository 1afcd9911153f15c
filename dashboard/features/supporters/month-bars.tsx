import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { useIntl } from 'react-intl';
import { useText } from '../../messages/text';
import { afterLast, headroom, sideRoom, useSides, useWritten } from '../../panel/chart-panel';

interface MonthBarsProps {
  /** `end` in milliseconds. */
  readonly rows: readonly { readonly end: number; readonly count: number }[];
}

export function MonthBars({ rows }: MonthBarsProps) {
  const text = useText();
  const { formatDate, formatNumber } = useIntl();
  const { mirrored, last, sideAxis } = useSides();
  const write = useWritten();
  const data = rows.map(({ end, count }) => ({
    month: write(formatDate(end, { month: 'short', year: '2-digit', timeZone: 'UTC' })),
    count,
  }));
  const most = Math.max(0, ...rows.map(({ count }) => count));
  return (
    <BarChart
      h={220}
      data={data}
      dataKey="month"
      valueFormatter={(value) => formatNumber(value)}
      // Every third name fits on a phone, and the newest month always has one.
      xAxisProps={{
        reversed: mirrored,
        ticks: data.map(({ month }) => month).filter((_, at) => (data.length - 1 - at) % 3 === 0),
        interval: 0,
      }}
      yAxisProps={{
        ...sideAxis,
        width: sideRoom([formatNumber(Math.ceil(most * headroom))]),
        allowDecimals: false,
      }}
      barChartProps={afterLast(last)}
      series={[{ name: 'count', label: text('supporters.title'), color: 'evergreen.6' }]}
    />
  );
}
