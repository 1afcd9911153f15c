import { List, Text } from '@mantine/core';
import { lazy } from 'react';
import { useIntl } from 'react-intl';
import { currencyCodes, type Currency } from '../../../core/currency-codes';
import { formatMoney } from '../../../core/money';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';
import { ChartPanel, FigureTable } from './chart-panel';
import { conversion, type Insights, type MoneySums } from './insight-sums';
import styles from './insights.module.css';

const VisitChart = lazy(async () => ({ default: (await import('./insight-charts')).VisitChart }));
const MoneyChart = lazy(async () => ({ default: (await import('./insight-charts')).MoneyChart }));

/** How figures are written on this screen. */
function useFigures() {
  const intl = useIntl();
  const text = useText();
  const amount = (minorUnits: number, currency: Currency) =>
    formatMoney({ minorUnits, currency }, intl.locale);
  return {
    count: (value: number) => intl.formatNumber(value),
    share: (value: number | null) =>
      value === null
        ? text('insights.noShare')
        : intl.formatNumber(value, { style: 'percent', maximumFractionDigits: 1 }),
    day: (day: string) => intl.formatDate(`${day}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' }),
    amount,
    sums: (money: MoneySums) =>
      intl.formatList(
        currencyCodes.flatMap((currency) => {
          const sum = money[currency];
          return sum ? [amount(sum.kept, currency)] : [];
        }),
      ),
  };
}

export function InsightPanels({ insights }: { readonly insights: Insights }) {
  const text = useText();
  const write = useFigures();
  const { views, clicks, tips, days } = insights;
  const heads = [
    ['insights.views', write.count(views)],
    ['insights.clicks', write.count(clicks)],
    ['insights.tips', write.count(tips)],
    ['insights.conversion', write.share(conversion(tips, views))],
  ] as const;
  return (
    <>
      <dl className={styles.heads}>
        {heads.map(([name, figure]) => (
          <div key={name}>
            <dt>{text(name)}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <ChartPanel
        heading={text('insights.byDay')}
        says={text('insights.byDaySays', { views, clicks, days: days.length })}
        figures={{
          columns: [
            text('insights.day'),
            text('insights.views'),
            text('insights.clicks'),
            text('insights.tips'),
            text('insights.conversion'),
          ],
          rows: days
            .toReversed()
            .map((day) => [
              write.day(day.day),
              write.count(day.views),
              write.count(day.clicks),
              write.count(day.tips),
              write.share(conversion(day.tips, day.views)),
            ]),
        }}
      >
        <VisitChart days={days} />
      </ChartPanel>
      <Money insights={insights} />
      <Links insights={insights} />
      <Places insights={insights} />
      <NotCounted />
    </>
  );
}

/** One chart for each currency: sums of different currencies are never mixed. */
function Money({ insights }: { readonly insights: Insights }) {
  const text = useText();
  const write = useFigures();
  return currencyCodes.flatMap((currency) => {
    const sum = insights.money[currency];
    const kept = insights.moneyByDay[currency];
    if (!sum || !kept) return [];
    const heading = text('insights.money', { currency: currency.toUpperCase() });
    const days = Object.keys(kept).toSorted().toReversed();
    return [
      <ChartPanel
        key={currency}
        heading={heading}
        says={text('insights.moneySays', { count: sum.tips, amount: write.amount(sum.kept, currency) })}
        figures={{
          columns: [text('insights.day'), text('insights.kept')],
          rows: days.map((day) => [write.day(day), write.amount(kept[day] ?? 0, currency)]),
        }}
      >
        <MoneyChart currency={currency} days={insights.days} kept={kept} />
      </ChartPanel>,
    ];
  });
}

function Links({ insights }: { readonly insights: Insights }) {
  const text = useText();
  const write = useFigures();
  const { draft } = useDraft();
  if (insights.links.length === 0) return null;
  const heading = text('insights.byLink');
  const removed = insights.links.filter(({ id }) => !draft.links[id]);
  const gone = removed.reduce((sum, { clicks }) => sum + clicks, 0);
  const rows = insights.links.flatMap(({ id, clicks }) => {
    const link = draft.links[id];
    return link ? [{ name: link.label || link.url, clicks }] : [];
  });
  const all = gone > 0 ? [...rows, { name: text('insights.removedLinks'), clicks: gone }] : rows;
  return (
    <Panel heading={heading}>
      <FigureTable
        heading={heading}
        figures={{
          columns: [text('insights.link'), text('insights.clicks'), text('insights.share')],
          rows: all.map(({ name, clicks }) => [
            name,
            write.count(clicks),
            write.share(conversion(clicks, insights.clicks)),
          ]),
        }}
      />
    </Panel>
  );
}

function Places({ insights }: { readonly insights: Insights }) {
  const text = useText();
  const write = useFigures();
  if (insights.tips === 0) return null;
  const table = (heading: string, unnamed: string, places: Insights['byPage']) => (
    <Panel heading={heading}>
      <FigureTable
        heading={heading}
        figures={{
          columns: [text('insights.where'), text('insights.tips'), text('insights.kept')],
          rows: places.map(({ name, tips, money }) => [
            name || unnamed,
            write.count(tips),
            write.sums(money),
          ]),
        }}
      />
    </Panel>
  );
  return (
    <>
      {table(text('insights.byPage'), text('insights.noPage'), insights.byPage)}
      {table(text('insights.byPlacement'), text('insights.noPlacement'), insights.byPlacement)}
    </>
  );
}

function NotCounted() {
  const text = useText();
  return (
    <Panel heading={text('insights.honest')}>
      <Text size="sm" c="dimmed" mb="xs">
        {text('insights.honestLead')}
      </Text>
      <List size="sm" spacing={4} c="dimmed">
        <List.Item>{text('insights.notBlocked')}</List.Item>
        <List.Item>{text('insights.notPeople')}</List.Item>
        <List.Item>{text('insights.notPlaces')}</List.Item>
        <List.Item>{text('insights.notFees')}</List.Item>
        <List.Item>{text('insights.utc')}</List.Item>
      </List>
    </Panel>
  );
}
