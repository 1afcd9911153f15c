import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { useIntl } from 'react-intl';
import { currencies, formatMoney, type Currency } from '@busker/core/money/money';
import { useText } from '../../messages/text';
import { afterLast, headroom, sideRoom, useSides, useWritten } from '../../panel/chart-panel';
import { dayAxis, type DaySum } from './insight-sums';

function useDayName(): (day: string) => string {
  const intl = useIntl();
  const write = useWritten();
  return (day) =>
    write(intl.formatDate(`${day}T00:00:00Z`, { day: 'numeric', month: 'short', timeZone: 'UTC' }));
}

export function VisitChart({ days }: { readonly days: readonly DaySum[] }) {
  const text = useText();
  const name = useDayName();
  const { formatNumber } = useIntl();
  const { mirrored, last, sideAxis } = useSides();
  const data = days.map(({ day, views, clicks }) => ({ day: name(day), views, clicks }));
  const most = Math.max(0, ...days.map(({ views, clicks }) => Math.max(views, clicks)));
  return (
    <LineChart
      h={240}
      data={data}
      dataKey="day"
      withLegend
      withDots={false}
      xAxisProps={{ ...dayAxis(data.map(({ day }) => day)), reversed: mirrored }}
      yAxisProps={{
        ...sideAxis,
        width: sideRoom([formatNumber(Math.ceil(most * headroom))]),
        allowDecimals: false,
        domain: [0, 'auto'],
      }}
      valueFormatter={(value) => formatNumber(value)}
      // A straight line between two days: a curve would show values that nobody counted.
      curveType="linear"
      lineChartProps={afterLast(last)}
      series={[
        { name: 'views', label: text('insights.views'), color: 'evergreen.6' },
        { name: 'clicks', label: text('insights.clicks'), color: 'orange.5' },
      ]}
    />
  );
}

interface MoneyChartProps {
  readonly currency: Currency;
  readonly days: readonly DaySum[];
}

export function MoneyChart({ currency, days }: MoneyChartProps) {
  const { locale, formatNumber } = useIntl();
  const { mirrored, last, sideAxis } = useSides();
  const name = useDayName();
  // Full amounts would take half of a phone's width.
  const write = useWritten();
  const short = (value: number) =>
    write(
      formatNumber(value, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        notation: 'compact',
        minimumFractionDigits: 0,
        maximumFractionDigits: 2,
      }),
    );
  const unit = 10 ** currencies[currency].exponent;
  const data = days.map(({ day, money }) => ({
    day: name(day),
    received: (money[currency]?.received ?? 0) / unit,
  }));
  const most = Math.max(0, ...data.map(({ received }) => received));
  return (
    <BarChart
      h={220}
      data={data}
      dataKey="day"
      valueFormatter={(value) => formatMoney({ minorUnits: Math.round(value * unit), currency }, locale)}
      xAxisProps={{ ...dayAxis(data.map(({ day }) => day)), reversed: mirrored }}
      yAxisProps={{
        ...sideAxis,
        width: sideRoom([short(Math.ceil(most * headroom))]),
        tickFormatter: short,
      }}
      barChartProps={afterLast(last)}
      series={[{ name: 'received', label: currency.toUpperCase(), color: 'evergreen.6' }]}
    />
  );
}
