import * as v from 'valibot';
import { collections } from '../../core/documents/documents';
import { decodeMonthly } from '../../core/documents/monthly-document';
import { isOver, type Monthly } from '../../core/monthly/monthly';
import type { Deps } from '../deps';
import type { JobRun } from '../jobs/job-work';
import { readableItems } from '../jobs/readable-items';
import type { SweepResult } from '../jobs/sweep';
import { sweepPages } from '../jobs/sweep-pages';
import { stored } from '../store/stored';

const pageSize = 200;

/** Where a page ended: a document that was healed has no time any more, so the place names it. */
const placeOf = v.pipe(v.string(), v.parseJson(), v.object({ path: v.string(), since: v.number() }));

/**
 * Daily: takes the mark of a disconnected account from monthly tips that are over and of which nothing is asked. Nobody looks at those again, and releases
 * before this one kept marks that their writer had left out. A mark that is right stays, so a second run changes nothing.
 */
export async function healMonthlies(deps: Deps, run: JobRun): Promise<SweepResult | 'more'> {
  return sweepPages(deps, run, {
    sweep: 'heal-monthlies',
    nextPage: async (at) => {
      const place = at === null ? null : v.parse(placeOf, at);
      const found = await deps.store.find(
        {
          from: collections.monthly,
          group: true,
          where: [['elsewhere.since', '>', new Date(0)]],
          orderBy: [['elsewhere.since', 'asc']],
          limit: pageSize,
          after: place === null ? null : { path: place.path, values: [new Date(place.since)] },
        },
        decodeMonthly,
      );
      const items = readableItems(deps, 'heal-monthlies', found);
      const [last, lastPath] = [items.at(-1), found.at(-1)?.path];
      const isLast = found.length < pageSize || last === undefined || lastPath === undefined;
      return { items, at: isLast ? null : JSON.stringify({ path: lastPath, since: last.elsewhere?.since }) };
    },
    work: (monthly) => healed(deps, monthly),
  });
}

function healed({ store }: Pick<Deps, 'store'>, { ownerUid, monthlyId }: Monthly): Promise<boolean> {
  return store.transaction(async (tx) => {
    const doc = stored.monthly(ownerUid, monthlyId);
    const current = await tx.read(doc);
    if (current?.elsewhere === undefined || !isOver(current.state) || current.asked !== null) return false;
    const { elsewhere: _mark, ...rest } = current;
    tx.write(doc, rest);
    return true;
  });
}
