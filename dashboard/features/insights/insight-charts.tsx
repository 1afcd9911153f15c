import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { useIntl } from 'react-intl';
import type { Currency } from '../../../core/money/currency-codes';
import { currencies } from '../../../core/money/currencies';
import { formatMoney } from '../../../core/money/money';
import { useText } from '../../messages/text';
import type { DaySum } from './insight-sums';

/** Recharts' keyboard layer would put a control into an image. Keyboard users read the table behind each chart. */
const plain = { accessibilityLayer: false };

/** Half of the last day's label overhangs the axis. */
const byDay = { ...plain, margin: { right: 26 } };

/** Width for labels at the side, in CSS pixels. Recharts' own measure omits the distance between label and chart. */
const sideRoom = (names: readonly string[]): number =>
  20 + 7 * Math.max(0, ...names.map((name) => name.length));

/** The highest grid line may lie above the highest value. */
const headroom = 1.3;

function useDayName(): (day: string) => string {
  const intl = useIntl();
  return (day) => intl.formatDate(`${day}T00:00:00Z`, { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

export function VisitChart({ days }: { readonly days: readonly DaySum[] }) {
  const text = useText();
  const name = useDayName();
  const { formatNumber } = useIntl();
  const data = days.map(({ day, views, clicks }) => ({ day: name(day), views, clicks }));
  const most = Math.max(0, ...days.map(({ views, clicks }) => Math.max(views, clicks)));
  return (
    <LineChart
      h={240}
      data={data}
      dataKey="day"
      withLegend
      withDots={false}
      xAxisProps={dayAxis(data.map(({ day }) => day))}
      yAxisProps={{ width: sideRoom([formatNumber(Math.ceil(most * headroom))]), allowDecimals: false }}
      valueFormatter={(value) => formatNumber(value)}
      curveType="monotone"
      lineChartProps={byDay}
      series={[
        { name: 'views', label: text('insights.views'), color: 'evergreen.6' },
        { name: 'clicks', label: text('insights.clicks'), color: 'orange.5' },
      ]}
    />
  );
}

/** Days between two labels, counted back from today: as many as fit on a phone, evenly spaced. */
const stepOf = (days: number): number => (days <= 7 ? 2 : days <= 28 ? 7 : 30);

/** Recharts would drop labels at uneven distances. */
function dayAxis(names: readonly string[]) {
  const step = stepOf(names.length);
  return { ticks: names.filter((_, at) => (names.length - 1 - at) % step === 0), interval: 0 };
}

interface MoneyChartProps {
  readonly currency: Currency;
  readonly days: readonly DaySum[];
  /** Day to minor units. */
  readonly kept: Readonly<Record<string, number>>;
}

export function MoneyChart({ currency, days, kept }: MoneyChartProps) {
  const { locale, formatNumber } = useIntl();
  const name = useDayName();
  // Full amounts would take half of a phone's width.
  const short = (value: number) =>
    formatNumber(value, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      notation: 'compact',
      minimumFractionDigits: 0,
      maximumFractionDigits: 2,
    });
  const unit = 10 ** currencies[currency].exponent;
  const data = days.map(({ day }) => ({ day: name(day), kept: (kept[day] ?? 0) / unit }));
  const most = Math.max(0, ...data.map((each) => each.kept));
  return (
    <BarChart
      h={220}
      data={data}
      dataKey="day"
      valueFormatter={(value) => formatMoney({ minorUnits: Math.round(value * unit), currency }, locale)}
      xAxisProps={dayAxis(data.map(({ day }) => day))}
      yAxisProps={{ width: sideRoom([short(Math.ceil(most * headroom))]), tickFormatter: short }}
      barChartProps={byDay}
      series={[{ name: 'kept', label: currency.toUpperCase(), color: 'evergreen.6' }]}
    />
  );
}

interface CountChartProps {
  /** What is counted. */
  readonly label: string;
  /** Largest first. */
  readonly rows: readonly { readonly name: string; readonly count: number }[];
}

/** More rows than this are easier to read in the table. */
const mostBars = 12;
const mostLetters = 22;

const shortened = (name: string) => (name.length > mostLetters ? `${name.slice(0, mostLetters - 1)}…` : name);

/** Horizontal bars with the count at the end, because link labels and page addresses are long. */
export function CountChart({ label, rows }: CountChartProps) {
  const { formatNumber } = useIntl();
  const shown = rows.slice(0, mostBars);
  return (
    <BarChart
      h={shown.length * 34 + 10}
      orientation="vertical"
      data={shown.map(({ name, count }) => ({ name, count }))}
      dataKey="name"
      barChartProps={{ ...plain, margin: { right: 44 } }}
      withXAxis={false}
      gridAxis="none"
      withBarValueLabel
      valueLabelProps={{ position: 'right' }}
      valueFormatter={(value) => formatNumber(value)}
      yAxisProps={{
        width: sideRoom(shown.map(({ name }) => shortened(name))),
        tickFormatter: shortened,
        interval: 0,
      }}
      maxBarWidth={20}
      series={[{ name: 'count', label, color: 'evergreen.6' }]}
    />
  );
}
