import { List, Text } from '@mantine/core';
import { lazy } from 'react';
import { currencyCodes } from '../../../core/money/currency-codes';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';
import { ChartPanel } from './chart-panel';
import { LinkCounts, PlaceCounts } from './count-panels';
import { conversion, type Insights } from './insight-sums';
import styles from './insights.module.css';
import { useFigures } from './use-figures';

const VisitChart = lazy(async () => ({ default: (await import('./insight-charts')).VisitChart }));
const MoneyChart = lazy(async () => ({ default: (await import('./insight-charts')).MoneyChart }));

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
      <LinkCounts insights={insights} />
      <PlaceCounts insights={insights} />
      <NotCounted />
    </>
  );
}

/** One chart per currency: amounts in different currencies are never added. */
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
