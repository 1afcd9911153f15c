import { List, Text } from '@mantine/core';
import { lazy } from 'react';
import { currencyCodes } from '../../../core/money/currency-codes';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';
import { ChartPanel } from '../../ui/chart-panel';
import { LinkCounts, PlaceCounts, SiteCounts } from './count-panels';
import { conversion, type Insights } from './insight-sums';
import { useFigures } from './use-figures';

const VisitChart = lazy(async () => ({ default: (await import('./insight-charts')).VisitChart }));
const MoneyChart = lazy(async () => ({ default: (await import('./insight-charts')).MoneyChart }));

interface InsightPanelsProps {
  readonly insights: Insights;
  /** Some counts have no time of day, and the owner's days are not UTC's. */
  readonly hasUtcDays: boolean;
}

export function InsightPanels({ insights, hasUtcDays }: InsightPanelsProps) {
  const text = useText();
  const write = useFigures();
  const { views, clicks, days } = insights;
  return (
    <>
      <ChartPanel
        heading={text('insights.byDay')}
        says={text('insights.byDaySays', { views, clicks, days: days.length })}
        figures={{
          columns: [
            text('insights.day'),
            text('insights.views'),
            text('insights.clicks'),
            text('insights.tips'),
            text('insights.received'),
            text('insights.conversion'),
          ],
          rows: days
            .toReversed()
            .map((day) => [
              write.day(day.day),
              write.count(day.views),
              write.count(day.clicks),
              write.count(day.tips),
              write.sums(day.money) || text('insights.noShare'),
              write.share(conversion(day.tips, day.views)),
            ]),
        }}
      >
        <VisitChart days={days} />
      </ChartPanel>
      <Money insights={insights} />
      <LinkCounts insights={insights} />
      <SiteCounts insights={insights} />
      <PlaceCounts insights={insights} />
      <NotCounted hasUtcDays={hasUtcDays} />
    </>
  );
}

/** One chart per currency: amounts in different currencies are never added. */
function Money({ insights }: { readonly insights: Insights }) {
  const text = useText();
  const write = useFigures();
  return currencyCodes.flatMap((currency) => {
    const sum = insights.money[currency];
    if (!sum) return [];
    const heading = text('insights.money', { currency: currency.toUpperCase() });
    const days = insights.days.filter(({ money }) => money[currency]).toReversed();
    return [
      <ChartPanel
        key={currency}
        heading={heading}
        says={text('insights.moneySays', { count: sum.tips, amount: write.amount(sum.received, currency) })}
        figures={{
          columns: [text('insights.day'), text('insights.tips'), text('insights.received')],
          rows: days.map(({ day, money }) => [
            write.day(day),
            write.count(money[currency]?.tips ?? 0),
            write.amount(money[currency]?.received ?? 0, currency),
          ]),
        }}
      >
        <MoneyChart currency={currency} days={insights.days} />
      </ChartPanel>,
    ];
  });
}

function NotCounted({ hasUtcDays }: Pick<InsightPanelsProps, 'hasUtcDays'>) {
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
        <List.Item>{text('insights.sitesNote')}</List.Item>
        <List.Item>{text('insights.notFees')}</List.Item>
        {hasUtcDays && <List.Item>{text('insights.utcDays')}</List.Item>}
      </List>
    </Panel>
  );
}
