import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { useIntl } from 'react-intl';
import type { Currency } from '../../../core/currency-codes';
import { currencies } from '../../../core/currencies';
import { formatMoney } from '../../../core/money';
import { useText } from '../../messages/text';
import type { DaySum } from './insight-sums';

/** Recharts' own keyboard layer would put a control into a picture; the table behind each chart is what the keyboard reads. */
const plain = { accessibilityLayer: false };

function useDayName(): (day: string) => string {
  const intl = useIntl();
  return (day) => intl.formatDate(`${day}T00:00:00Z`, { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

export function VisitChart({ days }: { readonly days: readonly DaySum[] }) {
  const text = useText();
  const name = useDayName();
  return (
    <LineChart
      h={240}
      data={days.map(({ day, views, clicks }) => ({ day: name(day), views, clicks }))}
      dataKey="day"
      withLegend
      withDots={false}
      curveType="monotone"
      lineChartProps={plain}
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
  /** Day to minor units. */
  readonly kept: Readonly<Record<string, number>>;
}

export function MoneyChart({ currency, days, kept }: MoneyChartProps) {
  const { locale } = useIntl();
  const name = useDayName();
  const unit = 10 ** currencies[currency].exponent;
  return (
    <BarChart
      h={220}
      data={days.map(({ day }) => ({ day: name(day), kept: (kept[day] ?? 0) / unit }))}
      dataKey="day"
      valueFormatter={(value) => formatMoney({ minorUnits: Math.round(value * unit), currency }, locale)}
      barChartProps={plain}
      series={[{ name: 'kept', label: currency.toUpperCase(), color: 'evergreen.6' }]}
    />
  );
}
