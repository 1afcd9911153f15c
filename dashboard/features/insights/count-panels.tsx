import { lazy } from 'react';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { ChartPanel } from './chart-panel';
import { conversion, type Insights } from './insight-sums';
import { useFigures } from './use-figures';

const CountChart = lazy(async () => ({ default: (await import('./insight-charts')).CountChart }));

interface Row {
  readonly name: string;
  readonly count: number;
  /** The extra column of the table, beside name and count. */
  readonly beside: string;
}

interface CountsProps {
  readonly heading: string;
  /** The headings of the row, of the count and of the extra column. */
  readonly columns: readonly [string, string, string];
  readonly rows: readonly Row[];
}

/** A bar chart, longest bar first, with a table of its figures. */
function Counts({ heading, columns, rows }: CountsProps) {
  const text = useText();
  const write = useFigures();
  const ordered = rows.toSorted((a, b) => b.count - a.count);
  const [first] = ordered;
  if (first === undefined) return null;
  const [, label] = columns;
  return (
    <ChartPanel
      heading={heading}
      says={text('insights.countsSays', { heading, rows: rows.length, name: first.name, count: first.count })}
      figures={{
        columns,
        rows: ordered.map(({ name, count, beside }) => [name, write.count(count), beside]),
      }}
    >
      <CountChart label={label} rows={ordered} />
    </ChartPanel>
  );
}

export function LinkCounts({ insights }: { readonly insights: Insights }) {
  const text = useText();
  const write = useFigures();
  const { draft } = useDraft();
  const gone = insights.links
    .filter(({ id }) => !draft.links[id])
    .reduce((sum, { clicks }) => sum + clicks, 0);
  const named = insights.links.flatMap(({ id, clicks }) => {
    const link = draft.links[id];
    return link ? [{ name: link.label || link.url, count: clicks }] : [];
  });
  const all = gone > 0 ? [...named, { name: text('insights.removedLinks'), count: gone }] : named;
  return (
    <Counts
      heading={text('insights.byLink')}
      columns={[text('insights.link'), text('insights.clicks'), text('insights.share')]}
      rows={all.map(({ name, count }) => ({
        name,
        count,
        beside: write.share(conversion(count, insights.clicks)),
      }))}
    />
  );
}

/** Where tips came from: the page, and the placement that the tag names. */
export function PlaceCounts({ insights }: { readonly insights: Insights }) {
  const text = useText();
  const write = useFigures();
  const counts = (heading: string, unnamed: string, places: Insights['byPage']) => (
    <Counts
      heading={heading}
      columns={[text('insights.where'), text('insights.tips'), text('insights.kept')]}
      rows={places.map(({ name, tips, money }) => ({
        name: name || unnamed,
        count: tips,
        beside: write.sums(money),
      }))}
    />
  );
  return (
    <>
      {counts(text('insights.byPage'), text('insights.noPage'), insights.byPage)}
      {counts(text('insights.byPlacement'), text('insights.noPlacement'), insights.byPlacement)}
    </>
  );
}
