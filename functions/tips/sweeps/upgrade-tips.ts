import { defaultPreferences } from '../../../core/documents/account-document';
import { collections } from '../../../core/documents/documents';
import { decodeTip } from '../../../core/documents/tip-document';
import { yearsAfter } from '../../../core/tip/text-lifetime';
import type { Deps } from '../../deps';
import type { JobWork } from '../../jobs/job-work';
import { sweepThrough } from '../../jobs/sweep';
import { readable, stored } from '../../store/stored';

const pageSize = 200;

/** Fields that only tips of earlier releases have: a fingerprint of the fan's address, and the time since when the tip has texts. */
const formerFields = ['source.addressHashExpiresAt', 'textsSince'] as const;

/**
 * The job `upgrade-tips`: writes tips of earlier releases in the present form, without the fingerprint of an address, and with the time at which
 * their texts are erased. It ends when there is none left, since no tip gets these fields any more.
 */
export const upgradeTips: JobWork = async (deps, run) => {
  for (const field of formerFields) {
    for (;;) {
      if (run.isOver()) return 'more';
      const found = await deps.store.find(
        {
          from: collections.tips,
          group: true,
          where: [[field, '>', new Date(0)]],
          orderBy: [[field, 'asc']],
          limit: pageSize,
        },
        decodeTip,
      );
      const { changed } = await sweepThrough(deps, 'upgrade-tips', found, ({ path, value }) => {
        const { ownerUid, tipId } = readable(path, value);
        return upgrade(deps, ownerUid, tipId);
      });
      await run.save(null, { done: run.progress.done + changed, total: null });
      // A tip that was written is no longer found, so the next page is another one.
      if (found.length < pageSize || changed === 0) break;
    }
  }
  await wantChosen(deps);
  return 'done';
};

/** Tips that were written meanwhile got the usual time: those of owners who chose another one are looked at. */
async function wantChosen({ store, jobs }: Deps): Promise<void> {
  const usual = defaultPreferences.keepTipsYears;
  for (const op of ['<', '>'] as const) {
    let after: string | null = null;
    for (;;) {
      const found: readonly { readonly path: string }[] = await store.find(
        { from: collections.accounts, where: [['keepTipsYears', op, usual]], limit: pageSize, after },
        () => null,
      );
      for (const { path } of found) await jobs.want('keep-texts', path.slice(path.lastIndexOf('/') + 1));
      after = found.at(-1)?.path ?? null;
      if (found.length < pageSize) break;
    }
  }
}

/** The tip itself has not changed: no new revision. */
async function upgrade({ store }: Pick<Deps, 'store'>, uid: string, tipId: string): Promise<boolean> {
  const doc = stored.tip(uid, tipId);
  return store.transaction(async (tx) => {
    const tip = await tx.read(doc);
    const { keepTipsYears } = (await tx.read(stored.preferences(uid))) ?? defaultPreferences;
    if (tip === undefined) return false;
    const eraseTextsAt = tip.eraseTextsAt === null ? null : yearsAfter(tip.createdAt, keepTipsYears);
    tx.write(doc, { ...tip, eraseTextsAt });
    return true;
  });
}
