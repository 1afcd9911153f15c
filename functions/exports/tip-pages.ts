import { millisOf, paths } from '@busker/core/documents/documents';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import type { Tip } from '@busker/core/tip/tip';
import type { Deps } from '../deps';
import type { Place } from '../store/store';

/** Tips that are in memory at once. */
export const pageSize = 500;

/** Where a page begins: after the tip of this id and time (epoch milliseconds), which may be gone by now. */
export interface TipPlace {
  readonly tipId: string;
  readonly createdAt: number;
}

export interface TipPage {
  readonly tips: readonly Tip[];
  /** How many stored tips of this page could not be read, for example because a later release wrote them. They are logged. */
  readonly unreadable: number;
  /** The place of the page's last tip; null = the page is empty. */
  readonly last: TipPlace | null;
}

/** All tips of an owner, the oldest first, page by page. The last page may be empty. A tip that cannot be read stops no export. */
export async function* tipPages(
  deps: Pick<Deps, 'store' | 'log'>,
  uid: string,
  start: TipPlace | null,
): AsyncGenerator<TipPage> {
  let after = start;
  for (;;) {
    const found = await pageAfter(deps.store, uid, after);
    const page = pageOf(deps, found);
    yield page;
    if (page.last === null || found.length < pageSize) return;
    after = page.last;
  }
}

async function pageAfter(store: Deps['store'], uid: string, after: TipPlace | null) {
  const from = paths.tips(uid);
  const place: Place | null = after && {
    path: paths.tip(uid, after.tipId),
    values: [new Date(after.createdAt)],
  };
  const query = { from, orderBy: [['createdAt', 'asc']], limit: pageSize, after: place } as const;
  return store.find(query, (data) => ({ tip: tipDocument.decode(data), createdAt: timeOf(data) }));
}

type Found = Awaited<ReturnType<typeof pageAfter>>;

/** The query is ordered by this time, so every tip that it finds has it. */
function timeOf(data: unknown): number {
  const time = typeof data === 'object' && data !== null && 'createdAt' in data ? data.createdAt : undefined;
  const millis = millisOf(time);
  if (millis === undefined) throw new Error('The time of a tip cannot be read.');
  return millis;
}

function pageOf({ log }: Pick<Deps, 'log'>, found: Found): TipPage {
  const tips: Tip[] = [];
  for (const { path, value } of found) {
    if (value.tip.ok) tips.push(value.tip.value);
    else log.tipUnreadable({ path });
  }
  const end = found.at(-1);
  const last = end && {
    tipId: end.path.slice(end.path.lastIndexOf('/') + 1),
    createdAt: end.value.createdAt,
  };
  return { tips, unreadable: found.length - tips.length, last: last ?? null };
}
