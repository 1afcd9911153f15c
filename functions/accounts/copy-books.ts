import { paths } from '../../core/documents/documents';
import { ledgerEntryOf } from '../../core/documents/ledger-document';
import { decodeTip } from '../../core/documents/tip-document';
import type { Deps } from '../deps';
import { readable, stored } from '../store/stored';
import type { DeleteStep } from './delete-step';
import { hasOpenMatters } from './open-matters';

const pageSize = 500;

/**
 * Writes the ledger entry of every paid tip, and removes nothing: up to here the deletion can stop. The tips keep changing, so their entries are
 * written once more when they are removed.
 */
export const copyBooks: DeleteStep = async (deps, run) => {
  const { store } = deps;
  const from = paths.tips(run.uid);
  const total = (await store.sum({ from }, [])).count;
  let { done, place } = run;
  for (;;) {
    if (await hasOpenMatters(deps, run.uid)) return 'busy';
    const after: string | null = place === null ? null : paths.tip(run.uid, place);
    const found = await store.find({ from, limit: pageSize, after }, (data) =>
      readable(from, decodeTip(data)),
    );
    const tips = found.map(({ value }) => value);
    await store.commit([], (writes) => {
      for (const tip of tips) {
        if (tip.payment.succeededAt === null) continue;
        writes.write(stored.ledgerEntry(run.uid, tip.tipId), ledgerEntryOf(tip));
      }
    });
    const last = tips.at(-1);
    if (last === undefined || tips.length < pageSize) return 'next';
    done += tips.length;
    place = last.tipId;
    await run.save(place, done, total);
    if (run.isOver()) return 'more';
  }
};

/** Removes the copies again. `false` = the time of the slice is over. */
export async function dropCopies(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  isOver: () => boolean,
): Promise<boolean> {
  for (;;) {
    const found = await store.find({ from: paths.ledgerEntries(uid), limit: pageSize }, () => null);
    if (found.length === 0) return true;
    await store.commit([], (writes) => {
      for (const { path } of found) writes.remove(path);
    });
    if (isOver()) return false;
  }
}
