import { List, Table } from '@mantine/core';
import { lazy } from 'react';
import { useIntl } from 'react-intl';
import { otherSites } from '@busker/core/insights/insight-document';
import { currencyCodes, formatMoney, type Currency } from '@busker/core/money/money';
import { readableAddress, readableHostOf } from '@busker/core/links/readable-address';
import { useBackend } from '../../session/session';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { ChartPanel } from '../../panel/chart-panel';
import figures from '../../panel/panel.module.css';
import { Panel } from '../../panel/panel';
import { conversion, type Insights, type MoneySums } from './insight-sums';
import { Quiet } from '../../theme/owner-parts';
import styles from './insights.module.css';

export function useFigures() {
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
          return sum ? [amount(sum.received, currency)] : [];
        }),
      ),
  };
}

interface Row {
  readonly name: string;
  readonly count: number;
  readonly beside: string;
}

interface CountsProps {
  readonly heading: string;
  /** The headings of the row, of the count and of the column beside it. */
  readonly columns: readonly [string, string, string];
  readonly rows: readonly Row[];
}

/** More rows than this do not help anybody. */
const mostRows = 25;

/** A table, highest count first, with a bar behind each count. */
function Counts({ heading, columns: [where, counted, beside], rows }: CountsProps) {
  const write = useFigures();
  const ordered = rows.toSorted((a, b) => b.count - a.count).slice(0, mostRows);
  const most = ordered[0]?.count ?? 0;
  if (most === 0) return null;
  return (
    <Panel heading={heading}>
      <Table aria-label={heading} className={`${figures.table} ${styles.bars}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{where}</Table.Th>
            <Table.Th scope="col">{counted}</Table.Th>
            <Table.Th scope="col">{beside}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {ordered.map(({ name, count, beside: more }, at) => (
            // Two links can have the same label.
            // oxlint-disable-next-line react/no-array-index-key
            <Table.Tr key={at}>
              <Table.Th scope="row">
                <bdi>{name}</bdi>
              </Table.Th>
              <Table.Td>
                <span className={styles.bar} style={{ inlineSize: `${(100 * count) / most}%` }} aria-hidden />
                {write.count(count)}
              </Table.Td>
              <Table.Td>{more}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

function LinkCounts({ insights }: { readonly insights: Insights }) {
  const text = useText();
  const write = useFigures();
  const { draft } = useDraft();
  const nameOf = (id: string): string | null => {
    const [link, block] = [draft.links[id], draft.blocks[id]];
    if (link) return link.label || readableAddress(link.url);
    return block ? block.label || text(`blocks.kind.${block.kind}`) : null;
  };
  const counted = insights.links.map(({ name, count }) => ({ name: nameOf(name), count }));
  const gone = counted.filter(({ name }) => name === null).reduce((sum, { count }) => sum + count, 0);
  const named = counted.flatMap(({ name, count }) => (name === null ? [] : [{ name, count }]));
  const all = gone > 0 ? [...named, { name: text('insights.removedLinks'), count: gone }] : named;
  return (
    <Counts
      heading={text('insights.byLink')}
      columns={[text('insights.link'), text('insights.clicks'), text('insights.share')]}
      rows={all.map((row) => ({ ...row, beside: write.share(conversion(row.count, insights.clicks)) }))}
    />
  );
}

function useSiteName(): (site: string) => string {
  const text = useText();
  const own = new URL(useBackend().host).hostname;
  return (site) => {
    if (site === '') return text('insights.noSite');
    if (site === otherSites) return text('insights.otherSites');
    return site === own ? text('insights.ownPage', { site }) : readableHostOf(site);
  };
}

/** The sites on which the card was seen, or that led to the owner's page. */
function SiteCounts({ insights }: { readonly insights: Insights }) {
  const text = useText();
  const write = useFigures();
  const siteName = useSiteName();
  const isKnown = insights.sites.some(({ name }) => name !== '');
  return (
    isKnown && (
      <Counts
        heading={text('insights.bySite')}
        columns={[text('insights.site'), text('insights.views'), text('insights.share')]}
        rows={insights.sites.map(({ name, count }) => ({
          name: siteName(name),
          count,
          beside: write.share(conversion(count, insights.views)),
        }))}
      />
    )
  );
}

/** Where tips came from: the site, the page and the placement that the tag names. */
function PlaceCounts({ insights }: { readonly insights: Insights }) {
  const text = useText();
  const write = useFigures();
  const siteName = useSiteName();
  const counts = (heading: string, nameOf: (name: string) => string, places: Insights['byPage']) => (
    <Counts
      heading={heading}
      columns={[text('insights.where'), text('insights.tips'), text('insights.received')]}
      rows={places.map(({ name, count, money }) => ({
        name: nameOf(name),
        count,
        beside: write.sums(money),
      }))}
    />
  );
  return (
    <>
      {counts(text('insights.tipsBySite'), siteName, insights.bySite)}
      {counts(text('insights.byPage'), (name) => name || text('insights.noPage'), insights.byPage)}
      {counts(
        text('insights.byPlacement'),
        (name) => name || text('insights.noPlacement'),
        insights.byPlacement,
      )}
    </>
  );
}

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
      <Quiet mb="xs">{text('insights.honestLead')}</Quiet>
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
