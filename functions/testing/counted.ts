import { paths } from '../../core/documents/documents';
import { insightDocument } from '../../core/insights/insight-document';
import { rollUp } from '../view-counts/roll-up';
import { adaUid } from './ada';
import type { InMemoryDeps } from './in-memory-deps';

export interface CountedDays {
  readonly views: number;
  readonly clicks: Readonly<Record<string, number>>;
  /** Views by site. */
  readonly sites: Readonly<Record<string, number>>;
  /** Views by day. */
  readonly days: Readonly<Record<string, number>>;
}

/** The counted days of an owner. */
export function storedCounts(
  { store }: { readonly store: Pick<InMemoryDeps['store'], 'dump'> },
  uid: string = adaUid,
): CountedDays {
  const none = (): Record<string, number> => ({});
  const sum = { views: 0, clicks: none(), sites: none(), days: none() };
  for (const [path, data] of Object.entries(store.dump())) {
    if (!path.startsWith(`${paths.insights(uid)}/`)) continue;
    const shard = insightDocument.decode(data);
    if (!shard.ok) throw new Error(`${path} cannot be read`);
    const { day, views, clicks, sites = {} } = shard.value;
    sum.views += views;
    sum.days[day] = (sum.days[day] ?? 0) + views;
    for (const [site, count] of Object.entries(sites)) sum.sites[site] = (sum.sites[site] ?? 0) + count;
    for (const [link, count] of Object.entries(clicks)) sum.clicks[link] = (sum.clicks[link] ?? 0) + count;
  }
  return sum;
}

/** The same after the instance ended and everything was rolled up. */
export async function countedIn(deps: InMemoryDeps, uid: string = adaUid): Promise<CountedDays> {
  await deps.counting.end();
  await rollUp(deps);
  return storedCounts(deps, uid);
}
