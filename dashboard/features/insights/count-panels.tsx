import { Table } from '@mantine/core';
import { otherSites } from '../../../core/documents/insight-document';
import { readableAddress, readableHostOf } from '../../../core/profile/readable-address';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { useBackend } from '../../data/session';
import { Panel } from '../../ui/panel';
import { conversion, type Insights } from './insight-sums';
import figures from '../../ui/chart-panel.module.css';
import styles from './insights.module.css';
import { useFigures } from './use-figures';

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

export function LinkCounts({ insights }: { readonly insights: Insights }) {
  const text = useText();
  const write = useFigures();
  const { draft } = useDraft();
  const gone = insights.links
    .filter(({ name }) => !draft.links[name])
    .reduce((sum, { count }) => sum + count, 0);
  const named = insights.links.flatMap(({ name, count }) => {
    const link = draft.links[name];
    return link ? [{ name: link.label || readableAddress(link.url), count }] : [];
  });
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
export function SiteCounts({ insights }: { readonly insights: Insights }) {
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
export function PlaceCounts({ insights }: { readonly insights: Insights }) {
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
