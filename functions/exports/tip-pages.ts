import { paths } from '../../core/documents/documents';
import { decodeTip } from '../../core/documents/tip-document';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { readable } from '../store/stored';
import type { Place } from '../store/store';

/** Tips that are in memory at once. */
export const pageSize = 500;

/** Where a page begins: after the tip of this id and time (epoch milliseconds), which may be gone by now. */
export interface TipPlace {
  readonly tipId: string;
  readonly createdAt: number;
}

/** All tips of an owner, the oldest first, page by page. The last page may be empty. */
export async function* tipPages(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  start: TipPlace | null,
): AsyncGenerator<readonly Tip[]> {
  let after = start;
  for (;;) {
    const page = await pageAfter(store, uid, after);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last;
  }
}

async function pageAfter(store: Deps['store'], uid: string, after: TipPlace | null): Promise<readonly Tip[]> {
  const from = paths.tips(uid);
  const place: Place | null = after && {
    path: paths.tip(uid, after.tipId),
    values: [new Date(after.createdAt)],
  };
  const query = { from, orderBy: [['createdAt', 'asc']], limit: pageSize, after: place } as const;
  const found = await store.find(query, decodeTip);
  return found.map(({ path, value }) => readable(path, value));
}
