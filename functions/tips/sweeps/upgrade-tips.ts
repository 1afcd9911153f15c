import { decodePreferences, defaultPreferences } from '../../../core/documents/account-document';
import { collections } from '../../../core/documents/documents';
import { decodeTip } from '../../../core/documents/tip-document';
import { yearsAfter } from '../../../core/tip/tip';
import type { Deps } from '../../deps';
import type { JobWork } from '../../queue/job-work';
import { sweepThrough } from '../../queue/sweep';
import type { Found } from '../../store/store';
import { readable, stored } from '../../store/stored';

const pageSize = 200;
const weekMs = 7 * 24 * 60 * 60_000;
/** The cursor keeps the progress over slices. It names no place, since a tip that was written is no longer found. */
const begun = 'begun';

/** Fields that only tips of earlier releases have: a fingerprint of the fan's address, and the time since when the tip has texts. */
const formerFields = ['source.addressHashExpiresAt', 'textsSince'] as const;

/**
 * The job `upgrade-tips`: writes tips of earlier releases in the present form, without the fingerprint of an address, and with the time at which
 * their texts are erased. While it finds some it comes again after a week, since a server of an earlier release may still write them. It fails when a
 * tip could not be written, so that it is tried again.
 */
export const upgradeTips: JobWork = async (deps, run) => {
  let { done } = run.progress;
  let missed = 0;
  for (const field of formerFields) {
    let after: string | null = null;
    for (;;) {
      if (run.isOver()) return 'more';
      const found: Awaited<ReturnType<typeof formerTips>> = await formerTips(deps, field, after);
      const left = new Set(found.map(({ path }) => path));
      const { changed } = await sweepThrough(deps, 'upgrade-tips', found, async ({ path, value }) => {
        const { ownerUid, tipId } = readable(path, value);
        const isWritten = await upgrade(deps, ownerUid, tipId);
        left.delete(path);
        return isWritten;
      });
      done += changed;
      missed += left.size;
      await run.save(begun, { done, total: null });
      // A tip that was written is no longer found. One that failed keeps its place, and the next page begins behind it.
      after = [...left].at(-1) ?? after;
      if (found.length < pageSize) break;
    }
  }
  await wantChosen(deps);
  if (missed > 0) throw new Error(`${missed} tips of an earlier release could not be written`);
  return done === 0 ? 'done' : { againAt: deps.clock.now() + weekMs };
};

const formerTips = ({ store }: Deps, field: (typeof formerFields)[number], after: string | null) =>
  store.find(
    {
      from: collections.tips,
      group: true,
      where: [[field, '>', new Date(0)]],
      orderBy: [[field, 'asc']],
      limit: pageSize,
      after,
    },
    decodeTip,
  );

/** Tips that were written meanwhile got the usual time: those of owners who chose another one are looked at. */
async function wantChosen({ store, jobs }: Deps): Promise<void> {
  const usual = defaultPreferences.keepTipsYears;
  for (const op of ['<', '>'] as const) {
    let after: string | null = null;
    for (;;) {
      const found: readonly Found<ReturnType<typeof decodePreferences>>[] = await store.find(
        { from: collections.accounts, where: [['keepTipsYears', op, usual]], limit: pageSize, after },
        decodePreferences,
      );
      for (const { path, value } of found) {
        const choice = value.ok ? { input: String(value.value.keepTipsYears) } : {};
        await jobs.want('keep-texts', path.slice(path.lastIndexOf('/') + 1), choice);
      }
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
